import { disputeStatuses } from '@virtual-courses/contract'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { OutboxStore } from '#adapters/mail/outbox.ts'
import type { SandboxOrder, SandboxStore } from '#adapters/payments/sandbox.ts'
import type { Db } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { OutboxMailsTable } from '#db/schema.ts'

const columns = ['id', 'recipient', 'subject', 'body_text', 'body_html', 'attached', 'created_at'] as const

const toMail = (row: Selectable<OutboxMailsTable>) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.body_text,
  html: row.body_html,
  attached: row.attached,
  keptAt: row.created_at,
})

/** Store of the outbox, in its own table. */
export const outboxStore = (db: Db): OutboxStore => ({
  async add(mail, keptAt, most) {
    const { to: recipient, subject, text: body_text, html: body_html, attachments = [] } = mail
    const id = newId()
    const attached = attachments.map(({ name }) => name)
    await db
      .insertInto('outbox_mails')
      .values({ id, recipient, subject, body_text, body_html, attached, created_at: keptAt })
      .execute()
    for (const [place, { name, contentType: content_type, content }] of attachments.entries())
      await db
        .insertInto('outbox_attachments')
        .values({ mail_id: id, place, name, content_type, content: Buffer.from(content) })
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
  async findAttachment(id, place) {
    const row = await db
      .selectFrom('outbox_attachments')
      .select(['name', 'content_type', 'content'])
      .where('mail_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst()
    return row ? { name: row.name, contentType: row.content_type, content: row.content } : null
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
      // rows of earlier versions have fewer fields; their refunds are in the list of the order
      currency: z.string().default('INR'),
      status: z.enum(['captured', 'refunded', 'failed', 'pending']),
      refunded: z.number().int().default(0),
      createdAt: z.number().default(0),
      refundFault: z.enum(['late', 'fails']).optional(),
    }),
  ),
  refunded: z.array(z.string()).default([]),
  refunds: z
    .array(
      z.object({
        id: z.string(),
        paymentId: z.string(),
        amount: z.number().int(),
        status: z.enum(['pending', 'processed', 'failed']),
        key: z.string().nullable(),
        createdAt: z.number(),
      }),
    )
    .default([]),
  dispute: z
    .object({
      id: z.string(),
      paymentId: z.string(),
      amount: z.number().int(),
      deducted: z.number().int(),
      status: z.enum(disputeStatuses),
      phase: z.string(),
      reason: z.string(),
      respondBy: z.null(),
    })
    .nullable()
    .default(null),
})

function parse(row: { body: unknown } | undefined): SandboxOrder | null {
  if (!row) return null
  const { refunded, ...order } = Order.parse(JSON.parse(String(row.body)))
  const older = order.payments
    .filter(({ id }) => refunded.includes(id) && !order.refunds.some(({ paymentId }) => paymentId === id))
    .map(({ id, amount }) => {
      const refund = { id: `rfnd_${id}`, paymentId: id, amount, key: null, createdAt: 0 }
      return { ...refund, status: 'processed' as const }
    })
  return { ...order, refunds: [...order.refunds, ...older] }
}

const names = (id: string) => sql<boolean>`position(${`"id":"${id}"`} in body) > 0`
const madeIn = (list: string, from: number, to: number) => sql<boolean>`exists (
  select 1 from jsonb_array_elements(coalesce(body::jsonb -> ${list}, '[]')) as made
  where (made ->> 'createdAt')::float8 between ${from} and ${to})`

/** Store of the sandbox payment provider, in its own table. */
export const sandboxStore = (db: Db): SandboxStore => ({
  load: async (orderId) =>
    parse(await db.selectFrom('sandbox_orders').select('body').where('id', '=', orderId).executeTakeFirst()),
  change: (orderId, change) =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('sandbox_orders')
        .select('body')
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst()
      const changed = change(parse(row))
      if (!changed) return
      const body = JSON.stringify(changed)
      await tx
        .insertInto('sandbox_orders')
        .values({ id: orderId, body })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
        .execute()
    }),
  findByPayment: async (paymentId) =>
    parse(await db.selectFrom('sandbox_orders').select('body').where(names(paymentId)).executeTakeFirst()),
  findByDispute: async (disputeId) =>
    parse(await db.selectFrom('sandbox_orders').select('body').where(names(disputeId)).executeTakeFirst()),
  async list(from, to, skip) {
    const rows = await db
      .selectFrom('sandbox_orders')
      .select('body')
      .where((where) => where.or([madeIn('payments', from, to), madeIn('refunds', from, to)]))
      .orderBy('id')
      .offset(skip)
      .limit(100)
      .execute()
    return rows.flatMap((row) => parse(row) ?? [])
  },
})
