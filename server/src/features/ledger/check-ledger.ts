import { sql } from 'kysely'
import type { Db, Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'

/** The result of a check: `problems` are sentences for admins, at most `shown` of them. */
export type LedgerCheck = { balanced: boolean; problems: string[]; checkedAt: string }
const shown = 100

type Rule = { sentence: (subject: string) => string; find: ReturnType<typeof sql<{ subject: string }>> }

/** Sales of before there were documents have none, and refunds of then left their enrolments. */
const since = sql`orders.sold_at >= (select min(issued_at) from invoices)`

/** What always holds. Each query returns what breaks it, and is a statement of its own, which sees one state of all tables. */
const rules: readonly Rule[] = [
  {
    sentence: () => 'The entries of the ledger do not add up to zero.',
    find: sql`select 'all' as subject from ledger_entries having coalesce(sum(amount_paise), 0) <> 0`,
  },
  {
    sentence: (key) => `The transaction ${key} does not balance.`,
    find: sql`select key as subject from ledger_transactions
      left join (select transaction_id, sum(amount_paise) as sum from ledger_entries group by transaction_id) as sums
        on sums.transaction_id = ledger_transactions.id
      where sums.sum is distinct from 0`,
  },
  {
    sentence: (account) => `The balance of ${account} is not the sum of its entries.`,
    find: sql`select coalesce(kept.account, entered.account) || ' ' || coalesce(kept.month, entered.month) as subject
      from ledger_balances as kept
      full join (select account, party_id, month, sum(amount_paise) as sum from ledger_entries group by 1, 2, 3) as entered
        on (entered.account, entered.party_id, entered.month) = (kept.account, kept.party_id, kept.month)
      where coalesce(kept.amount_paise, 0) <> coalesce(entered.sum, 0)`,
  },
  {
    // money of an order that the provider holds for us: what was paid, less what went back
    sentence: (order) => `The entries of the order ${order} do not match what was paid and returned.`,
    find: sql`
      with entered as (
        select order_id,
          sum(amount_paise) filter (where account = 'provider_clearing' and kind <> 'provider-fee') as held,
          sum(amount_paise) filter (where account = 'refunds') as owed
        from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
        where order_id is not null group by order_id
      ), returned as (
        select order_id,
          sum(amount_paise) filter (where not booked) as unbooked,
          sum(amount_paise) filter (where status = 'processed') as done,
          sum(amount_paise) filter (where status in ('pending', 'sent', 'failed')) as waiting
        from refunds group by order_id
      ), lost as (select order_id, sum(deducted_paise) as sum from disputes group by order_id)
      select orders.id as subject from orders
      left join entered on entered.order_id = orders.id
      left join returned on returned.order_id = orders.id
      left join lost on lost.order_id = orders.id
      where coalesce(entered.held, 0) <> case when orders.sold_at is null then 0 else orders.amount_paise end
          + coalesce(returned.unbooked, 0) - coalesce(returned.done, 0) - coalesce(lost.sum, 0)
        or coalesce(-entered.owed, 0) <> coalesce(returned.waiting, 0)`,
  },
  {
    sentence: (order) => `The refunds of the order ${order} do not match its status.`,
    find: sql`
      select orders.id as subject from orders
      left join lateral (
        select count(*) filter (where status in ('pending', 'sent', 'failed')) as waiting from refunds
        where refunds.order_id = orders.id and refunds.payment_id = orders.payment_id
      ) as open on true
      left join lateral (
        select count(*) as disputed from disputes
        where disputes.payment_id = orders.payment_id and status in ('open', 'under_review') and orders.sold_at is not null
      ) as contested on true
      where orders.payment_id is not null and orders.status <> case
        when disputed > 0 then 'disputed'
        when waiting > 0 then 'refund_pending'
        when orders.sold_at is null then 'refunded'
        when refunded_paise = 0 then 'paid'
        when refunded_paise < amount_paise then 'partly_refunded'
        else 'refunded' end`,
  },
  {
    sentence: (order) => `The items of the order ${order} do not add up to it.`,
    find: sql`select orders.id as subject from orders
      join (
        select order_id, sum(amount_paise) as amount, sum(refunded_paise) as refunded,
          bool_and(sold_at is not null) as sold, bool_or(sold_at is not null) as partly
        from order_items group by order_id
      ) as items on items.order_id = orders.id
      where items.amount <> orders.amount_paise or items.refunded <> orders.refunded_paise
        or items.sold <> (orders.sold_at is not null) or items.partly <> items.sold`,
  },
  {
    sentence: (order) => `What the educators, the platform and the tax get of the order ${order} is not what it sold.`,
    find: sql`
      with entered as (
        select order_id, account, party_id, -sum(amount_paise) as sum
        from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
        where order_id is not null and account in ('gst_payable', 'platform_fee', 'educator_payable') group by 1, 2, 3
      ), kept as (
        select order_id, sum(gst_paise - gst_paise::bigint * refunded_paise / greatest(amount_paise, 1)) as gst,
          sum(fee_paise - fee_paise::bigint * refunded_paise / greatest(amount_paise, 1)) as fee,
          sum(amount_paise - refunded_paise) as net
        from order_items where sold_at is not null group by order_id
      )
      select kept.order_id as subject from kept
      left join lateral (
        select coalesce(sum(sum) filter (where account = 'gst_payable'), 0) as gst,
          coalesce(sum(sum) filter (where account = 'platform_fee'), 0) as fee, coalesce(sum(sum), 0) as net
        from entered where entered.order_id = kept.order_id
      ) as posted on true
      where (posted.gst, posted.fee, posted.net) <> (kept.gst, kept.fee, kept.net)`,
  },
  {
    sentence: (educator) => `The statements of the educator ${educator} are not the sum of their entries.`,
    find: sql`select distinct coalesce(kept.educator_id, entered.party_id) as subject
      from educator_months as kept
      full join (
        select party_id, month, kind, -sum(amount_paise) as sum, count(*) as entries
        from ledger_entries join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
        where account = 'educator_payable' group by 1, 2, 3
      ) as entered on (entered.party_id, entered.month, entered.kind) = (kept.educator_id, kept.month, kept.kind)
      where kept.amount_paise is distinct from entered.sum or kept.entries is distinct from entered.entries`,
  },
  {
    sentence: (payout) => `The entries of the payout ${payout} do not match its status.`,
    find: sql`
      with entered as (
        select split_part(key, ':', 2) as id,
          sum(amount_paise) filter (where account = 'payouts') as waiting,
          sum(amount_paise) filter (where account = 'bank') as bank,
          sum(amount_paise) filter (where account = 'educator_payable') as educator
        from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
        where kind in ('payout', 'payout-paid', 'payout-returned') group by 1
      )
      select payouts.id as subject from payouts left join entered on entered.id = payouts.id
      where coalesce(-entered.waiting, 0) <> case status when 'sent' then payouts.amount_paise else 0 end
        or coalesce(-entered.bank, 0) <> case status when 'paid' then payouts.amount_paise else 0 end
        or coalesce(entered.educator, 0) <> case when status in ('sent', 'paid') then payouts.amount_paise else 0 end`,
  },
  {
    sentence: (order) => `The order ${order} and its invoice or receipt do not match.`,
    find: sql`
      select orders.id as subject from orders
      left join invoices on invoices.order_id = orders.id and invoices.kind <> 'credit_note'
      where case when orders.sold_at is null then invoices.id is not null
        else orders.amount_paise > 0 and ${since} and invoices.amount_paise is distinct from orders.amount_paise end`,
  },
  {
    sentence: (order) => `The credit notes of the order ${order} are not what went back of it.`,
    find: sql`
      select orders.id as subject from invoices join orders on orders.id = invoices.order_id
      left join (select refers_to, sum(amount_paise) as amount from invoices where refers_to is not null group by 1) as back
        on back.refers_to = invoices.id
      where invoices.kind <> 'credit_note' and coalesce(back.amount, 0) <> orders.refunded_paise`,
  },
  {
    sentence: (numbers) => `The numbers of documents have gaps: ${numbers}.`,
    find: sql`
      select series || '/' || year || ' ' || kind as subject from invoice_counters
      left join (
        select split_part(number, '/', 1) as series, split_part(number, '/', 2) as year, kind, count(*) as count,
          max(substring(number from '[0-9]+$')::bigint) as last
        from invoices group by 1, 2, 3
      ) as issued using (series, year, kind)
      where coalesce(issued.count, 0) <> invoice_counters.last or coalesce(issued.last, 0) <> invoice_counters.last`,
  },
  {
    sentence: (order) => `The enrolments of the order ${order} are not what it sold.`,
    find: sql`
      select orders.id as subject from enrolments join orders on orders.id = enrolments.order_id
      left join order_items as item on (item.order_id, item.course_id) = (enrolments.order_id, enrolments.course_id)
      where ${since} and (orders.user_id <> enrolments.user_id or item.sold_at is null
        or (orders.amount_paise > 0 and orders.refunded_paise = orders.amount_paise))
      union all
      select orders.id from orders join users on users.id = orders.user_id and users.deleted_at is null
      where ${since} and (orders.amount_paise = 0 or orders.refunded_paise < orders.amount_paise)
        and not exists (select from enrolments where enrolments.order_id = orders.id)`,
  },
]

async function findBroken(on: Executor, { sentence, find }: Rule): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`${find} limit ${shown}`.execute(on)
  return rows.map(({ subject }) => sentence(subject))
}

