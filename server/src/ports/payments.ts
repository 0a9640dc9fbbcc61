/** An amount of money in paise (1/100 rupee); always an integer. */
export type Paise = number

/** What everything is sold in, and the smallest payment that providers take. */
export const currency = 'INR'
export const minimumPaise: Paise = 100

export type ProviderPayment = {
  id: string
  orderId: string
  amount: Paise
  /** ISO 4217 */
  currency: string
  /** Only a captured payment is money that we hold. One that was refunded, wholly or in part, is not captured. */
  status: 'captured' | 'refunded' | 'failed' | 'pending'
  /** how much of it was refunded */
  refunded: Paise
}

/**
 * A webhook event of the provider whose signature was right. What the body does not name is null; an amount that is no integer
 * is NaN. Before anything is booked the payment is read again from the provider.
 */
export type PaymentNotice = {
  event: string
  orderId: string | null
  paymentId: string | null
  amount: Paise | null
  currency: string | null
  status: ProviderPayment['status'] | null
}

export type SignedResult = { orderId: string; paymentId: string; signature: string }

/** The provider does not answer, or answers nonsense; trying again later may help. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** A card payment provider: orders, a hosted checkout, signed results, notices, refunds. Methods throw ProviderDown. */
export type Payments = {
  readonly provider: 'razorpay' | 'sandbox'
  /** the publishable key that the browser's checkout needs */
  readonly keyId: string
  /** address of the script that defines the checkout in the browser */
  readonly checkoutScript: string
  /** Opens an order in `currency`, of at least `minimumPaise`. `receipt` is our order id (at most 40 characters). Returns the provider's order id. */
  createOrder(order: { amount: Paise; receipt: string }): Promise<{ id: string }>
  /** Is this result of the checkout signed by the provider? Constant time. */
  verifyResult(result: SignedResult): boolean
  /** The notice in a webhook call, or null when the signature over the raw bytes is wrong. */
  readNotice(rawBody: Buffer, signature: string): PaymentNotice | null
  /** A payment as the provider's books have it, or null when it knows none of that id. */
  findPayment(paymentId: string, orderId: string): Promise<ProviderPayment | null>
  /** All payments tried for an order. */
  paymentsOf(orderId: string): Promise<ProviderPayment[]>
  /** Gives the whole payment back; repeating it for the same payment changes nothing. */
  refund(payment: { id: string; amount: Paise }): Promise<void>
  /** The pages of a checkout that this process hosts itself; absent when the provider hosts it. */
  readonly hosted?: HostedCheckout
}

export type CheckoutOutcome = 'approve' | 'decline'
export type CheckoutMischief = { duplicateNotices?: number; noticeDelaySeconds?: number; dropNotice?: boolean }

export type HostedCheckout = {
  /** JavaScript that defines `Razorpay` in the browser. */
  script(): string
  /** The page inside the popup, or null for an unknown order. It answers to pages of its own origin and of `origins`. */
  page(orderId: string, nonce: string, origins: readonly string[]): Promise<string | null>
  /** What the buyer chose. Answers a signed result, or the reason of a decline; null for an unknown order. */
  act(
    orderId: string,
    outcome: CheckoutOutcome,
    mischief?: CheckoutMischief,
  ): Promise<{ result: SignedResult } | { declined: string } | null>
}
