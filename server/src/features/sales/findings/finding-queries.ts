import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { DisputeStatus, FindingKind, OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { findLastCheck } from '../../ledger/index.ts'
import type { RefundRow } from '../refunds/refund-queries.ts'

/** A difference between the orders and the provider; `subject` is the id of the payment, dispute or settlement. */
export type Finding = { kind: FindingKind; subject: string; orderId: string | null; amount: Paise; detail: string }

/** Returns the sums in paise of recorded refunds that exist at the provider, by payment; payments without refunds are left out. */
export async function sumsOfRefunds(on: Executor, paymentIds: readonly string[]): Promise<Map<string, Paise>> {
  const { rows } = await sql<{ payment_id: string; sum: string | null }>`
    select payment_id, sum(amount_paise) filter (where status in ('sent', 'processed')) as sum
    from refunds where payment_id = any(${paymentIds}::text[]) group by payment_id`.execute(on)
  return new Map(rows.map((row) => [row.payment_id, Number(row.sum ?? 0)]))
}

/** Returns orders by their ids at the provider. */
export async function findOrdersAt(on: Executor, providerIds: readonly string[]): Promise<Map<string, OrderRow>> {
  const { rows } = await sql<OrderRow>`
    select * from orders where provider_order_id = any(${providerIds}::text[])`.execute(on)
  return new Map(rows.map((row) => [row.provider_order_id ?? '', row]))
}

/** Returns refunds by their ids at the provider. */
export async function findRefundsAt(on: Executor, providerIds: readonly string[]): Promise<Map<string, RefundRow>> {
  const { rows } = await sql<RefundRow>`
    select * from refunds where provider_refund_id = any(${providerIds}::text[])`.execute(on)
  return new Map(rows.map((row) => [row.provider_refund_id ?? '', row]))
}

/** Returns the statuses of those disputes that are recorded. */
export async function findDisputesOf(on: Executor, ids: readonly string[]): Promise<Map<string, DisputeStatus>> {
  const { rows } = await sql<{ id: string; status: DisputeStatus }>`
    select id, status from disputes where id = any(${ids}::text[])`.execute(on)
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Returns the disputes that are not decided yet, oldest first. */
export const findOpenDisputes = (on: Executor, limit: number) =>
  on
    .selectFrom('disputes')
    .select(['id', 'status'])
    .where('status', 'in', ['open', 'under_review'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Returns the posted amounts of fees and settlements, by the keys of their transactions. */
export async function findPosted(on: Executor, keys: readonly string[]): Promise<Map<string, Paise>> {
  const { rows } = await sql<{ key: string; amount: string }>`
    select key, amount_paise as amount
    from ledger_transactions join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where key = any(${keys}::text[]) and account in ('provider_fees', 'bank')`.execute(on)
  return new Map(rows.map(({ key, amount }) => [key, Number(amount)]))
}

/** Key in site_figures of the last day whose settlements were read. */
const lastRead = 'settlements-read'

export async function findLastRead(on: Executor): Promise<string | null> {
  const row = await on.selectFrom('site_figures').select('value').where('name', '=', lastRead).executeTakeFirst()
  return (row?.value as { date: string } | undefined)?.date ?? null // written below
}

export async function saveLastRead(on: Executor, date: string, now: Date): Promise<void> {
  const row = { name: lastRead, value: JSON.stringify({ date }), counted_at: now }
  await on
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Problems that an operator must handle; the counts are the same in every process. */
type MoneyProblems = {
  ledgerProblems: number
  failedRefunds: number
  findings: { kind: FindingKind; open: number }[]
}

export async function countMoneyProblems(on: Executor): Promise<MoneyProblems> {
  const failed = await sql<{ count: number }>`
    select count(*)::int as count from refunds where status = 'failed'`.execute(on)
  const findings = await sql<{ kind: FindingKind; open: number }>`
    select kind, count(*)::int as open from payment_findings where resolved_at is null group by kind`.execute(on)
  const checked = await findLastCheck(on)
  return {
    ledgerProblems: checked?.problems.length ?? 0,
    failedRefunds: failed.rows[0]?.count ?? 0,
    findings: findings.rows,
  }
}

/** Returns the orders whose payment was booked within a span of time, oldest first. */
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

/** Returns the ids of orders by their ids at the provider. */
export async function findOrderIds(on: Executor, providerIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; provider_order_id: string }>`
    select id, provider_order_id from orders where provider_order_id = any(${providerIds}::text[])`.execute(on)
  return new Map(rows.map((row) => [row.provider_order_id, row.id]))
}

/** Stores a difference; one that an admin resolved is reopened only when it has changed. Returns whether it is new or has changed. */
export async function saveFinding(on: Executor, finding: Finding, now: Date): Promise<boolean> {
  const { kind, subject, orderId, amount, detail } = finding
  const { rows } = await sql<{ known: boolean }>`
    with before as (select detail from payment_findings where kind = ${kind} and subject = ${subject}
      and (resolved_at is null or resolved_by is not null))
    insert into payment_findings (id, kind, subject, order_id, amount_paise, detail, found_at, seen_at)
    values (${newId()}, ${kind}, ${subject}, ${orderId}, ${amount}, ${detail}, ${now}, ${now})
    on conflict (kind, subject) do update set seen_at = ${now}, detail = excluded.detail, amount_paise = excluded.amount_paise,
      resolved_at = case when payment_findings.detail = excluded.detail and payment_findings.resolved_by is not null
        then payment_findings.resolved_at end
    returning exists (select from before where before.detail = payment_findings.detail) as known`.execute(on)
  return rows[0]?.known === false
}

/** Returns the payments whose refunds differ, the least recently checked first. */
export async function findDifferentPayments(on: Executor, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('payment_findings')
    .select('subject')
    .where('kind', '=', 'refund-differs')
    .where('resolved_at', 'is', null)
    .orderBy('seen_at')
    .limit(limit)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Returns those subjects that have an open finding of a kind. */
export async function findOpenSubjects(
  on: Executor,
  kind: FindingKind,
  subjects: readonly string[],
): Promise<Set<string>> {
  const rows = await on
    .selectFrom('payment_findings')
    .select('subject')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('resolved_at', 'is', null)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** Closes a difference that is gone; it is reopened when it recurs. */
export async function clearFinding(on: Executor, { kind, subject }: Pick<Finding, 'kind' | 'subject'>, now: Date) {
  await on
    .updateTable('payment_findings')
    .set({ resolved_at: now, note: 'The difference is gone.' })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Closes failures that have not recurred since `before`, because they were handled elsewhere. */
export async function clearNotFailedSince(on: Executor, before: Date, now: Date): Promise<void> {
  await on
    .updateTable('payment_findings')
    .set({ resolved_at: now, note: 'It has not failed again.' })
    .where('kind', '=', 'not-compared')
    .where('seen_at', '<', before)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Resolves a finding; returns false when it is no longer open. */
export async function closeFinding(
  tx: Tx,
  id: string,
  { adminId, note, now }: { adminId: string; note: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_findings')
    .set({ resolved_at: now, resolved_by: adminId, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
