import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  InvalidWebhook,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  type SettlementItem,
  type WebhookCall,
  type WebhookEvent,
} from '#ports/payments.ts'

const amountOf = z.number().int()

/** The used fields of a payment intent: what is paid for, and the secret with which its buyer's browser pays it. */
export const Intent = z.object({ id: z.string(), amount: amountOf, client_secret: z.string().min(1) })

/** The used fields of a charge: one attempt to pay an intent. */
export const Charge = z.object({
  id: z.string(),
  payment_intent: z.string().nullable(),
  amount: amountOf,
  currency: z.string(),
  status: z.string(),
  captured: z.boolean(),
  amount_refunded: amountOf.min(0),
})

const statusOf = ({ status, captured, amount_refunded }: z.output<typeof Charge>): ProviderPayment['status'] => {
  if (amount_refunded > 0) return 'refunded'
  if (status === 'failed') return 'failed'
  return status === 'succeeded' && captured ? 'captured' : 'pending'
}

export const toPayment = (charge: z.output<typeof Charge>): ProviderPayment => ({
  id: charge.id,
  orderId: charge.payment_intent ?? '',
  amount: charge.amount,
  currency: charge.currency.toUpperCase(),
  status: statusOf(charge),
  refunded: charge.amount_refunded,
})

/** The used fields of a refund. Its metadata carries our key. */
export const Refund = z.object({
  id: z.string(),
  charge: z.string(),
  amount: amountOf,
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export const toRefund = ({ id, charge, amount, status, metadata }: z.output<typeof Refund>): ProviderRefund => ({
  id,
  paymentId: charge,
  amount,
  // "pending" and "requires_action" may move money yet
  status: status === 'succeeded' ? 'processed' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
  key: metadata?.key ?? null,
})

/** The used fields of a dispute. An inquiry (`warning_…`) has taken no money yet. */
export const Dispute = z.object({
  id: z.string(),
  charge: z.string(),
  amount: amountOf.positive(),
  status: z.string(),
  reason: z.string(),
  balance_transactions: z.array(z.object({ amount: amountOf })),
  evidence_details: z.object({ due_by: z.number().nullable() }),
})

const disputeStatuses: Readonly<Record<string, ProviderDispute['status']>> = {
  warning_needs_response: 'open',
  needs_response: 'open',
  warning_closed: 'closed',
  won: 'won',
  lost: 'lost',
}

export const toDispute = (dispute: z.output<typeof Dispute>): ProviderDispute => ({
  id: dispute.id,
  paymentId: dispute.charge,
  amount: dispute.amount,
  // the provider takes the money at once, and returns it where the dispute is won
  deducted: dispute.status === 'lost' ? -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) : 0,
  // another one than is documented is no decision
  status: disputeStatuses[dispute.status] ?? 'under_review',
  phase: dispute.status.startsWith('warning_') ? 'inquiry' : 'chargeback',
  reason: dispute.reason,
  respondBy: dispute.evidence_details.due_by === null ? null : new Date(dispute.evidence_details.due_by * 1000),
})

/** The used fields of a payout to the operator's bank, and of a line in it. */
export const Payout = z.object({ id: z.string(), arrival_date: z.number() })
export const BalanceLine = z.object({
  id: z.string(),
  type: z.string(),
  amount: amountOf,
  fee: amountOf,
  /** expanded: the charge, the refund, or something else */
  source: z.object({ id: z.string(), payment_intent: z.string().nullish() }).nullable(),
})

export const toSettlementItem = (
  line: z.output<typeof BalanceLine>,
  payout: z.output<typeof Payout>,
): SettlementItem => ({
  kind: line.type === 'charge' ? 'payment' : line.type === 'refund' ? 'refund' : 'other',
  id: line.source?.id ?? line.id,
  orderId: line.source?.payment_intent ?? null,
  amount: line.amount,
  fee: line.fee,
  settlementId: payout.id,
  settledAt: new Date(payout.arrival_date * 1000),
})

const signatureHeader = 'stripe-signature'
/** How old a webhook call may be: one that was recorded cannot be played again later. */
const toleranceSeconds = 300

/** Whether one of the signatures in the header (`t=1700000000,v1=…`) is over this body and of these minutes. */
function isSigned(secret: string, { headers, rawBody }: WebhookCall, now: number): boolean {
  const parts = String(headers[signatureHeader] ?? '')
    .split(',')
    .map((part) => part.trim().split('='))
  const values = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [time = ''] = values('t')
  if (!(Math.abs(now / 1000 - Number(time)) <= toleranceSeconds)) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest('hex'))
  return values('v1').some((value) => {
    const given = Buffer.from(value)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const Event = z.object({ id: z.string().nullish(), type: z.string(), data: z.object({ object: z.looseObject({}) }) })
/** What every object of an event names: a charge itself, or the charge that a refund or a dispute is about. */
const About = z.object({
  id: z.string(),
  object: z.string(),
  charge: z.string().optional(),
  payment_intent: z.string(),
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
})

/** Verifies and parses a webhook call; null when it is about no charge of an intent. Throws InvalidWebhook. */
export function decodeWebhook(secret: string, call: WebhookCall, now: number): WebhookEvent | null {
  if (!isSigned(secret, call, now)) throw new InvalidWebhook('The signature of the webhook is missing, wrong or old')
  let body: unknown
  try {
    body = JSON.parse(call.rawBody.toString('utf8'))
  } catch (cause) {
    throw new InvalidWebhook('The body of the webhook is no JSON', { cause })
  }
  const event = Event.safeParse(body).data
  const about = About.safeParse(event?.data.object).data
  const paymentId = about?.object === 'charge' ? about.id : about?.charge
  if (!event || !about || !paymentId) return null
  // the amounts of refunds and disputes are their own
  const amount = about.object === 'charge' ? about.amount : undefined
  return {
    id: event.id?.slice(0, 100) ?? null,
    name: event.type.slice(0, 100),
    kind: kindOf(event.type, event.data.object),
    orderId: about.payment_intent,
    paymentId,
    disputeId: about.object === 'dispute' ? about.id : null,
    amount: amount === undefined ? null : Number.isInteger(amount) ? Number(amount) : Number.NaN,
    currency: about.currency === undefined ? null : String(about.currency).toUpperCase(),
  }
}

/** The charge in an event decides whether it is a capture: it may have been refunded meanwhile. */
function kindOf(type: string, object: unknown): WebhookEvent['kind'] {
  if (type.startsWith('charge.dispute.')) return 'dispute'
  if (type.startsWith('refund.') || type === 'charge.refunded') return 'refund'
  if (type !== 'charge.succeeded' && type !== 'charge.captured') return 'other'
  const state = Charge.pick({ status: true, captured: true, amount_refunded: true }).safeParse(object).data
  if (!state) return 'captured'
  const charge = { id: '', payment_intent: null, amount: 0, currency: '', ...state }
  return statusOf(charge) === 'captured' ? 'captured' : 'other'
}
