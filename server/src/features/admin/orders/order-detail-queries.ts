import { mostEvents, type SitePageKind } from '@virtual-courses/contract'
import { type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { DisputesTable, LedgerAccount, PostingKind, RefundsTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

export type OrderItemRow = {
  course_id: string
  title: string
  educator_id: string
  educator_name: string
  list_paise: Paise
  amount_paise: Paise
  gst_paise: Paise
  fee_paise: Paise
  refunded_paise: Paise
  enrolled: boolean
}

/** The items of an order, and whether each still gives its buyer access. */
export async function findOrderItems(on: Executor, orderId: string): Promise<OrderItemRow[]> {
  const { rows } = await sql<OrderItemRow>`
    select order_items.course_id, courses.title, order_items.educator_id, users.name as educator_name,
      order_items.list_paise, order_items.amount_paise, order_items.gst_paise, order_items.fee_paise,
      order_items.refunded_paise,
      exists (
        select 1 from enrolments where enrolments.user_id = orders.user_id and enrolments.course_id = order_items.course_id
      ) as enrolled
    from order_items
    join orders on orders.id = order_items.order_id
    join courses on courses.id = order_items.course_id
    join users on users.id = order_items.educator_id
    where order_items.order_id = ${orderId} order by courses.title, courses.id`.execute(on)
  return rows
}

type ConsentRow = { kind: SitePageKind; number: number; language: string; given_at: Date }

/** The versions of the site's pages that the buyer of an order agreed to. */
export async function findConsents(on: Executor, orderId: string): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select versions.kind, versions.number, versions.language, consents.given_at
    from orders join consents on consents.user_id = orders.user_id and consents.order_id = orders.id
    join site_page_versions as versions on versions.id = consents.version_id
    where orders.id = ${orderId} order by consents.given_at, versions.kind, versions.number`.execute(on)
  return rows
}

export type RefundView = Selectable<RefundsTable> & { requested_by_name: string | null }

/** Refunds with the name of the user who asked for them. */
const refundsSql = sql`select refunds.*, users.name as requested_by_name
  from refunds left join users on users.id = refunds.requested_by`

export const findOrderRefunds = async (on: Executor, orderId: string): Promise<RefundView[]> =>
  (
    await sql<RefundView>`${refundsSql} where refunds.order_id = ${orderId} order by refunds.created_at, refunds.id
      limit ${mostEvents}`.execute(on)
  ).rows

/** Refunds that the provider refused, the oldest first. */
export const findFailedRefunds = async (on: Executor, limit: number): Promise<RefundView[]> =>
  (
    await sql<RefundView>`${refundsSql} where refunds.status = 'failed' order by refunds.created_at, refunds.id
      limit ${limit}`.execute(on)
  ).rows

export type DisputeRow = Selectable<DisputesTable>

export const findOrderDisputes = (on: Executor, orderId: string): Promise<DisputeRow[]> =>
  on
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .limit(mostEvents)
    .execute()

/** Disputes that are not decided, the oldest first. */
export const findOpenDisputes = (on: Executor, limit: number): Promise<DisputeRow[]> =>
  on
    .selectFrom('disputes')
    .selectAll()
    .where('status', 'in', ['open', 'under_review'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

export type LedgerView = {
  key: string
  kind: PostingKind
  at: Date
  entries: { account: LedgerAccount; party: string; amount: Paise }[]
}

/** What the ledger has of an order, oldest first. */
export async function findPostings(on: Executor, orderId: string): Promise<LedgerView[]> {
  const { rows } = await sql<LedgerView>`
    select posted.key, posted.kind, posted.at,
      (select json_agg(json_build_object(
          'account', entries.account, 'party', coalesce(users.name, ''), 'amount', entries.amount_paise
        ) order by entries.id)
        from ledger_entries as entries left join users on users.id = entries.party_id and entries.party_id <> ''
        where entries.transaction_id = posted.id) as entries
    from ledger_transactions as posted where posted.order_id = ${orderId} order by posted.id limit ${mostEvents}`.execute(
    on,
  )
  return rows
}

export type EventView = { at: Date; kind: string; details: unknown; actor_name: string | null }

/** The history of an order, oldest first; of a long one the newest events. */
export async function findEvents(on: Executor, orderId: string): Promise<EventView[]> {
  const { rows } = await sql<EventView>`
    select order_events.at, order_events.kind, order_events.details, users.name as actor_name
    from order_events left join users on users.id = order_events.actor_id
    where order_events.order_id = ${orderId} order by order_events.id desc limit ${mostEvents}`.execute(on)
  return rows.reverse()
}
