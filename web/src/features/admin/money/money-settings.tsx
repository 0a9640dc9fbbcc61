import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
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
      title={t`Money and invoices`}
      text={t`The fee of the platform, refunds, payouts, and the seller on invoices. Changes apply to sales from now on. Let a tax adviser check them.`}
    >
      {number('platformFeePercent', t`Platform fee in %`, t`What you keep of each sale, of what the tax leaves.`, {
        max: 90,
        step: '0.01',
      })}
      {number('refundDays', t`Days for refunds`, t`Days in which students refund a purchase themselves; 0 for none.`, {
        max: 90,
      })}
      {number(
        'refundWatchedPercent',
        t`Watched share in %`,
        t`They must have been given less than this of the course: parts of videos, texts, files.`,
        {
          max: 100,
        },
      )}
      {number(
        'payoutMinimum',
        t`Minimum of a payout in ₹`,
        t`Educators who are owed less wait for a later payout run.`,
        {
          max: 100_000,
        },
      )}
      <Field
        label={t`Seller`}
        hint={t`The legal name on invoices. Leave it empty for the name of the site.`}
        error={errors.sellerName}
        aside={aside('sellerName')}
      >
        <Input name="sellerName" maxLength={200} value={values.sellerName} onChange={change('sellerName')} />
      </Field>
      <Field label={t`Address of the seller`} error={errors.sellerAddress} aside={aside('sellerAddress')}>
        <Textarea
          name="sellerAddress"
          rows={3}
          maxLength={500}
          value={values.sellerAddress}
          onChange={change('sellerAddress')}
        />
      </Field>
      <Field label={t`State of the seller`} error={errors.sellerState} aside={aside('sellerState')}>
        <Select
          name="sellerState"
          placeholder={t({ message: 'None', context: 'state' })}
          value={values.sellerState}
          options={stateOptions}
          onChange={change('sellerState')}
        />
      </Field>
      <Field
        label={t`GSTIN of the seller`}
        hint={t`Leave it empty when you are not registered: buyers get receipts without tax.`}
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
      {values.sellerGstin !== '' && (
        <Notice tone="info">
          <Trans>Prices include the tax: buyers pay the same as before.</Trans>
        </Notice>
      )}
      {number('gstPercent', t`GST in %`, t`The tax in your prices. Without a GSTIN it is not used.`, {
        max: 40,
        step: '0.01',
      })}
      <Field
        label={t`Service code (SAC)`}
        hint={t`999293 stands for commercial training and coaching.`}
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
        label={t`Series of invoices`}
        hint={t`Numbers begin with it, such as VC/2627/000001. A new series begins at 1.`}
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
