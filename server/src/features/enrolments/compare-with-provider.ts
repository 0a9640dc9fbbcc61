import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { paymentFindings } from '#core/metrics.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise, ProviderPayment } from '#ports/payments.ts'
import { post, providerFeeOf, settlementOf } from '../ledger/index.ts'
import { closeFinding, type Finding, findOrderIds, findSettled, saveFinding, sumOfRefunds } from './finding-queries.ts'
import { findOrder } from './queries.ts'
import { syncRefunds } from './send-refund.ts'
import { settlePayment } from './settle-payment.ts'

const hourMs = 3600 * 1000
/** Pages of the provider's lists that one run reads: 100 payments, or 1,000 lines of settlements, each. */
const mostPages = 200

/**
 * Compares the payments that the provider took in the last hours with the orders, both ways. A captured payment of an open order is
 * booked, refunds made at the provider are recorded; what cannot be repaired is written down for an admin.
 */
export async function compareWithProvider(deps: FeatureDeps, hours: number): Promise<void> {
  const now = deps.clock.now()
  // what is happening at this moment is not a difference
  const to = new Date(now.getTime() - 10 * 60_000)
  const from = new Date(to.getTime() - hours * hourMs)
  const seen = new Set<string>()
  for (let page = 0, skip = 0; page < mostPages; page++) {
    const payments = await deps.payments.listPayments({ from, to, skip })
    if (payments.length === 0) break
    skip += payments.length
    for (const payment of payments) {
      seen.add(payment.id)
      await checkPayment(deps, payment)
    }
  }
  for (const order of await findSettled(deps.db, from, to, mostPages * 100))
    if (order.payment_id !== null && order.provider_order_id !== null && !seen.has(order.payment_id)) {
      const payment = await deps.payments.fetchPayment(order.payment_id, order.provider_order_id)
      if (payment) await checkPayment(deps, payment)
      if (payment?.status !== 'captured' && payment?.status !== 'refunded') await report(deps, missing(order))
    }
}

const missing = (order: OrderRow): Finding => ({
  kind: 'missing-payment',
  subject: order.payment_id ?? order.id,
  orderId: order.id,
  amount: order.amount_paise,
  detail: 'The order is paid here, and the provider has no such captured payment.',
})

async function checkPayment(deps: FeatureDeps, payment: ProviderPayment): Promise<void> {
  if (payment.status !== 'captured' && payment.status !== 'refunded') return
  const about = { subject: payment.id, amount: payment.amount }
  const order = await findOrder(deps.db, payment.orderId)
  if (!order) {
    const detail = `The provider took a payment for ${payment.orderId || 'no order'}, which is unknown here.`
    return report(deps, { ...about, kind: 'unknown-order', orderId: null, detail })
  }
  if (payment.status === 'captured') {
    const settlement = await settlePayment(deps, payment)
    if (!('problem' in settlement)) return
    const detail = `The payment cannot be booked: ${settlement.problem}.`
    return report(deps, { ...about, kind: 'amount-differs', orderId: order.id, detail })
  }
  await syncRefunds(deps, payment.id, order.id)
  const refunded = await sumOfRefunds(deps.db, payment.id)
  if (refunded === payment.refunded) return
  // it came and went before anything was booked
  if (order.payment_id !== payment.id && refunded === 0 && payment.refunded === payment.amount) return
  const detail = `The provider has returned ${payment.refunded} paise of it, the refunds here say ${refunded}.`
  return report(deps, { ...about, kind: 'refund-differs', orderId: order.id, detail })
}

async function report({ db, clock, log }: FeatureDeps, finding: Finding): Promise<void> {
  log.error(finding, 'orders and provider differ')
  paymentFindings.inc({ kind: finding.kind })
  await saveFinding(db, finding, clock.now())
}

/** An admin has dealt with a difference. Throws not_found. */
export async function resolveFinding(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: { id: string },
  findingId: string,
  note: string,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await closeFinding(tx, findingId, admin.id, note, clock.now())))
      throw new DomainError('not_found', 'This finding is not open any more')
    await then(tx)
  })
}

/** Posts the fees that the provider kept, and what it sent to the bank, of the last days that it settled. Repeating it posts nothing. */
export async function readSettlements(deps: FeatureDeps, days: number): Promise<void> {
  const now = deps.clock.now()
  for (let back = days; back >= 1; back--) {
    const date = new Date(now.getTime() - back * 24 * hourMs + 5.5 * hourMs).toISOString().slice(0, 10)
    await readSettlementsOf(deps, date)
  }
}

async function readSettlementsOf(deps: FeatureDeps, date: string): Promise<void> {
  const settled = new Map<string, { amount: Paise; at: Date }>()
  const fees: { id: string; fee: Paise; at: Date; orderId: string | null }[] = []
  for (let page = 0, skip = 0; page < mostPages; page++) {
    const items = await deps.payments.listSettlementItems({ date, skip })
    if (items.length === 0) break
    skip += items.length
    for (const { id, amount, fee, settlementId, settledAt, orderId } of items) {
      if (settlementId === null || settledAt === null) continue
      const sum = settled.get(settlementId)?.amount ?? 0
      settled.set(settlementId, { amount: sum + amount - fee, at: settledAt })
      if (fee !== 0) fees.push({ id, fee, at: settledAt, orderId })
    }
  }
  const orders = await findOrderIds(
    deps.db,
    fees.flatMap(({ orderId }) => orderId ?? []),
  )
  // a few thousand at a time: the rows of the balances stay locked until the commit
  const postings = [
    ...fees.map(({ id, fee, at, orderId }) => providerFeeOf(id, fee, at, orders.get(orderId ?? ''))),
    ...[...settled].map(([id, { amount, at }]) => settlementOf(id, amount, at)),
  ]
  for (let start = 0; start < postings.length; start += 1000)
    await transact(deps.db, async (tx) => {
      await post(tx, deps.config.TIME_ZONE, postings.slice(start, start + 1000))
    })
}
