import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../button.tsx'
import { SignedOutNotice } from '../notice.tsx'
import type { Slot } from '../slot.ts'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'

type DialogForm = {
  ref: RefObject<HTMLFormElement | null>
  fail: (error: unknown) => { message: string; errors: object; login: string | undefined }
}

/** What the user is told; `failed` when nothing was done. null when they would rather not confirm that it is they, or were told already. */
export type Decided = { message: string; failed?: boolean } | null

export type FormDialogProps = {
  title: string
  text: ReactNode
  confirmLabel: string
  /** by default "Cancel" */
  cancelLabel?: string
  danger?: boolean
  form: DialogForm
  /** The fields. */
  children: Slot
  onClose: () => void
  /** selector of what gets the focus where the control that opened the dialog is gone; by default the page */
  returnTo?: string | undefined
  /** Sends the form, or returns null when a field has an error of its own. */
  send: () => Promise<Decided> | null
}

/** Dialog with a form. When the call succeeds, it shows the message, reads the page again and closes. */
export function FormDialog({ form, children, onClose, send, ...shown }: FormDialogProps) {
  const { title, text, confirmLabel, cancelLabel, danger, returnTo } = shown
  const id = useId()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  /** the session has ended: its address is the way on */
  const [login, setLogin] = useState<string>()
  const close = () => !busy && onClose()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const sent = send()
    if (!sent) return
    setBusy(true)
    setLogin(undefined)
    try {
      const done = await sent
      if (done === null) return
      toast[done.failed ? 'error' : 'success'](done.message)
      await revalidate()
      onClose()
    } catch (error) {
      const { message, errors, login } = form.fail(error)
      setLogin(login)
      if (!login && Object.keys(errors).length === 0) toast.error(message)
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
      {...(returnTo !== undefined && { returnTo })}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {cancelLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        {children}
        <div role="alert" className="empty:hidden">
          {login && <SignedOutNotice login={login} />}
        </div>
      </form>
    </Dialog>
  )
}
