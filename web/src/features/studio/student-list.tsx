import type { CourseStudent } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/reader-time.tsx'
import { TimeSince } from '#lib/time-since.tsx'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { StudentProgress } from './student-progress.tsx'

type Props = { students: readonly CourseStudent[]; lectureCount: number; caption: string }

const Watched = ({ iso }: { iso: string | null }) =>
  iso === null ? <span className="text-muted">Not yet</span> : <TimeSince iso={iso} />

const Person = ({ student }: { student: CourseStudent }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={student.name} photo={student.photoUrl} />
    <span className="min-w-0 leading-snug font-semibold wrap-anywhere">{student.name}</span>
  </span>
)

const columns = (lectureCount: number): Column<CourseStudent>[] => [
  { key: 'student', header: 'Student', className: 'w-full min-w-56', cell: (student) => <Person student={student} /> },
  {
    key: 'enrolled',
    header: 'Enrolled',
    className: 'tabular whitespace-nowrap',
    cell: (student) => <ReaderTime iso={student.enrolledAt} />,
  },
  {
    key: 'progress',
    header: 'Lectures completed',
    className: 'min-w-52',
    cell: (student) => <StudentProgress student={student} lectureCount={lectureCount} />,
  },
  {
    key: 'watched',
    header: 'Last watched',
    className: 'tabular whitespace-nowrap',
    cell: (student) => <Watched iso={student.lastWatchedAt} />,
  },
]

/** Who is enrolled in a course. The first paint holds both forms and the styles pick one; then only the fitting one stays. */
export function StudentList({ students, lectureCount, caption }: Props) {
  const wide = useWideScreen()
  return (
    <>
      {wide !== false && (
        <Table
          caption={caption}
          captionHidden
          columns={columns(lectureCount)}
          rows={students}
          rowKey={(student) => student._id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && (
        <ul aria-label={caption} className="grid gap-3 lg:hidden">
          {students.map((student) => (
            <Card as="li" key={student._id} className="p-4 sm:p-4">
              <Person student={student} />
              <div className="mt-3">
                <StudentProgress student={student} lectureCount={lectureCount} />
              </div>
              <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
                <div>
                  <dt className="text-muted">Enrolled</dt>
                  <dd className="tabular">
                    <ReaderTime iso={student.enrolledAt} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">Last watched</dt>
                  <dd className="tabular">
                    <Watched iso={student.lastWatchedAt} />
                  </dd>
                </div>
              </dl>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
