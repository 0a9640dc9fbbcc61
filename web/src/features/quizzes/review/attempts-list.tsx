import { useLingui } from '@lingui/react/macro'
import type { StudentAttempt } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Card } from '#ui/layout/card.tsx'
import { PassedBadge } from '../passed-badge.tsx'

function Row({
  attempt: { student, number, beganAt, handedInAt, marks, maxMarks, passed },
}: {
  attempt: StudentAttempt
}) {
  const { t, i18n } = useLingui()
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere" {...writtenIn()}>
          {student.name}
        </span>
        <span className="block text-sm text-muted">
          <span>{t`Attempt ${number}`}</span>
          <span> · </span>
          <ReaderTime iso={handedInAt ?? beganAt} look="dateTime" />
        </span>
      </span>
      <span className="flex items-center gap-3">
        {marks !== null && <span className="tabular">{t`${i18n.number(marks)} of ${i18n.number(maxMarks)}`}</span>}
        <PassedBadge passed={passed} />
      </span>
    </>
  )
}

const rowClass = 'flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3'

type Props = { courseId: string; lectureId: string; attempts: readonly StudentAttempt[] }

/** Attempts of students at a quiz; those that are handed in have a page. */
export function AttemptsList({ courseId, lectureId, attempts }: Props) {
  return (
    <Card flush>
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt._id} className="border-t border-line first:border-t-0">
            {attempt.handedInAt === null ? (
              <div className={rowClass}>
                <Row attempt={attempt} />
              </div>
            ) : (
              <Link
                to={studioPaths.quizAttempt(courseId, lectureId, attempt._id)}
                className={`${rowClass} hover:bg-tint focus-visible:-outline-offset-2`}
              >
                <Row attempt={attempt} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
