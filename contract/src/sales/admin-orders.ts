import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { SitePageKind } from '../site-pages.ts'
import { Cursor, Id, Instant, LanguageTag, pagesBeside, requiredText, text } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { OrderInvoice, orderStatuses, refundReasons, refundStatuses } from './orders.ts'

const orderParams = z.object({ orderId: Id })
const Message = z.object({ message: z.string() })
const Count = z.number().int()
const Person = z.object({ _id: Id, name: z.string() })
/** What an admin writes beside an act on money; kept in the audit log and in the history of the order. */
const Note = (name: string) => requiredText(500, name)

/** Largest amount of a refund in rupees. */
const mostRefunded = 10_000_000

/** An order in the list. Amounts in rupees. */
export const AdminOrder = z.object({
  _id: Id,
  createdAt: Instant,
  status: z.enum(orderStatuses),
  buyer: Person.extend({ email: z.string() }),
  courses: z.array(z.object({ _id: Id, title: z.string() })),
  /** title of the bundle; "" for a single course */
  bundle: z.string(),
  amount: z.number(),
  refunded: z.number(),
  /** ids at the provider; "" without one */
  providerOrderId: z.string(),
  paymentId: z.string(),
})
export type AdminOrder = z.output<typeof AdminOrder>

export const AdminRefund = z.object({
  _id: Id,
  orderId: Id,
  paymentId: z.string(),
  amount: z.number(),
  reason: z.enum(refundReasons),
  status: z.enum(refundStatuses),
  /** false for money that no sale booked */
  booked: z.boolean(),
  /** "" before the provider has it */
  providerRefundId: z.string(),
  attempt: Count,
  /** what the provider said when it failed; "" otherwise */
  problem: z.string(),
  note: z.string(),
  /** null where no one asked for it */
  requestedBy: Person.nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type AdminRefund = z.output<typeof AdminRefund>

/** The state of a dispute, as payment providers report it. */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const AdminDispute = z.object({
  _id: z.string(),
  orderId: Id,
  paymentId: z.string(),
  amount: z.number(),
  deducted: z.number(),
  status: z.enum(disputeStatuses),
  phase: z.string(),
  reason: z.string(),
  respondBy: Instant.nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type AdminDispute = z.output<typeof AdminDispute>

export const ledgerAccounts = [
  'provider_clearing',
  'provider_fees',
  'platform_fee',
  'educator_payable',
  'gst_payable',
  'refunds',
  'losses',
  'payouts',
  'bank',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const timelineKinds = ['created', 'status', 'webhook', 'refund', 'dispute', 'invoice', 'mail', 'other'] as const

export const AdminOrderDetails = AdminOrder.extend({
  listAmount: z.number(),
  /** "" without one */
  coupon: z.string(),
  settledAt: Instant.nullable(),
  /** when its payment enrolled the buyer */
  soldAt: Instant.nullable(),
  /** what an admin may still refund */
  refundable: z.number(),
  items: z.array(
    z.object({
      course: z.object({ _id: Id, title: z.string() }),
      educator: Person,
      list: z.number(),
      amount: z.number(),
      tax: z.number(),
      fee: z.number(),
      /** what is left after tax and fee */
      educatorShare: z.number(),
      refunded: z.number(),
      enrolled: z.boolean(),
    }),
  ),
  refunds: z.array(AdminRefund),
  disputes: z.array(AdminDispute),
  invoices: z.array(OrderInvoice),
  /** the texts that the buyer agreed to with this order; empty where an older client asked for no consent */
  consents: z.array(z.object({ kind: SitePageKind, number: Count, language: LanguageTag, at: Instant })),
  ledger: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      at: Instant,
      /** a debit is positive */
      entries: z.array(z.object({ account: z.enum(ledgerAccounts), party: z.string(), amount: z.number() })),
    }),
  ),
  /** oldest first; of a long history the newest `mostEvents` */
  timeline: z.array(
    z.object({
      at: Instant,
      kind: z.enum(timelineKinds),
      /** what happened, in a sentence */
      text: z.string(),
      /** who did it; "" where no user did */
      actor: z.string(),
    }),
  ),
})
export type AdminOrderDetails = z.output<typeof AdminOrderDetails>

/** Number of events and ledger transactions of an order that are shown. */
export const mostEvents = 200

/** What can differ between the orders and the payment provider. */
export const findingKinds = [
  'unknown-order',
  'missing-payment',
  'amount-differs',
  'refund-differs',
  'dispute-differs',
  'settlement-differs',
  'not-compared',
] as const
export type FindingKind = (typeof findingKinds)[number]

const Finding = z.object({
  _id: Id,
  kind: z.enum(findingKinds),
  /** id of the payment, refund, dispute or order */
  subject: z.string(),
  orderId: Id.nullable(),
  amount: z.number(),
  detail: z.string(),
  foundAt: Instant,
  seenAt: Instant,
})
export type PaymentFinding = z.output<typeof Finding>

export const AdminMoney = z.object({
  /** every account; a debit is positive */
  balances: z.array(z.object({ account: z.enum(ledgerAccounts), amount: z.number() })),
  /** the last check of the ledger; null before the first one */
  check: z.object({ balanced: z.boolean(), problems: z.array(z.string()), checkedAt: Instant }).nullable(),
  /** the oldest ones of each, at most `mostOpen`; the numbers are counted up to `mostCounted` */
  findings: z.object({ rows: z.array(Finding), total: Count }),
  failedRefunds: z.object({ rows: z.array(AdminRefund), total: Count }),
  disputes: z.object({ rows: z.array(AdminDispute), total: Count }),
})
export type AdminMoney = z.output<typeof AdminMoney>

/** Number of open matters of a kind that are shown at once. */
export const mostOpen = 50

/** years of four digits, which PostgreSQL knows */
const Day = z.iso.date(sentence('Please enter a day')).regex(/^[12]/, sentence('Please enter a day'))

/** What the list of orders is filtered by. */
export const orderFilter = {
  status: z.enum(orderStatuses).optional(),
  /** an id of ours or of the provider, or words of the buyer's name or address or of a course's title */
  text: text(100).optional(),
  /** days of the platform's time zone, both included */
  from: Day.optional(),
  to: Day.optional(),
}

export const adminOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/orders',
    access: 'admin',
    summary: 'All orders, newest first; filtered by status, days, ids and words of buyer or course',
    query: z.object({
      ...orderFilter,
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({ orders: z.array(AdminOrder), total: Count, ...pagesBeside }),
    errors: [],
  }),
  export: stream({
    method: 'GET',
    path: '/api/admin/orders.csv',
    access: 'admin',
    changesState: true,
    summary: 'The same orders as CSV, at most 50,000',
    query: z.object(orderFilter),
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:orderId',
    access: 'admin',
    summary: 'An order with its items, refunds, disputes, invoices, ledger entries and history',
    params: orderParams,
    status: 200,
    reply: AdminOrderDetails,
    errors: ['not_found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:orderId/refund',
    access: 'admin',
    summary:
      'Refund an order, or a part of it; without an amount, all that is left. A full refund ends access to its courses.',
    params: orderParams,
    body: z.object({
      /** rupees */
      amount: z
        .number(sentence('Please enter an amount in rupees'))
        .min(1, sentence('Please enter at least ₹1'))
        .max(mostRefunded, sentence('This is more than an order can cost'))
        .multipleOf(0.01, sentence('At most 2 decimals'))
        .optional(),
      reason: Note('A reason'),
    }),
    status: 200,
    reply: Message,
    errors: ['not_found', 'refund_not_allowed'],
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/api/admin/refunds/:refundId/retry',
    access: 'admin',
    summary: 'Send a refund that failed to the provider again',
    params: z.object({ refundId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found', 'refund_not_allowed'],
  }),
  resendInvoice: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:orderId/resend-invoice',
    access: 'admin',
    summary: 'Mail the invoices of an order to its buyer again',
    params: orderParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'no_mail_server'],
  }),
  money: endpoint({
    method: 'GET',
    path: '/api/admin/money',
    access: 'admin',
    summary: 'The ledger’s balances and last check, what differs from the provider, failed refunds and open disputes',
    status: 200,
    reply: AdminMoney,
    errors: [],
  }),
  resolveFinding: endpoint({
    method: 'POST',
    path: '/api/admin/findings/:findingId/resolve',
    access: 'admin',
    summary: 'Close a difference that an admin has looked at, with a note',
    params: z.object({ findingId: Id }),
    body: z.object({ note: Note('A note') }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
}
