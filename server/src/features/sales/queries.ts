import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow, OrderStatus, OrdersTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import type { Issued } from '../invoices/index.ts'
import { soldLectures } from '../lectures/index.ts'
import { type Item, releaseCoupon, useCoupon } from '../offers/index.ts'
import { mayBecome } from './rules.ts'

/** Returns the offer of a course and locks it against changes and removal until the transaction ends. */
export const findOffer = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .select([
      'id',
      'creator_id',
      'is_published',
      'price_paise',
      'regular_price_paise',
      'sale_ends_at',
      'struck_price_paise',
    ])
    .where('id', '=', courseId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

/** An item of an order: list price and price, in paise. */
export type OrderItem = Item

/** Inserts an order and its items, whose sums are its prices. An order that is paid at once gets that event in its history. */
export async function insertOrder(
  tx: Tx,
  order: Omit<Insertable<OrdersTable>, 'amount_paise' | 'list_paise'>,
  items: readonly OrderItem[],
): Promise<void> {
  const sum = (of: (item: OrderItem) => Paise): Paise => items.reduce((total, item) => total + of(item), 0)
  const prices = { list_paise: sum(({ list }) => list), amount_paise: sum(({ amount }) => amount) }
  await tx
    .insertInto('orders')
    .values({ ...order, ...prices })
    .execute()
  await tx
    .insertInto('order_items')
    .values(
      items.map(({ courseId, educatorId, list, amount }) => ({
        order_id: order.id,
        course_id: courseId,
        educator_id: educatorId,
        list_paise: list,
        amount_paise: amount,
        sold_at: order.sold_at ?? null,
      })),
    )
    .execute()
  if (order.status === 'created') return
  const details = { from: null, to: order.status }
  await recordEvents(tx, [{ orderId: order.id, at: new Date(order.created_at), kind: 'status', details }])
}

/** Returns the items of an order, ordered by course. */
export async function findItems(on: Executor, orderId: string): Promise<OrderItem[]> {
  const rows = await on
    .selectFrom('order_items')
    .select(['course_id', 'educator_id', 'list_paise', 'amount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('course_id')
    .execute()
  return rows.map((row) => ({
    courseId: row.course_id,
    educatorId: row.educator_id,
    list: row.list_paise,
    amount: row.amount_paise,
  }))
}

/**
 * Records that an order was sold, how the prices of its items are split, and the outlines of their courses; orders with the same outline
 * share a row.
 */
export async function markSold(
  tx: Tx,
  orderId: string,
  splits: readonly { courseId: string; gst: Paise; fee: Paise }[],
  now: Date,
): Promise<void> {
  await sql`
    with splits as (
      select * from jsonb_to_recordset(${JSON.stringify(splits)}::jsonb) as one ("courseId" text, gst bigint, fee bigint)
    ), outlines as (
      select course_id, array_agg(id order by id) as ids, array_agg(video_seconds order by id) as videos,
        array_agg(text_seconds order by id) as texts
      from ${soldLectures} as sold
      where course_id in (select "courseId" from splits)
      group by course_id
    ), named as (
      select *, md5(course_id || ' ' || ids::text || videos::text || texts::text) as id from outlines
    ), kept as (
      insert into sold_outlines (id, lecture_ids, video_seconds, text_seconds)
      select id, ids, videos, texts from named order by id
      on conflict (id) do nothing
    ), sold as (
      update orders set sold_at = ${now} where id = ${orderId}
    )
    update order_items set sold_at = ${now}, gst_paise = splits.gst, fee_paise = splits.fee, outline_id = named.id
    from splits left join named on named.course_id = splits."courseId"
    where order_items.order_id = ${orderId} and order_items.course_id = splits."courseId"`.execute(tx)
}

/**
 * Changes the status of an order, and with it the use of its coupon; no other code does. The row must be locked. Throws when the rules do
 * not allow the change. `booked` is the payment that settles it.
 */
export async function moveOrder(
  tx: Tx,
  { id, status }: { id: string; status: OrderStatus },
  { to, at, booked }: { to: OrderStatus; at: Date; booked?: { paymentId: string; settledAt: Date } | undefined },
): Promise<void> {
  if (!mayBecome(status, to)) throw new Error(`An order that is ${status} cannot become ${to}`)
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({
      status: to,
      claim_id: null,
      claimed_at: null,
      ...(booked && { payment_id: booked.paymentId, settled_at: booked.settledAt }),
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`The order ${id} is not ${status} any more`)
  if (status === 'created') await (to === 'paid' ? useCoupon(tx, id) : releaseCoupon(tx, id))
  await recordEvents(tx, [{ orderId: id, at, kind: 'status', details: { from: status, to } }])
}

export const findOrderById = (on: Executor, id: string): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns an order of this buyer; undefined for other buyers' orders. */
export const findOrderOf = (on: Executor, userId: string, providerOrderId: string): Promise<OrderRow | undefined> =>
  on
    .selectFrom('orders')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const findOrder = (on: Executor, providerOrderId: string): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('provider_order_id', '=', providerOrderId).executeTakeFirst()

export const lockOrder = (tx: Tx, providerOrderId: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('orders').selectAll().where('provider_order_id', '=', providerOrderId).forUpdate().executeTakeFirst()

/**
 * Locks the buyer and the courses of an order against deletion until the transaction ends. Returns whether the buyer's account still
 * exists, and which of the courses do.
 */
export async function lockParties(tx: Tx, orderId: string): Promise<{ buyer: boolean; courses: Set<string> }> {
  const buyer = await tx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', ({ selectFrom }) => selectFrom('orders').select('user_id').where('id', '=', orderId))
    .where('users.deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  const courses = await tx
    .selectFrom('courses')
    .select('courses.id')
    .where('courses.id', 'in', ({ selectFrom }) =>
      selectFrom('order_items').select('course_id').where('order_id', '=', orderId),
    )
    .where('courses.removed_at', 'is', null)
    .orderBy('courses.id')
    .forKeyShare()
    .execute()
  return { buyer: buyer !== undefined, courses: new Set(courses.map(({ id }) => id)) }
}

export async function paymentIsUsed(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on.selectFrom('orders').select('id').where('payment_id', '=', paymentId).executeTakeFirst()
  return row !== undefined
}

/** An event in the history of an order. `key` identifies one that may be reported twice; `details` are shown to admins. */
type OrderEvent = {
  orderId: string
  at: Date
  kind: 'status' | 'webhook' | 'refund' | 'dispute' | 'invoice' | 'mail'
  details: Record<string, string | number | boolean | null>
  actorId?: string | null
  key?: string | null
}

/** Maximum number of webhooks that are kept for one order, so that endless repetitions do not fill the table. */
const mostEvents = 500

/** Records events; one that is reported twice is recorded once. */
export async function recordEvents(on: Executor, events: readonly OrderEvent[]): Promise<void> {
  for (const { orderId, at, kind, details, actorId = null, key = null } of events)
    await sql`insert into order_events (order_id, at, kind, actor_id, event_key, details)
      select ${orderId}, ${at}, ${kind}, ${actorId}, ${key}, ${JSON.stringify(details)}::jsonb
      where ${kind} <> 'webhook' or (select count(*) from order_events where order_id = ${orderId}) < ${mostEvents}
      on conflict (event_key) where event_key is not null do nothing`.execute(on)
}

/** Records that a document was issued, if there was one to issue. */
export const recordInvoice = (tx: Tx, orderId: string, issued: Issued | null, at: Date): Promise<void> =>
  recordEvents(
    tx,
    issued ? [{ orderId, at, kind: 'invoice', details: { number: issued.number, kind: issued.kind } }] : [],
  )
