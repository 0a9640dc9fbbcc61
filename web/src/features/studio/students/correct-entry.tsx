import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate, maxReason, type ReplyOf } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

export type StudentCompletion = ReplyOf<typeof calls.completion.student>
export type Entry = StudentCompletion['entries'][number]

type Props = {
  entry: Entry
  /** of the student */
  name: string
  params: { courseId: string; studentId: string }
  onClose: () => void
  onCorrected: (completion: StudentCompletion) => void
}

/** Ticks an entry for a student, or takes the tick back, with a reason that the student reads. */
export function CorrectEntry({ entry, name, params, onClose, onCorrected }: Props) {
  const { t } = useLingui()
  const form = useForm({ reason: '' })
  const lecture = isolate(entry.title)
  const done = entry.doneAt === null

  async function correct() {
    const body = { lectureId: entry.lectureId, done, reason: form.values.reason }
    onCorrected(await browserApi(calls.completion.correct, { params, body }))
    return { message: t`The correction was saved` }
  }

  return (
    <FormDialog
      title={done ? t`Mark as completed` : t`Mark as not completed`}
      text={
        done
          ? t`${lecture} will count as completed by ${name}.`
          : t`${lecture} will count as not completed by ${name}, until it is completed again.`
      }
      confirmLabel={done ? t`Mark as completed` : t`Mark as not completed`}
      danger={!done}
      form={form}
      onClose={onClose}
      send={correct}
    >
      <Field label={t`Reason`} hint={t`The student reads it; others do not.`} error={form.errors.reason} required>
        <Textarea
          name="reason"
          maxLength={maxReason}
          rows={3}
          value={form.values.reason}
          onChange={({ target }) => form.set('reason', target.value)}
        />
      </Field>
    </FormDialog>
  )
}
