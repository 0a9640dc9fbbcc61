import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import {
  keepFailedMs,
  lastCheckMs,
  longestPauseExpiredMs,
  longestPauseMs,
  orderLifetimeMs,
  reconcileAfterMs,
  reconcileForMs,
} from '../rules.ts'

const lastCheck = sql`created_at + make_interval(secs => ${(orderLifetimeMs - lastCheckMs) / 1000})`

/** Returns the orders that are due for a check at the provider: open ones, and expired ones that may still be paid. */
export const ordersToReconcile = (on: Executor, now: Date) =>
  on
    .selectFrom('orders')
    .select(['id', 'provider_order_id', 'checked_at'])
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
        sql<boolean>`checked_at < ${lastCheck} and ${now} >= ${lastCheck}`,
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .limit(50)
    .execute()

/** Marks an order or a refund as checked; returns false if another process did so since it was read. */
export async function markChecked(
  on: Executor,
  table: 'orders' | 'refunds',
  { id, checked_at }: { id: string; checked_at: Date | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable(table)
    .set({ checked_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`checked_at is not distinct from ${checked_at}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks and returns the oldest open orders past their lifetime; orders that another process has locked are skipped. */
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

/** Deletes old orders that were never opened at the provider. */
export async function deleteFailed(on: Executor, now: Date): Promise<void> {
  await on
    .deleteFrom('orders')
    .where('status', '=', 'failed')
    .where('provider_order_id', 'is', null)
    .where('payment_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - keepFailedMs))
    .execute()
}
