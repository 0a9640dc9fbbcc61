import { payoutPauseDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { adminRemoved } from '../../notifications/index.ts'
import { countOpenRuns } from '../../payouts/index.ts'
import { isActiveAdmin } from '../rules.ts'

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

/** Who may confirm a payout run. */
export type Confirmers = {
  /** another admin than its maker has to */
  needsOther: boolean
  /** this admin may, being its maker or another one */
  mayConfirm: boolean
}

const pause = sql`make_interval(days => ${payoutPauseDays})`

/**
 * Decides whether an admin may confirm a payout run. It takes an admin other than its maker where there is one, or was one at its draft or
 * shortly before: removing the other admin does not help. An admin appointed after the draft cannot confirm it, nor one appointed shortly
 * before it while another has been one for longer.
 */
export async function findConfirmers(on: Executor, runId: string, adminId: string): Promise<Confirmers> {
  const { rows } = await sql<Confirmers>`
    select needed.it as "needsOther", case when run.created_by = ${adminId} then not needed.it
      else coalesce(me.admin_since, '-infinity') <= run.created_at and (coalesce(me.admin_since, '-infinity') <= run.created_at - ${pause}
        or not exists (
          select from users as elder where elder.id not in (run.created_by, me.id) and elder.role = 'admin'
            and elder.suspended_at is null and elder.deleted_at is null
            and coalesce(elder.admin_since, '-infinity') <= run.created_at - ${pause}
        )) end as "mayConfirm"
    from payout_runs as run join users as me on me.id = ${adminId}
    cross join lateral (
      select exists (
        select from users where users.id <> run.created_by and (users.role = 'admin' or users.admin_until is not null)
          and coalesce(case when users.role = 'admin' then least(users.suspended_at, users.deleted_at) else users.admin_until end, 'infinity')
            > run.created_at - ${pause}
      ) as it
    ) as needed
    where run.id = ${runId}`.execute(on)
  return rows[0] ?? { needsOther: false, mayConfirm: false }
}
