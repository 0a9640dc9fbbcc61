import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type AnswerOutcome,
  api as calls,
  isolate,
  maxAnswerComment,
  type ReplyOf,
  type Rubric,
} from '@virtual-courses/contract'
import { CheckCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { isChangedElsewhere } from '#lib/forms/use-edit.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/form/choice-group.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { answer: ReplyOf<typeof calls.assignments.answer> }

/** Returns the comments that were written, of criteria that are there. */
function writtenOf(rubric: Rubric, comments: Readonly<Record<string, string>>): Record<string, string> {
  const written: Record<string, string> = {}
  for (const { id } of rubric) {
    const comment = comments[id] ?? ''
    if (comment.trim() !== '') written[id] = comment
  }
  return written
}

/** The form that marks an answer: a level of each criterion, or marks, and comments. Ctrl and Enter accept it. */
export function MarkingForm({ answer }: Props) {
  const { t } = useLingui()
  const { assignment, attempts, state } = answer
  const { rubric, maxMarks } = assignment
  const [attempt] = attempts
  const before = attempt?.marking ?? null
  const [levels, setLevels] = useState<Record<string, string>>(before?.levels ?? {})
  const [comments, setComments] = useState<Record<string, string>>(before?.comments ?? {})
  const [comment, setComment] = useState(before?.comment ?? '')
  const [marks, setMarks] = useState(before?.marks == null ? '' : String(before.marks))
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState<AnswerOutcome | null>(null)
  const [elsewhere, setElsewhere] = useState(false)
  const { revalidate } = useRevalidator()
  const { blocker, pass } = useLeaveGuard(dirty)
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setDirty(true)
    }

  // only what the rubric of this moment has: it may have changed while the page was open
  const kept = rubric.flatMap(({ id, levels: own }) => {
    const level = own.find((one) => one.id === levels[id])
    return level ? { id, level } : []
  })
  const points = kept.reduce((sum, { level }) => sum + level.points, 0)

  async function mark(outcome: AnswerOutcome) {
    if (busy || !attempt) return
    if (marks.trim() !== '' && !/^\d{1,4}$/.test(marks.trim())) return toast.error(t`Marks are a whole number`)
    setBusy(outcome)
    try {
      const reply = await browserApi(calls.assignments.mark, {
        params: { answerId: answer._id },
        body: {
          outcome,
          attempt: attempt.number,
          rubricVersion: assignment.rubricVersion,
          replaces: before?.markedAt ?? null,
          levels: Object.fromEntries(kept.map(({ id, level }) => [id, level.id])),
          comments: writtenOf(rubric, comments),
          comment,
          marks: rubric.length > 0 || marks.trim() === '' ? null : Number(marks),
        },
      })
      pass()
      setDirty(false)
      toast.success(reply.message)
      await navigate(reply.next === null ? studioPaths.answers() : studioPaths.answer(reply.next))
    } catch (error) {
      if (isChangedElsewhere(error)) {
        setElsewhere(true)
        await revalidate()
      } else toast.error(failureOf(error, t`The answer could not be marked`))
    } finally {
      setBusy(null)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          void mark('accepted')
        }
      }}
    >
      {elsewhere && (
        <Notice tone="warning">
          <Trans>
            The answer, its marks or the rubric have changed meanwhile, so nothing was saved. What you chose is still
            here: look at it again.
          </Trans>
        </Notice>
      )}
      {rubric.map((criterion) => (
        <div key={criterion.id} className="grid gap-3 rounded-md border border-line p-4">
          <ChoiceGroup
            legend={
              <>
                <bdi>{criterion.title}</bdi>
                {criterion.description && (
                  <span className="block font-normal text-muted" {...writtenIn()}>
                    {criterion.description}
                  </span>
                )}
              </>
            }
            name={`level-${criterion.id}`}
            value={levels[criterion.id] ?? ''}
            choices={criterion.levels.map((level) => ({
              value: level.id,
              label: `${isolate(level.title)} (${level.points})`,
              ...(level.description && { hint: level.description }),
            }))}
            onChange={edited((level) => setLevels({ ...levels, [criterion.id]: level }))}
          />
          <Field label={t`Comment on this criterion (optional)`}>
            <Textarea
              rows={2}
              className="min-h-18"
              maxLength={maxAnswerComment}
              value={comments[criterion.id] ?? ''}
              onChange={({ target }) => edited(setComments)({ ...comments, [criterion.id]: target.value })}
            />
          </Field>
        </div>
      ))}
      {rubric.length > 0 ? (
        <p className="tabular font-semibold" aria-live="polite">
          {t`${points} of ${maxMarks} marks`}
        </p>
      ) : (
        <Field label={t`${plural({ count: maxMarks }, { one: 'Marks, of # mark', other: 'Marks, of # marks' })}`}>
          <Input
            name="marks"
            inputMode="numeric"
            maxLength={4}
            className="max-w-32"
            value={marks}
            onChange={({ target }) => edited(setMarks)(target.value)}
          />
        </Field>
      )}
      <Field label={t`Comment`} hint={t`The student reads it. To return an answer, say what should change.`}>
        <Textarea
          name="comment"
          rows={4}
          maxLength={maxAnswerComment}
          value={comment}
          onChange={({ target }) => edited(setComment)(target.value)}
        />
      </Field>
      <div className="grid gap-2 border-t border-line pt-4">
        <div className="flex flex-wrap gap-3">
          {state !== 'accepted' && (
            <Button
              variant="secondary"
              busy={busy === 'returned'}
              disabled={!hydrated}
              icon={<Undo2 aria-hidden="true" className="size-4.5" />}
              onClick={() => void mark('returned')}
            >
              <Trans>Return for changes</Trans>
            </Button>
          )}
          <Button
            variant="success"
            busy={busy === 'accepted'}
            disabled={!hydrated}
            icon={<CheckCheck aria-hidden="true" className="size-4.5" />}
            onClick={() => void mark('accepted')}
          >
            {state === 'accepted' ? t`Save the marks` : t`Accept`}
          </Button>
        </div>
        <p className="text-sm text-muted max-sm:hidden">
          <Trans>Ctrl and Enter accept the answer; the next one that waits opens by itself.</Trans>
        </p>
      </div>
      <LeaveDialog blocker={blocker} />
    </form>
  )
}
