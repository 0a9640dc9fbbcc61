import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { CouponKind, OrderRow } from '#db/schema.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'
import { amountOf, discountItems, type Item } from '../../offers/index.ts'
import { moveOrder } from '../queries.ts'

/** A bundle that cost its buyer less because they already had a course of an order. */
export type ReducedBundle = {
  orderId: string
  bundleOrderId: string
  title: string
  coupon: { kind: CouponKind; value: number } | null
  /** items of the bundle's order that have not been refunded */
  items: Item[]
  /** amount already withheld from refunds of other orders because of it */
  withheld: Paise
}

/** Adds courses that the buyer of a bundle got between the order and its payment to those they already had. */
export async function leaveOut(tx: Tx, orderId: string, courseIds: readonly string[]): Promise<void> {
  if (courseIds.length === 0) return
  await sql`update orders set left_out = left_out || ${[...courseIds]}::text[] where id = ${orderId}`.execute(tx)
}

/** Serialises the refunds of one buyer, since each may concern several of their orders. Lock it before orders. */
export async function lockRefunds(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** Returns the bundles that cost less because of the courses of these orders, by order. */
async function findReduced(on: Executor, orderIds: readonly string[]): Promise<Map<string, ReducedBundle[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<ReducedBundle>`
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

/** Returns the amounts withheld from refunds of these orders that have not been released. */
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
 * Returns how much more the courses of a bundle would have cost without the reduction: each at its own price, with the coupon of the
 * order.
 */
export function reductionOf({ items, coupon, withheld }: Pick<ReducedBundle, 'items' | 'coupon' | 'withheld'>): Paise {
  const alone = items.map((item) => ({ ...item, amount: item.list }))
  const fair = amountOf(coupon ? discountItems(coupon, alone) : alone)
  const more = fair - amountOf(items) - withheld
  // a smaller amount could not be refunded later
  return more < minimumPaise ? 0 : more
}

/** Amount in paise that is withheld when an order is refunded, because bundles would have cost more without it; and those bundles. */
export type ToWithhold = { amount: Paise; bundles: { bundleOrderId: string; title: string; amount: Paise }[] }

/** Returns the amounts that a refund of these orders would withhold. `left` is the amount of each that is not refunded yet. */
export async function findToWithhold(
  on: Executor,
  orders: readonly { id: string; left: Paise }[],
): Promise<Map<string, ToWithhold>> {
  const ids = orders.map(({ id }) => id)
  const [cheaper, withheld] = await Promise.all([findReduced(on, ids), findWithheld(on, ids)])
  return new Map(
    orders.map(({ id, left }) => {
      const before = withheld.get(id) ?? 0
      let free = Math.max(0, left - before)
      const bundles = (cheaper.get(id) ?? []).map((one) => {
        const amount = Math.min(free, reductionOf(one))
        free -= amount
        return { bundleOrderId: one.bundleOrderId, title: one.title, amount }
      })
      return [id, { amount: left - free, bundles }]
    }),
  )
}

/** Records the amounts withheld from the refund of an order. */
export async function withhold(tx: Tx, orderId: string, { bundles }: ToWithhold, now: Date): Promise<void> {
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
 * Releases the amounts withheld from earlier refunds because of a bundle whose money goes back now, and returns them by order. Orders with a
 * pending or failed refund or an open dispute keep theirs until that ends: see `takeOwed`.
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
 * Releases the amount withheld from this order because of bundles that were refunded or lost in a dispute meanwhile. The order is locked and has no pending
 * refund. Returns the amount and the order of such a bundle. Since both lock this order first, either the bundle's refund releases it or
 * this does.
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
      sql<boolean>`exists (select from orders
        where orders.id = bundle_order_id and orders.amount_paise > 0 and orders.refunded_paise = orders.amount_paise)`,
    )
    .returning(['bundle_order_id', 'amount_paise'])
    .execute()
  const [first] = rows
  return first
    ? { amount: rows.reduce((sum, row) => sum + row.amount_paise, 0), bundleOrderId: first.bundle_order_id }
    : null
}

/** Returns the open orders of bundles whose price was reduced for courses, and locks them; lock them before the courses. */
export const lockReducedOrders = (tx: Tx, userId: string, courseIds: readonly string[]): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'created')
    .where(sql<boolean>`left_out <> '{}' and left_out && ${[...courseIds]}::text[]`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Expires open orders of bundles whose price was reduced for courses that the buyer loses. */
export async function expireReducedOrders(tx: Tx, orders: readonly OrderRow[], now: Date): Promise<void> {
  for (const one of orders)
    await moveOrder(tx, one, { to: one.provider_order_id === null ? 'failed' : 'expired', at: now })
}
