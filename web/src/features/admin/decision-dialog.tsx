import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

type Props = {
  title: string
  text: ReactNode
  confirmLabel: string
  danger?: boolean
  /** asks why; the text says who will read it */
  reasonHint?: string
  busy: boolean
  /** further controls of the decision */
  children?: ReactNode
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** The question before an act that concerns someone, with the reason where one is owed. */
export function DecisionDialog({ title, text, confirmLabel, danger, reasonHint, busy, children, ...on }: Props) {
  const form = useId()
  const [fault, setFault] = useState('')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reasonHint !== undefined && reason === '') {
      setFault('A reason is required')
      event.currentTarget.querySelector<HTMLElement>('[name="reason"]')?.focus()
      return
    }
    if (!busy) on.onConfirm(reason)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && on.onClose()}
      title={title}
      text={text}
      actions={
        <>
          <Button variant="secondary" onClick={() => !busy && on.onClose()}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        {children}
        {reasonHint !== undefined && (
          <Field label="Reason" hint={reasonHint} error={fault} required>
            <Textarea name="reason" maxLength={500} rows={3} onChange={() => setFault('')} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
