import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { type Posting, payableOf, payoutOf } from '../../ledger/index.ts'
import { findBalances, type SentTo } from '../balance-queries.ts'
import { type AccountRow, lockAccounts } from '../bank/account-queries.ts'
import { decryptBankDetails } from '../bank/bank-cipher.ts'
import { decidePayout } from '../rules.ts'
import { findPayoutsIn, lockRun, markSent, type PayoutRow, updatePayouts, updateRun } from './run-queries.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'payoutSecrets'>

export type Confirmation = {
  /** `canceled`: none of its payouts was payable any more; `unchanged`: it was already confirmed */
  outcome: 'confirmed' | 'canceled' | 'unchanged'
  count: number
  amount: Paise
  /** names of educators whose payout was left out */
  leftOut: string[]
  /** to be posted last in the transaction */
  postings: Posting[]
}

/**
 * Confirms a draft. Each amount is compared with what is payable now, under a lock on the bank details, so that two runs never pay the same
 * money; other payouts are left out with the reason. The bank details are stored with each payout. `mayConfirm`: whether this admin may
 * confirm. Throws not_found, second_person_needed, payout_run_closed.
 */
export async function confirmRun(
  deps: Deps,
  tx: Tx,
  { runId, adminId, mayConfirm }: { runId: string; adminId: string; mayConfirm: boolean },
): Promise<Confirmation> {
  const run = await lockRun(tx, runId)
  if (!run) throw new DomainError('not_found')
  if (run.status === 'canceled') throw new DomainError('payout_run_closed')
  if (run.status !== 'draft') return { outcome: 'unchanged', count: 0, amount: 0, leftOut: [], postings: [] }
  if (!mayConfirm) throw new DomainError('second_person_needed')
  const now = deps.clock.now()
  const planned = await findPayoutsIn(tx, runId, 'planned')
  const educatorIds = planned.map(({ educator_id: id }) => id)
  const accounts = new Map((await lockAccounts(tx, educatorIds)).map((row) => [row.user_id, row]))
  // read once the locks are held, so that it no longer includes what another run pays
  const balances = new Map((await findBalances(tx, educatorIds, now)).map((row) => [row.id, row]))
  const judged = planned.map((payout) => {
    const account = accounts.get(payout.educator_id)
    return {
      payout,
      account,
      problem: problemOf(deps, { payout, account, balance: balances.get(payout.educator_id), now }),
    }
  })
  const sent = judged.flatMap(({ payout, account, problem }) =>
    problem === null && account ? [{ payout, account }] : [],
  )
  await leaveOut(tx, judged, now)
  const amount = sent.reduce((sum, { payout }) => sum + Number(payout.amount_paise), 0)
  const outcome = sent.length > 0 ? 'confirmed' : 'canceled'
  await markSent(
    tx,
    sent.map(({ payout: { id }, account: { encrypted, last4 } }) => ({ id, encrypted, last4 })),
    now,
  )
  await updateRun(
    tx,
    runId,
    outcome === 'confirmed'
      ? { status: outcome, confirmed_by: adminId, confirmed_at: now }
      : { status: outcome, canceled_at: now },
  )
  return {
    outcome,
    count: sent.length,
    amount,
    leftOut: judged.flatMap(({ payout, problem }) =>
      problem === null ? [] : [balances.get(payout.educator_id)?.name ?? ''],
    ),
    postings: sent.map(({ payout }) => payoutOf(payout.id, payout.educator_id, Number(payout.amount_paise), now)),
  }
}

type Judged = { payout: PayoutRow; account: AccountRow | undefined; balance: SentTo | undefined; now: Date }

/** Returns why a payout is not sent, or null when it is. */
function problemOf({ payoutSecrets }: Deps, { payout, account, balance, now }: Judged): string | null {
  return decidePayout(
    {
      amount: Number(payout.amount_paise),
      payable: balance ? payableOf(balance.owed, balance.held) : 0,
      active: balance?.active ?? false,
      account: account
        ? {
            pausedUntil: account.paused_until,
            readable: decryptBankDetails(payoutSecrets, account.user_id, account.encrypted) !== null,
          }
        : null,
    },
    now,
  )
}

async function leaveOut(
  tx: Tx,
  judged: readonly { payout: PayoutRow; problem: string | null }[],
  now: Date,
): Promise<void> {
  for (const problem of new Set(judged.map((one) => one.problem))) {
    if (problem === null) continue
    const ids = judged.filter((one) => one.problem === problem).map(({ payout }) => payout.id)
    await updatePayouts(tx, ids, { status: 'left-out', problem, changed_at: now })
  }
}
