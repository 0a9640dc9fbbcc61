import type { PayableState } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Paise } from '#ports/payments.ts'
import { heldSql } from '../ledger/index.ts'

/** Kinds of postings that move money to educators; all others are earnings and their reversals. */
const payoutKinds = sql`('payout', 'payout-returned')`

type Totals = { earned: Paise; sent: Paise; paid: Paise }

/** Returns in paise what an educator earned (sales minus refunds), what is on its way to them and what was paid. */
export async function findTotals(on: Executor, educatorId: string): Promise<Totals> {
  const { rows } = await sql<{ earned: string; sent: string; paid: string }>`
    select
      (select coalesce(sum(amount_paise), 0)::text from educator_months
        where educator_id = ${educatorId} and kind not in ${payoutKinds}) as earned,
      coalesce(sum(amount_paise) filter (where status = 'sent'), 0)::text as sent,
      coalesce(sum(amount_paise) filter (where status = 'paid'), 0)::text as paid
    from payouts where educator_id = ${educatorId}`.execute(on)
  const [row] = rows
  return { earned: Number(row?.earned ?? 0), sent: Number(row?.sent ?? 0), paid: Number(row?.paid ?? 0) }
}

type PayableRow = {
  id: string
  name: string
  payable_paise: string
  held_paise: string
  state: PayableState
  deleted: boolean
  last4: string | null
  holder_hint: string | null
  changed_at: Date | null
  paused_until: Date | null
}

/** Selects the educators who are owed money, with the payable amount and what a run would do with it. `minimum` is in paise. */
const payableSql = (within: RawBuilder<boolean>, minimum: Paise, now: Date) => sql`
  select balances.id, users.name, balances.owed - greatest(balances.held, 0) as payable, greatest(balances.held, 0) as held,
    users.deleted_at is not null as deleted,
    case
      when users.deleted_at is not null then 'missing'
      when balances.owed - greatest(balances.held, 0) < ${minimum}::bigint then 'small'
      when accounts.user_id is null then 'missing'
      when users.suspended_at is not null or accounts.paused_until > ${now} then 'paused'
      else 'ready'
    end as state,
    accounts.last4, accounts.holder_hint, accounts.changed_at, accounts.paused_until
  from (
    select educator_balances.educator_id as id, educator_balances.owed_paise as owed, coalesce(held.amount, 0) as held
    from educator_balances
    left join (
      select held.educator_id, sum(held.amount) as amount from (${heldSql(sql`<> ''`, now)}) as held group by 1
    ) as held on held.educator_id = educator_balances.educator_id
    where educator_balances.owed_paise > 0 and ${within}
  ) as balances
  join users on users.id = balances.id
  left join payout_accounts as accounts on accounts.user_id = balances.id
  where balances.owed > greatest(balances.held, 0)
    and not exists (select 1 from payouts where payouts.educator_id = balances.id and payouts.status = 'planned')`

const byEducator: Order = { direction: 'asc', keys: [['educator_balances.educator_id', 'text']] }

/** Returns a page of the educators in a state who are not in a draft run, ordered by id. */
export async function findPayable(
  on: Executor,
  query: PageQuery & { state: PayableState },
  minimum: Paise,
  now: Date,
): Promise<Page<PayableRow>> {
  const { within, keys: _, tail, pageOf } = keysetSql(byEducator, query)
  const { rows } = await sql<PayableRow & Keyed>`
    select id, name, payable::text as payable_paise, held::text as held_paise, state, deleted, last4, holder_hint, changed_at, paused_until,
      json_build_array(id)::text as page_key
    from (select payable.*, id as educator_id from (${payableSql(within, minimum, now)}) as payable) as educator_balances
    where state = ${query.state} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns the number of educators in each state, and the sum of their payable amounts in paise: of all that `findPayable` lists in pages. */
export async function sumPayable(
  on: Executor,
  minimum: Paise,
  now: Date,
): Promise<{ state: PayableState; educators: number; amount: Paise }[]> {
  const { rows } = await sql<{ state: PayableState; educators: number; amount: string }>`
    select state, count(*)::int as educators, sum(payable)::text as amount
    from (${payableSql(sql`true`, minimum, now)}) as owed group by state order by state`.execute(on)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/**
 * Returns the educators that a run pays now, with the amounts in paise; those who have waited longest since their last payout come first.
 */
export async function findReady(
  on: Executor,
  { minimum, now, most }: { minimum: Paise; now: Date; most: number },
): Promise<{ id: string; amount: Paise }[]> {
  const { rows } = await sql<{ id: string; payable: string }>`
    select id, payable::text as payable from (${payableSql(sql`true`, minimum, now)}) as ready
    where state = 'ready'
    order by (select max(created_at) from payouts where educator_id = ready.id and status in ('sent', 'paid')) nulls first, id
    limit ${most}`.execute(on)
  return rows.map(({ id, payable }) => ({ id, amount: Number(payable) }))
}

export type SentTo = { id: string; name: string; active: boolean; owed: Paise; held: Paise }

/** Returns the balances of these educators in paise, and whether their accounts are open and not suspended. */
export async function findBalances(on: Executor, educatorIds: readonly string[], now: Date): Promise<SentTo[]> {
  const { rows } = await sql<{ id: string; name: string; active: boolean; owed: string; held: string }>`
    select users.id, users.name, users.suspended_at is null and users.deleted_at is null as active,
      coalesce(educator_balances.owed_paise, 0)::text as owed, coalesce(held.amount, 0)::text as held
    from users
    left join educator_balances on educator_balances.educator_id = users.id
    left join (
      select held.educator_id, sum(held.amount) as amount
      from (${heldSql(sql`= any(${[...educatorIds]}::text[])`, now)}) as held group by 1
    ) as held on held.educator_id = users.id
    where users.id = any(${[...educatorIds]}::text[])`.execute(on)
  return rows.map(({ owed, held, ...row }) => ({ ...row, owed: Number(owed), held: Number(held) }))
}
