import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { PostingKind } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

export type MonthRow = {
  month: string
  opening_paise: string
  sales_paise: string
  refunds_paise: string
  payouts_paise: string
  closing_paise: string
}

const newestMonth: Order = { direction: 'desc', keys: [['months.month', 'text']] }

/** Returns a page of the months in which an educator has entries, newest first, with the balance before and after each. */
export async function findMonths(on: Executor, educatorId: string, query: PageQuery): Promise<Page<MonthRow>> {
  const { within, key, tail, pageOf } = keysetSql(newestMonth, query)
  const { rows } = await sql<MonthRow & Keyed>`
    select months.month, (closing - total)::text as opening_paise, sales::text as sales_paise, payouts::text as payouts_paise,
      (total - sales - payouts)::text as refunds_paise, closing::text as closing_paise, ${key}
    from (
      select month, total, sales, payouts, sum(total) over (order by month) as closing from (
        select month, sum(amount_paise) as total,
          coalesce(sum(amount_paise) filter (where kind = 'sale'), 0) as sales,
          coalesce(sum(amount_paise) filter (where kind in ('payout', 'payout-returned')), 0) as payouts
        from educator_months where educator_id = ${educatorId} group by month
      ) as sums
    ) as months
    where ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns the amount that an educator was owed at the beginning of a month, in paise. */
export async function findOpening(on: Executor, educatorId: string, month: string): Promise<Paise> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(amount_paise), 0)::text as sum from educator_months
    where educator_id = ${educatorId} and month < ${month}`.execute(on)
  return Number(rows[0]?.sum ?? 0)
}

export type EntryRow = {
  id: string
  /** in the site's time zone */
  time: string
  kind: PostingKind
  /** id of the order or the payout */
  subject: string
  /** titles of the educator's courses in that order */
  courses: string
  amount_paise: string
}

/** Returns the entries of an educator in a month after the entry `after`, in the order of posting. */
export async function findEntries(
  on: Executor,
  {
    educatorId,
    month,
    zone,
    after,
    limit,
  }: { educatorId: string; month: string; zone: string; after: string; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entries.id::text as id, to_char(entries.at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as time,
      ledger_transactions.kind, coalesce(ledger_transactions.order_id, split_part(ledger_transactions.key, ':', 2)) as subject,
      coalesce(titles.text, '') as courses, (-entries.amount_paise)::text as amount_paise
    from (
      select id, at, transaction_id, amount_paise from ledger_entries
      where account = 'educator_payable' and party_id = ${educatorId} and month = ${month} and id > ${after}::bigint
      order by id limit ${limit}
    ) as entries
    join ledger_transactions on ledger_transactions.id = entries.transaction_id
    left join lateral (
      select string_agg(courses.title, '; ' order by courses.title) as text
      from order_items join courses on courses.id = order_items.course_id
      where order_items.order_id = ledger_transactions.order_id and order_items.educator_id = ${educatorId}
    ) as titles on true
    order by entries.id`.execute(on)
  return rows
}

export type CourseSales = {
  title: string
  count: number
  amount_paise: string
  gst_paise: string
  fee_paise: string
  /** total number of courses */
  courses: number
}

/** Returns the sales of each course of an educator in a month, the highest amounts first; at most `limit` courses. */
export async function findSoldIn(
  on: Executor,
  { educatorId, month, zone, limit }: { educatorId: string; month: string; zone: string; limit: number },
): Promise<CourseSales[]> {
  const start = sql`((${month}::text || '-01')::timestamp at time zone ${zone})`
  const end = sql`(((${month}::text || '-01')::timestamp + interval '1 month') at time zone ${zone})`
  const { rows } = await sql<CourseSales>`
    select courses.title, sold.count, sold.amount::text as amount_paise, sold.gst::text as gst_paise, sold.fee::text as fee_paise,
      (count(*) over ())::int as courses
    from (
      select course_id, count(*)::int as count, sum(amount_paise) as amount, sum(gst_paise) as gst, sum(fee_paise) as fee
      from order_items
      where educator_id = ${educatorId} and sold_at >= ${start} and sold_at < ${end} group by course_id
    ) as sold
    join courses on courses.id = sold.course_id
    order by sold.amount desc, courses.id limit ${limit}`.execute(on)
  return rows
}

/** Returns the sums of a month, zero if it has no entries. */
export async function findMonth(on: Executor, educatorId: string, month: string): Promise<MonthRow | undefined> {
  const { rows } = await sql<MonthRow>`
    select ${month}::text as month, opening::text as opening_paise, sales::text as sales_paise, payouts::text as payouts_paise,
      (total - sales - payouts)::text as refunds_paise, (opening + total)::text as closing_paise
    from (
      select coalesce(sum(amount_paise) filter (where month < ${month}), 0) as opening,
        coalesce(sum(amount_paise) filter (where month = ${month}), 0) as total,
        coalesce(sum(amount_paise) filter (where month = ${month} and kind = 'sale'), 0) as sales,
        coalesce(sum(amount_paise) filter (where month = ${month} and kind in ('payout', 'payout-returned')), 0) as payouts
      from educator_months where educator_id = ${educatorId} and month <= ${month}
    ) as sums`.execute(on)
  return rows[0]
}
