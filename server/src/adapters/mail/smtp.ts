import { createTransport } from 'nodemailer'
import type { Mail } from '#ports/mail.ts'
import { requireSize } from './attachments.ts'

export type SmtpOptions = {
  /** `smtp://` (with STARTTLS if the server offers it) or `smtps://`, with user and password if needed */
  url: string
  /** sender, with or without a name: `Virtual Courses <no-reply@courses.example.org>` */
  from: string
}

/** Timeouts in milliseconds; the job retries the mail. */
const timeout = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Sends mails by SMTP as multipart/alternative in UTF-8. Each mail has its own connection, because mails are rare. */
export function smtpMail({ url, from }: SmtpOptions): Mail {
  const transport = createTransport({ ...timeout, url, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text, html, unsubscribeUrl, attachments = [] }) {
      requireSize(attachments)
      await transport.sendMail({
        from,
        // an object, so that the address is not parsed as a list
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: attachments.map(({ name, contentType, content }) => ({
          filename: name,
          contentType,
          content: Buffer.from(content),
        })),
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        headers: {
          // no out-of-office replies (RFC 3834)
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      })
    },
    async check() {
      await transport.verify()
    },
  }
}
