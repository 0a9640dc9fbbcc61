import { Trans, useLingui } from '@lingui/react/macro'
import { type BillingDetails, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useStateOptions } from '#lib/state-options.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Stored = ReplyOf<typeof calls.invoices.billing>
const readBilling = ({ version, name, address, state, gstin }: Stored) => ({
  values: { name, address, state, gstin },
  version,
})

/** What a buyer wants to be on their invoices; all of it is optional. */
export function BillingForm({ details }: { details: Stored }) {
  const { t } = useLingui()
  const stateOptions = useStateOptions()
  const form = useForm<BillingDetails>(readBilling(details).values)
  const edit = useEdit(form, {
    stored: details,
    read: readBilling,
    fetch: () => browserApi(calls.invoices.billing),
    labels: {
      name: t`Name on invoices`,
      address: t`Address`,
      state: t({ message: 'State', context: 'of India' }),
      gstin: 'GSTIN',
    },
    show: (name, value) =>
      name === 'state' ? (stateOptions.find((one) => one.value === value)?.label ?? '') : String(value),
  })
  const { blocker } = useLeaveGuard(form.dirty)
  const [busy, setBusy] = useState(false)
  // sent by the script alone
  const ready = useHydrated()
  const change = (name: keyof BillingDetails) => (event: { target: { value: string } }) =>
    form.set(name, event.target.value)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = await edit.save(async ({ changes, version }) => {
        const { message, ...now } = await browserApi(calls.invoices.saveBilling, { body: { ...changes, version } })
        toast.success(message)
        return now
      })
      if (saved) form.showErrors({})
    } catch (error) {
      toast.error(form.fail(error))
    }
    setBusy(false)
  }

  return (
    <form ref={form.ref} method="post" onSubmit={save} noValidate className="grid gap-5">
      <Field
        label={t`Name on invoices`}
        hint={t`Leave it empty for the name of your account.`}
        error={form.errors.name}
      >
        <Input
          name="name"
          maxLength={200}
          autoComplete="billing name"
          value={form.values.name}
          onChange={change('name')}
        />
      </Field>
      <Field label={t`Address`} hint={t`An invoice with your GSTIN needs it.`} error={form.errors.address}>
        <Textarea
          name="address"
          rows={3}
          maxLength={500}
          autoComplete="billing street-address"
          value={form.values.address}
          onChange={change('address')}
        />
      </Field>
      <Field
        label={t({ message: 'State', context: 'of India' })}
        hint={t`It decides which GST is on your invoices.`}
        error={form.errors.state}
      >
        <Select
          name="state"
          placeholder={t`None`}
          value={form.values.state}
          options={stateOptions}
          onChange={change('state')}
        />
      </Field>
      <Field label="GSTIN" hint={t`For businesses that are registered for GST.`} error={form.errors.gstin}>
        <Input
          name="gstin"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          value={form.values.gstin}
          onChange={change('gstin')}
          className="max-w-64"
        />
      </Field>
      <div>
        <Button type="submit" busy={busy} disabled={!ready}>
          <Trans>Save billing details</Trans>
        </Button>
      </div>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
