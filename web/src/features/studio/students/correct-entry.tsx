import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, maxReason, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, useId, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

export type StudentCompletion = ReplyOf<typeof calls.completion.student>
export type Entry = StudentCompletion['entries'][number]

type Props = {
  /** null while nothing is corrected */
  entry: Entry | null
  /** of the student */
  name: string
  params: { courseId: string; studentId: string }
  onClose: () => void
  onCorrected: (completion: StudentCompletion) => void
}

/** Ticks an entry for a student, or takes the tick back, with a reason that the student reads. */
export function CorrectEntry({ entry, name, params, onClose, onCorrected }: Props) {
  const { t } = useLingui()
  const id = useId()
  const form = useForm({ reason: '' })
  const [busy, setBusy] = useState(false)
  // what is shown while the dialog closes
  const [last, setLast] = useState(entry)
  if (entry !== null && entry !== last) setLast(entry)
  const lecture = isolate(last?.title ?? '')
  const done = last?.doneAt === null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || entry === null) return
    setBusy(true)
    try {
      const body = { lectureId: entry.lectureId, done, reason: form.values.reason }
      onCorrected(await browserApi(calls.completion.correct, { params, body }))
      toast.success(t`The correction was saved`)
      form.set('reason', '')
      onClose()
    } catch (error) {
      const { message, errors } = form.fail(error)
      if (Object.keys(errors).length === 0) toast.error(message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={done ? t`Mark as completed` : t`Mark as not completed`}
      text={
        done
          ? t`${lecture} will count as completed by ${name}.`
          : t`${lecture} will count as not completed by ${name}, until it is completed again.`
      }
      actions={
        <>
          <Button variant="secondary" onClick={() => !busy && onClose()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant={done ? 'primary' : 'danger'} busy={busy}>
            {done ? t`Mark as completed` : t`Mark as not completed`}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field label={t`Reason`} hint={t`The student reads it; others do not.`} error={form.errors.reason} required>
          <Textarea
            name="reason"
            maxLength={maxReason}
            rows={3}
            value={form.values.reason}
            onChange={({ target }) => form.set('reason', target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
