import { useLingui } from '@lingui/react/macro'
import type { ListedAnswer } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { LateBadge, OutcomeBadge } from './attempt-view.tsx'

const outcomeOf = ({ state }: ListedAnswer) => (state === 'returned' || state === 'accepted' ? state : null)

/** Answers that were handed in, each with a link to the page where it is marked. */
export function AnswerList({ answers }: { answers: readonly ListedAnswer[] }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Answers`} className="grid gap-3">
      {answers.map((answer) => (
        <li key={answer._id}>
          <Link
            to={studioPaths.answer(answer._id)}
            className="grid gap-2 rounded-lg border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong hover:bg-tint/40 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4"
          >
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere" {...writtenIn()}>
                {answer.student.name}
              </span>
              <span className="block text-sm text-muted wrap-anywhere">
                <bdi>{answer.title}</bdi>
                <span> · </span>
                <bdi>{answer.courseTitle}</bdi>
              </span>
              <span className="block text-sm text-muted">
                <span>{t`Attempt ${{ number: answer.attempt }}`}</span>
                <span> · </span>
                <TimeSince iso={answer.handedInAt} />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              {answer.finalMarks !== null && (
                <span className="tabular text-sm font-semibold">
                  {t`${{ marks: answer.finalMarks }} of ${{ most: answer.maxMarks }}`}
                </span>
              )}
              <LateBadge days={answer.lateDays} />
              <OutcomeBadge outcome={outcomeOf(answer)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
