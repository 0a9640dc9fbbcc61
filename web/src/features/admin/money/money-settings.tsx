import { useStateOptions } from '#lib/state-options.ts'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Slot } from '#ui/slot.ts'
import type { SettingsDraft } from '../settings-draft.ts'
import { SettingsPart } from '../settings-part.tsx'

type Name =
  | 'platformFeePercent'
  | 'refundDays'
  | 'refundWatchedPercent'
  | 'payoutMinimum'
  | 'sellerName'
  | 'sellerAddress'
  | 'sellerState'
  | 'sellerGstin'
  | 'gstPercent'
  | 'serviceCode'
  | 'invoiceSeries'

type Props = {
  values: SettingsDraft
  errors: { [N in Name]?: string | undefined }
  change: (name: Name) => (event: { target: { value: string } }) => void
  aside: (name: Name) => Slot
}

/** The settings of sales: the platform's fee, refunds, and what invoices say. */
export function MoneySettings({ values, errors, change, aside }: Props) {
  const stateOptions = useStateOptions()
  const number = (name: Name, label: string, hint: string, bounds: { max: number; step?: string }) => (
    <Field label={label} hint={hint} error={errors[name]} aside={aside(name)}>
      <Input
        name={name}
        type="number"
        inputMode={bounds.step === undefined ? 'numeric' : 'decimal'}
        min={0}
        {...bounds}
        value={values[name]}
        onChange={change(name)}
        className="max-w-32"
      />
    </Field>
  )
  return (
    <SettingsPart
      title="Money and invoices"
      text="The fee of the platform, refunds, payouts, and the seller on invoices. Changes apply to sales from now on. Let a tax adviser check them."
    >
      {number('platformFeePercent', 'Platform fee in %', 'What you keep of each sale, of what the tax leaves.', {
        max: 90,
        step: '0.01',
      })}
      {number('refundDays', 'Days for refunds', 'Days in which students refund a purchase themselves; 0 for none.', {
        max: 90,
      })}
      {number(
        'refundWatchedPercent',
        'Watched share in %',
        'They must have been given less than this of the course: parts of videos, texts, files.',
        {
          max: 100,
        },
      )}
      {number('payoutMinimum', 'Minimum of a payout in ₹', 'Educators who are owed less wait for a later payout run.', {
        max: 100_000,
      })}
      <Field
        label="Seller"
        hint="The legal name on invoices. Leave it empty for the name of the site."
        error={errors.sellerName}
        aside={aside('sellerName')}
      >
        <Input name="sellerName" maxLength={200} value={values.sellerName} onChange={change('sellerName')} />
      </Field>
      <Field label="Address of the seller" error={errors.sellerAddress} aside={aside('sellerAddress')}>
        <Textarea
          name="sellerAddress"
          rows={3}
          maxLength={500}
          value={values.sellerAddress}
          onChange={change('sellerAddress')}
        />
      </Field>
      <Field label="State of the seller" error={errors.sellerState} aside={aside('sellerState')}>
        <Select
          name="sellerState"
          placeholder="None"
          value={values.sellerState}
          options={stateOptions}
          onChange={change('sellerState')}
        />
      </Field>
      <Field
        label="GSTIN of the seller"
        hint="Leave it empty when you are not registered: buyers get receipts without tax."
        error={errors.sellerGstin}
        aside={aside('sellerGstin')}
      >
        <Input
          name="sellerGstin"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          value={values.sellerGstin}
          onChange={change('sellerGstin')}
          className="max-w-64"
        />
      </Field>
      {values.sellerGstin !== '' && <Notice tone="info">Prices include the tax: buyers pay the same as before.</Notice>}
      {number('gstPercent', 'GST in %', 'The tax in your prices. Without a GSTIN it is not used.', {
        max: 40,
        step: '0.01',
      })}
      <Field
        label="Service code (SAC)"
        hint="999293 stands for commercial training and coaching."
        error={errors.serviceCode}
        aside={aside('serviceCode')}
      >
        <Input
          name="serviceCode"
          inputMode="numeric"
          maxLength={6}
          value={values.serviceCode}
          onChange={change('serviceCode')}
          className="max-w-32"
        />
      </Field>
      <Field
        label="Series of invoices"
        hint="Numbers begin with it, such as VC/2627/000001. A new series begins at 1."
        error={errors.invoiceSeries}
        aside={aside('invoiceSeries')}
      >
        <Input
          name="invoiceSeries"
          maxLength={3}
          autoCapitalize="characters"
          spellCheck={false}
          value={values.invoiceSeries}
          onChange={change('invoiceSeries')}
          className="max-w-32"
        />
      </Field>
    </SettingsPart>
  )
}
