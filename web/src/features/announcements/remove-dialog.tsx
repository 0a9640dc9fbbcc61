import { useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type Props = { announcement: Announcement; onClose: () => void; onRemoved: () => void }

/** Asks an admin why an announcement is deleted. */
export function RemoveDialog({ announcement, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const form = useForm({ reason: '' })
  const { reason } = form.values

  async function remove() {
    const params = { announcementId: announcement._id }
    const { message } = await browserApi(calls.announcements.removeByAdmin, { params, body: { reason } })
    onRemoved()
    return { message }
  }

  return (
    <FormDialog
      title={t`Delete this announcement?`}
      text={t`It disappears for everyone, with its notifications. Mails that were sent cannot be called back.`}
      confirmLabel={t`Delete announcement`}
      danger
      form={form}
      onClose={onClose}
      send={() => {
        if (reason.trim() !== '') return remove()
        form.showErrors({ reason: t`A reason is required` })
        return null
      }}
    >
      <Field label={t`Reason`} hint={t`The educator reads it.`} error={form.errors.reason} required>
        <Textarea
          name="reason"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ target }) => form.set('reason', target.value)}
        />
      </Field>
    </FormDialog>
  )
}
