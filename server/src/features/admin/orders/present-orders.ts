import {
  type AdminDispute,
  type AdminOrder,
  type AdminOrderDetails,
  type AdminRefund,
  ledgerAccounts,
  type PaymentFinding,
} from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import type { LedgerAccount } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { rupeesOf } from '../../courses/index.ts'
import { sayFinding } from '../../sales/index.ts'
import type { FindingRow } from './money-queries.ts'
import type { DisputeRow, LedgerView, OrderItemRow, RefundView } from './order-detail-queries.ts'
import type { AdminOrderRow } from './order-queries.ts'

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null

export const presentOrder = (row: AdminOrderRow): AdminOrder => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  status: row.status,
  buyer: { _id: row.user_id, name: row.buyer_name, email: row.buyer_email },
  courses: row.courses.map(({ id, title }) => ({ _id: id, title })),
  bundle: row.bundle_title ?? '',
  amount: rupeesOf(row.amount_paise),
  refunded: rupeesOf(row.refunded_paise),
  providerOrderId: row.provider_order_id ?? '',
  paymentId: row.payment_id ?? '',
})

export const presentItem = (row: OrderItemRow): AdminOrderDetails['items'][number] => ({
  course: { _id: row.course_id, title: row.title },
  educator: { _id: row.educator_id, name: row.educator_name },
  list: rupeesOf(row.list_paise),
  amount: rupeesOf(row.amount_paise),
  tax: rupeesOf(row.gst_paise),
  fee: rupeesOf(row.fee_paise),
  educatorShare: rupeesOf(row.amount_paise - row.gst_paise - row.fee_paise),
  refunded: rupeesOf(row.refunded_paise),
  enrolled: row.enrolled,
})

export const presentRefund = (row: RefundView, say: Say): AdminRefund => ({
  _id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  amount: rupeesOf(row.amount_paise),
  reason: row.reason,
  status: row.status,
  booked: row.booked,
  providerRefundId: row.provider_refund_id ?? '',
  attempt: row.attempt,
  // ours, or the provider's words
  problem: say(row.problem),
  note: row.note,
  requestedBy: row.requested_by === null ? null : { _id: row.requested_by, name: row.requested_by_name ?? '' },
  createdAt: row.created_at.toISOString(),
  endedAt: timeOf(row.ended_at),
})

export const presentDispute = (row: DisputeRow): AdminDispute => ({
  _id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  amount: rupeesOf(row.amount_paise),
  deducted: rupeesOf(row.deducted_paise),
  status: row.status,
  phase: row.phase,
  reason: row.reason,
  respondBy: timeOf(row.respond_by),
  createdAt: row.created_at.toISOString(),
  endedAt: timeOf(row.ended_at),
})

export const presentPosting = ({ key, kind, at, entries }: LedgerView): AdminOrderDetails['ledger'][number] => ({
  key,
  kind,
  at: at.toISOString(),
  entries: entries.map(({ account, party, amount }) => ({ account, party, amount: rupeesOf(amount) })),
})

export const presentFinding = (row: FindingRow, say: Say): PaymentFinding => ({
  _id: row.id,
  kind: row.kind,
  subject: row.subject,
  orderId: row.order_id,
  amount: rupeesOf(Number(row.amount_paise)),
  detail: sayFinding(row.detail, say),
  foundAt: row.found_at.toISOString(),
  seenAt: row.seen_at.toISOString(),
})

/** Every account with its balance, also those that nothing was posted to. */
export const presentBalances = (balances: ReadonlyMap<LedgerAccount, Paise>) =>
  ledgerAccounts.map((account) => ({ account, amount: rupeesOf(balances.get(account) ?? 0) }))
