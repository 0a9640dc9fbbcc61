import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import type { OrderRow } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { applyDispute } from '../disputes/apply-dispute.ts'
import { findingDetails } from '../findings/finding-details.ts'
import {
  clearNotFailedSince,
  findDifferentPayments,
  findDisputesOf,
  findOpenDisputes,
  findOrdersAt,
  findRefundsAt,
  findSettled,
  sumsOfRefunds,
} from '../findings/finding-queries.ts'
import { compareSums, report } from '../findings/findings.ts'
import { handleEach, pagesOf } from '../findings/handle-each.ts'
import { findOrder } from '../queries.ts'
import { syncRefunds } from '../refunds/refund-outcomes.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const hourMs = 3600 * 1000
/** Number of pages of disputes that one run reads, newest first; disputes that are open here are fetched one by one. */
const disputePages = 5
/** Maximum number of open disputes, and of paid orders missing from the provider's list, that one run asks about. */
const mostAsked = 1000

type Span = { from: Date; to: Date }

/**
 * Compares the provider's payments of the last hours with the orders, in both directions, and the refunds and disputes of the last
 * `afterSaleHours`. Captured payments of open orders are booked, refunds and disputes recorded, other differences reported to admins. A
 * failing item does not stop the others; throws at the end if a list was not read completely.
 */
