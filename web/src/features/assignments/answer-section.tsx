import { Trans, useLingui } from '@lingui/react/macro'
import { type ClosedReason, api as calls, maxAnswerText, type OwnAnswer, type ReplyOf } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { AnswerFiles } from './answer-files.tsx'
import { AttemptView, MarkingView, OutcomeBadge } from './attempt-view.tsx'
import { type SaveState, useAnswer } from './use-answer.ts'

type Reply = ReplyOf<typeof calls.assignments.read>
type Props = { reply: Reply }

function SaveText({ state, kept }: { state: SaveState; kept: boolean }) {
  const { t } = useLingui()
  const texts: Record<SaveState, string> = {
    saved: t`Saved. Only you see it before you hand it in.`,
    unsaved: t`Not saved yet`,
    saving: t`Saving…`,
    failed: kept
      ? t`The server cannot be reached. Your text is kept in this browser, and we keep trying.`
      : t`Not saved: the server cannot be reached. We keep trying.`,
  }
  return (
    <p aria-live="polite" className="text-sm font-medium text-muted">
      {texts[state]}
    </p>
  )
}

/** Why nothing can be handed in, for a student. */
function ClosedNotice({ closed }: { closed: ClosedReason }) {
  const { t } = useLingui()
  const texts: Partial<Record<ClosedReason, string>> = {
    attempts: t`You have handed in this answer as often as it may be. Write to the educator if something is missing.`,
    late: t`The due time is over: nothing can be handed in any more. What you have written stays here.`,
    removed: t`This course was removed by its educator: nothing can be handed in any more.`,
  }
  const text = texts[closed]
  return text === undefined ? null : <Notice tone="warning">{text}</Notice>
}

/** The form of an answer that can be written: text, files, hand in. */
function AnswerForm({ reply, onStored }: Props & { onStored: (answer: OwnAnswer) => void }) {
  const { t } = useLingui()
  const { answer, assignment, closed, lateDays } = reply
  const { lectureId } = assignment
  const { revalidate } = useRevalidator()
  const hydrated = useHydrated()
  const [files, setFiles] = useState(answer?.files ?? [])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const writing = useAnswer({
    lectureId,
    stored: answer,
    label: t`Your answer`,
    onClosed: () => void revalidate(),
  })
  const { shown } = writing.draft
  const { blocker, pass } = useLeaveGuard(writing.state !== 'saved')
  const left = maxAnswerText - writing.text.length

  async function handIn() {
    if (writing.text.trim() === '' && files.length === 0)
      return setError(t`Write an answer or add a file before you hand it in`)
    setError(null)
    setBusy(true)
    try {
      const sent = await writing.handIn()
      if (!sent) return
      pass()
      toast.success(sent.message)
      onStored(sent.answer)
    } catch (problem) {
      toast.error(failureOf(problem, t`Your answer could not be handed in`))
      void revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void handIn()
      }}
    >
      <DraftNotice draft={shown} when={shown && <ReaderTime iso={shown.at} look="dateTime" />} />
      <Field
        label={t`Your answer`}
        hint={t`Markdown: # heading, **bold**, *emphasis*, - list, > quote, \`code\`.`}
        error={error}
        aside={left < maxAnswerText / 10 && <span className="tabular text-sm text-muted">{t`${left} left`}</span>}
      >
        <Textarea
          name="text"
          rows={8}
          value={writing.text}
          maxLength={maxAnswerText}
          disabled={!hydrated}
          readOnly={busy}
          onChange={({ target }) => writing.type(target.value)}
        />
      </Field>
      <AnswerFiles lectureId={lectureId} files={files} onChange={setFiles} />
      {closed === 'late' && <ClosedNotice closed={closed} />}
      {closed === null && lateDays > 0 && (
        <Notice tone="warning">
          {assignment.lateRule === 'reduced'
            ? t`The due time is over. An answer of today loses ${{ percent: Math.min(100, lateDays * assignment.latePercent) }} % of its marks.`
            : t`The due time is over. Your answer is marked as late.`}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <SaveText state={writing.state} kept={writing.draft.place === 'browser'} />
        {closed === null && (
          <Button type="submit" busy={busy} disabled={!hydrated}>
            <Trans>Hand in</Trans>
          </Button>
        )}
      </div>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...writing.elsewhere} />
    </form>
  )
}

