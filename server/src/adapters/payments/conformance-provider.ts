import type { CheckoutConfirmation, Payments, WebhookCall } from '#ports/payments.ts'

/** The payment in a webhook body; undefined fields are omitted. */
export type StatedPayment = {
  id?: string
  orderId?: string
  amount?: number | string
  currency?: string | number
  status?: 'captured' | 'partly refunded' | 'refunded' | 'failed' | 'pending'
}

/**
 * How a provider can go wrong: an error, an answer that never comes (`slow`) or comes byte by byte without end (`drip`), one that is no
 * answer (`nonsense`), about something else than was asked for (`wrong`), or without end (`huge`), and lists whose pages do not end.
 */
export type ProviderFault = 'error' | 'slow' | 'drip' | 'nonsense' | 'wrong' | 'huge' | 'endless'

export type ProviderFacts = {
  /** ids of the provider's form that nothing has */
  unknown: { paymentId: string; disputeId: string }
  /** ids of the provider's form, which webhooks name */
  named: { paymentId: string; orderId: string; disputeId: string }
  /** what it calls a dispute about money that it has taken back already */
  disputePhase: string
  /**
   * Whether its checkout signs confirmations. One that does not is believed for ids of its form alone, and the payment that the provider
   * has decides.
   */
  signsConfirmations: boolean
}

/** An adapter, and the provider's side of it: what happens in its checkout and what it sends. */
export type PaymentsUnderTest = {
  payments: Payments
  /** How this provider says things. */
  facts: ProviderFacts
  /** An attempt of a buyer; returns the payment's id. */
  pay(orderId: string, outcome: 'captured' | 'failed'): Promise<string>
  /** The confirmation that the provider issues for a payment. */
  confirm(orderId: string, paymentId: string): CheckoutConfirmation
  /** The authentic webhook call with which the provider reports an event about a payment; a dispute in it is `facts.named.disputeId`. */
  webhook(event: 'captured' | 'refunded' | 'failed' | 'disputed', payment: StatedPayment): WebhookCall
  /** The buyer's bank contests a payment, or decides it; returns the dispute's id. */
  dispute(orderId: string, paymentId: string, status: 'open' | 'won' | 'lost'): Promise<string>
  /** Refunds made from now on end like this. */
  refundsBecome(outcome: 'processed' | 'pending' | 'failed', orderId: string): void
  /** Today, as the provider sees it. */
  today(): Date
  /** The same for any bytes as the body. */
  signedWebhook(rawBody: Buffer): WebhookCall
  /** The adapter with a provider that goes wrong or cannot be reached, and a timeout of 100 ms; absent without a network. */
  breakDown?(how: ProviderFault | 'unreachable'): Payments
  /** Undoes `breakDown`. */
  repair?(): void
  close?(): void
}
