import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxReason } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type Props = { serial: string; by: 'educator' | 'admin' }

/** Withdraws a certificate, with a reason that its holder reads. */
export function WithdrawCertificate({ serial, by }: Props) {
  const { t } = useLingui()
  const form = useForm({ reason: '' })
  const [open, setOpen] = useState(false)

  async function withdraw() {
    const call = by === 'admin' ? calls.certificates.withdrawByAdmin : calls.certificates.withdraw
    await browserApi(call, { params: { serial }, body: { reason: form.values.reason } })
    return { message: t`The certificate was withdrawn` }
  }

  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Withdraw this certificate</Trans>
      </Button>
      {open && (
        <FormDialog
          title={t`Withdraw this certificate`}
          text={t`Anyone who looks it up sees at once that it does not count any more. A withdrawn certificate never counts again; you can only issue a new one in its place.`}
          confirmLabel={t`Withdraw`}
          danger
          form={form}
          onClose={() => setOpen(false)}
          send={withdraw}
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
      )}
    </>
  )
}
