import { sql } from 'kysely'
import type { OutboxStore } from '#adapters/mail/outbox.ts'
import { newId } from '#core/new-id.ts'
import type { Db } from '#core/transact.ts'
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

/** The outbox in a table of its own. */
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
