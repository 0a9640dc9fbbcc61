import type { Attachment, KeptMail, Mail, OutgoingMail } from '#ports/mail.ts'
import { requireSize } from './attachments.ts'

/** Store of the outbox. */
export type OutboxStore = {
  /** Adds a mail and deletes all but the newest `most`. */
  add(mail: OutgoingMail, keptAt: Date, most: number): Promise<void>
  newest(count: number): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | null>
  findAttachment(id: string, place: number): Promise<Attachment | null>
}

/** Number of mails that are kept; older ones are deleted. */
export const mostKept = 200
const shown = 50

/** Keeps mails in a store instead of sending them, for trying the product out. */
export const outboxMail = (store: OutboxStore, now: () => Date): Mail => ({
  async send(mail) {
    requireSize(mail.attachments ?? [])
    await store.add(mail, now(), mostKept)
  },
  outbox: {
    newest: () => store.newest(shown),
    find: (id) => store.find(id),
    findAttachment: (id, place) => store.findAttachment(id, place),
  },
})

/** For production without a mail server: logs that a mail was not sent, and stores nothing of it. */
export const noMail = (warn: (message: string, details: object) => void): Mail => ({
  async send({ subject }) {
    warn('a mail was not sent: set SMTP_URL', { subject })
  },
})
