import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { linkIn, newPassword, resetPaths as paths, resetSteps, wrong } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { deliverCode } from '../codes/deliver-code.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
const minutes = 60 * 1000
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const { kept, newest, login } = resetSteps(() => app)

/** A browser with cookies of its own, at an address of its own. */
let browsers = 0
const openBrowser = (cookies = '', remoteAddress = `10.${20 + (browsers >> 8)}.0.${browsers++ & 255}`) => {
  const jar = new Map(
    cookies
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  )
  return async (url: string, payload: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.server.inject({ method: 'POST', url, payload, headers: { cookie }, remoteAddress })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    const { code, message, email } = answer.json<{ code?: string; message: string; email?: string }>()
    return { status: answer.statusCode, code, message, email, retryAfter: Number(answer.headers['retry-after']) }
  }
}
const linkPath = api.accounts.verifyResetLink.path
const mail = async () => {
  await runJobs(app, 'deliver-password-code')
  const text = (await newest())?.text ?? ''
  return { code: /\b\d{4}\b/.exec(text)?.[0] ?? '', token: linkIn(text) }
}
const mailsTo = async (email: string) => (await kept()).filter(({ to }) => to === email).length
const clearMailRates = () => sql`delete from password_mail_rates`.execute(app.deps.db)

describe('strangers', () => {
  test('who guess at codes use up their own request, not that of the owner', async () => {
    const { user } = await app.makeUser()
    const owner = openBrowser()
    await owner(paths.send, { email: user.email })
    const { code } = await mail()
    const stranger = openBrowser()
    // without a request of their own there is nothing to guess at
    for (let guess = 0; guess < 6; guess++) await stranger(paths.verify, { email: user.email, otp: wrong(code) })
    await stranger(paths.send, { email: user.email })
    await mail()
    for (let guess = 0; guess < 6; guess++) await stranger(paths.verify, { email: user.email, otp: wrong(code) })
    expect(await owner(paths.verify, { email: user.email, otp: code })).toMatchObject({ status: 200 })
    expect(await owner(paths.reset, { email: user.email, password: newPassword })).toMatchObject({ status: 200 })
  })

  test('who read the code elsewhere cannot use it in their browser', async () => {
    const { user } = await app.makeUser()
    await openBrowser()(paths.send, { email: user.email })
    const { code } = await mail()
    const stranger = openBrowser()
    expect((await stranger(paths.verify, { email: user.email, otp: code })).code).toBe('wrong_code')
    await stranger(paths.send, { email: user.email })
    expect((await stranger(paths.verify, { email: user.email, otp: code })).code).toBe('wrong_code')
    await mail()
  })

  test('who ask from many places do not keep the owner from asking, nor from a mail that works', async () => {
    const { user } = await app.makeUser()
    for (let number = 0; number < 30; number++)
      expect((await openBrowser()(paths.send, { email: user.email })).status).toBe(200)
    const owner = openBrowser()
    expect((await owner(paths.send, { email: user.email })).status).toBe(200)
    for (let number = 0; number < 30; number++) await openBrowser()(paths.send, { email: user.email })
    const { token } = await mail()
    // five at once, and one for all others
    expect(await mailsTo(user.email)).toBe(6)
    expect(await owner(linkPath, { token })).toMatchObject({ status: 200, email: user.email })
    expect(await owner(paths.reset, { email: user.email, password: newPassword })).toMatchObject({ status: 200 })
    expect((await login(user.email, newPassword)).status).toBe(200)
  })

  test('who ask again and again put the next mail off by no more than two minutes', async () => {
    const { user } = await app.makeUser()
    const due = async () =>
      (
        await sql<{ seconds: number }>`select extract(epoch from max(start_after) - min(created_on)) as seconds
          from jobs.job where name = 'deliver-password-code' and state = 'created'`.execute(app.deps.db)
      ).rows[0]?.seconds
    const strangers = Array.from({ length: 12 }, () => openBrowser())
    for (let round = 0; round < 5; round++)
      for (const stranger of strangers) await stranger(paths.send, { email: user.email })
    expect(Number(await due())).toBeLessThan(130)
    expect(
      await sql`select 1 from jobs.job where name = 'deliver-password-code' and state = 'created'`.execute(app.deps.db),
    ).toMatchObject({ rows: { length: 6 } })
    await mail()
    // two minutes later one more mail may go
    app.clock.ms += 2 * minutes
    for (const stranger of strangers) await stranger(paths.send, { email: user.email }).catch(() => {})
    const rows = await app.deps.db
      .selectFrom('password_codes')
      .select('email')
      .where('email', '=', user.email)
      .execute()
    expect(rows.length).toBeLessThanOrEqual(8)
    await mail()
  })

  test('behind the same address as the owner do not use up what a known browser has', async () => {
    const { user, cookie } = await app.makeUser()
    for (let number = 0; number < 5; number++) await openBrowser('', '10.3.3.3')(paths.send, { email: user.email })
    expect(await openBrowser('', '10.3.3.3')(paths.send, { email: user.email })).toMatchObject({ status: 429 })
    expect(await openBrowser('', '10.3.3.4')(paths.send, { email: user.email })).toMatchObject({ status: 200 })
    await mail()
    const owner = openBrowser(cookie, '10.3.3.3')
    expect(await owner(paths.send, { email: user.email })).toMatchObject({ status: 200 })
    const { code } = await mail()
    expect(await owner(paths.verify, { email: user.email, otp: code })).toMatchObject({ status: 200 })
  })

  test('who guess together close the codes of an address for a day, but neither its links nor the browsers that it knows', async () => {
    const { user, cookie } = await app.makeUser()
    for (let browser = 0; browser < 10; browser++) {
      const stranger = openBrowser()
      await stranger(paths.send, { email: user.email })
      const { code } = await mail()
      await clearMailRates()
      for (let guess = 0; guess < 5; guess++)
        expect((await stranger(paths.verify, { email: user.email, otp: wrong(code) })).code).toBe('wrong_code')
    }
    const fresh = openBrowser()
    await fresh(paths.send, { email: user.email })
    const { code, token } = await mail()
    const closed = await fresh(paths.verify, { email: user.email, otp: code })
    expect(closed).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: expect.stringContaining('use the link'),
    })
    expect(closed.retryAfter).toBeGreaterThan(0)
    const known = openBrowser(cookie)
    await known(paths.send, { email: user.email })
    expect((await known(paths.verify, { email: user.email, otp: (await mail()).code })).status).toBe(200)
    expect(await fresh(linkPath, { token })).toMatchObject({ status: 200, message: 'Link verified', email: user.email })
    expect((await fresh(paths.reset, { email: user.email, password: newPassword })).status).toBe(200)
  })
})

