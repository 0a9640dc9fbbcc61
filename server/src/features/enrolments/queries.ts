import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { EnrolmentsTable } from '#db/schema.ts'

export async function isEnrolled(on: Executor, userId: string, courseId: string): Promise<boolean> {
  const row = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return row !== undefined
}

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

/** Whether an order still enrols its buyer in any of its courses. */
export async function givesAccess(on: Executor, orderId: string): Promise<boolean> {
  const row = await on
    .selectFrom('enrolments')
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'enrolments.order_id')
        .onRef('order_items.course_id', '=', 'enrolments.course_id'),
    )
    .select('enrolments.user_id')
    .where('enrolments.order_id', '=', orderId)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends an enrolment that this order made; false when it made none. */
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
