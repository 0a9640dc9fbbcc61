import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Category, Cursor, Id, Instant, pagesBeside } from '../values/fields.ts'
import { invoiceKinds } from './invoices.ts'

export const orderStatuses = [
  'created',
  'paid',
  'failed',
  'expired',
  'refund_pending',
  'refunded',
  'partly_refunded',
  'disputed',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** `sent`: the provider has it and has not processed it yet. `failed`: the provider refused it; an admin sends it again. */
export const refundStatuses = ['pending', 'sent', 'processed', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/**
 * Why money is refunded: the student withdrew, an admin decided it, it was refunded at the provider, it came twice, too late, or after its
 * course or buyer was deleted.
 */
export const refundReasons = ['withdrawal', 'admin', 'returned', 'extra', 'expired', 'withdrawn'] as const
export type RefundReason = (typeof refundReasons)[number]

/** A document of a sale that its buyer may read. */
export const OrderInvoice = z.object({ _id: Id, number: z.string(), kind: z.enum(invoiceKinds) })
export type OrderInvoice = z.output<typeof OrderInvoice>

/** An order as its buyer sees it. Amounts in rupees. */
export const Purchase = z.object({
  _id: Id,
  createdAt: Instant,
  status: z.enum(orderStatuses),
  /** what was bought, in a few words */
  title: z.string(),
  /** null for an order of a single course */
  bundleId: Id.nullable(),
  courses: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      category: Category.nullable(),
      thumbnail: z.string(),
      /** the buyer is enrolled */
      enrolled: z.boolean(),
    }),
  ),
  amount: z.number(),
  /** the price before a coupon, and of a bundle the prices of its courses alone */
  listAmount: z.number(),
  /** "" without one */
  coupon: z.string(),
  /** what has been or is being returned of the amount */
  refunded: z.number(),
  /** true for an open order, which "Pay now" resumes */
  payable: z.boolean(),
  /** id of the payment at the provider, which banks ask for; "" without one */
  paymentId: z.string(),
  refunds: z.array(
    z.object({
      amount: z.number(),
      status: z.enum(refundStatuses),
      reason: z.enum(refundReasons),
      createdAt: Instant,
    }),
  ),
  invoices: z.array(OrderInvoice),
  refund: z.object({
    /** whether the student may refund it themselves */
    may: z.boolean(),
    /** the amount of the refund: less than is left where a bundle was cheaper because of this order; 0 where they may not */
    amount: z.number(),
    /** the amount that is kept then, and for which bundles */
    stays: z.number(),
    staysFor: z.array(z.string()),
    /** until when; null where they may not */
    until: Instant.nullable(),
    /** why they may not, in a sentence; "" where they may */
    why: z.string(),
    /** share of its courses that the server has delivered to the student, and the share from which they may not, in per cent */
    watchedPercent: z.number().int(),
    limitPercent: z.number().int(),
  }),
})
export type Purchase = z.output<typeof Purchase>

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/api/payment/orders',
    access: 'student',
    summary: 'Own purchases, newest first, with refunds and invoices',
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20), cursor: Cursor.optional() }),
    status: 200,
    reply: z.object({ orders: z.array(Purchase), ...pagesBeside }),
    errors: [],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/payment/orders/:orderId/refund',
    access: 'student',
    summary: 'Refund an own purchase within the refund window; access to its courses ends at once',
    params: z.object({ orderId: Id }),
    status: 200,
    reply: z.object({ order: Purchase, message: z.string() }),
    errors: ['not_found', 'refund_not_allowed'],
  }),
}