describe('people who know the password, such as those who signed up with a foreign address,', () => {
  const current = 'correct horse battery'
  const openKnown = async (email: string) => {
    const browser = openBrowser()
    expect((await browser(api.accounts.login.path, { email, password: current })).status).toBe(200)
    return browser
  }

  test('send no more mails for each browser that they make known: the next ones wait as those of strangers do', async () => {
    const { user } = await app.makeUser()
    for (let number = 0; number < 20; number++)
      expect((await (await openKnown(user.email))(paths.send, { email: user.email })).status).toBe(200)
    await mail()
    // five of known browsers, five at once of all others and one that waited
    expect(await mailsTo(user.email)).toBe(11)
  })

  test('guess no more codes in all of those browsers than strangers do; the link still works', async () => {
    const { user } = await app.makeUser()
    for (let number = 0; number < 10; number++) {
      const known = await openKnown(user.email)
      await known(paths.send, { email: user.email })
      const { code } = await mail()
      await clearMailRates()
      for (let guess = 0; guess < 5; guess++)
        expect((await known(paths.verify, { email: user.email, otp: wrong(code) })).code).toBe('wrong_code')
    }
    const known = await openKnown(user.email)
    await known(paths.send, { email: user.email })
    const { code, token } = await mail()
    const closed = await known(paths.verify, { email: user.email, otp: code })
    expect(closed).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: expect.stringContaining('use the link'),
    })
    expect(closed.retryAfter).toBeGreaterThan(0)
    expect((await known(linkPath, { token })).status).toBe(200)
  })
})

