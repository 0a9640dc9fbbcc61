import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { DisputesTable, OrderRow, RefundReason, RefundStatus, RefundsTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { servedFiles, servedShown, servedText, servedVideo, soldLectures, watchedVideo } from '../../lectures/index.ts'
import { type Part, type Posting, unbookedOf } from '../../ledger/index.ts'
import { sendRefundJob } from '../jobs.ts'

export type RefundRow = Selectable<RefundsTable>

export type NewRefund = {
  orderId: string
  paymentId: string
  amount: Paise
  reason: RefundReason
  /** false for money that was not booked as a sale */
  booked: boolean
  requestedBy: string | null
  note?: string
  /** set if the refund was made at the provider and not by us; without an id it is part of another refund there */
  provider?: { id: string | null; status: RefundStatus }
}

/** Inserts a refund, and enqueues it for the provider unless it was made there. Returns null if unbooked money already has a refund. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<string | null> {
  const id = newId()
  const row = await tx
    .insertInto('refunds')
    .values({
      id,
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      amount_paise: refund.amount,
      reason: refund.reason,
      booked: refund.booked,
      status: refund.provider?.status ?? 'pending',
      provider_refund_id: refund.provider?.id ?? null,
      requested_by: refund.requestedBy,
      note: refund.note ?? '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  if (!refund.provider) tx.enqueue(sendRefundJob, { refundId: id })
  return id
}

/**
 * Records that unbooked money is owed to its payer, and enqueues its refund. Returns the postings to make; none if it is already recorded.
 */
export async function recordUnbookedRefund(
  tx: Tx,
  owed: Pick<NewRefund, 'orderId' | 'paymentId' | 'amount' | 'reason'>,
  now: Date,
): Promise<Posting[]> {
  const { orderId, paymentId, amount } = owed
  const id = await insertRefund(tx, { ...owed, booked: false, requestedBy: null }, now)
  return id === null ? [] : [unbookedOf(orderId, paymentId, amount, now)]
}

export const findRefund = (on: Executor, id: string): Promise<RefundRow | undefined> =>
  on.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks and returns a refund. Lock its order first. */
export const lockRefund = (tx: Tx, id: string): Promise<RefundRow | undefined> =>
  tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findRefundsOf = (on: Executor, orderId: string): Promise<RefundRow[]> =>
  on.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute()

export async function updateRefund(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<RefundRow, 'status' | 'amount_paise' | 'provider_refund_id' | 'attempt' | 'problem' | 'ended_at'>
  >,
): Promise<void> {
  await tx.updateTable('refunds').set(changes).where('id', '=', id).execute()
}

/** Returns the refunds without a final state at the provider, the least recently checked first. */
export const openRefunds = (on: Executor, before: Date, limit: number) =>
  on
    .selectFrom('refunds')
    .select(['id', 'status', 'checked_at'])
    .where('status', 'in', ['pending', 'sent'])
    .where('created_at', '<', before)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()

/** Returns the items of a sold order, each with its refunded amount, ordered by course. */
export async function findParts(tx: Tx, orderId: string): Promise<(Part & { courseId: string })[]> {
  const rows = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('course_id')
    .execute()
  return rows.map((row) => ({
    courseId: row.course_id,
    educatorId: row.educator_id,
    amount: row.amount_paise,
    gst: row.gst_paise,
    fee: row.fee_paise,
    refunded: row.refunded_paise,
    gstRefunded: row.gst_refunded_paise,
  }))
}

/** Adds to the refunded amounts of items and of their order, which must be locked. */
export async function addRefunded(
  tx: Tx,
  orderId: string,
  parts: readonly { courseId: string }[],
  amounts: readonly Paise[],
): Promise<void> {
  for (const [index, { courseId }] of parts.entries())
    await tx
      .updateTable('order_items')
      .set({ refunded_paise: sql`refunded_paise + ${amounts[index] ?? 0}` })
      .where('order_id', '=', orderId)
      .where('course_id', '=', courseId)
      .execute()
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  await tx
    .updateTable('orders')
    .set({ refunded_paise: sql`refunded_paise + ${total}` })
    .where('id', '=', orderId)
    .execute()
}

/** Adds to the returned tax of items, whose order must be locked. */
export async function addReturnedTax(
  tx: Tx,
  orderId: string,
  parts: readonly { courseId: string }[],
  taxes: readonly Paise[],
): Promise<void> {
  if (taxes.every((tax) => tax === 0)) return
  const courseIds = parts.map(({ courseId }) => courseId)
  await sql`update order_items set gst_refunded_paise = gst_refunded_paise + back.tax
    from unnest(${courseIds}::text[], ${[...taxes]}::integer[]) as back (course_id, tax)
    where order_items.order_id = ${orderId} and order_items.course_id = back.course_id`.execute(tx)
}

/** Locks and returns an order by our id. */
export const lockOrderById = (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const enrolmentsOf = (on: Executor, orderId: string) =>
  on.selectFrom('enrolments').select('course_id').where('order_id', '=', orderId).orderBy('course_id')

/** Returns the ids of the courses in which an order enrols its buyer, in their order. */
export const findEnrolled = async (on: Executor, orderId: string): Promise<string[]> =>
  (await enrolmentsOf(on, orderId).execute()).map(({ course_id }) => course_id)

/**
 * Locks the enrolments of an order, their courses first: content that is being served to the buyer is recorded first, and no more is
 * served until the transaction ends. Returns the ids of the courses. Lock the order before.
 */
export async function lockEnrolmentsOf(tx: Tx, orderId: string): Promise<string[]> {
  const courseIds = await findEnrolled(tx, orderId)
  if (courseIds.length === 0) return []
  await tx.selectFrom('courses').select('id').where('id', 'in', courseIds).orderBy('id').forNoKeyUpdate().execute()
  return (await enrolmentsOf(tx, orderId).forUpdate().execute()).map(({ course_id }) => course_id)
}

/**
 * Returns the share of each order that its buyer watched, 0 to 1: the content served to them, as a share of the lectures that were sold or
 * of the present ones, whichever share is less. Lectures count by length; free previews and refunded courses do not count, nor does what a
 * player loads ahead (`watchedVideo`).
 */
export const findWatched = (on: Executor, orderIds: readonly string[]): Promise<Map<string, number>> =>
  watchedOf(
    on,
    sql`items.order_id = any(${[...orderIds]}::text[])
      and (items.refunded_paise < items.amount_paise or items.amount_paise = 0)`,
  )

/** Returns the share watched of one course of an order, refunded or not. */
export const findWatchedOfCourse = async (on: Executor, orderId: string, courseId: string): Promise<number> =>
  (await watchedOf(on, sql`items.order_id = ${orderId} and items.course_id = ${courseId}`)).get(orderId) ?? 0

async function watchedOf(on: Executor, which: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; sold: number | null; present: number | null }>`
    with items as (
      select items.order_id, items.course_id, items.outline_id, orders.user_id
      from order_items as items join orders on orders.id = items.order_id
      where ${which}
    ), present as (
      select items.*, sold.id, sold.video_seconds, sold.text_seconds from items join ${soldLectures} as sold on sold.course_id = items.course_id
    ), lectures as (
      select 'present' as measure, present.* from present
      union all
      select 'sold', present.* from present where outline_id is null
      union all
      select 'sold', items.*, sold.id, sold.video_seconds, sold.text_seconds
      from items join sold_outlines as outline on outline.id = items.outline_id
      cross join unnest(outline.lecture_ids, outline.video_seconds, outline.text_seconds)
        as sold (id, video_seconds, text_seconds)
    ), served as (
      select lectures.order_id, measure, video_seconds, text_seconds, coalesce(${servedVideo}, 0) as video_served,
        coalesce(${servedShown}, 0) as shown, coalesce(${servedFiles}, 0) as files_served, coalesce(${servedText}, 0) as text_served
      from lectures left join served_lectures as served
        on served.user_id = lectures.user_id and served.course_id = lectures.course_id and served.lecture_id = lectures.id
    ), videos as (
      select order_id, measure, ${watchedVideo(sql`sum(shown)`, sql`sum(video_seconds)`)} as watched_part
      from served group by order_id, measure
    ), shares as (
      select order_id, measure,
        (sum(greatest(watched_part * video_served + text_served, files_served)) / nullif(sum(video_seconds + text_seconds), 0))::float8 as share
      from served join videos using (order_id, measure) group by order_id, measure
    )
    select order_id, max(share) filter (where measure = 'sold') as sold, max(share) filter (where measure = 'present') as present
    from shares group by order_id`.execute(on)
  return new Map(rows.map(({ order_id: id, sold, present }) => [id, Math.min(sold ?? 1, present ?? 0)]))
}

/** Returns those orders whose buyer has already refunded one of the courses themselves, with another order. */
export async function findRepeated(on: Executor, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await on
    .selectFrom('order_items as item')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .innerJoin('order_items as earlier', 'earlier.course_id', 'item.course_id')
    .innerJoin('orders as before', 'before.id', 'earlier.order_id')
    .innerJoin('refunds', 'refunds.order_id', 'before.id')
    .select('orders.id')
    .distinct()
    .where('orders.id', 'in', orderIds)
    .whereRef('before.user_id', '=', 'orders.user_id')
    .whereRef('before.id', '<>', 'orders.id')
    .where('refunds.reason', '=', 'withdrawal')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the end of the hold on the educators' share of an order; its reversals are held until then too. */
export async function findAvailable(tx: Tx, orderId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select('ledger_entries.available_at')
    .where('ledger_transactions.order_id', '=', orderId)
    .where('ledger_transactions.kind', '=', 'sale')
    .where('ledger_entries.available_at', 'is not', null)
    .executeTakeFirst()
  return row?.available_at ?? undefined
}

/** Returns the platform's losses on an order: money that the buyer got both from their bank and as a refund. */
export async function lossesOf(tx: Tx, orderId: string): Promise<Paise> {
  const row = await tx
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select((select) => select.fn.sum<string | null>('ledger_entries.amount_paise').as('sum'))
    .where('ledger_transactions.order_id', '=', orderId)
    .where('ledger_entries.account', '=', 'losses')
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Returns whether a payment has an undecided dispute. */
export async function isDisputed(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['open', 'under_review'])
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an ended dispute has deducted money of a payment. */
export async function hasLost(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('deducted_paise', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns our refund of a payment that was not booked as a sale. */
export const findUnbooked = (on: Executor, paymentId: string) =>
  on
    .selectFrom('refunds')
    .select(['id', 'reason'])
    .where('payment_id', '=', paymentId)
    .where('booked', '=', false)
    .where('reason', '<>', 'returned')
    .executeTakeFirst()

/** Returns the order on which a payment was booked. */
export const findOrderOfPayment = (on: Executor, paymentId: string): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const findDispute = (on: Executor, id: string) =>
  on.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts or updates a dispute. */
export async function saveDispute(
  tx: Tx,
  { id, order_id, payment_id, created_at, ...facts }: Insertable<DisputesTable>,
): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({ id, order_id, payment_id, created_at, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute()
}
