import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'

/** Rows of a table after one key and up to another. */
type Range = { after: string; last: string }
type Statement = ReturnType<typeof sql<{ subject: string }>>

/** An invariant: a query that returns its violations, and the sentence about them. */
type Rule = { sentence: (subject: string) => MessageDescriptor; find: (range: Range) => Statement }

/**
 * A part of the check: it walks over the rows of a table in the order of their keys. `next` returns the last key of the next `count`
 * rows, or none at the end. Each rule is one statement over a range, which sees one state of all tables, and reads what belongs to it
 * through indexes.
 */
export type Walk = {
  name: string
  /** maximum number of rows of a step */
  most: number
  next: (after: string, count: number) => ReturnType<typeof sql<{ last: string | null }>>
  rules: readonly Rule[]
}

const lastOf =
  (table: string, key = 'id') =>
  (after: string, count: number) =>
    sql<{ last: string | null }>`select max(key) as last from (
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by 1 limit ${count}
  ) as rows`

const within = (column: string, { after, last }: Range) =>
  sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`

/** The digits of a document's number: six of them at least. */
const digits = (count: ReturnType<typeof sql>) =>
  sql`lpad((${count})::text, greatest(6, length((${count})::text)), '0')`

/** The numbers that a document of a row of invoice_counters may have, by its count. */
const numbersOf = (count: ReturnType<typeof sql>) =>
  sql`array(select series || '/' || year || '/' || letter || ${digits(count)} from unnest(array['', 'R', 'C']) as letter)`

/**
 * Sales from before there were documents have none, and refunds of then left their enrolments. The first document is the first one of a
 * series: searching all documents for it would cost each step a scan.
 */
const since = sql`orders.sold_at >= (
  select min(issued_at) from invoice_counters join invoices on number = any(${numbersOf(sql`1`)})
)`

/** True where there is a row, else null: found by its index, where an "exists" beside an "or" would read the whole table. */
const lookUp = (rows: ReturnType<typeof sql>) => sql`(select true from ${rows} limit 1)`

/** Entries of the orders of a range, with their transactions. */
const entriesOf = (range: Range) => sql`
  ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ${within('ledger_transactions.order_id', range)}`

const orders: Walk = {
  name: 'orders',
  most: 2000,
  next: lastOf('orders'),
  rules: [
    {
      // money of an order that the provider holds for us: what was paid, less what went back
      sentence: (order) => msg`The entries of the order ${{ order }} do not match what was paid and returned.`,
      find: (range) => sql`
        with entered as (
          select order_id,
            sum(amount_paise) filter (where account = 'provider_clearing' and kind <> 'provider-fee') as held,
            sum(amount_paise) filter (where account = 'refunds') as owed
          from ${entriesOf(range)} group by order_id
        ), returned as (
          select order_id,
            sum(amount_paise) filter (where not booked) as unbooked,
            sum(amount_paise) filter (where status = 'processed') as done,
            sum(amount_paise) filter (where status in ('pending', 'sent', 'failed')) as waiting
          from refunds where ${within('order_id', range)} group by order_id
        ), lost as (
          select order_id, sum(deducted_paise) as sum from disputes where ${within('order_id', range)} group by order_id
        )
        select orders.id as subject from orders
        left join entered on entered.order_id = orders.id
        left join returned on returned.order_id = orders.id
        left join lost on lost.order_id = orders.id
        where ${within('orders.id', range)}
          and (coalesce(entered.held, 0) <> case when orders.sold_at is null then 0 else orders.amount_paise end
              + coalesce(returned.unbooked, 0) - coalesce(returned.done, 0) - coalesce(lost.sum, 0)
            or coalesce(-entered.owed, 0) <> coalesce(returned.waiting, 0))`,
    },
    {
      sentence: (order) => msg`The refunds of the order ${{ order }} do not match its status.`,
      find: (range) => sql`
        select orders.id as subject from orders
        left join lateral (
          select count(*) filter (where status in ('pending', 'sent', 'failed')) as waiting from refunds
          where refunds.order_id = orders.id and refunds.payment_id = orders.payment_id
        ) as open on true
        left join lateral (
          select count(*) as disputed from disputes
          where disputes.payment_id = orders.payment_id and status in ('open', 'under_review') and orders.sold_at is not null
        ) as contested on true
        where ${within('orders.id', range)} and orders.payment_id is not null and orders.status <> case
          when disputed > 0 then 'disputed'
          when waiting > 0 then 'refund_pending'
          when orders.sold_at is null then 'refunded'
          when refunded_paise = 0 then 'paid'
          when refunded_paise < amount_paise then 'partly_refunded'
          else 'refunded' end`,
    },
    {
      sentence: (order) => msg`The items of the order ${{ order }} do not add up to it.`,
      find: (range) => sql`select orders.id as subject from orders
        join (
          select order_id, sum(amount_paise) as amount, sum(refunded_paise) as refunded,
            bool_and(sold_at is not null) as sold, bool_or(sold_at is not null) as partly
          from order_items where ${within('order_id', range)} group by order_id
        ) as items on items.order_id = orders.id
        where ${within('orders.id', range)} and (items.amount <> orders.amount_paise or items.refunded <> orders.refunded_paise
          or items.sold <> (orders.sold_at is not null) or items.partly <> items.sold)`,
    },
    {
      sentence: (order) =>
        msg`What the educators, the platform and the tax get of the order ${{ order }} is not what it sold.`,
      find: (range) => sql`
        with kept as (
          select order_id, sum(gst_paise - gst_refunded_paise) as gst,
            sum(fee_paise - fee_paise::bigint * refunded_paise / greatest(amount_paise, 1)) as fee,
            sum(amount_paise - refunded_paise) as net
          from order_items where ${within('order_id', range)} and sold_at is not null group by order_id
        )
        select kept.order_id as subject from kept
        left join lateral (
          select -coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst,
            -coalesce(sum(amount_paise) filter (where account = 'platform_fee'), 0) as fee,
            -sum(amount_paise) filter (where account in ('gst_payable', 'platform_fee', 'educator_payable')) as net
          from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
          where ledger_transactions.order_id = kept.order_id
        ) as posted on true
        where (coalesce(posted.gst, 0), coalesce(posted.fee, 0), coalesce(posted.net, 0)) <> (kept.gst, kept.fee, kept.net)`,
    },
    {
      sentence: (order) => msg`The order ${{ order }} and its invoice or receipt do not match.`,
      find: (range) => sql`
        select orders.id as subject from orders
        left join invoices on invoices.order_id = orders.id and invoices.kind <> 'credit_note'
          and ${within('invoices.order_id', range)}
        where ${within('orders.id', range)} and case when orders.sold_at is null then invoices.id is not null
          else orders.amount_paise > 0 and ${since} and invoices.amount_paise is distinct from orders.amount_paise end`,
    },
    {
      // taxes of refunds before migration 104 may differ by a paisa for each item and two for each note of one
      sentence: (order) => msg`The credit notes of the order ${{ order }} are not what went back of it.`,
      find: (range) => sql`
        select orders.id as subject from orders join invoices on invoices.order_id = orders.id
        left join lateral (
          select count(*) as count, sum(amount_paise) as amount, sum(cgst_paise + sgst_paise + igst_paise) as tax
          from invoices as notes where notes.refers_to = invoices.id) as back on true
        where ${within('orders.id', range)} and ${within('invoices.order_id', range)} and invoices.kind <> 'credit_note'
          and (coalesce(back.amount, 0) <> orders.refunded_paise
            or abs(coalesce(back.tax, 0) - (select sum(gst_refunded_paise) from order_items where order_id = orders.id)) > jsonb_array_length(lines) + 2 * back.count)`,
    },
    {
      sentence: (order) => msg`The enrolments of the order ${{ order }} are not what it sold.`,
      find: (range) => sql`
        select orders.id as subject from orders join enrolments on enrolments.order_id = orders.id
        left join (
          select order_id, course_id, sold_at from order_items where ${within('order_id', range)}
        ) as item on (item.order_id, item.course_id) = (enrolments.order_id, enrolments.course_id)
        where ${within('orders.id', range)} and ${within('enrolments.order_id', range)} and ${since} and (orders.user_id <> enrolments.user_id or item.sold_at is null
          or (orders.amount_paise > 0 and orders.refunded_paise = orders.amount_paise)
          or ${lookUp(sql`withheld_refunds where withheld_refunds.from_order_id = orders.id`)})
        union all
        select orders.id from orders join users on users.id = orders.user_id and users.deleted_at is null
        where ${within('orders.id', range)} and ${since}
          and (orders.amount_paise = 0 or orders.refunded_paise < orders.amount_paise)
          and not exists (
            select from enrolments where enrolments.order_id = orders.id and ${within('enrolments.order_id', range)}
          )
          and not exists (select from withheld_refunds where withheld_refunds.from_order_id = orders.id)`,
    },
  ],
}

/** Numbers are compared as numbers. */
const numbered = (column: string, { after, last }: Range) =>
  sql`${sql.ref(column)} > ${after === '' ? '0' : after}::bigint and ${sql.ref(column)} <= ${last}::bigint`

const transactions: Walk = {
  name: 'transactions',
  most: 5000,
  next: (after, count) => sql`select max(id)::text as last from (
    select id from ledger_transactions where id > ${after === '' ? '0' : after}::bigint order by id limit ${count}
  ) as rows`,
  rules: [
    {
      sentence: (key) => msg`The transaction ${{ key }} does not balance.`,
      find: (range) => sql`select key as subject from ledger_transactions
        left join lateral (
          select sum(amount_paise) as sum from ledger_entries where transaction_id = ledger_transactions.id
        ) as sums on true
        where ${numbered('ledger_transactions.id', range)} and sums.sum is distinct from 0`,
    },
    {
      sentence: (account) => msg`The balance of ${{ account }} is not the sum of its entries.`,
      find: (range) => sql`select distinct entries.account || ' ' || entries.month as subject
        from ledger_entries as entries
        left join ledger_balances as kept
          on (kept.account, kept.party_id, kept.month) = (entries.account, entries.party_id, entries.month)
        where ${numbered('entries.transaction_id', range)} and kept.account is null`,
    },
  ],
}

const split = sql.lit('\u001f')
/** The key of a balance: its three columns. */
const parts = (key: string) =>
  sql`(split_part(${key}, ${split}, 1), split_part(${key}, ${split}, 2), split_part(${key}, ${split}, 3))`
const balanceIn = ({ after, last }: Range) => sql`
  (kept.account, kept.party_id, kept.month) > ${parts(after)} and (kept.account, kept.party_id, kept.month) <= ${parts(last)}`

const balances: Walk = {
  name: 'balances',
  most: 200,
  next: (after, count) => sql`select concat_ws(${split}, account, party_id, month) as last from (
    select account, party_id, month from ledger_balances where (account, party_id, month) > ${parts(after)}
    order by account, party_id, month limit ${count}
  ) as page order by account desc, party_id desc, month desc limit 1`,
  rules: [
    {
      sentence: (account) => msg`The balance of ${{ account }} is not the sum of its entries.`,
      find: (range) => sql`select kept.account || ' ' || kept.month as subject from ledger_balances as kept
        left join lateral (
          select sum(amount_paise) as sum from ledger_entries as entered
          where (entered.account, entered.party_id, entered.month) = (kept.account, kept.party_id, kept.month)
        ) as entered on true
        where ${balanceIn(range)} and kept.amount_paise <> coalesce(entered.sum, 0)`,
    },
    {
      sentence: (educator) => msg`The statements of the educator ${{ educator }} are not the sum of their entries.`,
      find: (range) => sql`select distinct kept.party_id as subject from ledger_balances as kept
        cross join lateral (
          select sums.kind from (
            select kind, amount_paise, entries from educator_months
            where educator_id = kept.party_id and month = kept.month
          ) as sums
          full join (
            select kind, -sum(amount_paise) as sum, count(*) as entries
            from ledger_entries join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
            where account = 'educator_payable' and party_id = kept.party_id and month = kept.month group by kind
          ) as entered on entered.kind = sums.kind
          where sums.amount_paise is distinct from entered.sum or sums.entries is distinct from entered.entries
        ) as wrong
        where ${balanceIn(range)} and kept.account = 'educator_payable'`,
    },
  ],
}

const present = sql`floor(extract(epoch from now()) / 3600)::integer`

const educators: Walk = {
  name: 'educators',
  most: 200,
  next: (after, count) => sql`select max(key) as last from (
    select creator_id as key from courses where creator_id > ${after} group by creator_id order by creator_id limit ${count}
  ) as rows`,
  rules: [
    {
      sentence: (educator) =>
        msg`The balance of the educator ${{ educator }} is not the sum of their months, or what is held is not.`,
      find: (range) => sql`
        with chosen as (select distinct creator_id as id from courses where ${within('creator_id', range)})
        select chosen.id as subject from chosen
        left join educator_balances on educator_balances.educator_id = chosen.id
        left join lateral (
          select coalesce(-sum(amount_paise), 0) as sum from ledger_balances where account = 'educator_payable' and party_id = chosen.id
        ) as owed on true
        left join lateral (
          select coalesce(sum(amount_paise), 0) as sum from educator_held where educator_id = chosen.id and hour > ${present}
        ) as held on true
        left join lateral (
          select coalesce(-sum(amount_paise), 0) as sum from ledger_entries
          where party_id = chosen.id and available_at >= to_timestamp((${present} + 1)::float8 * 3600)
        ) as entered on true
        where coalesce(educator_balances.owed_paise, 0) <> owed.sum or held.sum <> entered.sum`,
    },
    {
      sentence: (educator) => msg`The sums of what the educator ${{ educator }} sold are not those of their sales.`,
      find: (range) => sql`
        with chosen as (select distinct creator_id as id from courses where ${within('creator_id', range)})
        select chosen.id as subject from chosen
        cross join lateral (
          select coalesce(sum(enrolments), 0) as enrolments, coalesce(sum(revenue_paise), 0) as revenue from (
            select enrolments, revenue_paise from educator_sales where educator_id = chosen.id
            union all select enrolments, revenue_paise from sales_changes where educator_id = chosen.id
          ) as sums
        ) as kept
        cross join lateral (
          select coalesce(sum(amount_paise - refunded_paise), 0) as revenue from order_items
          where educator_id = chosen.id and sold_at is not null
        ) as sold
        cross join lateral (
          select count(*) as enrolments from courses join enrolments on enrolments.course_id = courses.id
          where courses.creator_id = chosen.id
        ) as enrolled
        where (kept.enrolments, kept.revenue) <> (enrolled.enrolments, sold.revenue)`,
    },
  ],
}

const courses: Walk = {
  name: 'courses',
  most: 500,
  next: lastOf('courses'),
  rules: [
    {
      sentence: (course) => msg`The sums of what the course ${{ course }} sold are not those of its sales.`,
      find: (range) => sql`select courses.id as subject from courses
        left join course_sales on course_sales.course_id = courses.id
        left join (
          select course_id, sum(revenue_paise) as revenue, sum(completed) as completed
          from sales_changes where ${within('course_id', range)} group by course_id
        ) as recent on recent.course_id = courses.id
        left join lateral (
          select coalesce(sum(amount_paise - refunded_paise), 0) as sum from order_items
          where order_items.course_id = courses.id and sold_at is not null
        ) as sold on true
        left join lateral (
          select coalesce(sum(completed_lectures), 0) as sum from enrolments where enrolments.course_id = courses.id
        ) as done on true
        where ${within('courses.id', range)} and (
          coalesce(course_sales.revenue_paise, 0) + coalesce(recent.revenue, 0) <> sold.sum
          or coalesce(course_sales.completed, 0) + coalesce(recent.completed, 0) <> done.sum
        )`,
    },
  ],
}

const payouts: Walk = {
  name: 'payouts',
  most: 1000,
  next: lastOf('payouts'),
  rules: [
    {
      sentence: (payout) => msg`The entries of the payout ${{ payout }} do not match its status.`,
      find: (range) => sql`
        select payouts.id as subject from payouts
        left join lateral (
          select sum(amount_paise) filter (where account = 'payouts') as waiting,
            sum(amount_paise) filter (where account = 'bank') as bank,
            sum(amount_paise) filter (where account = 'educator_payable') as educator
          from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
          where key in ('payout:' || payouts.id, 'payout:' || payouts.id || ':paid', 'payout:' || payouts.id || ':returned')
        ) as entered on true
        where ${within('payouts.id', range)}
          and (coalesce(-entered.waiting, 0) <> case status when 'sent' then payouts.amount_paise else 0 end
            or coalesce(-entered.bank, 0) <> case status when 'paid' then payouts.amount_paise else 0 end
            or coalesce(entered.educator, 0) <> case when status in ('sent', 'paid') then payouts.amount_paise else 0 end)`,
    },
  ],
}

const documents: Walk = {
  name: 'documents',
  most: 5000,
  next: lastOf('invoices'),
  rules: [
    {
      // each has the one before it, and none comes after the last one
      sentence: (numbers) => msg`The numbers of documents have gaps: ${{ numbers }}.`,
      find: (range) => sql`
        select distinct numbered.series || '/' || numbered.year || ' ' || numbered.kind as subject from (
          select kind, split_part(number, '/', 1) as series, split_part(number, '/', 2) as year,
            regexp_replace(number, '[0-9]+$', '') as prefix, substring(number from '[0-9]+$')::bigint as count
          from invoices where ${within('id', range)}
        ) as numbered
        left join invoice_counters using (series, year, kind)
        where count > coalesce(invoice_counters.last, 0) or (count > 1
          and ${lookUp(sql`invoices as before where before.number = prefix || ${digits(sql`count - 1`)}`)} is null)`,
    },
  ],
}

/** That all entries add up to zero follows from each transaction that does. */
const whole: Walk = {
  name: 'all',
  most: 1,
  next: (after) => sql`select ${after === '' ? 'all' : null}::text as last`,
  rules: [
    {
      sentence: (numbers) => msg`The numbers of documents have gaps: ${{ numbers }}.`,
      find: () => sql`select series || '/' || year || ' ' || kind as subject from invoice_counters where not exists (
        select from invoices where invoices.kind = invoice_counters.kind and number = any(${numbersOf(sql`last`)})
      )`,
    },
  ],
}

/** All parts of the check, in their order. */
export const walks: readonly Walk[] = [whole, transactions, balances, orders, educators, courses, payouts, documents]
