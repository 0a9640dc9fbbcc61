import type { FastifyBaseLogger } from 'fastify'
import { noMail } from '#adapters/mail/no-mail.ts'
import { outboxMail } from '#adapters/mail/outbox.ts'
import { smtpMail } from '#adapters/mail/smtp.ts'
import type { Db } from '#core/transact.ts'
import type { Clock } from '#ports/clock.ts'
import type { Mail } from '#ports/mail.ts'
import type { Config } from './config.ts'
import { outboxStore } from './outbox-store.ts'

/** The way out for mails that the configuration names. */
export function chooseMail(config: Config, db: Db, clock: Clock, log: FastifyBaseLogger): Mail {
  if (config.SMTP_URL) {
    const host = new URL(config.publicUrl).hostname
    return smtpMail({ url: config.SMTP_URL, from: config.MAIL_FROM ?? `Virtual Courses <no-reply@${host}>` })
  }
  if (config.outbox) return outboxMail(outboxStore(db), () => clock.now())
  return noMail((message, details) => log.warn(details, message))
}
