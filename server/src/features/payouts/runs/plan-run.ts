import { mostPayouts } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { findReady } from '../balance-queries.ts'
import { insertRun } from './run-queries.ts'

/** Returns the minimum amount of a payout in paise. */
export const minimumOf = ({ settings }: Pick<FeatureDeps, 'settings'>): Paise => settings.current().payoutMinimum * 100

/**
 * Drafts a run with what is payable now and returns its id, number of payouts and sum. A draft reserves no money: its amounts are
 * compared with the balances again when it is confirmed. Throws nothing_payable.
 */
export async function planRun(
  deps: Pick<FeatureDeps, 'clock' | 'settings'>,
  tx: Tx,
  { adminId, note }: { adminId: string; note: string },
): Promise<{ runId: string; count: number; amount: Paise }> {
  const now = deps.clock.now()
  const ready = await findReady(tx, { minimum: minimumOf(deps), now, most: mostPayouts })
  if (ready.length === 0) throw new DomainError('nothing_payable')
  const runId = newId()
  await insertRun(
    tx,
    { id: runId, status: 'draft', note, created_by: adminId, created_at: now },
    ready.map(({ id, amount }) => ({ id: newId(), educatorId: id, amount })),
  )
  return { runId, count: ready.length, amount: ready.reduce((sum, { amount }) => sum + amount, 0) }
}
