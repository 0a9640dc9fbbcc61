import { type Insertable, sql } from 'kysely'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { EnrolmentsTable, OrderRow, OrderStatus, OrdersTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import type { Issued } from '../invoices/index.ts'
import { type Item, releaseCoupon, useCoupon } from '../offers/index.ts'
import {
  keepFailedMs,
  lastLookMs,
  longestPauseExpiredMs,
  longestPauseMs,
  mayBecome,
  orderLifetimeMs,
  reconcileAfterMs,
  reconcileForMs,
} from './rules.ts'

/** What a course is sold for; it cannot be changed or removed until the transaction ends. */
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

export async function isEnrolled(on: Executor, userId: string, courseId: string): Promise<boolean> {
  const row = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return row !== undefined
}

/** The course of the buyer's newest order that waits for money and can still be paid. */
export async function findCourseToPay(on: Executor, userId: string, now: Date): Promise<string | undefined> {
  const row = await on
    .selectFrom('orders')
    .innerJoin('courses', 'courses.id', 'orders.course_id')
    .select('orders.course_id')
    .where('orders.user_id', '=', userId)
    .where('orders.status', '=', 'created')
    .where('orders.provider_order_id', 'is not', null)
    .where('orders.created_at', '>', new Date(now.getTime() - orderLifetimeMs))
    .where('courses.is_published', '=', true)
    .where(
      sql<boolean>`(orders.bundle_id is null or exists (
        select from bundles where bundles.id = orders.bundle_id and bundles.is_published))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrolments')
            .select('enrolments.user_id')
            .whereRef('enrolments.user_id', '=', 'orders.user_id')
            .whereRef('enrolments.course_id', '=', 'orders.course_id'),
        ),
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .executeTakeFirst()
  return row?.course_id
}

/** The buyer's one open order of a course, locked. */
export const lockOpenOrder = (tx: Tx, userId: string, courseId: string): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('status', '=', 'created')
    .forUpdate()
    .executeTakeFirst()

/**
 * Makes two clicks of one buyer wait for each other until the transaction ends. Rows that refer to the buyer can be written
 * meanwhile: a settlement locks the order and inserts an enrolment. Throws unauthenticated for an account that was deleted after the
 * request arrived.
 */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.deleted_at) throw new DomainError('unauthenticated')
}

/** What an order sells: list price and price, in paise. */
export type OrderItem = Item

/** Inserts an order and its items; its prices are their sums. */
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
}

/** The items of an order, in the order of their courses. */
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

/** Writes down that an order was sold, and how the prices of its items are split. */
export async function markSold(
  tx: Tx,
  orderId: string,
  splits: readonly { courseId: string; gst: Paise; fee: Paise }[],
  now: Date,
): Promise<void> {
  await tx.updateTable('orders').set({ sold_at: now }).where('id', '=', orderId).execute()
  for (const { courseId, gst, fee } of splits)
    await tx
      .updateTable('order_items')
      .set({ sold_at: now, gst_paise: gst, fee_paise: fee })
      .where('order_id', '=', orderId)
      .where('course_id', '=', courseId)
      .execute()
}

/** The request that is opening an order at the provider. */
export type Claim = { orderId: string; claimId: string }

/** Takes over the opening of an order whose row is locked. */
export async function claimOrder(tx: Tx, { orderId, claimId }: Claim, now: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ claim_id: claimId, claimed_at: now })
    .where('id', '=', orderId)
    .where('provider_order_id', 'is', null)
    .execute()
}

/** Writes the provider's id of an order down; false when the order is not this claim's any more. */
export async function nameOrder(on: Executor, { orderId, claimId }: Claim, providerOrderId: string): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('orders')
    .set({ provider_order_id: providerOrderId, claim_id: null, claimed_at: null })
    .where('id', '=', orderId)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'created')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The open order of a claim, locked; undefined when it is not this claim's any more. */
export const lockClaimed = (tx: Tx, { orderId, claimId }: Claim): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'created')
    .forUpdate()
    .executeTakeFirst()

/** An event in the history of an order. `key` names one that may be reported twice; `details` are shown to admins. */
export type OrderEvent = {
  orderId: string
  at: Date
  kind: 'status' | 'webhook' | 'refund' | 'dispute' | 'invoice' | 'mail'
  details: Record<string, string | number | boolean | null>
  actorId?: string | null
  key?: string | null
}

/** Webhooks that are kept of one order; a provider that repeats itself without end fills no table. */
const mostEvents = 500

/** Writes events down; one that is reported twice stands there once. */
export async function recordEvents(on: Executor, events: readonly OrderEvent[]): Promise<void> {
  for (const { orderId, at, kind, details, actorId = null, key = null } of events)
    await sql`insert into order_events (order_id, at, kind, actor_id, event_key, details)
      select ${orderId}, ${at}, ${kind}, ${actorId}, ${key}, ${JSON.stringify(details)}::jsonb
      where ${kind} <> 'webhook' or (select count(*) from order_events where order_id = ${orderId}) < ${mostEvents}
      on conflict (event_key) where event_key is not null do nothing`.execute(on)
}

/** Writes down that a document was issued; nothing where there was none to issue. */
export const recordInvoice = (tx: Tx, orderId: string, issued: Issued | null, at: Date): Promise<void> =>
  recordEvents(
    tx,
    issued ? [{ orderId, at, kind: 'invoice', details: { number: issued.number, kind: issued.kind } }] : [],
  )

/**
 * The one place where the status of an order changes, and with it the use of its coupon. The row must be locked. Throws when the rules
 * know no such change.
 * `booked` is the payment that settles it.
 */
export async function moveOrder(
  tx: Tx,
  { id, status }: { id: string; status: OrderStatus },
  to: OrderStatus,
  at: Date,
  booked?: { paymentId: string; settledAt: Date },
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

/** Whether this order of a free course is the one that enrolled this buyer. */
export async function isEnrolledFree(on: Executor, userId: string, orderId: string): Promise<boolean> {
  const row = await on
    .selectFrom('enrolments')
    .innerJoin('orders', 'orders.id', 'enrolments.order_id')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.amount_paise', '=', 0)
    .where('enrolments.user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** An order of this buyer; undefined for other buyers' orders. */
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

const partiesOf = (on: Executor, orderId: string) =>
  on
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('courses', 'courses.id', 'orders.course_id')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('users.deleted_at', 'is', null)
    .where('courses.removed_at', 'is', null)

/** Whether neither the buyer nor the course of an order was deleted. */
export const isOpen = async (on: Executor, orderId: string): Promise<boolean> =>
  (await partiesOf(on, orderId).executeTakeFirst()) !== undefined

/** The same; neither can be deleted before the transaction ends. */
export const lockParties = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await partiesOf(tx, orderId).forKeyShare(['users', 'courses']).executeTakeFirst()) !== undefined

export async function paymentIsUsed(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on.selectFrom('orders').select('id').where('payment_id', '=', paymentId).executeTakeFirst()
  return row !== undefined
}

/** Ends an enrolment that this order made; false where the student has none by it. */
export async function deleteEnrolment(tx: Tx, userId: string, courseId: string, orderId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('enrolments')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx
    .updateTable('courses')
    .set({ enrolment_count: sql`enrolment_count - 1` })
    .where('id', '=', courseId)
    .execute()
  return true
}

/** Books an enrolment and counts it on the course; false when there was one already. */
export async function insertEnrolment(tx: Tx, enrolment: Insertable<EnrolmentsTable>): Promise<boolean> {
  const result = await tx
    .insertInto('enrolments')
    .values(enrolment)
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doNothing())
    .executeTakeFirst()
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await tx
    .updateTable('courses')
    .set({ enrolment_count: sql`enrolment_count + 1` })
    .where('id', '=', enrolment.course_id)
    .execute()
  return true
}

const lastLook = sql`created_at + make_interval(secs => ${(orderLifetimeMs - lastLookMs) / 1000})`

/** Orders about which the provider is due to be asked: open ones, and expired ones that money may still reach. */
export const ordersToReconcile = (on: Executor, now: Date) =>
  on
    .selectFrom('orders')
    .select(['id', 'provider_order_id'])
    .where('status', 'in', ['created', 'expired'])
    .where('provider_order_id', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - reconcileAfterMs))
    .where('created_at', '>', new Date(now.getTime() - reconcileForMs))
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        sql<boolean>`${now} - checked_at > least(
          (${now} - created_at) / 2,
          make_interval(secs => case status when 'created' then ${longestPauseMs / 1000}::float8 else ${longestPauseExpiredMs / 1000}::float8 end)
        )`,
        sql<boolean>`checked_at < ${lastLook} and ${now} >= ${lastLook}`,
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .limit(50)
    .execute()

export async function markChecked(on: Executor, id: string, now: Date): Promise<void> {
  await on.updateTable('orders').set({ checked_at: now }).where('id', '=', id).execute()
}

/** The oldest open orders past their lifetime, locked; orders that another process has locked are skipped. */
export const lockOverdue = (tx: Tx, now: Date, limit: number) =>
  tx
    .selectFrom('orders')
    .select(['id', 'status', 'provider_order_id'])
    .where('status', '=', 'created')
    .where('created_at', '<=', new Date(now.getTime() - orderLifetimeMs))
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Deletes orders that were never open at the provider. */
export async function deleteFailed(on: Executor, now: Date): Promise<void> {
  await on
    .deleteFrom('orders')
    .where('status', '=', 'failed')
    .where('provider_order_id', 'is', null)
    .where('payment_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - keepFailedMs))
    .execute()
}
