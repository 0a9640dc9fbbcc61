import { msg } from '@lingui/core/runtime-macro'
import type { AdminMoney, AdminOrderDetails } from '@virtual-courses/contract'
import { mostOpen } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { rupeesOf } from '../../courses/index.ts'
import { findInvoicesOf } from '../../invoices/index.ts'
import { findLastCheck, sayCheck } from '../../ledger/index.ts'
import { countOpen, findBalances, findOpenFindings } from './money-queries.ts'
import {
  findConsents,
  findEvents,
  findFailedRefunds,
  findOpenDisputes,
  findOrderDisputes,
  findOrderItems,
  findOrderRefunds,
  findPostings,
} from './order-detail-queries.ts'
import { findAdminOrder } from './order-queries.ts'
import {
  presentBalances,
  presentDispute,
  presentFinding,
  presentItem,
  presentOrder,
  presentPosting,
  presentRefund,
} from './present-orders.ts'
import { presentEvent } from './present-timeline.ts'

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null

/** Returns everything that is known of an order. Throws not_found. */
export async function readOrder(
  { db }: Pick<FeatureDeps, 'db'>,
  orderId: string,
  say: Say,
): Promise<AdminOrderDetails> {
  const order = await findAdminOrder(db, orderId)
  if (!order) throw new DomainError('not_found', msg`This order does not exist`)
  const [items, refunds, disputes, postings, events, invoices, consents] = await Promise.all([
    findOrderItems(db, orderId),
    findOrderRefunds(db, orderId),
    findOrderDisputes(db, orderId),
    findPostings(db, orderId),
    findEvents(db, orderId),
    findInvoicesOf(db, [orderId]),
    findConsents(db, orderId),
  ])
  const mayRefund = order.status === 'paid' || order.status === 'partly_refunded'
  const created = {
    at: order.created_at.toISOString(),
    kind: 'created',
    text: say(msg`The order was made`),
    actor: order.buyer_name,
  }
  return {
    ...presentOrder(order),
    listAmount: rupeesOf(order.list_paise),
    coupon: order.coupon_code ?? '',
    settledAt: timeOf(order.settled_at),
    soldAt: timeOf(order.sold_at),
    refundable: mayRefund ? rupeesOf(order.amount_paise - order.refunded_paise) : 0,
    items: items.map(presentItem),
    refunds: refunds.map((row) => presentRefund(row, say)),
    disputes: disputes.map(presentDispute),
    invoices: invoices.map(({ id, number, kind }) => ({ _id: id, number, kind })),
    consents: consents.map(({ given_at, ...consent }) => ({ ...consent, at: given_at.toISOString() })),
    ledger: postings.map(presentPosting),
    timeline: [{ ...created, kind: 'created' as const }, ...events.map((event) => presentEvent(event, say))],
  }
}

/** Returns the balances of the ledger and everything about money that waits for an admin. */
export async function readMoney({ db }: Pick<FeatureDeps, 'db'>, say: Say): Promise<AdminMoney> {
  const [balances, check, findings, failedRefunds, disputes, totals] = await Promise.all([
    findBalances(db),
    findLastCheck(db),
    findOpenFindings(db, mostOpen),
    findFailedRefunds(db, mostOpen),
    findOpenDisputes(db, mostOpen),
    countOpen(db),
  ])
  return {
    balances: presentBalances(balances),
    check: check && sayCheck(check, say),
    findings: { rows: findings.map((row) => presentFinding(row, say)), total: totals.findings },
    failedRefunds: { rows: failedRefunds.map((row) => presentRefund(row, say)), total: totals.failedRefunds },
    disputes: { rows: disputes.map(presentDispute), total: totals.disputes },
  }
}
