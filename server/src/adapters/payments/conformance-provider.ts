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
 * Faults of a provider: an error, a reply that never comes (`slow`), arrives byte by byte without end (`drip`), is not a valid reply
 * (`nonsense`), is about something else than requested (`wrong`) or is endless (`huge`), and lists whose pages do not end.
 */
export type ProviderFault = 'error' | 'slow' | 'drip' | 'nonsense' | 'wrong' | 'huge' | 'endless'

export type ProviderFacts = {
  /** ids in the provider's format that do not exist */
  unknown: { paymentId: string; disputeId: string }
  /** ids in the provider's format, for webhooks */
  named: { paymentId: string; orderId: string; disputeId: string }
  /** its status of a dispute whose amount it has already deducted */
  disputePhase: string
  /**
   * Whether its checkout signs confirmations. Without signatures a confirmation is accepted for any ids in the provider's format, and the
   * payment at the provider decides.
   */
  signsConfirmations: boolean
}

/** An adapter together with the provider's side: events in its checkout, and the calls that it sends. */
export type PaymentsUnderTest = {
  payments: Payments
  /** Terms and formats of this provider. */
  facts: ProviderFacts
  /** Makes an attempt of a buyer to pay; returns the payment's id. */
  pay(orderId: string, outcome: 'captured' | 'failed'): Promise<string>
  /** Returns the confirmation that the provider issues for a payment. */
  confirm(orderId: string, paymentId: string): CheckoutConfirmation
  /** Returns the authentic webhook call for an event about a payment; a dispute in it has the id `facts.named.disputeId`. */
  webhook(event: 'captured' | 'refunded' | 'failed' | 'disputed', payment: StatedPayment): WebhookCall
  /** Opens a dispute about a payment, or decides it; returns the dispute's id. */
  dispute(orderId: string, paymentId: string, status: 'open' | 'won' | 'lost'): Promise<string>
  /** Sets the outcome of refunds made from now on. */
  refundsBecome(outcome: 'processed' | 'pending' | 'failed', orderId: string): void
  /** Returns the current date in the provider's time zone. */
  today(): Date
  /** Returns an authentic call with any bytes as its body. */
  signedWebhook(rawBody: Buffer): WebhookCall
  /** Returns the adapter with a timeout of 100 ms for a provider that is faulty or unreachable; absent if the adapter uses no network. */
  breakDown?(how: ProviderFault | 'unreachable'): Payments
  /** Undoes `breakDown`. */
  repair?(): void
  close?(): void
}