export async function compareWithProvider(
  deps: FeatureDeps,
  { hours, afterSaleHours }: { hours: number; afterSaleHours: number },
): Promise<void> {
  // events of the last moments are left out, since they may still be in progress
  const to = new Date(deps.clock.now().getTime() - 10 * 60_000)
  const back = (by: number): Span => ({ from: new Date(to.getTime() - by * hourMs), to })
  const parts = [
    () => comparePayments(deps, back(hours)),
    () => compareRefunds(deps, back(afterSaleHours)),
    () => compareDisputes(deps),
    () => compareAgain(deps),
    () => clearNotFailedSince(deps.db, new Date(to.getTime() - 24 * hourMs), deps.clock.now()),
  ]
  const failed: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

async function comparePayments(deps: FeatureDeps, span: Span): Promise<void> {
  const seen = new Set<string>()
  for await (const payments of pagesOf((cursor) => deps.payments.listPayments({ ...span, cursor }))) {
    for (const { id } of payments) seen.add(id)
    const different = await findDifferent(deps, payments)
    await handleEach(
      deps,
      different,
      ({ id }) => id,
      (payment) => checkPayment(deps, payment),
    )
  }
  const unseen = (await findSettled(deps.db, span.from, span.to, mostAsked * 10)).filter(
    ({ payment_id }) => payment_id !== null && !seen.has(payment_id),
  )
  await handleEach(
    deps,
    unseen.slice(0, mostAsked),
    (order) => order.payment_id ?? order.id,
    (order) => checkPaid(deps, order),
  )
}

/** Returns the payments that differ from our records, with two queries for a page. */
async function findDifferent({ db }: FeatureDeps, payments: readonly ProviderPayment[]): Promise<ProviderPayment[]> {
  const orders = await findOrdersAt(
    db,
    payments.map(({ orderId }) => orderId),
  )
  const sums = await sumsOfRefunds(
    db,
    payments.map(({ id }) => id),
  )
  return payments.filter((payment) => {
    if (payment.status !== 'captured' && payment.status !== 'refunded') return false
    const order = orders.get(payment.orderId)
    const booked = order?.payment_id === payment.id && order.amount_paise === payment.amount
    return !(booked || sums.has(payment.id)) || (sums.get(payment.id) ?? 0) !== payment.refunded
  })
}

/** Checks a paid order whose payment is missing from the provider's list. */
async function checkPaid(deps: FeatureDeps, order: OrderRow): Promise<void> {
  const { payment_id: paymentId, provider_order_id: providerOrderId } = order
  if (paymentId === null || providerOrderId === null) return
  const payment = await deps.payments.fetchPayment(paymentId, providerOrderId)
  if (payment?.status === 'captured' || payment?.status === 'refunded') return checkPayment(deps, payment)
  const detail = english(findingDetails.notCaptured())
  const about = { subject: paymentId, orderId: order.id, amount: order.amount_paise }
  await report(deps, { ...about, kind: 'missing-payment', detail })
}

/** Books and records a payment, or reports a finding if that is impossible. */
async function checkPayment(deps: FeatureDeps, payment: ProviderPayment): Promise<void> {
  if (payment.status !== 'captured' && payment.status !== 'refunded') return
  const about = { subject: payment.id, amount: payment.amount }
  const order = await findOrder(deps.db, payment.orderId)
  if (!order) {
    const detail = english(
      payment.orderId === '' ? findingDetails.noOrder() : findingDetails.unknownOrder(payment.orderId),
    )
    return report(deps, { ...about, kind: 'unknown-order', orderId: null, detail })
  }
  if (payment.refunded < payment.amount) {
    const settlement = await settlePayment(deps, payment)
    if ('problem' in settlement) {
      const detail = english(findingDetails.notBooked(settlement.problem))
      return report(deps, { ...about, kind: 'amount-differs', orderId: order.id, detail })
    }
  }
  await syncRefunds(deps, payment.id, order.id)
  await compareSums(deps, (await findOrder(deps.db, payment.orderId)) ?? order, payment, payment.refunded)
}

/** Records refunds whose webhook was lost: made in the provider's dashboard, or with an outcome that differs from ours. */
async function compareRefunds(deps: FeatureDeps, span: Span): Promise<void> {
  for await (const refunds of pagesOf((cursor) => deps.payments.listRefunds({ ...span, cursor }))) {
    const rows = await findRefundsAt(
      deps.db,
      refunds.map(({ id }) => id),
    )
    const here = { pending: 'sent', processed: 'processed', failed: 'failed' } as const
    const different = refunds.filter(({ id, status }) => {
      const known = rows.get(id)
      // a failed refund that is unknown here has moved no money
      return known === undefined ? status !== 'failed' : known.status !== here[status]
    })
    const ids = [...new Set(different.map(({ paymentId }) => paymentId))]
    await handleEach(
      deps,
      ids,
      (id) => id,
      (id) => checkPaymentOf(deps, id),
    )
  }
}

async function checkPaymentOf(deps: FeatureDeps, paymentId: string): Promise<void> {
  const payment = await deps.payments.fetchPayment(paymentId, '')
  if (payment) await checkPayment(deps, payment)
}

/** Records disputes whose webhook was lost, among those that are open here and the provider's newest ones. */
async function compareDisputes(deps: FeatureDeps): Promise<void> {
  await handleEach(
    deps,
    await findOpenDisputes(deps.db, mostAsked),
    ({ id }) => id,
    async ({ id, status }) => {
      const dispute = await deps.payments.fetchDispute(id)
      if (dispute && dispute.status !== status) await applyDispute(deps, dispute)
    },
  )
  let pages = 0
  for await (const disputes of pagesOf((cursor) => deps.payments.listDisputes({ cursor }))) {
    const rows = await findDisputesOf(
      deps.db,
      disputes.map(({ id }) => id),
    )
    const unknown = disputes.filter(({ id, status }) => rows.get(id) !== status)
    if (unknown.length === 0) return
    await handleEach(
      deps,
      unknown,
      ({ id }) => id,
      (dispute) => applyDispute(deps, dispute),
    )
    if (++pages === disputePages) return
  }
}

/** Compares earlier differences again, which may be gone by now, as after a pending refund. */
const compareAgain = async (deps: FeatureDeps): Promise<void> =>
  handleEach(
    deps,
    await findDifferentPayments(deps.db, 100),
    (id) => id,
    (id) => checkPaymentOf(deps, id),
  )
