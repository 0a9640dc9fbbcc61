import { msg, plural } from '@lingui/core/runtime-macro'
import { type ErrorCode, isolate, type Role } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { OrderStatus } from '#db/schema.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'

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
): { ok: true; amount: Paise; educatorId: string } | { problem: ErrorCode } {
  if (offer?.creatorId === buyer.id) return { problem: 'own_course' }
  if (buyer.role !== 'student') return { problem: 'only_students_enroll' }
  if (enrolled) return { problem: 'already_enrolled' }
  if (!offer?.published || offer.pricePaise === null) return { problem: 'not_found' }
  // A price from before the minimum: no provider takes it.
  if (offer.pricePaise > 0 && offer.pricePaise < minimumPaise) return { problem: 'price_out_of_range' }
  return { ok: true, amount: offer.pricePaise, educatorId: offer.creatorId }
}

const hourMs = 3600 * 1000

/** An order can be paid for so long after it was made, by our clock at the settlement (decisions, section 3). */
export const orderLifetimeMs = 24 * hourMs
export const isExpired = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() >= orderLifetimeMs

/**
 * Which status may follow which; the database has the same table. A created order is paid, expires, or fails because the provider did not
 * open it. Money that cannot be booked is due for a refund until it is refunded. A paid order may be refunded, in parts too, and disputed;
 * after a dispute its refunds decide the status.
 */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'refund_pending', 'expired', 'failed'],
  expired: ['refund_pending'],
  // it has no id at the provider, so that no payment can name it
  failed: [],
  paid: ['refund_pending', 'disputed'],
  refund_pending: ['partly_refunded', 'refunded', 'disputed'],
  partly_refunded: ['refund_pending', 'disputed'],
  // the bank of the buyer may return a refund that was paid out
  refunded: ['refund_pending', 'disputed'],
  disputed: ['paid', 'refund_pending', 'partly_refunded', 'refunded'],
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
/** Whether an open order sells what is shown now: the same courses. Its price is compared beside it. */
export function sellTheSame(ordered: readonly { courseId: string }[], shown: readonly { courseId: string }[]): boolean {
  const ids = new Set(ordered.map(({ courseId }) => courseId))
  return ids.size === shown.length && shown.every(({ courseId }) => ids.has(courseId))
}
/** Longer than the timeout of requests to the provider. */
export const claimMs = 20_000

/** The provider is asked about an order after 1 minute and then ever more seldom: at least every hour while it can be paid, … */
export const reconcileAfterMs = 60_000
export const longestPauseMs = hourMs
/** … once more shortly before it expires, and for a week after that at least every 12 hours, for money that comes late. */
export const lastCheckMs = 10 * 60_000
export const longestPauseExpiredMs = 12 * hourMs
export const reconcileForMs = orderLifetimeMs + 7 * 24 * hourMs
/** What never was open at the provider is nothing to keep. */
export const keepFailedMs = 7 * 24 * hourMs

/** Returns the share of lectures that students completed, of all that they bought; null when they bought none. */
export const completionOf = (completed: number, bought: number): number | null =>
  bought === 0 ? null : completed / bought

/** Refunds and disputes of an order that was paid. Amounts in paise; `refunded` includes what is on its way. */
export type AfterSale = { status: OrderStatus; amount: Paise; refunded: Paise; pending: boolean; disputed: boolean }

/** Where an order is that was paid, by its refunds and disputes. */
export function settledStatus({ amount, refunded, pending, disputed }: Omit<AfterSale, 'status'>): OrderStatus {
  if (disputed) return 'disputed'
  if (pending) return 'refund_pending'
  if (refunded === 0) return 'paid'
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

/** May this much of an order be refunded now? One refund at a time, none while the buyer's bank decides. */
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

/** May an amount be refunded that someone chose? Providers return no less than ₹1, now and at the end. */
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
  /** share of the course that the student watched, 0 to 1 */
  watched: number
  /** they refunded the course themselves before */
  repeated: boolean
  /** what would stay of it, in paise, since these bundles cost more without it */
  stays: { amount: Paise; bundles: readonly { title: string; amount: Paise }[] }
}
export type WithdrawalTerms = { refundDays: number; refundWatchedPercent: number }
export type Withdrawal = { may: true; until: Date; amount: Paise } | { may: false; why: Sentence }

/**
 * May a student refund this order themselves? Within the days of the site, while they have watched less than its share, and once for a
 * course: who buys and refunds it in turn would watch it for nothing. What a bundle cost less because of it stays, as if it had been bought
 * without.
 */
export function decideWithdrawal(facts: WithdrawalFacts, terms: WithdrawalTerms, now: Date): Withdrawal {
  const { soldAt, amount, refunded, watched, repeated, stays } = facts
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
  const back = amount - refunded - stays.amount
  if (back < minimumPaise && stays.amount > 0) {
    const [bundle] = stays.bundles.filter((one) => one.amount > 0)
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
 * What a lost dispute does, in paise: the provider took `deducted`. It covers refunds that were on their way (`pending`, which are
 * canceled) or else what is `left` of the sale; the rest is a loss.
 */
export function decideLostDispute(left: Paise, pending: Paise, deducted: Paise): { pending: Paise; back: Paise } {
  const covered = pending > 0 && deducted >= pending ? pending : 0
  return { pending: covered, back: Math.min(deducted - covered, left) }
}
