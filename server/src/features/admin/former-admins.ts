import { payoutPauseDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { adminRemoved } from '../notifications/index.ts'
import { countOpenRuns } from '../payouts/index.ts'
import { isActiveAdmin } from './rules.ts'

/** Notifies all other admins that one can act no more while a payout run is open. `user` is as it was before; others than admins are skipped. */
export async function announceFormerAdmin(
  tx: Tx,
  user: UserRow,
  what: 'suspended' | 'role' | 'deleted',
): Promise<void> {
  if (!isActiveAdmin(user)) return
  const runs = await countOpenRuns(tx)
  if (runs > 0) tx.enqueue(adminRemoved, { change: newId(), userId: user.id, what, runs })
}

/**
 * Whether a payout run needs another admin than its maker: there is one, or there was one when it was drafted or shortly before. To
 * suspend, to delete, or to change the role of the only other admin does not end that; false for a run that does not exist.
 */
export async function needsOtherAdmin(on: Executor, runId: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (
      select from payout_runs join users on users.id <> payout_runs.created_by
      where payout_runs.id = ${runId} and (users.role = 'admin' or users.admin_until is not null)
        and coalesce(case when users.role = 'admin' then least(users.suspended_at, users.deleted_at) else users.admin_until end, 'infinity')
          > payout_runs.created_at - make_interval(days => ${payoutPauseDays})
    ) as needed`.execute(on)
  return rows[0]?.needed ?? false
}
