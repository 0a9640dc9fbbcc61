import { sql } from 'kysely'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { orderLifetimeMs } from '../rules.ts'

/** The bundle or the single course of an open order. `courseId` is its first course. */
type ToPay = { courseId: string; bundleId: string | null }

/**
 * Returns what the buyer's newest payable open order is for. An order is payable while its course or bundle is on sale and the buyer lacks
 * part of it.
 */
export async function findToPay(on: Executor, userId: string, now: Date): Promise<ToPay | undefined> {
  const { rows } = await sql<ToPay>`
    select orders.course_id as "courseId", orders.bundle_id as "bundleId" from orders
    where orders.user_id = ${userId} and orders.status = 'created' and orders.provider_order_id is not null
      and orders.created_at > ${new Date(now.getTime() - orderLifetimeMs)}
      and case when orders.bundle_id is null
        then exists (select from courses where courses.id = orders.course_id and courses.is_published)
        else exists (select from bundles where bundles.id = orders.bundle_id and bundles.is_published) end
      and exists (
        select from order_items
        join courses on courses.id = order_items.course_id and courses.is_published
        where order_items.order_id = orders.id and not exists (
          select from enrolments
          where enrolments.user_id = orders.user_id and enrolments.course_id = order_items.course_id
        )
      )
    order by orders.created_at desc limit 1`.execute(on)
  return rows[0]
}

/**
 * Locks and returns the buyer's open orders that conflict with a new one: the order of the same bundle, even if its first course has
 * changed since, and the order with the same first course.
 */
export const lockOpenOrders = (tx: Tx, userId: string, { courseId, bundleId }: ToPay): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'created')
    .where((where) => where.or([where('course_id', '=', courseId), where('bundle_id', '=', bundleId)]))
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Returns whether the buyer has a newer order for the same course or bundle: an order that failed was then replaced, not refused by the
 * provider.
 */
export async function wasReplaced(on: Executor, order: OrderRow): Promise<boolean> {
  const { user_id: userId, course_id: courseId, bundle_id: bundleId } = order
  const newer = await on
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('course_id', '=', courseId), where('bundle_id', '=', bundleId)]))
    .where('created_at', '>=', order.created_at)
    .where('id', '!=', order.id)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/**
 * Serialises the purchases of one buyer, such as two clicks, until the transaction ends. Rows that refer to the buyer can still be written
 * meanwhile, since a settlement locks the order and inserts an enrolment. Throws unauthenticated for an account that was deleted after
 * the request arrived.
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

/** Identifies the request that is opening an order at the provider. */
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

/** Stores the provider's id of an order. Returns false when another request has taken over the claim. */
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

/** Locks and returns the open order of a claim; undefined when another request has taken over the claim. */
export const lockClaimed = (tx: Tx, { orderId, claimId }: Claim): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'created')
    .forUpdate()
    .executeTakeFirst()
