import type { api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { OrderRow } from '#db/schema.ts'
import { findCoursesTitled, findUsersWith } from '../../courses/index.ts'

export type OrderQuery = QueryOf<typeof api.adminOrders.list>

export type AdminOrderRow = OrderRow & {
  buyer_name: string
  buyer_email: string
  courses: { id: string; title: string }[]
  bundle_title: string | null
  coupon_code: string | null
}

const order = newestFirst('orders')

/**
 * Number of matching orders up to which their ids are read first. More of them are so frequent among all orders that walking the
 * list and looking at each is quick, and the planner is not misled by an OR over several tables.
 */
const mostMatches = 5000

/** Orders that carry an id: our own, the provider's of the order, of a payment or of a refund. */
const named = (id: string): RawBuilder<unknown> => sql`
  select id from orders where id = ${id}
  union select id from orders where provider_order_id = ${id}
  union select id from orders where payment_id = ${id}
  union select order_id from refunds where payment_id = ${id} and not booked
  union select order_id from refunds where provider_refund_id = ${id}
  union select order_id from disputes where id = ${id}`

/** The condition of a searched text: an id, or words of the buyer or of a course, however many orders, buyers and courses have it. */
async function textFilter(on: Executor, text: string): Promise<RawBuilder<unknown>> {
  const [buyers, courses] = await Promise.all([findUsersWith(on, text), findCoursesTitled(on, text)])
  // few orders of many people are found through the people, many through the list
  const { rows } = await sql<{ id: string }>`
    (${named(text)})
    union select id from (
      select bought.id from ${buyers.ids} as buyers
      cross join lateral (select id from orders where user_id = buyers.id offset 0) as bought limit ${mostMatches + 1}
    ) as bought
    union select id from (
      select sold.id from ${courses.ids} as titled
      cross join lateral (select order_id as id from order_items where course_id = titled.id offset 0) as sold
      limit ${mostMatches + 1}
    ) as sold
    limit ${mostMatches + 1}`.execute(on)
  if (rows.length <= mostMatches) return sql`orders.id = any(${rows.map(({ id }) => id)}::text[])`
  const carrying = (await sql<{ id: string }>`${named(text)}`.execute(on)).rows
  return sql`(orders.id = any(${carrying.map(({ id }) => id)}::text[]) or ${buyers.include(sql`orders.user_id`)} or exists (
    select 1 from order_items where order_items.order_id = orders.id and ${courses.include(sql`order_items.course_id`)}
  ))`
}

/** Builds the condition of a query, used by its page, its count and its export. `zone` (IANA name) decides the days. */
export async function orderFilter(
  on: Executor,
  zone: string,
  { text, status, from, to }: Pick<OrderQuery, 'text' | 'status' | 'from' | 'to'>,
): Promise<RawBuilder<unknown>> {
  const wanted = [sql`true`]
  if (status) wanted.push(sql`orders.status = ${status}`)
  if (from) wanted.push(sql`orders.created_at >= (${from}::date)::timestamp at time zone ${zone}`)
  if (to) wanted.push(sql`orders.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`)
  if (text) wanted.push(await textFilter(on, text))
  return sql.join(wanted, sql` and `)
}

const columns = sql`orders.*, users.name as buyer_name, users.email as buyer_email,
  (select coupons.code from coupons where coupons.id = orders.coupon_id) as coupon_code,
  (select bundles.title from bundles where bundles.id = orders.bundle_id) as bundle_title,
  (select coalesce(json_agg(json_build_object('id', courses.id, 'title', courses.title) order by courses.title, courses.id), '[]')
    from order_items join courses on courses.id = order_items.course_id where order_items.order_id = orders.id) as courses`

/** Returns a page of orders, newest first. */
export async function findOrders(
  on: Executor,
  query: PageQuery,
  filter: RawBuilder<unknown>,
): Promise<Page<AdminOrderRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<AdminOrderRow & Keyed>`
    select ${columns}, ${key} from orders join users on users.id = orders.user_id
    where ${filter} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countOrders = (on: Executor, filter: RawBuilder<unknown>): Promise<number> =>
  countUpTo(on, sql`orders where ${filter}`)

export async function findAdminOrder(on: Executor, id: string): Promise<AdminOrderRow | undefined> {
  const { rows } = await sql<AdminOrderRow>`
    select ${columns} from orders join users on users.id = orders.user_id where orders.id = ${id}`.execute(on)
  return rows[0]
}
