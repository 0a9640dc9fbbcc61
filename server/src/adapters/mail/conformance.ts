import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail, OutgoingMail } from '#ports/mail.ts'

export type MailUnderTest = {
  mail: Mail
  /** returns the received mails, oldest first */
  arrived(): Promise<OutgoingMail[]>
  close(): Promise<void>
}

const mailWith = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: 'asha@test.example',
  subject: 'A subject',
  text: 'Plain words\n',
  html: '<p>Words</p>\n',
  ...changes,
})

const plain = (mail: OutgoingMail | undefined) =>
  mail && { ...mail, text: mail.text.replaceAll('\r\n', '\n').trim(), html: mail.html.replaceAll('\r\n', '\n').trim() }

/** Conformance tests of the port `Mail`, run by the tests of its adapters. */
export function mailConformance(name: string, open: () => Promise<MailUnderTest>): void {
  describe(`${name}: the mail port`, () => {
    let tested: MailUnderTest
    beforeAll(async () => {
      tested = await open()
    })
    afterAll(() => tested.close())
    const send = async (mail: OutgoingMail) => {
      await tested.mail.send(mail)
      return plain((await tested.arrived()).at(-1))
    }

    test('sends text and HTML', async () => {
      expect(await send(mailWith())).toEqual(plain(mailWith()))
    })
    test('keeps characters of all scripts', async () => {
      const words = 'नमस्ते, Zoë — ₹1,299 “quoted” 🎓'
      const mail = mailWith({ subject: words, text: `${words}\n.\n.leading dot\n`, html: `<p>${words}</p>` })
      expect(await send(mail)).toEqual(plain(mail))
    })
    test('keeps long lines and texts', async () => {
      const mail = mailWith({ text: `${'word '.repeat(5000)}end`, html: `<p>${'x'.repeat(20_000)}</p>` })
      expect(await send(mail)).toEqual(plain(mail))
    })
    test('a subject cannot become a header', async () => {
      const arrived = await send(mailWith({ subject: 'Hello\r\nBcc: victim@test.example\r\n\r\nBody' }))
      expect([arrived?.to, arrived?.text]).toEqual(['asha@test.example', 'Plain words'])
    })
  })
}
