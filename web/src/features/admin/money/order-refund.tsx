import { type AdminOrderDetails, api as calls, isolate, isPrice } from '@virtual-courses/contract'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatRupees } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { FormDialog } from '../decision-dialog.tsx'

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
        Refund
      </Button>
      {open && <RefundForm order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundForm({ order, onClose }: Props & { onClose: () => void }) {
  const left = order.refundable
  const form = useForm({ amount: String(left), reason: '' })
  const typed = form.values.amount.trim()
  const whole = Number(typed) === left
  const errorsOf = (amount: number, reason: string) => ({
    ...(!isPrice(typed) && amount !== left && { amount: 'Please enter an amount in rupees' }),
    // providers return no less than ₹1
    ...(amount < left &&
      left - amount < 1 && { amount: `Less than ₹1 would be left: refund all ${formatRupees(left)}` }),
    ...((amount <= 0 || amount > left) && { amount: `Please enter an amount up to ${formatRupees(left)}` }),
    ...(reason === '' && { reason: 'A reason is required' }),
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
      title="Refund this order?"
      text={`It goes back to the account that ${isolate(order.buyer.name)} paid with. ${
        whole ? 'It is all that is left: their access ends at once.' : 'They keep their access.'
      }`}
      confirmLabel="Refund"
      danger
      form={form}
      onClose={onClose}
      send={send}
    >
      <Field label="Amount" hint={`Up to ${formatRupees(left)}`} error={form.errors.amount} required>
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
        label="Reason"
        hint="It goes into the audit log and the history of the order."
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
