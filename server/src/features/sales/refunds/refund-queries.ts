import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { DisputesTable, OrderRow, RefundReason, RefundStatus, RefundsTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { servedSeconds, soldLectures } from '../../lectures/index.ts'
import { type Part, type Posting, unbookedOf } from '../../ledger/index.ts'
import { sendRefundJob } from '../jobs.ts'

export type RefundRow = Selectable<RefundsTable>

export type NewRefund = {
  orderId: string
  paymentId: string
  amount: Paise
  reason: RefundReason
  /** false for money that no sale booked */
  booked: boolean
  requestedBy: string | null
  note?: string
  /** set where the provider made the refund by itself */
  provider?: { id: string; status: RefundStatus }
}

/** Inserts a refund, and sends it to the provider unless it is there already; null where unbooked money is on its way back already. */
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

/** Writes down that money that no sale booked is owed to its payer, and sends it back. Returns what has to be posted: nothing where it is known. */
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

/** A refund, locked. Lock its order first. */
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

/** Refunds that the provider has not ended, the one that was looked at longest ago first. */
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

/** The items of a sold order with what of each went back, in the order of their courses. */
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
  }))
}

/** Counts what went back of the items and of their order, which is locked. */
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

/** The order of a refund or payment, locked, by our id. */
export const lockOrderById = (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Locks the enrolments that an order made: what is being given to the buyer is written down before, and nothing more is given until the
 * transaction ends. Returns the ids of their courses. Lock the order first.
 */
export async function lockEnrolmentsOf(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('enrolments')
    .select('course_id')
    .where('order_id', '=', orderId)
    .orderBy('course_id')
    .forUpdate()
    .execute()
  return rows.map(({ course_id }) => course_id)
}

/**
 * What share of an order its buyer watched, 0 to 1: what the server gave to them of the lectures that were sold, or of those that are
 * there now, whichever is less. Lectures count by their length, free previews and courses that were refunded do not.
 */
export const findWatched = (on: Executor, orderIds: readonly string[]): Promise<Map<string, number>> =>
  watchedOf(
    on,
    sql`items.order_id = any(${[...orderIds]}::text[])
      and (items.refunded_paise < items.amount_paise or items.amount_paise = 0)`,
  )

/** The same of one course of an order, refunded or not. */
export const findWatchedOfCourse = async (on: Executor, orderId: string, courseId: string): Promise<number> =>
  (await watchedOf(on, sql`items.order_id = ${orderId} and items.course_id = ${courseId}`)).get(orderId) ?? 0

async function watchedOf(on: Executor, which: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; sold: number | null; present: number | null }>`
    with items as (
      select items.order_id, items.course_id, items.outline_id, orders.user_id
      from order_items as items join orders on orders.id = items.order_id
      where ${which}
    ), present as (
      select items.*, sold.id, sold.video_seconds, sold.text_seconds, items.outline_id is null as was_sold, true as is_there
      from items join ${soldLectures} as sold on sold.course_id = items.course_id
    ), lectures as (
      select * from present
      union all
      select items.*, sold.id, sold.video_seconds, sold.text_seconds, true, false
      from items join sold_outlines as outline on outline.id = items.outline_id
      cross join unnest(outline.lecture_ids, outline.video_seconds, outline.text_seconds)
        as sold (id, video_seconds, text_seconds)
    ), counted as (
      select lectures.order_id, was_sold, is_there, video_seconds + text_seconds as length,
        coalesce(${servedSeconds}, 0) as given
      from lectures left join served_lectures as served
        on served.user_id = lectures.user_id and served.course_id = lectures.course_id and served.lecture_id = lectures.id
    )
    select order_id,
      (sum(given) filter (where was_sold) / nullif(sum(length) filter (where was_sold), 0))::float8 as sold,
      (sum(given) filter (where is_there) / nullif(sum(length) filter (where is_there), 0))::float8 as present
    from counted group by order_id`.execute(on)
  return new Map(rows.map(({ order_id: id, sold, present }) => [id, Math.min(sold ?? 1, present ?? 0)]))
}

/** The orders of these whose buyer refunded one of their courses themselves before, by another order. */
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

/** Until when the educators' share of an order is held: what is taken back of it is not held any longer either. */
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

/** What the platform lost by an order: a buyer who got money back by their bank and by a refund. */
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

/** Whether the buyer's bank has not decided yet about a payment. */
export async function isDisputed(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['open', 'under_review'])
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a dispute that ended took money of a payment. */
export async function hasLost(on: Executor, paymentId: string): Promise<boolean> {
  const row = await on
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('deducted_paise', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** The refund of a payment that no sale booked. */
export const findUnbooked = (on: Executor, paymentId: string) =>
  on
    .selectFrom('refunds')
    .select(['id', 'reason'])
    .where('payment_id', '=', paymentId)
    .where('booked', '=', false)
    .executeTakeFirst()

/** The order that a payment was booked on. */
export const findOrderOfPayment = (on: Executor, paymentId: string): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const findDispute = (on: Executor, id: string) =>
  on.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts a dispute, or writes down what changed of it. */
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
