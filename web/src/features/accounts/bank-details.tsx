import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type PayoutAccount, payoutPauseDays } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './security/use-confirmation.tsx'

type Props = { account: PayoutAccount | null; version: string }

const shown = (last4: string): string => `•••• •••• ${last4}`

/** Where payouts go to, masked, and the form that changes it. */
export function BankDetails({ account, version }: Props) {
  const holder = account?.holderHint
  const [open, setOpen] = useState(false)
  const ready = useHydrated()
  return (
    <div className="grid gap-5">
      {account ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-56">
            <span className="tabular block font-semibold">{shown(account.last4)}</span>
            <span className="block text-sm text-muted">
              <Trans>
                <bdi>{holder}</bdi>, since <ReaderTime iso={account.changedAt} />
              </Trans>
            </span>
          </p>
          {!open && (
            <Button variant="secondary" disabled={!ready} onClick={() => setOpen(true)}>
              <Trans>Change bank details</Trans>
            </Button>
          )}
        </div>
      ) : (
        <p>
          <Trans>
            Tell us where your earnings are to be paid to. The details are stored encrypted, and no one sees them here.
          </Trans>
        </p>
      )}
      {account?.pausedUntil && (
        <Notice tone="warning">
          <Trans>
            No payouts before <ReaderTime iso={account.pausedUntil} look="dateTime" />: the details are new, or the bank
            returned a payout.
          </Trans>
        </Notice>
      )}
      {(open || !account) && <BankDetailsForm version={version} onSaved={() => setOpen(false)} />}
    </div>
  )
}

const empty = { holder: '', accountNumber: '', accountNumberAgain: '', ifsc: '' }

type FormProps = Pick<Props, 'version'> & { onSaved: () => void }

function BankDetailsForm({ version, onSaved }: FormProps) {
  const { t } = useLingui()
  const form = useForm(empty)
  const { values, errors } = form
  const edit = useWholeEdit()
  const { confirmed, dialog } = useConfirmation()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  // sent by the script alone
  const ready = useHydrated()
  const change = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    form.set(name, event.target.value)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const outcome = await edit.save({
        label: t`Bank details`,
        version,
        send: async (read) => {
          const body = { ...values, version: read }
          const saved = await confirmed(() => browserApi(calls.payouts.saveAccount, { body }))
          if (saved === notConfirmed) throw notConfirmed
          toast.success(saved.message)
        },
        compare: async () => {
          const { account, accountVersion } = await browserApi(calls.payouts.balance)
          const mine = shown(values.accountNumber.replaceAll(/[\s-]/g, '').slice(-4))
          return {
            version: accountVersion,
            mine,
            theirs: account ? `${shown(account.last4)}\n${account.holderHint}` : '',
          }
        },
      })
      if (outcome !== 'canceled') {
        form.reset()
        await revalidate()
        onSaved()
      }
    } catch (error) {
      if (error !== notConfirmed) toast.error(form.fail(error))
    }
    setBusy(false)
  }

  const number = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false, maxLength: 40 } as const
  return (
    // "post": a password must never be part of an address
    <form ref={form.ref} method="post" onSubmit={save} noValidate className="grid gap-5">
      <Field label={t`Account holder`} hint={t`As the bank has the name.`} error={errors.holder}>
        <Input name="holder" autoComplete="off" maxLength={100} value={values.holder} onChange={change('holder')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t`Account number`} error={errors.accountNumber}>
          <Input name="accountNumber" {...number} value={values.accountNumber} onChange={change('accountNumber')} />
        </Field>
        <Field label={t`Account number again`} error={errors.accountNumberAgain}>
          <Input
            name="accountNumberAgain"
            {...number}
            value={values.accountNumberAgain}
            onPaste={(event) => event.preventDefault()}
            onChange={change('accountNumberAgain')}
          />
        </Field>
        <Field label={t`IFSC`} hint={t`Names the branch, such as SBIN0001234.`} error={errors.ifsc}>
          <Input
            name="ifsc"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={values.ifsc}
            onChange={change('ifsc')}
          />
        </Field>
      </div>
      <p className="text-sm text-muted">
        <Trans>
          You get a mail about the change. Where you have earned something already, nothing is paid out for{' '}
          {payoutPauseDays} days: enough time to notice a change that is not yours.
        </Trans>
      </p>
      <div>
        <Button type="submit" busy={busy} disabled={!ready}>
          <Trans>Save bank details</Trans>
        </Button>
      </div>
      <ChangedElsewhere {...edit.elsewhere} />
      {dialog}
    </form>
  )
}
