import { createTransport } from 'nodemailer'
import type { Mail } from '#ports/mail.ts'

export type SmtpOptions = {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where it wants them */
  url: string
  /** sender, with or without a name: `Virtual Courses <no-reply@courses.example.org>` */
  from: string
}

/** Milliseconds. A server that says nothing for so long is taken for dead; the mail is tried again later. */
const timeout = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Sends mails by SMTP as multipart/alternative in UTF-8. Each has a connection of its own: mails are rare. */
export function smtpMail({ url, from }: SmtpOptions): Mail {
  const transport = createTransport({ ...timeout, url, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from,
        // as an object: an address is never read as a list of several
        to: { name: '', address: to },
        subject,
        text,
        html,
        // RFC 3834: out-of-office answers are not wanted
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
  }
}
