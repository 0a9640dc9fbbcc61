import { checkoutText } from '@virtual-courses/contract'
import type { CheckoutDriver } from '../checkout.ts'

type Result = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }

/** The documented options of Razorpay's checkout, as far as we pass them. */
type Options = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string }
  handler(result: Result): void
  modal: { ondismiss(): void }
}
type Checkout = {
  on(event: 'payment.failed', callback: (failure: { error?: { description?: string } }) => void): void
  open(): void
}

declare global {
  interface Window {
    /** defined by the provider's script */
    Razorpay?: new (
      options: Options,
    ) => Checkout
  }
}

/** Opens the checkout of Razorpay, or of the sandbox, whose script behaves like it. */
export const open: CheckoutDriver['open'] = (order, payer, events) => {
  if (!window.Razorpay) throw new Error('The script of the checkout defines no Razorpay')
  const checkout = new window.Razorpay({
    key: order.key,
    amount: order.amount,
    ...checkoutText,
    order_id: order.id,
    prefill: payer,
    handler: (result) =>
      events.paid({
        orderId: result.razorpay_order_id,
        paymentId: result.razorpay_payment_id,
        signature: result.razorpay_signature,
      }),
    modal: { ondismiss: events.dismissed },
  })
  checkout.on('payment.failed', ({ error }) => events.failed(error?.description))
  checkout.open()
}
