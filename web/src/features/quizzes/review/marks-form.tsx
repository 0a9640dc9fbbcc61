import { Trans, useLingui } from '@lingui/react/macro'
import { type Attempt, api as calls, maxMarkReason, type ReviewedAttempt } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { fieldErrorsOf } from '#lib/forms/use-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = {
  attemptId: string
  answered: Attempt['questions'][number]
  onMarked: (reviewed: ReviewedAttempt) => void
}

/** Sets the marks of one answer in the place of those of the key, with the reason, or takes them back. */
export function MarksForm({ attemptId, answered: { question, marking }, onMarked }: Props) {
  const { t } = useLingui()
  const { position } = question
  const number = position + 1
  const isSet = marking?.reason != null
  const [shown, setShown] = useState(false)
  const [marks, setMarks] = useState(String(marking?.marks ?? 0))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function send(given: number | null) {
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      const reviewed = await browserApi(calls.quizAttempts.mark, {
        params: { attemptId },
        body: { position, marks: given, reason },
      })
      setReason('')
      setShown(false)
      setMarks(String(reviewed.attempt.questions[position]?.marking?.marks ?? 0))
      onMarked(reviewed)
      toast.success(t`Marks saved`)
    } catch (error) {
      const fields = fieldErrorsOf(error)
      setErrors(fields)
      if (Object.keys(fields).length === 0) toast.error(failureOf(error, t`The marks could not be saved.`))
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (marks.trim() === '' || Number.isNaN(Number(marks))) return setErrors({ marks: t`Please enter a number` })
    void send(Number(marks))
  }

  if (!shown)
    return (
      <Button
        variant="secondary"
        size="sm"
        className="w-fit"
        aria-label={t`Change the marks of question ${number}`}
        onClick={() => setShown(true)}
      >
        <Trans>Change the marks</Trans>
      </Button>
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field label={t`Marks`} required error={errors.marks}>
          <Input
            inputMode="decimal"
            value={marks}
            onChange={({ target }) => setMarks(target.value.replace(',', '.'))}
          />
        </Field>
        <Field label={t`Reason`} required hint={t`The student reads it.`} error={errors.reason}>
          <Input value={reason} maxLength={maxMarkReason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Save the marks</Trans>
        </Button>
        {isSet && (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void send(null)}>
            <Trans>Use those of the key</Trans>
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => setShown(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
