import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { PayoutRunsTable, PayoutStatus, PayoutsTable } from '#db/schema.ts'

export type RunRow = Selectable<PayoutRunsTable>
export type PayoutRow = Selectable<PayoutsTable>

export type ListedRun = RunRow & {
  count: number
  amount_paise: string
  created_by_name: string
  confirmed_by_name: string | null
}

/**
 * Selects a run with its totals, which exclude payouts that were left out, and those that the bank returned. Those of a canceled run are what
 * it would have paid.
 */
const runSql = sql`
  select payout_runs.*, makers.name as created_by_name, confirmers.name as confirmed_by_name, totals.count, totals.amount_paise
  from payout_runs
  join users as makers on makers.id = payout_runs.created_by
  left join users as confirmers on confirmers.id = payout_runs.confirmed_by
  cross join lateral (
    select count(*)::int as count, coalesce(sum(amount_paise), 0)::text as amount_paise
    from payouts where payouts.run_id = payout_runs.id
      and (payouts.status <> 'left-out' or payout_runs.status = 'canceled' and payout_runs.confirmed_at is null)
      and (payouts.status <> 'returned' or payout_runs.status = 'canceled')
  ) as totals`

/** Returns a page of the runs, newest first. */
export async function findRuns(on: Executor, query: PageQuery): Promise<Page<ListedRun>> {
  const { within, keys, tail, pageOf } = keysetSql(newestFirst('payout_runs'), query)
  const { rows } = await sql<ListedRun & Keyed>`
    select payout_runs.*, ${keys} as page_key from (${runSql}) as payout_runs where ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export async function findRun(on: Executor, runId: string): Promise<ListedRun | undefined> {
  const { rows } = await sql<ListedRun>`${runSql} where payout_runs.id = ${runId}`.execute(on)
  return rows[0]
}

/** Returns the number of runs that are drafted or confirmed, and neither paid nor canceled. */
export async function countOpenRuns(on: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_runs where status in ('draft', 'confirmed')`.execute(on)
  return rows[0]?.count ?? 0
}

/** Locks a run until the transaction ends, so that changes of the run and its payouts are serialised. */
export const lockRun = (tx: Tx, runId: string): Promise<RunRow | undefined> =>
  tx.selectFrom('payout_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()

export async function insertRun(
  tx: Tx,
  run: Insertable<PayoutRunsTable>,
  payouts: readonly { id: string; educatorId: string; amount: number }[],
): Promise<void> {
  await tx.insertInto('payout_runs').values(run).execute()
  const { id: run_id, created_at } = run
  await tx
    .insertInto('payouts')
    .values(
      payouts.map(({ id, educatorId, amount }) => ({
        id,
        run_id,
        educator_id: educatorId,
        amount_paise: amount,
        status: 'planned' as const,
        created_at,
        changed_at: created_at,
      })),
    )
    .execute()
}

export async function updateRun(tx: Tx, runId: string, changes: Updateable<PayoutRunsTable>): Promise<void> {
  await tx.updateTable('payout_runs').set(changes).where('id', '=', runId).execute()
}

const inRun: Order = { direction: 'asc', keys: [['payouts.id', 'text']] }

export type RunPayoutRow = PayoutRow & { name: string }

/** Returns a page of the payouts of a run. */
export async function findRunPayouts(on: Executor, runId: string, query: PageQuery): Promise<Page<RunPayoutRow>> {
  const { within, key, tail, pageOf } = keysetSql(inRun, query)
  const { rows } = await sql<RunPayoutRow & Keyed>`
    select payouts.*, users.name, ${key} from payouts join users on users.id = payouts.educator_id
    where payouts.run_id = ${runId} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns the payouts of a run with a status, ordered by id; a run has a bounded number of them. */
export const findPayoutsIn = (on: Executor, runId: string, status: PayoutStatus): Promise<PayoutRow[]> =>
  on.selectFrom('payouts').selectAll().where('run_id', '=', runId).where('status', '=', status).orderBy('id').execute()

export async function findPayout(on: Executor, payoutId: string): Promise<RunPayoutRow | undefined> {
  return on
    .selectFrom('payouts')
    .innerJoin('users', 'users.id', 'payouts.educator_id')
    .selectAll('payouts')
    .select('users.name')
    .where('payouts.id', '=', payoutId)
    .executeTakeFirst()
}

export async function updatePayouts(tx: Tx, ids: readonly string[], changes: Updateable<PayoutsTable>): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('payouts')
    .set(changes)
    .where('id', 'in', [...ids])
    .execute()
}

/** Marks payouts as sent, each with the bank details it is sent to. */
export async function markSent(
  tx: Tx,
  payouts: readonly { id: string; encrypted: string; last4: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update payouts set status = 'sent', encrypted = given.encrypted, last4 = given.last4, changed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) as given (id text, encrypted text, last4 text)
    where payouts.id = given.id`.execute(tx)
}

/** Returns a page of the confirmed payouts to an educator, newest first. */
export async function findOwnPayouts(on: Executor, educatorId: string, query: PageQuery): Promise<Page<PayoutRow>> {
  const { within, key, tail, pageOf } = keysetSql(newestFirst('payouts'), query)
  const { rows } = await sql<PayoutRow & Keyed>`
    select payouts.*, ${key} from payouts
    where educator_id = ${educatorId} and status in ('sent', 'paid', 'returned') and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns whether a payout to an educator is on its way. */
export async function hasOpenPayout(on: Executor, educatorId: string): Promise<boolean> {
  const row = await on
    .selectFrom('payouts')
    .select('id')
    .where('educator_id', '=', educatorId)
    .where('status', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
