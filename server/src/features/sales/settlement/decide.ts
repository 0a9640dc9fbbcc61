import type { ErrorCode } from '@virtual-courses/contract'
import type { OrderStatus, RefundReason } from '#db/schema.ts'
import { currency, type Paise } from '#ports/payments.ts'
import type { OrderItem } from '../queries.ts'
import { isExpired } from '../rules.ts'

/** All facts that the outcome of a captured payment depends on. Amounts in paise. */
export type Facts = {
  order: {
    status: OrderStatus
    amount: Paise
    /** the payment that settled it */
    paymentId: string | null
    createdAt: Date
    /** whether its payment was booked as a sale */
    sold: boolean
    bundle: boolean
  }
  /** `refunded` is what the provider has returned of it */
  payment: { id: string; amount: Paise; currency: string; refunded: Paise }
  now: Date
  /** whether the buyer's account still exists */
  buyer: boolean
  /** courses of the order that still exist */
  courses: ReadonlySet<string>
  /** whether another order has this payment */
  paymentUsed: boolean
  /** what was reserved for the order; only for one that may be booked (`mayBook`) */
  reserved: Reserved | null
}

export type Reserved = {
  /** whether the order still has its use of a coupon, or needs none */
  keepsUse: boolean
  items: readonly OrderItem[]
  /** courses in which this order has enrolled the buyer; they have the others from another order, or the courses were deleted */
  enrolled: ReadonlySet<string>
}

export type Step =
  /** The order gets this status; with `books` the payment is recorded as the one that settled it. */
  | { step: 'move'; to: OrderStatus; books: boolean }
  /** Money that is not booked as a sale is recorded as a refund and sent back. */
  | { step: 'refund'; reason: RefundReason }
  /** Courses of a bundle that the buyer got from another order. */
  | { step: 'leaveOut'; courseIds: string[] }
  /** The sale is split, invoiced and posted; `back` is the amount of each item that is refunded at once. */
  | { step: 'sell'; back: { amounts: Paise[]; reason: RefundReason } | null }

export type Decision = { problem: ErrorCode } | { outcome: 'enrolled' | 'settled' | 'refunding'; steps: Step[] }

type Order = Pick<Facts, 'order' | 'payment' | 'now' | 'buyer' | 'courses' | 'paymentUsed'>

/** Whether the buyer and at least one course still exist. */
const isOpen = ({ buyer, courses }: Pick<Facts, 'buyer' | 'courses'>): boolean => buyer && courses.size > 0

/** Decides about a payment without reserving anything for its order; null if the order can be paid. */
function decideWithoutReserving(facts: Order): Decision | null {
  const { order, payment, now } = facts
  if (payment.amount !== order.amount || payment.currency !== currency) return { problem: 'amount_mismatch' }
  // It was booked before, even if it has been refunded or disputed since; or it was reported before, was not booked, and is being refunded.
  if (order.paymentId === payment.id) return { outcome: order.sold ? 'settled' : 'refunding', steps: [] }
  // the order is paid with another payment
  if (order.paymentId !== null) return { outcome: 'refunding', steps: [{ step: 'refund', reason: 'extra' }] }
  if (facts.paymentUsed) return { problem: 'payment_already_used' }
  // its rest goes back too: a payment that was refunded, even in part, gives no access (decisions, section 3)
  if (payment.refunded > 0) return refundAll('admin')
  if (!isOpen(facts)) return tooLate(order, 'withdrawn')
  return order.status !== 'created' || isExpired(order.createdAt, now) ? tooLate(order, 'expired') : null
}

/** Whether the payment may be booked as a sale. If so, what the order needs must be reserved before `decide`. */
export const mayBook = (facts: Order): boolean => decideWithoutReserving(facts) === null

/**
 * Decides what a captured payment does to its order. A payment that is a duplicate, too late, refunded in part or for a deleted account or
 * course is refunded; for a bundle, the share of such a course.
 */
export function decide(facts: Facts): Decision {
  const before = decideWithoutReserving(facts)
  if (before) return before
  const { order, courses, reserved } = facts
  if (!reserved) throw new Error('Nothing was reserved for an order that may be booked')
  const { items, enrolled } = reserved
  // the coupon was no longer reserved and has been used up by others: same as an expired order
  if (!reserved.keepsUse) return tooLate(order, 'expired')
  if (enrolled.size === 0) return refundAll('extra')
  const amounts = items.map(({ courseId, amount }) => (enrolled.has(courseId) ? 0 : amount))
  const reason = courses.size < items.length ? 'withdrawn' : 'extra'
  const elsewhere = order.bundle ? [...courses].filter((id) => !enrolled.has(id)) : []
  return {
    outcome: 'enrolled',
    steps: [
      ...(elsewhere.length > 0 ? [{ step: 'leaveOut' as const, courseIds: elsewhere }] : []),
      { step: 'move', to: 'paid', books: true },
      { step: 'sell', back: amounts.some((amount) => amount > 0) ? { amounts, reason } : null },
    ],
  }
}

const refundAll = (reason: RefundReason): Decision => ({
  outcome: 'refunding',
  steps: [
    { step: 'move', to: 'refund_pending', books: true },
    { step: 'refund', reason },
  ],
})

/** An order that can no longer be paid has expired, whether or not it is marked as such, and its payment is refunded. */
const tooLate = ({ status }: Pick<Facts['order'], 'status'>, reason: 'expired' | 'withdrawn'): Decision => ({
  outcome: 'refunding',
  steps: [
    ...(status === 'created' ? [{ step: 'move' as const, to: 'expired' as const, books: false }] : []),
    { step: 'move', to: 'refund_pending', books: true },
    { step: 'refund', reason },
  ],
})
