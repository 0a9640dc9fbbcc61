import type { KeptMail, Mail, OutgoingMail } from '#ports/mail.ts'

/** Where kept mails lie. */
export type OutboxStore = {
  /** Adds a mail and drops all but the newest `most`. */
  add(mail: OutgoingMail, keptAt: Date, most: number): Promise<void>
  newest(count: number): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | null>
}

/** Mails that are kept; older ones are dropped. */
export const mostKept = 200
const shown = 50

/** Keeps mails where anyone who tries the product out can read them. Nothing leaves this machine. */
export const outboxMail = (store: OutboxStore, now: () => Date): Mail => ({
  send: (mail) => store.add(mail, now(), mostKept),
  outbox: { newest: () => store.newest(shown), find: (id) => store.find(id) },
})
