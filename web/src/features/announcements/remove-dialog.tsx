import { Trans, useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls } from '@virtual-courses/contract'
import { type FormEvent, useId, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { announcement: Announcement; onClose: () => void; onRemoved: () => void }

/** Asks an admin why an announcement is deleted. */
export function RemoveDialog({ announcement, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const id = useId()
  const form = useForm({ reason: '' })
  const [busy, setBusy] = useState(false)

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { reason } = form.values
    if (reason.trim() === '') return form.showErrors({ reason: t`A reason is required` })
    setBusy(true)
    try {
      const params = { announcementId: announcement._id }
      const { message } = await browserApi(calls.announcements.removeByAdmin, { params, body: { reason } })
      toast.success(message)
      onRemoved()
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
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t`Delete this announcement?`}
      text={t`It disappears for everyone, with its notifications. Mails that were sent cannot be called back.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="danger" busy={busy}>
            <Trans>Delete announcement</Trans>
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} onSubmit={remove} noValidate className="mt-4">
        <Field label={t`Reason`} hint={t`The educator reads it.`} error={form.errors.reason} required>
          <Textarea
            name="reason"
            rows={3}
            maxLength={500}
            value={form.values.reason}
            onChange={({ target }) => form.set('reason', target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
