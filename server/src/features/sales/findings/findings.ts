import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise, ProviderPayment } from '#ports/payments.ts'
import { findingDetails } from './finding-details.ts'
import { clearFinding, closeFinding, type Finding, saveFinding, sumsOfRefunds } from './finding-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>

/** Records a difference for the admins; a known one is not reported again. */
export async function report({ db, clock, log }: Deps, finding: Finding): Promise<void> {
  if (await saveFinding(db, finding, clock.now())) log.error(finding, 'orders and provider differ')
}

/**
 * Compares the amount of a payment that the provider refunded (`refundedThere`, in paise) with the recorded refunds. A difference is a
 * finding, which is closed once the difference is gone.
 */
export async function compareSums(
  deps: Deps,
  order: OrderRow,
  payment: Pick<ProviderPayment, 'id' | 'amount'>,
  refundedThere: Paise,
): Promise<boolean> {
  const about = { kind: 'refund-differs' as const, subject: payment.id }
  const refundedHere = (await sumsOfRefunds(deps.db, [payment.id])).get(payment.id) ?? 0
  // or it was paid and refunded before anything was booked
  const unbooked = order.payment_id !== payment.id && refundedHere === 0 && refundedThere === payment.amount
  if (refundedHere === refundedThere || unbooked) {
    await clearFinding(deps.db, about, deps.clock.now())
    return true
  }
  const detail = english(findingDetails.refundsDiffer(String(refundedThere), String(refundedHere)))
  await report(deps, { ...about, amount: payment.amount, orderId: order.id, detail })
  return false
}

/** Closes a difference that an admin has handled. Throws not_found. */
export async function resolveFinding(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: { id: string },
  { findingId, note }: { findingId: string; note: string },
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await closeFinding(tx, findingId, { adminId: admin.id, note, now: clock.now() })))
      throw new DomainError('not_found', msg`This finding is not open any more`)
    await then(tx)
  })
}
