import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attachment, type Mail, maxAttachmentBytes, type OutgoingMail } from '#ports/mail.ts'

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
  mail && {
    ...mail,
    attachments: (mail.attachments ?? []).map((file) => ({
      ...file,
      content: Buffer.from(file.content).toString('hex'),
    })),
    text: mail.text.replaceAll('\r\n', '\n').trim(),
    html: mail.html.replaceAll('\r\n', '\n').trim(),
  }

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
    const file = (changes: Partial<Attachment> = {}): Attachment => ({
      name: 'invoice-1.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1.7 \u0000\r\n.\r\n'),
      ...changes,
    })
    test('sends files unchanged and in order', async () => {
      const every = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256)
      const other = file({ name: 'बीजक 1.txt', contentType: 'text/plain', content: every })
      const mail = mailWith({ attachments: [file(), other] })
      expect(await send(mail)).toEqual(plain(mail))
    })
    test('the name of a file cannot become a header or a path', async () => {
      const arrived = await send(
        mailWith({ attachments: [file({ name: 'a\r\nBcc: victim@test.example\r\n\r\n.pdf' })] }),
      )
      expect([arrived?.to, arrived?.text, arrived?.attachments.length]).toEqual(['asha@test.example', 'Plain words', 1])
    })
    test('refuses files whose total size exceeds the limit', async () => {
      const half = file({ content: new Uint8Array(maxAttachmentBytes / 2 + 1) })
      await expect(tested.mail.send(mailWith({ attachments: [half, half] }))).rejects.toThrow(RangeError)
    })
    test('a subject cannot become a header', async () => {
      const arrived = await send(mailWith({ subject: 'Hello\r\nBcc: victim@test.example\r\n\r\nBody' }))
      expect([arrived?.to, arrived?.text]).toEqual(['asha@test.example', 'Plain words'])
    })
  })
}
