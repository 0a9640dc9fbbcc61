import type { IncomingHttpHeaders } from 'node:http'
import type { DisputeStatus } from '@virtual-courses/contract'

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

/** A refund as the provider has it. `key` is the one it was made with; refunds made by hand have none, or a text of the operator's. */
export type ProviderRefund = {
  id: string
  paymentId: string
  amount: Paise
  status: 'pending' | 'processed' | 'failed'
  key: string | null
}

/** A payment that its buyer contests at their bank. `deducted` is what a lost dispute took from us; 0 while it is undecided or won. */
export type ProviderDispute = {
  id: string
  paymentId: string
  amount: Paise
  deducted: Paise
  status: DisputeStatus
  phase: string
  reason: string
  respondBy: Date | null
}

/** A line of the provider's settlements to the operator's bank. `fee` includes its tax. `settlementId` is null until it was settled. */
export type SettlementItem = {
  kind: 'payment' | 'refund' | 'other'
  /** id of the payment or refund */
  id: string
  orderId: string | null
  /** what it adds to the settlement (credit less debit, without the fee) */
  amount: Paise
  fee: Paise
  settlementId: string | null
  settledAt: Date | null
}

/**
 * An authentic webhook event about a payment of an order. `kind` is `captured`, `refund`, `dispute` or `other`. `id` is that of the event,
 * null where the provider sent none. `amount` and `currency` are those of the payment, null without one; `amount` is NaN when it is no
 * integer. What an event names is fetched before anything is booked.
 */
export type WebhookEvent = {
  id: string | null
  /** as the provider calls it */
  name: string
  kind: 'captured' | 'refund' | 'dispute' | 'other'
  orderId: string
  paymentId: string
  disputeId: string | null
  amount: Paise | null
  currency: string | null
}

/**
 * Confirmation that the checkout gives to the page after a payment. Where the provider tells the page no id of the payment, `paymentId` is
 * the order's; where it signs nothing, `signature` is any text that is not empty.
 */
export type CheckoutConfirmation = { orderId: string; paymentId: string; signature: string }

/** The provider cannot be reached, is too slow, rejects the call or returns an invalid reply; a later attempt may succeed. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** The provider refuses a refund for good: repeating it with the same key cannot succeed. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
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

/** What the checkout driver needs for one order beside its id, such as a client secret. Only the buyer of the order gets it. */
export type CheckoutData = Readonly<Record<string, string>>

/** A page of a provider's list. `next` is the provider's cursor of the page behind it, null at the end. */
export type ProviderPage<Item> = { items: Item[]; next: string | null }
/** The first page, or the one that a cursor names. */
type At = { cursor: string | null }
type Span = { from: Date; to: Date }

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
 * A provider of card payments: orders, a checkout, webhooks and refunds. Methods that call the provider throw ProviderDown, also for a
 * reply about something else than was asked for, one that is too large, or one that is not complete in time. What they throw names no secret.
 * Every adapter passes `adapters/payments/conformance.ts`; docs/how-to/add-a-payment-provider.md says how to write one.
 */
export type Payments = {
  readonly checkout: Checkout
  /**
   * Opens an order in `currency`, of at least `minimumPaise`. `receipt` is our order id (at most 40 characters). Returns the provider's
   * order id, with what its checkout driver needs for this order.
   */
  createOrder(order: { amount: Paise; receipt: string }): Promise<{ id: string; checkoutData?: CheckoutData }>
  /** Returns what `createOrder` gave for the checkout driver, for an order that is resumed. Absent when it gives nothing. */
  fetchCheckoutData?(orderId: string): Promise<CheckoutData>
  /**
   * Whether a confirmation may be believed as far as the provider is asked next: false when its signature is wrong (compared in constant
   * time), or when its ids cannot be ids of the provider. It books nothing: the payment is fetched first, and must be of this order.
   */
  verifyConfirmation(confirmation: CheckoutConfirmation): boolean
  /** Returns the event of an authentic webhook call, or null when it concerns no payment of an order. Throws InvalidWebhook. */
  verifyWebhook(call: WebhookCall): WebhookEvent | null
  /**
   * Returns a payment as the provider has it, or null when it has none of that id. `paymentId` is what a confirmation or an event named:
   * where that can be the order's id, the payment of the order is meant, the captured one of several.
   */
  fetchPayment(paymentId: string, orderId: string): Promise<ProviderPayment | null>
  /** Returns all payments attempted for an order. */
  fetchPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>
  /**
   * Refunds a payment, in part too. Repeating it with the same key (10 to 40 letters, digits, "-" and "_") makes no second refund.
   * Throws RefundRefused where the provider will never do it: more than is left, or a payment that is disputed.
   */
  refundPayment(refund: { paymentId: string; amount: Paise; key: string }): Promise<ProviderRefund>
  /** Returns all refunds of a payment. */
  fetchRefunds(paymentId: string): Promise<ProviderRefund[]>
  fetchDispute(disputeId: string): Promise<ProviderDispute | null>
  /** Returns the refunds that were made in a span of time, of payments of any age, in pages of at most 100. */
  listRefunds(page: Span & At): Promise<ProviderPage<ProviderRefund>>
  /** Returns all disputes, newest first, in pages of at most 100. */
  listDisputes(page: At): Promise<ProviderPage<ProviderDispute>>
  /** Returns the payments that were made in a span of time, newest first, in pages of at most 100. */
  listPayments(page: Span & At): Promise<ProviderPage<ProviderPayment>>
  /** Returns the lines that were settled on a day of India's time (2026-11-23), in pages of at most 1,000. */
  listSettlementItems(page: { date: string } & At): Promise<ProviderPage<SettlementItem>>
  /** The pages of a checkout that this process serves itself; absent when the provider serves them. */
  readonly hosted?: HostedCheckout
}

export type CheckoutOutcome = 'approve' | 'decline'
/** Fault injection: how the webhook of a payment goes wrong. */
export type WebhookFaults = { duplicates?: number; delaySeconds?: number; drop?: boolean }
/** Fault injection: how refunds of a payment end. `late` is processed 20 seconds later, with a webhook. */
export type RefundFault = 'late' | 'fails'

/** The words of the page inside the popup. */
export type CheckoutTexts = Record<
  | 'checkout'
  | 'note'
  | 'approve'
  | 'decline'
  | 'close'
  | 'tryAgain'
  | 'noAnswer'
  | 'afterwards'
  | 'webhook'
  | 'refunds'
  | 'atOnce'
  | 'twice'
  | 'late'
  | 'never'
  | 'fail',
  string
>
/** What the page inside the popup is made with. It answers to pages of its own origin and of `origins`. */
export type CheckoutView = {
  nonce: string
  origins: readonly string[]
  language: string
  dir: 'ltr' | 'rtl'
  /** styles that declare the site's fonts */
  fontFaces: string
  texts: CheckoutTexts
}

export type HostedCheckout = {
  /** Returns the JavaScript that the checkout driver uses in the browser. */
  script(): string
  /** Returns the page inside the popup, or null for an unknown order. */
  page(orderId: string, view: CheckoutView): Promise<string | null>
  /** Executes the choice of the buyer. Returns a confirmation, or the reason of a decline; null for an unknown order. */
  act(
    orderId: string,
    outcome: CheckoutOutcome,
    faults?: WebhookFaults & { refund?: RefundFault },
  ): Promise<{ confirmation: CheckoutConfirmation } | { declined: string } | null>
  /** Makes the buyer's bank dispute the captured payment of an order, or decide it; false where it has none. */
  dispute(orderId: string, status: ProviderDispute['status']): Promise<boolean>
}
