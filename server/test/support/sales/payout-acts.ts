import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import {
  cancelPayouts,
  confirmPayouts,
  markPayoutsPaid,
  planPayouts,
  returnPayoutByAdmin,
} from '#features/admin/orders/manage-payouts.ts'

type Pick = <T>(from: readonly T[]) => T | undefined

const plan = (deps: FeatureDeps, admin: CurrentUser) => planPayouts(deps, admin, '')
const confirm = async (deps: FeatureDeps, admin: CurrentUser, pick: Pick) =>
  confirmPayouts(deps, admin, await someRun(deps, pick, 'draft'))

/** What admins do with payouts, each with an arbitrary run or payout; planned and confirmed more often than the rest. */
export const payoutActs: readonly ((deps: FeatureDeps, admin: CurrentUser, pick: Pick) => Promise<unknown>)[] = [
  plan,
  plan,
  confirm,
  confirm,
  async (deps, admin, pick) => markPayoutsPaid(deps, admin, await someRun(deps, pick, 'confirmed'), 'UTR1'),
  async (deps, admin, pick) =>
    cancelPayouts(deps, admin, await someRun(deps, pick), { reason: 'Wrong day', bankFileWithdrawn: true }),
  async (deps, admin, pick) => {
    const payouts = await deps.db.selectFrom('payouts').select('id').where('status', 'in', ['sent', 'paid']).execute()
    await returnPayoutByAdmin(deps, admin, pick(payouts)?.id ?? '', 'Account closed')
  },
]

async function someRun({ db }: FeatureDeps, pick: Pick, status?: 'draft' | 'confirmed'): Promise<string> {
  const runs = await db
    .selectFrom('payout_runs')
    .select('id')
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .execute()
  return pick(runs)?.id ?? ''
}
