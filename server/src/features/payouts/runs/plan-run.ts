import { msg, plural } from '@lingui/core/runtime-macro'
import { mostPayouts } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { findReady, sumPayable } from '../balance-queries.ts'
import { insertRun } from './run-queries.ts'

/** Returns the minimum amount of a payout in paise. */
export const minimumOf = ({ settings }: Pick<FeatureDeps, 'settings'>): Paise => settings.current().payoutMinimum * 100

/** Says that payouts are paused, where they are; otherwise the sentence of the code fits. */
function whyNone(sums: Awaited<ReturnType<typeof sumPayable>>): Sentence | undefined {
  const paused = sums.find(({ state }) => state === 'paused')?.educators ?? 0
  if (paused === 0) return undefined
  return msg`No one can be paid at the moment. Payouts to ${plural({ paused }, { one: '# educator', other: '# educators' })} are paused: bank details are new, the bank returned a payout, or the account is suspended. The list “Paused” says until when.`
}

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
  const minimum = minimumOf(deps)
  const ready = await findReady(tx, { minimum, now, most: mostPayouts })
  if (ready.length === 0) throw new DomainError('nothing_payable', whyNone(await sumPayable(tx, minimum, now)))
  const runId = newId()
  await insertRun(
    tx,
    { id: runId, status: 'draft', note, created_by: adminId, created_at: now },
    ready.map(({ id, amount }) => ({ id: newId(), educatorId: id, amount })),
  )
  return { runId, count: ready.length, amount: ready.reduce((sum, { amount }) => sum + amount, 0) }
}
