import { Trans, useLingui } from '@lingui/react/macro'
import type { MarkedEntry, StudentMarks } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { decimal } from '#lib/text/decimal.ts'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { MarkCell } from './mark-cell.tsx'

type Props = { courseId: string; entries: readonly MarkedEntry[]; students: readonly StudentMarks[]; caption: string }

const head =
  'sticky top-0 border-b border-line bg-sunken px-3 py-2.5 text-start text-xs font-semibold text-muted align-bottom'
const first = 'sticky start-0 min-w-32 max-w-40 border-e border-line sm:min-w-52 sm:max-w-72'

/** Students and entries. Names and titles stay in sight while the table scrolls inside of itself. */
export function MarksTable({ courseId, entries, students, caption }: Props) {
  const { t } = useLingui()
  const { formatDate } = useFormats()
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable
      tabIndex={0}
      className="relative max-h-[75dvh] overflow-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table className="min-w-full border-separate border-spacing-0 text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} ${first} z-2`}>
              <Trans>Student</Trans>
            </th>
            <th scope="col" className={`${head} z-1`}>
              <Trans>Average</Trans>
            </th>
            <th scope="col" className={`${head} z-1`}>
              <Trans>Completed</Trans>
            </th>
            {entries.map(({ lectureId, title, kind }) => (
              <th key={lectureId} scope="col" className={`${head} z-1 min-w-36`}>
                <span {...writtenIn()} className="line-clamp-2 text-sm text-ink wrap-anywhere" title={title}>
                  {title}
                </span>
                {kind === 'quiz' ? (
                  <Link
                    to={studioPaths.quizStatistics(lectureId)}
                    aria-label={t`Quiz: statistics of the questions`}
                    className="font-normal text-link underline underline-offset-2"
                  >
                    {t`Quiz`}
                  </Link>
                ) : (
                  <span className="font-normal">{t`Assignment`}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students.map(({ student, marks, percent, completedAt }) => {
            const of = new Map(marks.map((mark) => [mark.lectureId, mark]))
            return (
              <tr key={student._id} className="group">
                <th
                  scope="row"
                  className={`${first} z-1 border-b bg-surface px-3 py-2.5 text-start font-semibold wrap-anywhere group-last:border-b-0 group-hover:bg-tint`}
                >
                  <Link
                    {...writtenIn()}
                    to={studioPaths.courseStudent(courseId, student._id)}
                    className="inline-block min-h-6 underline-offset-2 hover:underline"
                  >
                    {student.name}
                  </Link>
                </th>
                <td className="tabular border-b border-line px-3 py-2.5 whitespace-nowrap group-last:border-b-0 group-hover:bg-tint">
                  {percent === null ? <MarkCell mark={undefined} /> : <span>{t`${decimal(percent)} %`}</span>}
                </td>
                <td className="tabular border-b border-line px-3 py-2.5 whitespace-nowrap group-last:border-b-0 group-hover:bg-tint">
                  {completedAt === null ? (
                    <span className="text-muted">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t`Not completed`}</span>
                    </span>
                  ) : (
                    <time dateTime={completedAt}>{formatDate(completedAt)}</time>
                  )}
                </td>
                {entries.map(({ lectureId }) => (
                  <td
                    key={lectureId}
                    className="border-b border-line px-3 py-2.5 group-last:border-b-0 group-hover:bg-tint"
                  >
                    <MarkCell mark={of.get(lectureId)} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