describe('the link of the mail', () => {
  test('works once, also when it is opened many times at the same moment', async () => {
    const { user } = await app.makeUser()
    await openBrowser()(paths.send, { email: user.email })
    const { token } = await mail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => openBrowser()(linkPath, { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await openBrowser()(linkPath, { token })).code).toBe('wrong_link')
  })

  test('gives a proof to the browser that opened it and to no other', async () => {
    const { user } = await app.makeUser()
    await openBrowser()(paths.send, { email: user.email })
    const { token } = await mail()
    const [opener, other] = [openBrowser(), openBrowser()]
    await opener(linkPath, { token })
    expect((await other(paths.reset, { email: user.email, password: newPassword })).code).toBe('code_not_verified')
    expect((await opener(paths.reset, { email: user.email, password: newPassword })).status).toBe(200)
  })

  test('is good for an hour, and no more once a password was set', async () => {
    const { user } = await app.makeUser()
    const browser = openBrowser()
    await browser(paths.send, { email: user.email })
    const old = await mail()
    app.clock.ms += 60 * minutes
    expect((await browser(linkPath, { token: old.token })).code).toBe('wrong_link')
    await browser(paths.send, { email: user.email })
    const [spare] = [await mail()]
    await browser(paths.send, { email: user.email })
    expect((await browser(paths.verify, { email: user.email, otp: (await mail()).code })).status).toBe(200)
    expect((await browser(paths.reset, { email: user.email, password: newPassword })).status).toBe(200)
    expect((await browser(linkPath, { token: spare.token })).code).toBe('wrong_link')
  })

  test('stands in the database as a hash', async () => {
    const { user } = await app.makeUser()
    await openBrowser()(paths.send, { email: user.email })
    const { token } = await mail()
    const rows = await app.deps.db.selectFrom('password_links').selectAll().where('user_id', '=', user._id).execute()
    expect(rows.map((row) => row.token_hash.length)).toEqual([32])
    expect(JSON.stringify(rows.map((row) => row.token_hash.toString('utf8')))).not.toContain(token)
  })

  test.each([{}, { token: '' }, { token: 7 }, { token: null }, { token: ['a'] }, { token: 'a'.repeat(64) }])(
    'is refused when it is %j',
    async (body) => {
      expect(await openBrowser()(linkPath, body)).toMatchObject({ status: 400, code: 'wrong_link' })
    },
  )

  test('cannot be guessed without end', async () => {
    const guesser = openBrowser()
    for (let number = 0; number < 60; number++) await guesser(linkPath, { token: `guess ${number}` })
    expect(await guesser(linkPath, { token: 'guess' })).toMatchObject({ status: 429, code: 'rate_limited' })
  })
})

// the embedded database has one connection: there the mail waits for the whole change
test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'an address that loses its account while its mail is made gets no link',
  async () => {
    const { user } = await app.makeUser()
    const { email, _id: id } = user
    const { db } = app.deps
    await openBrowser()(paths.send, { email })
    const asked = db.selectFrom('password_codes').select('request_id').where('email', '=', email)
    const { request_id: requestId } = await asked.executeTakeFirstOrThrow()
    let made: Promise<void> | undefined
    await db.transaction().execute(async (change) => {
      await change
        .updateTable('users')
        .set({ email: `moved-${email}` })
        .where('id', '=', id)
        .execute()
      made = deliverCode(app.deps, { email, requestId })
      await sleep(300)
      await change.deleteFrom('password_links').where('user_id', '=', id).execute()
    })
    await made
    expect(await db.selectFrom('password_links').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect(await mailsTo(email)).toBe(0)
  },
)
