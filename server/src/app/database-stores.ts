import { sql } from 'kysely'
import { z } from 'zod'
import type { OutboxStore } from '#adapters/mail/outbox.ts'
import type { SandboxOrder, SandboxStore } from '#adapters/payments/sandbox.ts'
import type { Db } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { OutboxMailsTable } from '#db/schema.ts'

const columns = ['id', 'recipient', 'subject', 'body_text', 'body_html', 'created_at'] as const

const toMail = (row: Omit<OutboxMailsTable, 'created_at'> & { created_at: Date }) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.body_text,
  html: row.body_html,
  keptAt: row.created_at,
})

/** Store of the outbox, in its own table. */
export const outboxStore = (db: Db): OutboxStore => ({
  async add(mail, keptAt, most) {
    const { to: recipient, subject, text: body_text, html: body_html } = mail
    await db
      .insertInto('outbox_mails')
      .values({ id: newId(), recipient, subject, body_text, body_html, created_at: keptAt })
      .execute()
    await sql`
      delete from outbox_mails where id in (select id from outbox_mails order by created_at desc, id desc offset ${most})
    `.execute(db)
  },
  async newest(count) {
    const rows = await db
      .selectFrom('outbox_mails')
      .select(columns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
    return rows.map(toMail)
  },
  async find(id) {
    const row = await db.selectFrom('outbox_mails').select(columns).where('id', '=', id).executeTakeFirst()
    return row ? toMail(row) : null
  },
})

const Order = z.object({
  id: z.string(),
  amount: z.number().int(),
  receipt: z.string(),
  payments: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      amount: z.number().int(),
      // rows of earlier versions have neither; their refunds are in the list of the order
      currency: z.string().default('INR'),
      status: z.enum(['captured', 'refunded', 'failed', 'pending']),
      refunded: z.number().int().default(0),
    }),
  ),
  refunded: z.array(z.string()),
})

function parse(row: { body: unknown } | undefined): SandboxOrder | null {
  if (!row) return null
  const order = Order.parse(JSON.parse(String(row.body)))
  const payments = order.payments.map((one) =>
    order.refunded.includes(one.id) ? { ...one, status: 'refunded' as const, refunded: one.amount } : one,
  )
  return { ...order, payments }
}

/** Store of the sandbox payment provider, in its own table. */
export const sandboxStore = (db: Db): SandboxStore => ({
  load: async (orderId) =>
    parse(await db.selectFrom('sandbox_orders').select('body').where('id', '=', orderId).executeTakeFirst()),
  async save(order) {
    const body = JSON.stringify(order)
    await db
      .insertInto('sandbox_orders')
      .values({ id: order.id, body })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
      .execute()
  },
  findByPayment: async (paymentId) =>
    parse(
      await db
        .selectFrom('sandbox_orders')
        .select('body')
        .where(sql<boolean>`position(${`"id":"${paymentId}"`} in body) > 0`)
        .executeTakeFirst(),
    ),
})
