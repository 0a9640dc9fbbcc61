import { type Insertable, sql } from 'kysely'
import type { Executor, Tx } from '#db/executor.ts'
import type { EnrolmentsTable, OrderRow, OrdersTable } from '#db/schema.ts'

/** What a course is sold for; it cannot be changed or removed until the transaction ends. */
export const findOffer = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .select(['id', 'creator_id', 'is_published', 'price_paise'])
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

/** The buyer's newest order that waits for money, of one course or of any. */
export function findOpenOrder(on: Executor, userId: string, courseId?: string): Promise<OrderRow | undefined> {
  const open = on
    .selectFrom('orders')
    .innerJoin('courses', 'courses.id', 'orders.course_id')
    .selectAll('orders')
    .where('orders.user_id', '=', userId)
    .where('orders.status', '=', 'created')
    .where('orders.provider_order_id', 'is not', null)
    .where('courses.is_published', '=', true)
    .orderBy('orders.created_at', 'desc')
  return (courseId === undefined ? open : open.where('orders.course_id', '=', courseId)).executeTakeFirst()
}

/** Makes two clicks of one buyer wait for each other until the transaction ends. */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function insertOrder(on: Executor, order: Insertable<OrdersTable>): Promise<void> {
  await on.insertInto('orders').values(order).execute()
}

export async function nameOrder(on: Executor, id: string, providerOrderId: string): Promise<void> {
  await on.updateTable('orders').set({ provider_order_id: providerOrderId }).where('id', '=', id).execute()
}

export async function cancelOrder(on: Executor, id: string): Promise<void> {
  await on
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}

/** An order of this buyer; other people's orders do not exist for him. */
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

export async function paymentIsUsed(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on.selectFrom('orders').select('id').where('payment_id', '=', paymentId).executeTakeFirst()
  return row !== undefined
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

export async function bookOrder(
  tx: Tx,
  id: string,
  booked: { status: 'paid' | 'refund_due'; paymentId: string; settledAt: Date },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: booked.status, payment_id: booked.paymentId, settled_at: booked.settledAt })
    .where('id', '=', id)
    .execute()
}

export async function markRefunded(on: Executor, paymentId: string): Promise<void> {
  await on
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'refund_due')
    .execute()
}

/** The order that a refunded payment was for: named by the refund, or the one that the payment was booked on. */
export const findRefundedOrder = (on: Executor, by: { orderId: string | undefined; paymentId: string }) =>
  on
    .selectFrom('orders')
    .select(['user_id', 'course_id'])
    .where((where) =>
      by.orderId === undefined ? where('payment_id', '=', by.paymentId) : where('id', '=', by.orderId),
    )
    .executeTakeFirst()

/** Open orders that are due for a question to the provider: each waits half its age between two questions. */
export const ordersToReconcile = (on: Executor, now: Date, youngest: Date) =>
  on
    .selectFrom('orders')
    .select(['id', 'provider_order_id', 'created_at'])
    .where('status', '=', 'created')
    .where('created_at', '<', youngest)
    .where((where) =>
      where.or([where('checked_at', 'is', null), sql<boolean>`${now} - checked_at > (${now} - created_at) / 2`]),
    )
    .orderBy('created_at')
    .limit(50)
    .execute()

export async function markChecked(on: Executor, id: string, now: Date): Promise<void> {
  await on.updateTable('orders').set({ checked_at: now }).where('id', '=', id).execute()
}
