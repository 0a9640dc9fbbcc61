import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { FindingKind, OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

/** A difference between orders and provider; `subject` is the id of the payment. */
export type Finding = { kind: FindingKind; subject: string; orderId: string | null; amount: Paise; detail: string }

/** What the refunds of a payment return, in paise, as far as the provider has them. */
export async function sumOfRefunds(on: Executor, paymentId: string): Promise<Paise> {
  const row = await on
    .selectFrom('refunds')
    .select((select) => select.fn.sum<string | null>('amount_paise').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['sent', 'processed'])
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Orders that a payment was booked on in a span of time, the first first. */
export const findSettled = (on: Executor, from: Date, to: Date, limit: number): Promise<OrderRow[]> =>
  on
    .selectFrom('orders')
    .selectAll()
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .where('payment_id', 'is not', null)
    .orderBy('settled_at')
    .limit(limit)
    .execute()

/** Our ids of orders, by those at the provider. */
export async function findOrderIds(on: Executor, providerIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; provider_order_id: string }>`
    select id, provider_order_id from orders where provider_order_id = any(${providerIds}::text[])`.execute(on)
  return new Map(rows.map((row) => [row.provider_order_id, row.id]))
}

/** Writes a difference down; one that was resolved is open again when it is another difference than before. */
export async function saveFinding(on: Executor, finding: Finding, now: Date): Promise<void> {
  const { kind, subject, orderId: order_id, amount: amount_paise, detail } = finding
  await on
    .insertInto('payment_findings')
    .values({ id: newId(), kind, subject, order_id, amount_paise, detail, found_at: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({
        seen_at: now,
        detail,
        amount_paise,
        resolved_at: sql`case when payment_findings.detail = excluded.detail then payment_findings.resolved_at end`,
      }),
    )
    .execute()
}

/** Resolves a finding; false when it is not open any more. */
export async function closeFinding(tx: Tx, id: string, adminId: string, note: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_findings')
    .set({ resolved_at: now, resolved_by: adminId, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
