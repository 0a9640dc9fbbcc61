import type { ErrorCode } from '@virtual-courses/contract'
import type { OrderStatus, RefundReason } from '#db/schema.ts'
import { currency, type Paise } from '#ports/payments.ts'
import type { OrderItem } from '../queries.ts'
import { isExpired } from '../rules.ts'

/** All that the outcome of a captured payment depends on. Amounts in paise. */
export type Facts = {
  order: {
    status: OrderStatus
    amount: Paise
    /** the payment that settled it */
    paymentId: string | null
    createdAt: Date
    /** its payment was booked as a sale */
    sold: boolean
    bundle: boolean
  }
  payment: { id: string; amount: Paise; currency: string }
  now: Date
  /** the account of the buyer is there still */
  buyer: boolean
  /** courses of the order that are there still */
  courses: ReadonlySet<string>
  /** another order has this payment */
  paymentUsed: boolean
  /** what is locked and taken for an order that may be booked, and for no other one (`mayBook`) */
  taken: Taken | null
}

export type Taken = {
  /** the order has its use of a coupon still, or needs none */
  keepsUse: boolean
  items: readonly OrderItem[]
  /** courses that this order has enrolled the buyer in; the others they have by another order, or they were deleted */
  enrolled: ReadonlySet<string>
}

export type Step =
  /** The order becomes this; with `books` the payment is the one that settled it. */
  | { step: 'move'; to: OrderStatus; books: boolean }
  /** Money that no sale books is recorded as a refund, and sent back. */
  | { step: 'refund'; reason: RefundReason }
  /** Courses of a bundle that the buyer got otherwise. */
  | { step: 'leaveOut'; courseIds: string[] }
  /** The sale is split, invoiced and posted; `back` is what of each item goes back at once. */
  | { step: 'sell'; back: { amounts: Paise[]; reason: RefundReason } | null }

export type Decision = { problem: ErrorCode } | { outcome: 'enrolled' | 'settled' | 'refunding'; steps: Step[] }

type Order = Pick<Facts, 'order' | 'payment' | 'now' | 'buyer' | 'courses' | 'paymentUsed'>

/** Whether there is someone to sell to, and something to sell. */
const isOpen = ({ buyer, courses }: Pick<Facts, 'buyer' | 'courses'>): boolean => buyer && courses.size > 0

/** What is known of a payment without taking anything for its order; null where the order can be paid. */
function decideBefore(facts: Order): Decision | null {
  const { order, payment, now } = facts
  if (payment.amount !== order.amount || payment.currency !== currency) return { problem: 'amount_mismatch' }
  // it was booked before, also where it was refunded or disputed since; or it came before, was not booked, and goes back
  if (order.paymentId === payment.id) return { outcome: order.sold ? 'settled' : 'refunding', steps: [] }
  // the order was paid with another payment
  if (order.paymentId !== null) return { outcome: 'refunding', steps: [{ step: 'refund', reason: 'extra' }] }
  if (facts.paymentUsed) return { problem: 'payment_already_used' }
  if (!isOpen(facts)) return tooLate(order, 'withdrawn')
  return order.status !== 'created' || isExpired(order.createdAt, now) ? tooLate(order, 'expired') : null
}

/** Whether the payment may be booked as a sale: then what the order needs is taken, before `decide`. */
export const mayBook = (facts: Order): boolean => decideBefore(facts) === null

/**
 * What a captured payment does to the order that it names. Money that came twice, too late, or for an account or a course that was
 * deleted, goes back; of a bundle the part of such a course.
 */
export function decide(facts: Facts): Decision {
  const before = decideBefore(facts)
  if (before) return before
  const { order, courses, taken } = facts
  if (!taken) throw new Error('Nothing was taken for an order that may be booked')
  const { items, enrolled } = taken
  // the use of a coupon that was held no longer went to others: as an order that expired
  if (!taken.keepsUse) return tooLate(order, 'expired')
  if (enrolled.size === 0)
    return {
      outcome: 'refunding',
      steps: [
        { step: 'move', to: 'refund_pending', books: true },
        { step: 'refund', reason: 'extra' },
      ],
    }
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

/** An order that cannot be paid any more has expired, whether or not it was marked, and its money goes back. */
const tooLate = ({ status }: Pick<Facts['order'], 'status'>, reason: 'expired' | 'withdrawn'): Decision => ({
  outcome: 'refunding',
  steps: [
    ...(status === 'created' ? [{ step: 'move' as const, to: 'expired' as const, books: false }] : []),
    { step: 'move', to: 'refund_pending', books: true },
    { step: 'refund', reason },
  ],
})
