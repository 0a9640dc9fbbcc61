import type { ErrorCode, Role } from '@virtual-courses/contract'
import type { OrderStatus } from '#db/schema.ts'
import { currency, minimumPaise, type Paise } from '#ports/payments.ts'

export type Buyer = { id: string; role: Role }
export type Offer = { creatorId: string; published: boolean; pricePaise: Paise | null }

/**
 * May this user buy this course, and for how much (decisions, section 3)? Drafts do not exist for buyers; the own course is
 * named before the role, because it is the better explanation.
 */
export function decidePurchase(
  buyer: Buyer,
  offer: Offer | undefined,
  enrolled: boolean,
): { ok: true; amount: Paise } | { problem: ErrorCode } {
  if (offer?.creatorId === buyer.id) return { problem: 'own_course' }
  if (buyer.role !== 'student') return { problem: 'only_students_enroll' }
  if (enrolled) return { problem: 'already_enrolled' }
  if (!offer?.published || offer.pricePaise === null) return { problem: 'not_found' }
  // A price from before the minimum: no provider takes it.
  if (offer.pricePaise > 0 && offer.pricePaise < minimumPaise) return { problem: 'price_out_of_range' }
  return { ok: true, amount: offer.pricePaise }
}

const hourMs = 3600 * 1000

/** An order can be paid for so long after it was made, by our clock at the settlement (decisions, section 3). */
export const orderLifetimeMs = 24 * hourMs
export const isExpired = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() >= orderLifetimeMs

/**
 * Which status may follow which. A created order is paid, expires, or fails because the provider did not open it. Money that
 * cannot be booked (a second payment for an enrolment, or one for an order that expired or failed) is due for a refund until it
 * is refunded. The provider may refund a paid order, too.
 */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'refund_due', 'expired', 'failed'],
  expired: ['refund_due'],
  failed: ['refund_due'],
  paid: ['refunded'],
  refund_due: ['refunded'],
  refunded: [],
}
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to)

/**
 * What a new request finds at the buyer's open order of the same course. "resume": it is open at the provider. "wait": another
 * request is opening it. "claim": the request that was opening it has died. "replace": it is too old, or of another price.
 */
export function decideResumption(
  order: { amount: Paise; createdAt: Date; opened: boolean; claimedAt: Date | null },
  amount: Paise,
  now: Date,
): 'resume' | 'wait' | 'claim' | 'replace' {
  if (order.amount !== amount || isExpired(order.createdAt, now)) return 'replace'
  if (order.opened) return 'resume'
  return order.claimedAt && now.getTime() - order.claimedAt.getTime() < claimMs ? 'wait' : 'claim'
}
/** Longer than the timeout of requests to the provider. */
export const claimMs = 20_000

/** `open` is false once the buyer's account or the course was deleted. */
export type PaidOrder = { status: OrderStatus; amount: Paise; paymentId: string | null; createdAt: Date; open: boolean }

/**
 * What a captured payment does to the order that it names. "settled": it was booked before, nothing changes. "refunding": it
 * came before and goes back. "extra": the order was paid with another payment already, so this money goes back. "late": the
 * order cannot be paid any more, so this money goes back, too.
 */
export function decideSettlement(
  order: PaidOrder,
  payment: { id: string; amount: Paise; currency: string },
  now: Date,
): 'book' | 'settled' | 'refunding' | 'extra' | 'late' | { problem: ErrorCode } {
  if (payment.amount !== order.amount || payment.currency !== currency) return { problem: 'amount_mismatch' }
  if (order.paymentId === payment.id) return order.status === 'paid' ? 'settled' : 'refunding'
  if (order.paymentId !== null) return 'extra'
  return order.status !== 'created' || !order.open || isExpired(order.createdAt, now) ? 'late' : 'book'
}

/** The provider is asked about an order after 1 minute and then ever more seldom: at least every hour while it can be paid, … */
export const reconcileAfterMs = 60_000
export const longestPauseMs = hourMs
/** … once more shortly before it expires, and for a week after that at least every 12 hours, for money that comes late. */
export const lastLookMs = 10 * 60_000
export const longestPauseExpiredMs = 12 * hourMs
export const reconcileForMs = orderLifetimeMs + 7 * 24 * hourMs
/** What never was open at the provider is nothing to keep. */
export const keepFailedMs = 7 * 24 * hourMs

/** Returns the share of lectures that students completed, of all that they bought; null when they bought none. */
export const completionOf = (completed: number, bought: number): number | null =>
  bought === 0 ? null : completed / bought
