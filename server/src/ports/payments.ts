import type { IncomingHttpHeaders } from 'node:http'

/** An amount of money in paise (1/100 rupee); always an integer. */
export type Paise = number

/** The currency of all prices, and the smallest payment that providers accept. */
export const currency = 'INR'
export const minimumPaise: Paise = 100

export type ProviderPayment = {
  id: string
  orderId: string
  amount: Paise
  /** ISO 4217 */
  currency: string
  /** Only a captured payment is received money. A payment that was refunded, even in part, is not captured. */
  status: 'captured' | 'refunded' | 'failed' | 'pending'
  /** refunded amount */
  refunded: Paise
}

/** A webhook call as it arrived: header names in lower case, the body before any parsing. */
export type WebhookCall = { headers: IncomingHttpHeaders; rawBody: Buffer }

/**
 * An authentic webhook event about a payment of an order. `kind` is `captured`, `refunded` (also in part) or `other`. `amount` and
 * `currency` are those of the event, null when it has none, and NaN when the amount is not an integer. An event alone books nothing:
 * the payment is fetched from the provider first.
 */
export type WebhookEvent = {
  kind: 'captured' | 'refunded' | 'other'
  orderId: string
  paymentId: string
  amount: Paise | null
  currency: string | null
}

/** Confirmation that the checkout gives to the page after a payment, signed by the provider. */
export type CheckoutConfirmation = { orderId: string; paymentId: string; signature: string }

/** The provider cannot be reached, is too slow, rejects the call or returns an invalid reply; a later attempt may succeed. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** A webhook call that the provider did not sign, or whose body is not what the provider documents. */
export class InvalidWebhook extends Error {
  override name = 'InvalidWebhook'
}

/** Origins of the provider that a page with its checkout uses, by directive; all empty when the site serves the checkout. */
export type CheckoutSources = {
  script: readonly string[]
  style: readonly string[]
  img: readonly string[]
  connect: readonly string[]
  frame: readonly string[]
  /** origins that may use the browser's Payment Request API (permissions policy) */
  payment: readonly string[]
}

/** What a browser needs in order to open the checkout. */
export type Checkout = {
  /** name of the file in `web/src/features/enrolments/checkout-drivers` that opens it */
  driver: string
  /** address of the script that the driver uses; a path when the site serves it */
  script: string
  /** key that may be public */
  publicKey: string
  sources: CheckoutSources
}

/**
 * A provider of card payments: orders, a checkout, webhooks and refunds. Methods that call the provider throw ProviderDown.
 * Every adapter passes `adapters/payments/conformance.ts`; docs/how-to/add-a-payment-provider.md says how to write one.
 */
export type Payments = {
  readonly checkout: Checkout
  /** Opens an order in `currency`, of at least `minimumPaise`. `receipt` is our order id (at most 40 characters). Returns the provider's order id. */
  createOrder(order: { amount: Paise; receipt: string }): Promise<{ id: string }>
  /** True when the provider has signed this confirmation; compares in constant time. */
  verifyConfirmation(confirmation: CheckoutConfirmation): boolean
  /** Returns the event of an authentic webhook call, or null when it concerns no payment of an order. Throws InvalidWebhook. */
  verifyWebhook(call: WebhookCall): WebhookEvent | null
  /** Returns a payment as the provider has it, or null when it has none of that id. */
  fetchPayment(paymentId: string, orderId: string): Promise<ProviderPayment | null>
  /** Returns all payments attempted for an order. */
  fetchPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>
  /** Refunds the whole payment; repeating it for the same payment changes nothing. */
  refundPayment(payment: { id: string; amount: Paise }): Promise<void>
  /** The pages of a checkout that this process serves itself; absent when the provider serves them. */
  readonly hosted?: HostedCheckout
}

export type CheckoutOutcome = 'approve' | 'decline'
/** Fault injection: how the webhook of a payment goes wrong. */
export type WebhookFaults = { duplicates?: number; delaySeconds?: number; drop?: boolean }

export type HostedCheckout = {
  /** Returns the JavaScript that the checkout driver uses in the browser. */
  script(): string
  /** Returns the page inside the popup, or null for an unknown order. It answers to pages of its own origin and of `origins`. */
  page(orderId: string, nonce: string, origins: readonly string[]): Promise<string | null>
  /** Executes the choice of the buyer. Returns a confirmation, or the reason of a decline; null for an unknown order. */
  act(
    orderId: string,
    outcome: CheckoutOutcome,
    faults?: WebhookFaults,
  ): Promise<{ confirmation: CheckoutConfirmation } | { declined: string } | null>
}
