import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type FailedCall, useForm } from '#lib/forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'

type DialogForm = {
  ref: RefObject<HTMLFormElement | null>
  fail: (error: unknown) => FailedCall<string>
}

/** What an admin is told; `failed` when nothing was done. null when they would rather not confirm that it is they, or were told already. */
export type Decided = { message: string; failed?: boolean } | null

type FormDialogProps = {
  title: string
  text: ReactNode
  confirmLabel: string
  danger?: boolean
  form: DialogForm
  /** The fields. */
  children: Slot
  onClose: () => void
  /** Sends the form, or returns null when a field has an error of its own. */
  send: () => Promise<Decided> | null
}

/** Dialog with a form. When the call succeeds, it shows the message, reads the page again and closes. */
export function FormDialog({ title, text, confirmLabel, danger, form, children, onClose, send }: FormDialogProps) {
  const id = useId()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const close = () => !busy && onClose()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const sent = send()
    if (!sent) return
    setBusy(true)
    try {
      const done = await sent
      if (done === null) return
      toast[done.failed ? 'error' : 'success'](done.message)
      await revalidate()
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
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      text={text}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        {children}
      </form>
    </Dialog>
  )
}

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
