import { msg, plural } from '@lingui/core/runtime-macro'
import { type ErrorCode, isolate, type Role } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { OrderStatus } from '#db/schema.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'

export type Buyer = { id: string; role: Role }
export type Offer = { creatorId: string; published: boolean; pricePaise: Paise | null }

/**
 * Decides whether a user may buy a course, and at what price (decisions, section 3). Drafts do not exist for buyers. That it is the user's
 * own course is reported before a wrong role, because it explains more.
 */
export function decidePurchase(
  buyer: Buyer,
  offer: Offer | undefined,
  enrolled: boolean,
): { ok: true; amount: Paise; educatorId: string } | { problem: ErrorCode } {
  if (offer?.creatorId === buyer.id) return { problem: 'own_course' }
  if (buyer.role !== 'student') return { problem: 'only_students_enroll' }
  if (enrolled) return { problem: 'already_enrolled' }
  if (!offer?.published || offer.pricePaise === null) return { problem: 'not_found' }
  // A price from before the minimum was introduced: no provider accepts it.
  if (offer.pricePaise > 0 && offer.pricePaise < minimumPaise) return { problem: 'price_out_of_range' }
  return { ok: true, amount: offer.pricePaise, educatorId: offer.creatorId }
}

const hourMs = 3600 * 1000

/** Time in milliseconds within which a new order can be paid, by the server's clock at the settlement (decisions, section 3). */
export const orderLifetimeMs = 24 * hourMs
export const isExpired = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() >= orderLifetimeMs

/**
 * Allowed transitions between statuses; the database has the same table. A created order is paid, expires, or fails because the provider
 * did not open it. Money that cannot be booked is pending refund until it is refunded. A paid order may be refunded, also in parts, and
 * disputed; after a dispute its refunds decide the status.
 */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'refund_pending', 'expired', 'failed'],
  expired: ['refund_pending'],
  // it has no id at the provider, so no payment can refer to it
  failed: [],
  paid: ['refund_pending', 'disputed'],
  refund_pending: ['partly_refunded', 'refunded', 'disputed'],
  partly_refunded: ['refund_pending', 'disputed'],
  // the buyer's bank may return a refund that was paid out
  refunded: ['refund_pending', 'disputed'],
  disputed: ['paid', 'refund_pending', 'partly_refunded', 'refunded'],
}
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to)

/**
 * Decides what a new request does with the buyer's open order of the same course. "resume": it is open at the provider. "wait": another
 * request is opening it. "claim": the request that was opening it has died. "replace": it is too old, or its price has changed.
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
/** Whether an open order has the same courses as the present offer. The price is compared separately. */
export function sellTheSame(ordered: readonly { courseId: string }[], shown: readonly { courseId: string }[]): boolean {
  const ids = new Set(ordered.map(({ courseId }) => courseId))
  return ids.size === shown.length && shown.every(({ courseId }) => ids.has(courseId))
}
/** Longer than the timeout of requests to the provider. */
export const claimMs = 20_000

/** The provider is asked about an order after 1 minute and then at increasing intervals: at least every hour while it can be paid, … */
export const reconcileAfterMs = 60_000
export const longestPauseMs = hourMs
/** … once more shortly before it expires, and for a week after that at least every 12 hours, for late payments. */
export const lastCheckMs = 10 * 60_000
export const longestPauseExpiredMs = 12 * hourMs
export const reconcileForMs = orderLifetimeMs + 7 * 24 * hourMs
/** Time in milliseconds for which orders are kept that were never opened at the provider. */
export const keepFailedMs = 7 * 24 * hourMs

/** Returns the share of bought lectures that students completed; null when they bought none. */
export const completionOf = (completed: number, bought: number): number | null =>
  bought === 0 ? null : completed / bought

/** Refunds and disputes of a paid order. Amounts in paise; `refunded` includes pending refunds. */
export type AfterSale = { status: OrderStatus; amount: Paise; refunded: Paise; pending: boolean; disputed: boolean }

