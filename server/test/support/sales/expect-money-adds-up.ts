import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SandboxOrder } from '#adapters/payments/sandbox.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderRow } from '#db/schema.ts'
import { findEducatorBalance } from '#features/ledger/index.ts'

const capturedOf = ({ payments }: SandboxOrder) => payments.filter(({ status }) => status === 'captured')

/** What an order was, for the message of a failure. */
const describeOrder = (
  order: OrderRow,
  enrolments: readonly { user_id: string; course_id: string; order_id: string | null }[],
) => ({
  ...order,
  now: enrolments.filter(({ user_id }) => user_id === order.user_id),
})

async function lossesOf(deps: Pick<FeatureDeps, 'db'>, orderId: string): Promise<number> {
  const { rows } = await sql<{ sum: string | null }>`select sum(amount_paise) as sum from ledger_entries
    join ledger_transactions on ledger_transactions.id = transaction_id
    where account = 'losses' and order_id = ${orderId}`.execute(deps.db)
  return Number(rows[0]?.sum ?? 0)
}

const refundsOf = ({ db }: FeatureDeps, orderId: string) =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()

/** Expects that buyers, provider, educators, coupons and documents agree, once everything that waited is done. */
export async function expectMoneyAddsUp(
  deps: FeatureDeps,
  books: ReadonlyMap<string, SandboxOrder>,
  educators: readonly string[],
): Promise<void> {
  // each buyer has exactly the courses for which the provider holds their money
  const orders = await deps.db.selectFrom('orders').selectAll().execute()
  const enrolments = await deps.db.selectFrom('enrolments').selectAll().execute()
  const held = orders.filter(
    ({ sold_at, amount_paise, refunded_paise }) =>
      sold_at !== null && (amount_paise === 0 || refunded_paise < amount_paise),
  )
  const enrolledBy = new Set(enrolments.map((one) => one.order_id))
  expect(held.filter(({ id }) => !enrolledBy.has(id)).map((order) => describeOrder(order, enrolments))).toEqual([])
  const heldIds = new Set(held.map(({ id }) => id))
  expect(enrolments.filter(({ order_id }) => !heldIds.has(order_id ?? ''))).toEqual([])
  const unknown: string[] = []
  const contested = new Set<string>()
  for (const order of books.values()) {
    const row = orders.find(({ provider_order_id }) => provider_order_id === order.id)
    const captured = capturedOf(order).reduce((sum, { amount }) => sum + amount, 0)
    const returned = order.refunds
      .filter(({ status }) => status === 'processed')
      .reduce((sum, { amount }) => sum + amount, 0)
    const lost = order.dispute?.status === 'lost' ? order.dispute.deducted : 0
    if (!row && captured > 0) unknown.push(...capturedOf(order).map(({ id }) => id))
    if (!row && order.dispute) contested.add(order.dispute.id)
    if (!row) continue
    const kept = row.sold_at ? row.amount_paise - row.refunded_paise : 0
    // a dispute can be lost after the money went back: that is the platform's loss
    const losses = await lossesOf(deps, row.id)
    const rest = captured - returned - lost
    const facts = rest === kept - losses ? '' : JSON.stringify({ order, row, refunds: await refundsOf(deps, row.id) })
    expect(rest, facts).toBe(kept - losses)
  }
  // an order whose id never reached us, because the answer was lost, and that someone paid all the same
  const findings = await deps.db
    .selectFrom('payment_findings')
    .select(['kind', 'subject'])
    .where('resolved_at', 'is', null)
    .execute()
  const subjectsOf = (wanted: string): string[] =>
    findings.flatMap(({ kind, subject }) => (kind === wanted ? subject : [])).sort()
  expect(subjectsOf('unknown-order')).toEqual(unknown.sort())
  expect(subjectsOf('dispute-differs').filter((id) => !contested.has(id))).toEqual([])
  // what was killed is written down as well, until a day has passed; and a refund that came back changes the settlement it was in
  const known = ['unknown-order', 'dispute-differs', 'not-compared', 'settlement-differs']
  expect(findings.filter(({ kind }) => !known.includes(kind))).toEqual([])
  for (const educator of educators) {
    const balance = await findEducatorBalance(deps.db, educator, new Date(deps.clock.now().getTime() + 30 * 86_400_000))
    expect(balance.payable).toBe(Math.max(0, balance.owed))
  }
  const uses = await sql<{ code: string; most: number | null; count: number; of_user: number }>`
    select code, max_uses as most, count(*)::int as count,
      (select max(count) from (select count(*)::int from coupon_uses as own
        where own.coupon_id = coupons.id and own.state <> 'released' group by own.user_id) as counts) as of_user
    from coupons join coupon_uses on coupon_uses.coupon_id = coupons.id where state <> 'released' group by coupons.id`.execute(
    deps.db,
  )
  expect(uses.rows.length).toBeGreaterThan(0)
  for (const { code, most, count, of_user } of uses.rows) {
    expect(count, code).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY)
    if (code === 'LESS-100') expect(of_user).toBeLessThanOrEqual(2)
  }
  // a use is reserved while its order is open, used when it was sold, and released otherwise
  const wrong = await sql<{ id: string }>`
    select orders.id, orders.status, coupon_uses.state from orders
    left join coupon_uses on coupon_uses.order_id = orders.id
    where orders.coupon_id is not null and coupon_uses.state is distinct from
      case when orders.status = 'created' then 'reserved' when orders.sold_at is not null then 'used' else 'released' end`.execute(
    deps.db,
  )
  expect(wrong.rows).toEqual([])
  // the ledger owes the tax that invoices and credit notes say
  const taxed = await sql<{ id: string }>`
    with documents as (
      select order_id, sum((cgst_paise + sgst_paise + igst_paise) * case kind when 'credit_note' then -1 else 1 end) as tax
      from invoices group by order_id
    ), entered as (
      select order_id, -sum(amount_paise) as tax from ledger_entries
      join ledger_transactions on ledger_transactions.id = transaction_id where account = 'gst_payable' group by order_id
    )
    select order_id as id, documents.tax::int, entered.tax::int as owed from documents full join entered using (order_id)
    where coalesce(documents.tax, 0) <> coalesce(entered.tax, 0)`.execute(deps.db)
  expect(taxed.rows).toEqual([])
  const kept = await sql`select orders.id from orders join order_items on order_items.order_id = orders.id
    where order_items.refunded_paise = order_items.amount_paise and gst_refunded_paise <> gst_paise`.execute(deps.db)
  expect(kept.rows).toEqual([])
  // no number of a document is missing or there twice
  const { rows } = await sql<{ kind: string; count: number; last: number }>`
    select kind, count(*)::int as count, max(substring(number from '[0-9]+$')::int) as last
    from invoices group by 1`.execute(deps.db)
  for (const { kind, count, last } of rows) expect(count, kind).toBe(last)
}
