import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the page speaks the language of the browser, and English where it asks for nothing', async () => {
  const hindi = await app.server.inject({ url: '/dev/outbox', headers: { 'accept-language': 'hi' } })
  expect(hindi.body).toContain('<html lang="hi" dir="ltr">')
  expect(hindi.body).toContain('<h1>आउटबॉक्स</h1>')
  expect((await app.server.inject('/dev/outbox')).body).toContain('<html lang="en"')
  // reading thousands of languages would take longer than the page
  const many = { 'accept-language': `${'tlh, '.repeat(3000)}hi` }
  expect((await app.server.inject({ url: '/dev/outbox', headers: many })).body).toContain('<html lang="en"')
})

test('the outbox shows the mails, newest first, and loads nothing but its own style', async () => {
  expect((await app.server.inject('/dev/outbox')).body).toContain('No mails yet')
  const mail = {
    to: 'a@test.example',
    subject: '<b>First</b>',
    text: '<script>alert(1)</script> नमस्ते',
    html: '<p>Hi</p>',
  }
  await app.deps.mail.send(mail)
  await app.deps.mail.send({ ...mail, subject: 'Second' })
  const page = await app.server.inject('/dev/outbox')
  expect(page.body.indexOf('Second')).toBeLessThan(page.body.indexOf('&lt;b&gt;First'))
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; नमस्ते')
  expect(page.body).not.toMatch(/<script|<b>First/)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(String(page.headers['content-security-policy'])).toMatch(
    /^default-src 'none'; style-src 'nonce-[0-9a-f]{32}'; form-action 'none'; frame-src 'self'/,
  )
})

test('a mail as HTML stands in a sandbox', async () => {
  const [mail] = (await app.deps.mail.outbox?.newest()) ?? []
  const page = await app.server.inject('/dev/outbox')
  expect(page.body).toContain(`<iframe sandbox title="Second, as HTML" loading="lazy" src="/dev/outbox/${mail?.id}">`)
  const frame = await app.server.inject(`/dev/outbox/${mail?.id}`)
  expect([frame.body, frame.headers['content-type']]).toEqual(['<p>Hi</p>', 'text/html; charset=utf-8'])
  expect(String(frame.headers['content-security-policy'])).toMatch(/default-src 'none';.*sandbox;/)
  for (const id of ['unknown', 'x'.repeat(300), '..%2f..'])
    expect((await app.server.inject(`/dev/outbox/${id}`)).statusCode).toBeGreaterThanOrEqual(400)
})

test.each([
  ['a mail server is configured', { SMTP_URL: 'smtp://127.0.0.1:1', outbox: false }],
  ['this is production', { production: true, outbox: false }],
])('where %s there is no outbox', async (_name, config) => {
  const other = await createTestApp({ config })
  expect((await other.server.inject('/dev/outbox')).statusCode).toBe(404)
  expect(other.deps.mail.outbox).toBeUndefined()
  await other.close()
})

test('production without a mail server keeps nothing and says so without the text', async () => {
  const other = await createTestApp({ config: { production: true, outbox: false } })
  await other.deps.mail.send({ to: 'a@test.example', subject: 'A subject', text: 'the secret', html: 'the secret' })
  expect(await other.deps.db.selectFrom('outbox_mails').selectAll().execute()).toEqual([])
  expect(other.logged.map(({ msg }) => msg)).toEqual(['a mail was not sent: set SMTP_URL'])
  expect(JSON.stringify(other.logged)).not.toContain('the secret')
  await other.close()
})
