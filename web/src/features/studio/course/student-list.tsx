import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseStudent, isolate } from '@virtual-courses/contract'
import { Award } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Progress } from '#ui/progress.tsx'

type StudentProgressProps = { student: CourseStudent; lectureCount: number }

/** Number of lectures that a student has completed. */
function StudentProgress({ student, lectureCount }: StudentProgressProps) {
  const { t } = useLingui()
  if (lectureCount === 0)
    return (
      <span className="text-sm text-muted">
        <Trans>No lectures yet</Trans>
      </span>
    )
  const done = student.completedLectures
  return (
    <div className="flex min-w-[min(9rem,100%)] flex-wrap items-center gap-x-3">
      <Progress
        bare
        label={t`Lectures completed by ${{ name: isolate(student.name) }}`}
        value={(done / lectureCount) * 100}
        valueText={t`${done} of ${lectureCount}`}
        tone={student.completion.completedAt === null ? 'primary' : 'success'}
        className="min-w-16 flex-1"
      />
      <span aria-hidden="true" className="tabular text-sm text-muted">
        {t`${done} of ${lectureCount}`}
      </span>
    </div>
  )
}

type Props = { courseId: string; students: readonly CourseStudent[]; lectureCount: number; caption: string }

const Watched = ({ iso }: { iso: string | null }) =>
  iso === null ? (
    <span className="text-muted">
      <Trans>Not yet</Trans>
    </span>
  ) : (
    <TimeSince iso={iso} />
  )

/** When a student completed the course, or what they still have to do. */
const Completed = ({ student: { completion } }: { student: CourseStudent }) =>
  completion.completedAt === null ? (
    <span className="text-sm text-muted">{completion.sentence}</span>
  ) : (
    <span className="grid justify-items-start gap-1">
      <ReaderTime iso={completion.completedAt} />
      {completion.certificate !== null && (
        <Link
          to={paths.certificate(completion.certificate)}
          className="inline-flex min-h-6 items-center gap-1 text-sm text-link underline underline-offset-4"
        >
          <Award aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Certificate</Trans>
        </Link>
      )}
    </span>
  )

const StudentCell = ({ courseId, student }: { courseId: string; student: CourseStudent }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={student.name} photo={student.photoUrl} />
    <Link
      {...writtenIn()}
      to={studioPaths.courseStudent(courseId, student._id)}
      className="min-w-0 py-1 leading-snug font-semibold wrap-anywhere text-link underline-offset-4 hover:underline"
    >
      {student.name}
    </Link>
  </span>
)

const columns = (courseId: string, lectureCount: number): Column<CourseStudent>[] => [
  {
    key: 'student',
    header: <Trans>Student</Trans>,
    className: 'w-full min-w-56',
    cell: (student) => <StudentCell courseId={courseId} student={student} />,
  },
  {
    key: 'enrolled',
    header: <Trans>Enrolled</Trans>,
    className: 'tabular whitespace-nowrap',
    cell: (student) => <ReaderTime iso={student.enrolledAt} />,
  },
  {
    key: 'progress',
    header: <Trans>Lectures completed</Trans>,
    className: 'min-w-52',
    cell: (student) => <StudentProgress student={student} lectureCount={lectureCount} />,
  },
  {
    key: 'completed',
    header: <Trans>Course completed</Trans>,
    className: 'min-w-48',
    cell: (student) => <Completed student={student} />,
  },
  {
    key: 'watched',
    header: <Trans>Last watched</Trans>,
    className: 'tabular whitespace-nowrap',
    cell: (student) => <Watched iso={student.lastWatchedAt} />,
  },
]

/** Students of a course. The first document has cards and table, of which the styles show one; hydration removes the other. */
export function StudentList({ courseId, students, lectureCount, caption }: Props) {
  const wide = useWideScreen()
  return (
    <>
      {wide !== false && (
        <Table
          caption={caption}
          captionHidden
          columns={columns(courseId, lectureCount)}
          rows={students}
          rowKey={(student) => student._id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && (
        <ul aria-label={caption} className="grid gap-3 lg:hidden">
          {students.map((student) => (
            <Card as="li" key={student._id} className="p-4 sm:p-4">
              <StudentCell courseId={courseId} student={student} />
              <div className="mt-3">
                <StudentProgress student={student} lectureCount={lectureCount} />
              </div>
              <div className="mt-2 text-sm">
                <Completed student={student} />
              </div>
              <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
                <div>
                  <dt className="text-muted">
                    <Trans>Enrolled</Trans>
                  </dt>
                  <dd className="tabular">
                    <ReaderTime iso={student.enrolledAt} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">
                    <Trans>Last watched</Trans>
                  </dt>
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
