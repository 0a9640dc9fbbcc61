import { isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { findInvoicesOf, resendInvoices } from '../../invoices/index.ts'
import { recordEvents, refundOrder, resolveFinding, retryRefund, titleOf } from '../../sales/index.ts'
import { type Act, writeAudit } from '../audit-queries.ts'
import { findAdminOrder } from './order-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Writes an act on an order to the audit log. Its subject are the courses: the log names no user. */
async function writeOrderAudit(
  deps: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  { admin, orderId, ...act }: { admin: CurrentUser; orderId: string } & Pick<Act, 'action' | 'detail'>,
): Promise<void> {
  const order = await findAdminOrder(tx, orderId)
  const subject = order?.bundle_title ?? titleOf(order?.courses.map(({ title }) => title) ?? [], english)
  await writeAudit(deps, tx, { ...act, adminId: admin.id, kind: 'order', subjectId: orderId, subject })
}

/** Refunds an order: an amount in paise, or all that is left. Throws not_found, refund_not_allowed. */
export const refundByAdmin = (
  deps: Deps,
  admin: CurrentUser,
  orderId: string,
  { amount, reason }: { amount: Paise | null; reason: string },
): Promise<void> =>
  refundOrder(deps, admin, orderId, {
    amount,
    note: reason,
    after: (tx) => {
      const detail = `Refund of ${amount === null ? 'all that was left' : formatRupees(amount)}: ${isolate(reason)}`
      return writeOrderAudit(deps, tx, { admin, orderId, action: 'order-refunded', detail })
    },
  })

/** Sends a refund again that failed. Throws not_found, refund_not_allowed. */
export const retryRefundByAdmin = (deps: Deps, admin: CurrentUser, refundId: string): Promise<void> =>
  retryRefund(deps, admin, refundId, async (tx) => {
    const refund = await tx
      .selectFrom('refunds')
      .select(['order_id', 'amount_paise'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    const detail = `Refund of ${formatRupees(refund.amount_paise)} sent again.`
    await writeOrderAudit(deps, tx, { admin, orderId: refund.order_id, action: 'refund-retried', detail })
  })

/** Mails all documents of an order to its buyer again. Throws not_found, no_mail_server. */
export async function resendInvoiceByAdmin(deps: Deps, admin: CurrentUser, orderId: string): Promise<void> {
  const invoices = await findInvoicesOf(deps.db, [orderId])
  const numbers = invoices.map(({ number }) => number).join(', ')
  await resendInvoices(
    deps,
    invoices.map(({ id }) => id),
    async (tx) => {
      const event = { orderId, at: deps.clock.now(), kind: 'mail' as const, actorId: admin.id }
      await recordEvents(tx, [{ ...event, details: { what: `${numbers}, again` } }])
      const detail = `Mailed again: ${numbers}.`
      await writeOrderAudit(deps, tx, { admin, orderId, action: 'invoice-resent', detail })
    },
  )
}

/** Closes a difference from the provider. Throws not_found. */
export const resolveFindingByAdmin = (deps: Deps, admin: CurrentUser, findingId: string, note: string): Promise<void> =>
  resolveFinding(deps, admin, { findingId, note }, async (tx) => {
    const finding = await tx
      .selectFrom('payment_findings')
      .select(['kind', 'subject'])
      .where('id', '=', findingId)
      .executeTakeFirstOrThrow()
    const about = { kind: 'finding', subjectId: findingId, subject: finding.subject } as const
    const detail = `Difference (${finding.kind}) closed: ${note}`
    await writeAudit(deps, tx, { action: 'finding-resolved', adminId: admin.id, ...about, detail })
  })