/** Returns the status of a paid order that follows from its refunds and disputes. */
export function settledStatus({ amount, refunded, pending, disputed }: Omit<AfterSale, 'status'>): OrderStatus {
  if (disputed) return 'disputed'
  if (pending) return 'refund_pending'
  if (refunded === 0) return 'paid'
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

/** Decides whether an amount of an order may be refunded now: one refund at a time, and none during a dispute. */
export function decideRefund(
  order: Omit<AfterSale, 'pending' | 'disputed'>,
  amount: Paise,
): { ok: true } | { why: Sentence } {
  if (order.status === 'disputed')
    return { why: msg`The buyer disputes this payment at their bank. Wait for its decision.` }
  if (order.status === 'refund_pending') return { why: msg`A refund of this order is on its way already.` }
  if (order.status === 'refunded') return { why: msg`This order was refunded already.` }
  if (order.status !== 'paid' && order.status !== 'partly_refunded') return { why: msg`This order was not paid.` }
  if (order.amount === 0) return { why: msg`This order was free: there is nothing to refund.` }
  if (!Number.isInteger(amount) || amount < 1) return { why: msg`Please enter an amount of at least ₹1.` }
  const left = order.amount - order.refunded
  return amount <= left
    ? { ok: true }
    : { why: msg`Only ${{ left: formatRupees(left) }} of this order are left to refund.` }
}

/** Decides whether a chosen amount may be refunded. Providers refund at least ₹1, so neither the amount nor the rest may be less. */
export function decideChosenRefund(
  order: Omit<AfterSale, 'pending' | 'disputed'>,
  amount: Paise,
): { ok: true } | { why: Sentence } {
  const decision = decideRefund(order, amount)
  const left = order.amount - order.refunded
  if ('why' in decision || amount === left) return decision
  if (amount < minimumPaise) return { why: msg`Please enter an amount of at least ₹1.` }
  if (left - amount < minimumPaise)
    return {
      why: msg`Less than ₹1 would be left, which cannot be refunded later. Please refund all ${{ left: formatRupees(left) }}.`,
    }
  return { ok: true }
}

export type WithdrawalFacts = Omit<AfterSale, 'pending' | 'disputed'> & {
  soldAt: Date | null
  /** share of the order that the student watched, 0 to 1 */
  watched: number
  /** whether they have refunded the course themselves before */
  repeated: boolean
  /** amount in paise that would be withheld, because these bundles would have cost more without it */
  toWithhold: { amount: Paise; bundles: readonly { title: string; amount: Paise }[] }
}
export type WithdrawalTerms = { refundDays: number; refundWatchedPercent: number }
export type Withdrawal = { may: true; until: Date; amount: Paise } | { may: false; why: Sentence }

/**
 * Decides whether a student may refund this order themselves: within the site's number of days, while they have watched less than its
 * limit, and once for each course, since repeated purchases and refunds would let them watch it for free. The reduction that a bundle got
 * because of it is withheld.
 */
export function decideWithdrawal(facts: WithdrawalFacts, terms: WithdrawalTerms, now: Date): Withdrawal {
  const { soldAt, amount, refunded, watched, repeated, toWithhold } = facts
  const refund = decideRefund(facts, amount - refunded)
  if ('why' in refund) return { may: false, why: refund.why }
  if (!soldAt || terms.refundDays === 0) return { may: false, why: msg`This site gives no refunds without its admins.` }
  if (repeated)
    return { may: false, why: msg`You refunded this course before. Please write to the support of this site.` }
  const until = new Date(soldAt.getTime() + terms.refundDays * 24 * hourMs)
  if (now >= until)
    return {
      may: false,
      why: msg`The ${plural({ days: terms.refundDays }, { one: '# days', other: '# days' })} for a refund are over.`,
    }
  if (watched * 100 >= terms.refundWatchedPercent && watched > 0)
    return {
      may: false,
      why: msg`You have watched ${{ watched: Math.floor(watched * 100) }} % of it; refunds are for less than ${{ limit: terms.refundWatchedPercent }} %.`,
    }
  const back = amount - refunded - toWithhold.amount
  if (back < minimumPaise && toWithhold.amount > 0) {
    const [bundle] = toWithhold.bundles.filter((one) => one.amount > 0)
    return {
      may: false,
      why: bundle
        ? msg`Because you had this course, “${{ bundle: isolate(bundle.title) }}” cost you less, by as much as there is left to refund. Please refund that first.`
        : msg`What is left of this purchase pays for a bundle that cost you less because of it. It goes back when you refund the bundle.`,
    }
  }
  return { may: true, until, amount: back }
}

/**
 * Splits the amount that a lost dispute `deducted`, in paise: it covers `pending` refunds, which are canceled, then what is `left` of the
 * sale; the rest is a loss.
 */
export function decideLostDispute(left: Paise, pending: Paise, deducted: Paise): { pending: Paise; back: Paise } {
  const covered = pending > 0 && deducted >= pending ? pending : 0
  return { pending: covered, back: Math.min(deducted - covered, left) }
}
