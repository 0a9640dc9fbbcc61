import type { Mail } from '#ports/mail.ts'

/** For a production site without a mail server: says in the log that a mail did not go out, and keeps nothing of it. */
export const noMail = (warn: (message: string, details: object) => void): Mail => ({
  async send({ subject }) {
    warn('a mail was not sent: set SMTP_URL', { subject })
  },
})
