import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { Issued } from '../invoices/index.ts'

/** An event in the history of an order. `key` identifies one that may be reported twice; `details` are shown to admins. */
export type OrderEvent = {
  orderId: string
  at: Date
  kind: 'status' | 'webhook' | 'refund' | 'dispute' | 'invoice' | 'mail'
  details: Record<string, string | number | boolean | null>
  actorId?: string | null
  key?: string | null
}

/** Maximum number of webhooks that are kept for one order, so that endless repetitions do not fill the table. */
const mostEvents = 500

/** Records events; one that is reported twice is recorded once. */
export async function recordEvents(on: Executor, events: readonly OrderEvent[]): Promise<void> {
  for (const { orderId, at, kind, details, actorId = null, key = null } of events)
    await sql`insert into order_events (order_id, at, kind, actor_id, event_key, details)
      select ${orderId}, ${at}, ${kind}, ${actorId}, ${key}, ${JSON.stringify(details)}::jsonb
      where ${kind} <> 'webhook' or (select count(*) from order_events where order_id = ${orderId}) < ${mostEvents}
      on conflict (event_key) where event_key is not null do nothing`.execute(on)
}

/** Records that a document was issued, if there was one to issue. */
export const recordInvoice = (tx: Tx, orderId: string, issued: Issued | null, at: Date): Promise<void> =>
  recordEvents(
    tx,
    issued ? [{ orderId, at, kind: 'invoice', details: { number: issued.number, kind: issued.kind } }] : [],
  )
