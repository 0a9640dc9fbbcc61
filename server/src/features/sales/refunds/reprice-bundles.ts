import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { CouponKind, OrderRow } from '#db/schema.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'
import { amountOf, discountItems, type Item } from '../../offers/index.ts'
import { moveOrder } from '../queries.ts'

/** A bundle that cost its buyer less because they had a course of an order. */
export type Cheaper = {
  orderId: string
  bundleOrderId: string
  title: string
  coupon: { kind: CouponKind; value: number } | null
  /** what was bought with the bundle and not returned since */
  items: Item[]
  /** what refunds of other orders were less because of it already */
  withheld: Paise
}

/** Adds courses to those that the buyer of a bundle had: they got them between the order and its payment. */
export async function leaveOut(tx: Tx, orderId: string, courseIds: readonly string[]): Promise<void> {
  if (courseIds.length === 0) return
  await sql`update orders set left_out = left_out || ${[...courseIds]}::text[] where id = ${orderId}`.execute(tx)
}

/** Makes the refunds of one buyer, which concern several of their orders, wait for each other. Lock it before orders. */
export async function lockRefunds(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** The bundles that became cheaper by the courses of these orders, by order. */
async function findCheaper(on: Executor, orderIds: readonly string[]): Promise<Map<string, Cheaper[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Cheaper>`
    select orders.id as "orderId", bought.id as "bundleOrderId", bundles.title,
      (select json_build_object('kind', kind, 'value', value) from coupons where coupons.id = bought.coupon_id) as coupon,
      (select coalesce(json_agg(json_build_object('courseId', course_id, 'educatorId', educator_id, 'list', list_paise,
          'amount', amount_paise) order by course_id), '[]')
        from order_items where order_id = bought.id and refunded_paise < amount_paise) as items,
      (select coalesce(sum(amount_paise), 0)::integer from withheld_refunds
        where bundle_order_id = bought.id and returned_at is null) as withheld
    from orders
    join orders as bought on bought.user_id = orders.user_id and bought.id <> orders.id and bought.left_out <> '{}'
      and bought.left_out && array(select course_id from order_items where order_id = orders.id)
    join bundles on bundles.id = bought.bundle_id
    where orders.id = any(${[...orderIds]}::text[]) and bought.sold_at is not null
    order by bought.id`.execute(on)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** What refunds of these orders were less, and is not returned yet. */
async function findWithheld(on: Executor, orderIds: readonly string[]): Promise<Map<string, Paise>> {
  if (orderIds.length === 0) return new Map()
  const rows = await on
    .selectFrom('withheld_refunds')
    .select(['from_order_id', (select) => select.fn.sum<string>('amount_paise').as('sum')])
    .where('from_order_id', 'in', orderIds)
    .where('returned_at', 'is', null)
    .groupBy('from_order_id')
    .execute()
  return new Map(rows.map((row) => [row.from_order_id, Number(row.sum)]))
}

/**
 * Returns what the courses of a bundle cost more without the course that made them cheaper: each its own price, with the coupon of the
 * order.
 */
export function dearerBy({ items, coupon, withheld }: Pick<Cheaper, 'items' | 'coupon' | 'withheld'>): Paise {
  const alone = items.map((item) => ({ ...item, amount: item.list }))
  const fair = amountOf(coupon ? discountItems(coupon, alone) : alone)
  const more = fair - amountOf(items) - withheld
  // less than that could not be returned later
  return more < minimumPaise ? 0 : more
}

/** What of an order stays when it is refunded, in paise, since bundles cost more without it; and the bundles. */
export type Stays = { amount: Paise; bundles: { bundleOrderId: string; title: string; amount: Paise }[] }

/** Returns what of orders would stay at a refund. `left` is what is left of each. */
export async function findStays(
  on: Executor,
  orders: readonly { id: string; left: Paise }[],
): Promise<Map<string, Stays>> {
  const ids = orders.map(({ id }) => id)
  const [cheaper, withheld] = await Promise.all([findCheaper(on, ids), findWithheld(on, ids)])
  return new Map(
    orders.map(({ id, left }) => {
      const before = withheld.get(id) ?? 0
      let free = Math.max(0, left - before)
      const bundles = (cheaper.get(id) ?? []).map((one) => {
        const amount = Math.min(free, dearerBy(one))
        free -= amount
        return { bundleOrderId: one.bundleOrderId, title: one.title, amount }
      })
      return [id, { amount: left - free, bundles }]
    }),
  )
}

/** Writes down what stays of an order that is refunded. */
export async function withhold(tx: Tx, orderId: string, { bundles }: Stays, now: Date): Promise<void> {
  const rows = bundles.filter(({ amount }) => amount > 0)
  if (rows.length === 0) return
  await tx
    .insertInto('withheld_refunds')
    .values(
      rows.map(({ bundleOrderId, amount }) => ({
        bundle_order_id: bundleOrderId,
        from_order_id: orderId,
        amount_paise: amount,
        created_at: now,
      })),
    )
    .execute()
}

/**
 * Takes what earlier refunds were less because of a bundle that is refunded now, and returns it by order. That of an order whose refund is
 * on its way, or failed, or that is disputed, waits for its end: see `takeOwed`.
 */
export async function releaseWithheld(
  tx: Tx,
  bundleOrderId: string,
  now: Date,
): Promise<{ order: OrderRow; amount: Paise }[]> {
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', (select) =>
      select
        .selectFrom('withheld_refunds')
        .select('from_order_id')
        .where('bundle_order_id', '=', bundleOrderId)
        .where('returned_at', 'is', null),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const settled = orders.filter(({ status }) => status !== 'refund_pending' && status !== 'disputed')
  const rows = await tx
    .updateTable('withheld_refunds')
    .set({ returned_at: now })
    .where('bundle_order_id', '=', bundleOrderId)
    .where('from_order_id', 'in', [...settled.map(({ id }) => id), ''])
    .where('returned_at', 'is', null)
    .returning(['from_order_id', 'amount_paise'])
    .execute()
  return settled.flatMap((order) => {
    const amount = rows.find((row) => row.from_order_id === order.id)?.amount_paise ?? 0
    const left = order.amount_paise - order.refunded_paise
    return order.status === 'partly_refunded' && left > 0 ? [{ order, amount: Math.min(amount, left) }] : []
  })
}

/**
 * Takes what the refund of this order, which is locked and rests now, was less because of bundles that were refunded meanwhile. Returns
 * how much it is, and such a bundle's order. Since both lock this order first, either the bundle's refund takes it or this does.
 */
export async function takeOwed(
  tx: Tx,
  orderId: string,
  now: Date,
): Promise<{ amount: Paise; bundleOrderId: string } | null> {
  const rows = await tx
    .updateTable('withheld_refunds')
    .set({ returned_at: now })
    .where('from_order_id', '=', orderId)
    .where('returned_at', 'is', null)
    .where(
      sql<boolean>`exists (select from orders join refunds on refunds.order_id = orders.id
        where orders.id = bundle_order_id and orders.refunded_paise = orders.amount_paise
          and refunds.booked and refunds.reason in ('withdrawal', 'admin'))`,
    )
    .returning(['bundle_order_id', 'amount_paise'])
    .execute()
  const [first] = rows
  return first
    ? { amount: rows.reduce((sum, row) => sum + row.amount_paise, 0), bundleOrderId: first.bundle_order_id }
    : null
}

/** Ends the open orders of bundles that are cheaper by courses which the buyer loses. */
export async function endCheaperOrders(tx: Tx, userId: string, courseIds: readonly string[], now: Date): Promise<void> {
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'created')
    .where(sql<boolean>`left_out <> '{}' and left_out && ${[...courseIds]}::text[]`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const one of orders)
    await moveOrder(tx, one, { to: one.provider_order_id === null ? 'failed' : 'expired', at: now })
}