/** An answer that waits, which its student can take back. */
function WaitingAnswer({ reply, onStored }: Props & { onStored: (answer: OwnAnswer) => void }) {
  const { t } = useLingui()
  const { answer, assignment } = reply
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [attempt] = answer?.attempts ?? []

  async function withdraw() {
    setBusy(true)
    try {
      const sent = await browserApi(calls.assignments.withdraw, {
        params: { lectureId: assignment.lectureId },
        body: { attempt: answer?.attempt ?? 1 },
      })
      toast.success(sent.message)
      onStored(sent.answer)
    } catch (problem) {
      toast.error(failureOf(problem, t`Your answer could not be withdrawn`))
      void revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-5">
      <Notice>
        <Trans>Your answer waits for the educator. You get a notification when it is marked.</Trans>
      </Notice>
      {attempt && <AttemptView attempt={attempt} />}
      <div className="border-t border-line pt-4">
        <Button variant="secondary" busy={busy} onClick={() => void withdraw()}>
          <Trans>Withdraw and change</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The own answer of a student, as far as it is, and what was handed in before. */
export function AnswerSection({ reply }: Props) {
  const { t } = useLingui()
  const [now, setNow] = useState(reply)
  const shown = useRef(reply)
  // the page was read again
  if (shown.current !== reply) {
    shown.current = reply
    setNow(reply)
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer } = now
  const state = answer?.state ?? 'draft'

  function store(stored: OwnAnswer) {
    const closed = stored.state === 'handed-in' ? 'waiting' : now.closed === 'waiting' ? null : now.closed
    setNow({ ...now, answer: stored, closed })
    // what had the focus is gone
    heading.current?.focus()
  }

  const past = (answer?.attempts ?? []).filter(({ outcome }) => outcome !== null)
  const writable =
    state !== 'handed-in' && state !== 'accepted' && now.closed !== 'attempts' && now.closed !== 'removed'
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card as="section" aria-labelledby="own-answer">
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <h2 id="own-answer" ref={heading} tabIndex={-1} className="text-2xl">
            <Trans>Your answer</Trans>
          </h2>
          {state !== 'draft' && <OutcomeBadge outcome={answer?.attempts[0]?.outcome ?? null} />}
        </div>
        {state === 'returned' && answer?.attempts[0]?.marking && (
          <section aria-label={t`What should change`} className="mb-6 rounded-md bg-accent-soft/40 p-4">
            <h3 className="mb-3 font-sans text-base font-semibold">
              <Trans>What should change</Trans>
            </h3>
            <MarkingView marking={answer.attempts[0].marking} />
          </section>
        )}
        {state === 'handed-in' && <WaitingAnswer reply={now} onStored={store} />}
        {state === 'accepted' && answer?.attempts[0] && (
          <div className="grid gap-6">
            {answer.attempts[0].marking && <MarkingView marking={answer.attempts[0].marking} />}
            <AttemptView attempt={answer.attempts[0]} />
          </div>
        )}
        {writable && <AnswerForm key={`${state} ${answer?.attempt ?? 0}`} reply={now} onStored={store} />}
        {(now.closed === 'attempts' || now.closed === 'removed') && state !== 'handed-in' && (
          <ClosedNotice closed={now.closed} />
        )}
      </Card>
      {past.length > (state === 'accepted' ? 1 : 0) && (
        <section aria-labelledby="earlier-answers">
          <h2 id="earlier-answers" className="mb-3 text-xl">
            <Trans>What you handed in before</Trans>
          </h2>
          <ul className="grid gap-3">
            {past.slice(state === 'accepted' ? 1 : 0).map((attempt) => (
              <li key={attempt.number}>
                <details className="rounded-md border border-line bg-surface">
                  <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-3 px-4 py-2 font-semibold">
                    <span>{t`Attempt ${{ number: attempt.number }}`}</span>
                    <OutcomeBadge outcome={attempt.outcome} />
                  </summary>
                  <div className="grid gap-5 border-t border-line p-4">
                    <AttemptView attempt={attempt} />
                    {attempt.marking && <MarkingView marking={attempt.marking} />}
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