/** Milliseconds that a rule may take: it reads whole tables, and requests have less. */
const ruleMs = 120_000

/**
 * Checks what must always hold of ledger, orders, documents, refunds, disputes and enrolments. Rules are checked one by one, so that
 * others get the one connection of the embedded database in between.
 */
export async function checkLedger(db: Db, now: Date): Promise<LedgerCheck> {
  const problems: string[] = []
  for (const rule of rules)
    problems.push(
      ...(await db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(ruleMs)}`.execute(tx)
        return findBroken(tx, rule)
      })),
    )
  return { balanced: problems.length === 0, problems: problems.slice(0, shown), checkedAt: now.toISOString() }
}

/** Name of the stored result in site_figures. */
const figure = 'ledger-check'

/** Returns the result of the last check by the job; null before the first. */
export async function findLastCheck(on: Executor): Promise<LedgerCheck | null> {
  const row = await on.selectFrom('site_figures').select('value').where('name', '=', figure).executeTakeFirst()
  return (row?.value as LedgerCheck | undefined) ?? null // written by the job below
}

const check = defineJob({ name: 'check-ledger', data: noData, retries: 2, retrySeconds: 600 })

export const ledgerJobs = ({ db, clock, log }: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): JobHandler[] => [
  handleJob(
    check,
    async () => {
      const now = clock.now()
      const result = await checkLedger(db, now)
      if (!result.balanced) log.error({ problems: result.problems }, 'the ledger is not right')
      const row = { name: figure, value: JSON.stringify(result), counted_at: now }
      await db
        .insertInto('site_figures')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },
    '47 * * * *',
  ),
]
