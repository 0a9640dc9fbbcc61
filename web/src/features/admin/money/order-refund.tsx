import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminOrderDetails, api as calls, isolate, isPrice } from '@virtual-courses/contract'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatRupees } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type Props = { order: AdminOrderDetails }

/** Refunds an order, or a part of it. */
export function RefundOrder({ order }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        <Trans>Refund</Trans>
      </Button>
      {open && <RefundForm order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundForm({ order, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const left = order.refundable
  const all = formatRupees(left)
  const buyer = isolate(order.buyer.name)
  const form = useForm({ amount: String(left), reason: '' })
  const typed = form.values.amount.trim()
  const whole = Number(typed) === left
  const errorsOf = (amount: number, reason: string) => ({
    ...(!isPrice(typed) && amount !== left && { amount: t`Please enter an amount in rupees` }),
    // providers return no less than ₹1
    ...(amount < left && left - amount < 1 && { amount: t`Less than ₹1 would be left: refund all ${all}` }),
    ...((amount <= 0 || amount > left) && { amount: t`Please enter an amount up to ${all}` }),
    ...(reason === '' && { reason: t`A reason is required` }),
  })

  function send() {
    const amount = Number(typed)
    const reason = form.values.reason.trim()
    const errors = errorsOf(amount, reason)
    if (Object.keys(errors).length > 0) {
      form.showErrors(errors)
      return null
    }
    // without an amount the server takes all that is left, whatever it is by then
    const body = { reason, ...(!whole && { amount }) }
    return browserApi(calls.adminOrders.refund, { params: { orderId: order._id }, body })
  }

  return (
    <FormDialog
      title={t`Refund this order?`}
      text={
        whole
          ? t`It goes back to the account that ${buyer} paid with. It is all that is left: their access ends at once.`
          : t`It goes back to the account that ${buyer} paid with. They keep their access.`
      }
      confirmLabel={t`Refund`}
      danger
      form={form}
      onClose={onClose}
      send={send}
    >
      <Field label={t`Amount`} hint={t`Up to ${all}`} error={form.errors.amount} required>
        <Input
          name="amount"
          leading="₹"
          inputMode="decimal"
          maxLength={12}
          value={form.values.amount}
          onChange={({ target }) => form.set('amount', target.value)}
        />
      </Field>
      <Field
        label={t`Reason`}
        hint={t`It goes into the audit log and the history of the order.`}
        error={form.errors.reason}
        required
      >
        <Textarea
          name="reason"
          maxLength={500}
          rows={3}
          value={form.values.reason}
          onChange={({ target }) => form.set('reason', target.value)}
        />
      </Field>
    </FormDialog>
  )
}
