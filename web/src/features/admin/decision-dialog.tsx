import { useLingui } from '@lingui/react/macro'
import { useForm } from '#lib/forms/use-form.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { type Decided, FormDialog, type FormDialogProps } from '#ui/overlays/form-dialog.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = Omit<FormDialogProps, 'form' | 'send' | 'children'> & {
  /** Asks for a reason; the hint names its readers. */
  reasonHint?: string
  /** Further controls of the decision. */
  children?: Slot
  call: (reason: string) => Promise<Decided>
}

/** Asks an admin to confirm a decision about a user, a course or a review, with a reason where one is required. */
export function DecisionDialog({ reasonHint, children, call, ...dialog }: Props) {
  const { t } = useLingui()
  const form = useForm({ reason: '' })

  function send() {
    const reason = form.values.reason.trim()
    if (reasonHint === undefined || reason !== '') return call(reason)
    form.showErrors({ reason: t`A reason is required` })
    return null
  }

  return (
    <FormDialog {...dialog} form={form} send={send}>
      {children}
      {reasonHint !== undefined && (
        <Field label={t`Reason`} hint={reasonHint} error={form.errors.reason} required>
          <Textarea
            name="reason"
            maxLength={500}
            rows={3}
            value={form.values.reason}
            onChange={({ target }) => form.set('reason', target.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}
