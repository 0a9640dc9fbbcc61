import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxReason } from '@virtual-courses/contract'
import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { serial: string; by: 'educator' | 'admin' }

/** Withdraws a certificate, with a reason that its holder reads. */
export function WithdrawCertificate({ serial, by }: Props) {
  const { t } = useLingui()
  const id = useId()
  const form = useForm({ reason: '' })
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const call = by === 'admin' ? calls.certificates.withdrawByAdmin : calls.certificates.withdraw
      await browserApi(call, { params: { serial }, body: { reason: form.values.reason } })
      toast.success(t`The certificate was withdrawn`)
      setOpen(false)
      await revalidate()
    } catch (error) {
      const { message, errors } = form.fail(error)
      if (Object.keys(errors).length === 0) toast.error(message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Withdraw this certificate</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => !busy && setOpen(next)}
        title={t`Withdraw this certificate`}
        text={t`Anyone who looks it up sees at once that it does not count any more. A withdrawn certificate never counts again; you can only issue a new one in its place.`}
        actions={
          <>
            <Button variant="secondary" onClick={() => !busy && setOpen(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={id} variant="danger" busy={busy}>
              <Trans>Withdraw</Trans>
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
    </>
  )
}
