import { type api as calls, checkoutText, type ReplyOf } from '@virtual-courses/contract'

export type Order = ReplyOf<typeof calls.enrolments.createOrder>

/** What the provider hands over after a payment, signed; passed on as it is. */
export type Payment = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }

/** What may happen while the checkout is open. `failed` leaves it open: the payer may try again there. */
export type CheckoutEvents = {
  paid(payment: Payment): void | Promise<void>
  failed(reason: string | undefined): void
  dismissed(): void
}

export type Payer = { name: string; email: string }

type Options = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: Payer
  handler(payment: Payment): void
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

const scripts = new Map<string, Promise<void>>()

/** Loads the provider's script once; after a failure the next try loads it again. */
function loadScript(address: string): Promise<void> {
  const known = scripts.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(address)
      reject(new Error('The checkout could not be loaded'))
    }
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}

/** The provider's window is an ordinary element: an open menu would lie above it, and a modal one would lock it. */
function clearTopLayer(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close()
}

/** Opens the provider's checkout for an order. Rejects when it cannot be loaded or opened. */
export async function openCheckout(order: Order, payer: Payer, events: CheckoutEvents): Promise<void> {
  if (!window.Razorpay) await loadScript(order.checkoutScript)
  if (!window.Razorpay) throw new Error('The checkout could not be loaded')
  const checkout = new window.Razorpay({
    key: order.key,
    amount: order.amount,
    ...checkoutText,
    order_id: order.id,
    prefill: payer,
    handler: events.paid,
    modal: { ondismiss: events.dismissed },
  })
  checkout.on('payment.failed', ({ error }) => events.failed(error?.description))
  clearTopLayer()
  checkout.open()
}
