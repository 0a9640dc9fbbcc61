import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { type Posting, payoutPaidOf, payoutReturnedOf } from '../../ledger/index.ts'
import { lockAccounts, pauseAccount } from '../bank/account-queries.ts'
import { payoutPaid, payoutReturned } from '../jobs.ts'
import { decideReturn, pausedUntil, problemOfCanceled } from '../rules.ts'
import { findPayout, findPayoutsIn, lockRun, type PayoutRow, updatePayouts, updateRun } from './run-queries.ts'

type Deps = Pick<FeatureDeps, 'clock'>

export type Closing = {
  /** false when it was done before */
  changed: boolean
  count: number
  amount: Paise
  /** to be posted last in the transaction */
  postings: Posting[]
}

const unchanged: Closing = { changed: false, count: 0, amount: 0, postings: [] }
const idsOf = (payouts: readonly PayoutRow[]): string[] => payouts.map(({ id }) => id)
const sumOf = (payouts: readonly PayoutRow[]): Paise =>
  payouts.reduce((sum, { amount_paise: amount }) => sum + Number(amount), 0)

/**
 * Marks a confirmed run as paid by the bank: notifies the educators, and deletes the bank details that were stored with the payouts.
 * Throws not_found, payout_run_closed.
 */
export async function markRunPaid(deps: Deps, tx: Tx, runId: string, reference: string): Promise<Closing> {
  const run = await lockRun(tx, runId)
  if (!run) throw new DomainError('not_found')
  if (run.status === 'paid') return unchanged
  if (run.status !== 'confirmed') throw new DomainError('payout_run_closed')
  const now = deps.clock.now()
  const payouts = await findPayoutsIn(tx, runId, 'sent')
  await updatePayouts(tx, idsOf(payouts), { status: 'paid', reference, encrypted: null, changed_at: now })
  await updateRun(tx, runId, { status: 'paid', paid_at: now })
  for (const { id, educator_id: educatorId, amount_paise: amount } of payouts)
    tx.enqueue(payoutPaid, { payoutId: id, educatorId, amount: Number(amount) })
  return {
    changed: true,
    count: payouts.length,
    amount: sumOf(payouts),
    postings: payouts.map(({ id, amount_paise: amount }) => payoutPaidOf(id, Number(amount), now)),
  }
}

/**
 * Cancels a run that the bank has not paid: confirmed amounts are payable again. Throws not_found, payout_run_closed, and
 * bank_file_downloaded if the file was downloaded and its withdrawal is not confirmed.
 */
export async function cancelRun(
  deps: Deps,
  tx: Tx,
  runId: string,
  { reason, bankFileWithdrawn }: { reason: string; bankFileWithdrawn: boolean },
): Promise<Closing> {
  const run = await lockRun(tx, runId)
  if (!run) throw new DomainError('not_found')
  if (run.status === 'canceled') return unchanged
  if (run.status === 'paid') throw new DomainError('payout_run_closed')
  if (run.exported_at !== null && !bankFileWithdrawn) throw new DomainError('bank_file_downloaded')
  const now = deps.clock.now()
  const problem = problemOfCanceled(reason)
  const [planned, sent] = [await findPayoutsIn(tx, runId, 'planned'), await findPayoutsIn(tx, runId, 'sent')]
  await updatePayouts(tx, idsOf(planned), { status: 'left-out', problem, changed_at: now })
  await updatePayouts(tx, idsOf(sent), { status: 'returned', problem, encrypted: null, changed_at: now })
  await updateRun(tx, runId, { status: 'canceled', canceled_at: now })
  const payouts = [...planned, ...sent]
  return {
    changed: true,
    count: payouts.length,
    amount: sumOf(payouts),
    postings: sent.map(({ id, educator_id: educator, amount_paise: amount }) =>
      payoutReturnedOf({ payoutId: id, educatorId: educator, amount: Number(amount), at: now }),
    ),
  }
}

/**
 * Records that the bank returned a payout, before or after it was marked paid: its amount is owed again. Payouts to the educator pause,
 * since the next one would be returned too, and the educator is notified. Throws not_found, payout_run_closed.
 */
export async function returnPayout(deps: Deps, tx: Tx, payoutId: string, reason: string): Promise<Closing> {
  const known = await findPayout(tx, payoutId)
  const run = known && (await lockRun(tx, known.run_id))
  // read again once its run is locked
  const payout = run && (await findPayout(tx, payoutId))
  if (!payout) throw new DomainError('not_found')
  const decision = decideReturn(payout.status)
  if (decision === 'refused') throw new DomainError('payout_run_closed')
  if (decision === 'unchanged') return unchanged
  const now = deps.clock.now()
  const { id, educator_id: educatorId, status } = payout
  const amount = Number(payout.amount_paise)
  await lockAccounts(tx, [educatorId])
  await pauseAccount(tx, educatorId, pausedUntil(now))
  await updatePayouts(tx, [id], { status: 'returned', problem: reason, encrypted: null, changed_at: now })
  tx.enqueue(payoutReturned, { payoutId: id, educatorId, amount, reason })
  const from = status === 'paid' ? 'bank' : 'payouts'
  return {
    changed: true,
    count: 1,
    amount,
    postings: [payoutReturnedOf({ payoutId: id, educatorId, amount, at: now }, from)],
  }
}
