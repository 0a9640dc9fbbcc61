import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type MarkChange, type ReviewedAttempt } from '@virtual-courses/contract'
import { useState } from 'react'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PassedBadge } from '../passed-badge.tsx'
import { QuestionCard } from '../question-card.tsx'
import { MarksForm } from './marks-form.tsx'

function Change({ change: { position, cause, from, to, reason, at } }: { change: MarkChange }) {
  const { t, i18n } = useLingui()
  const number = (position ?? 0) + 1
  const what = position === null ? t`Whole attempt` : t`Question ${number}`
  return (
    <li className="border-t border-line px-5 py-3 first:border-t-0">
      <p>{t`${what}: ${{ from: i18n.number(from) }} → ${{ to: i18n.number(to) }}`}</p>
      <p className="text-sm text-muted wrap-anywhere">
        <span>{cause === 'key' ? t`The key was corrected` : isolate(reason)}</span>
        <span> · </span>
        <ReaderTime iso={at} look="dateTime" />
      </p>
    </li>
  )
}

/** An attempt of a student with the key, and the forms that change its marks. */
export function AttemptReview({ first }: { first: ReviewedAttempt }) {
  const { t, i18n } = useLingui()
  const [{ attempt, changes }, setReviewed] = useState(first)
  const { marks, maxMarks, passed, passPercent, handedInAt, handedInBy } = attempt
  const got = i18n.number(marks ?? 0)
  const all = i18n.number(maxMarks)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card as="section" aria-labelledby="result">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="result" className="text-2xl" aria-live="polite">
            {t`${got} of ${all} marks`}
          </h2>
          <PassedBadge passed={passed} />
        </div>
        <p className="mt-2 text-muted">
          <span>{t`${passPercent} % are needed to pass.`}</span>
          {handedInAt !== null && (
            // as long as the reader's own date may be, it wraps nothing
            <span className="block">
              <span>{handedInBy === 'time' ? t`Ended by its time:` : t`Handed in:`}</span>{' '}
              <ReaderTime iso={handedInAt} look="dateTime" />
            </span>
          )}
        </p>
      </Card>
      {attempt.questions.map((answered) => (
        <div key={answered.question.position} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <QuestionCard question={answered.question} answer={answered.answer} marking={answered.marking} disabled />
          <MarksForm attemptId={attempt._id} answered={answered} onMarked={setReviewed} />
        </div>
      ))}
      {changes.length > 0 && (
        <Card as="section" flush aria-labelledby="mark-changes">
          <h2 id="mark-changes" className="border-b border-line px-5 py-4 font-sans text-lg font-semibold">
            <Trans>Changes of the marks</Trans>
          </h2>
          <ul>
            {changes.map((change) => (
              <Change key={`${change.at} ${change.position}`} change={change} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
