import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '#test/support/services/smtp-server.ts'
import { mailConformance } from './conformance.ts'
import { smtpMail } from './smtp.ts'

const from = 'Virtual Courses <no-reply@courses.test.example>'

mailConformance('SMTP', async () => {
  const server = await startSmtpServer()
  return {
    mail: smtpMail({ url: server.url, from }),
    arrived: async () =>
      server.received.map(({ to, mail }) => ({
        to: to.join(),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
          name: filename ?? '',
          contentType: mimeType,
          content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
        })),
      })),
    close: server.close,
  }
})

describe('a mail by SMTP', () => {
  let server: TestSmtpServer
  beforeAll(async () => {
    server = await startSmtpServer()
  })
  afterAll(() => server.close())
  const send = async (to: string, url = server.url) => {
    await smtpMail({ url, from }).send({ to, subject: 'Grüße', text: 'Zoë', html: '<p>Zoë</p>' })
    return server.received.at(-1)
  }

  test('is multipart/alternative in UTF-8, text before HTML, with the required headers', async () => {
    const mail = await send('asha@test.example')
    const [head = '', ...parts] = (mail?.raw ?? '').split(/\r\n--[^\r\n]+\r\n/)
    const unfolded = head.replaceAll(/\r\n\s+/g, ' ')
    expect(unfolded).toMatch(/^Content-Type: multipart\/alternative; boundary=/m)
    expect(unfolded).toMatch(/^MIME-Version: 1\.0/m)
    expect(unfolded).toMatch(/^From: Virtual Courses <no-reply@courses\.test\.example>/m)
    expect(unfolded).toMatch(/^To: asha@test\.example/m)
    expect(unfolded).toMatch(/^Date: .+/m)
    expect(unfolded).toMatch(/^Message-ID: <[^>]+@courses\.test\.example>/m)
    expect(unfolded).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(parts.slice(0, 2).map((part) => /content-type: ([^\r\n]+)/i.exec(part)?.[1])).toEqual([
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
    ])
    expect([mail?.from, mail?.to]).toEqual(['no-reply@courses.test.example', ['asha@test.example']])
    expect([mail?.mail.subject, mail?.mail.text?.trim(), mail?.mail.html?.trim()]).toEqual([
      'Grüße',
      'Zoë',
      '<p>Zoë</p>',
    ])
  })

  test('has headers for one-click unsubscription if its kind supports that (RFC 8058)', async () => {
    const unsubscribeUrl = `https://courses.test.example/unsubscribe?token=${'x'.repeat(26)}.reviews.${'0'.repeat(32)}`
    const mail = { to: 'asha@test.example', subject: 'S', text: 'T', html: '<p>T</p>', unsubscribeUrl }
    await smtpMail({ url: server.url, from }).send(mail)
    const [head = ''] = (server.received.at(-1)?.raw ?? '').split('\r\n\r\n')
    const unfolded = head.replaceAll(/\r\n\s+/g, ' ')
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(unfolded.match(/^List-Unsubscribe: <(.+)>$/m)?.[1]?.replaceAll(' ', '')).toBe(unsubscribeUrl)
    expect((await send('asha@test.example'))?.raw).not.toMatch(/^list-unsubscribe/im)
  })

  test.each([
    'asha@test.example, victim@test.example',
    'asha@test.example\r\nBcc: victim@test.example',
    'victim@test.example;asha@test.example',
    '"a, victim@test.example"@test.example',
  ])('an address is one address: %j', async (to) => {
    server.received.length = 0
    await send(to).catch(() => {})
    for (const { to: recipients, raw } of server.received) {
      expect(recipients).toHaveLength(1)
      expect(recipients).not.toContain('victim@test.example')
      expect(raw).not.toMatch(/^bcc:/im)
    }
  })

  test('is possible where the server answers and takes the login, which a check says', async () => {
    const check = (url: string) => smtpMail({ url, from }).check?.()
    await check(server.url)
    await expect(check('smtp://127.0.0.1:1')).rejects.toThrow()
    await expect(check(server.url.replace('word', 'wrong'))).rejects.toThrow()
  })

  test('throws when the server refuses temporarily or permanently, and when there is none', async () => {
    for (const status of [451, 550]) {
      server.refuse.status = status
      await expect(send('asha@test.example')).rejects.toThrow(String(status))
    }
    server.refuse.status = null
    await expect(send('asha@test.example', 'smtp://127.0.0.1:1')).rejects.toThrow()
    await expect(send('asha@test.example', server.url.replace('word', 'wrong'))).rejects.toThrow()
  })
})
