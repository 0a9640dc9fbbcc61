import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerAttempt } from '@virtual-courses/contract'
import { CheckCheck, Clock, Undo2 } from 'lucide-react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { FileList } from './file-list.tsx'
import { RubricView } from './rubric-view.tsx'

/** What has become of an answer, in words and colour. */
export function OutcomeBadge({ outcome }: { outcome: AnswerAttempt['outcome'] }) {
  if (outcome === 'accepted')
    return (
      <Badge tone="success" icon={<CheckCheck aria-hidden="true" />}>
        <Trans>Accepted</Trans>
      </Badge>
    )
  if (outcome === 'returned')
    return (
      <Badge tone="accent" icon={<Undo2 aria-hidden="true" />}>
        <Trans>Returned</Trans>
      </Badge>
    )
  return (
    <Badge tone="primary" icon={<Clock aria-hidden="true" />}>
      <Trans>Waits</Trans>
    </Badge>
  )
}

/** How late an answer is; nothing in time. */
export function LateBadge({ days }: { days: number }) {
  const { t } = useLingui()
  if (days === 0) return null
  return <Badge tone="danger">{t`${plural(days, { one: '# day late', other: '# days late' })}`}</Badge>
}

/** The marks of an answer, with what it lost by being late; nothing without marks. */
export function MarksText({ marking }: { marking: AnswerAttempt['marking'] }) {
  const { t } = useLingui()
  if (!marking || marking.marks === null || marking.finalMarks === null) return null
  const { finalMarks, maxMarks, marks, percentOff } = marking
  return (
    <p className="tabular text-lg font-semibold">
      <span>{t`${finalMarks} of ${maxMarks} marks`}</span>
      {percentOff > 0 && (
        <span className="block text-sm font-normal text-muted">
          {t`${marks} marks, less ${percentOff} % for being late`}
        </span>
      )}
    </p>
  )
}

/** How an answer was marked: marks, comment, and the levels of that time. */
export function MarkingView({ marking }: { marking: NonNullable<AnswerAttempt['marking']> }) {
  return (
    <div className="grid gap-4">
      <MarksText marking={marking} />
      {marking.comment !== '' && (
        <p className="border-s-2 border-accent ps-4 whitespace-pre-line wrap-anywhere" {...writtenIn()}>
          {marking.comment}
        </p>
      )}
      {marking.rubric.length > 0 && <RubricView rubric={marking.rubric} marking={marking} />}
    </div>
  )
}

/** An answer as it was handed in: text and files. */
export function AttemptView({ attempt }: { attempt: AnswerAttempt }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          <Trans>
            Handed in <ReaderTime iso={attempt.handedInAt} look="dateTime" />
          </Trans>
        </span>
        <LateBadge days={attempt.lateDays} />
      </p>
      {attempt.text !== '' && <Markdown text={attempt.text} />}
      <FileList label={t`Files of this answer`} files={attempt.files} />
    </div>
  )
}
