import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { enqueue } from '#core/jobs.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { newPassword, resetSteps } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { hashCode } from '../codes/one-time-code.ts'
import { onSessionsEnded } from '../index.ts'
import { deleteExpired, deliverCodeJob } from '../jobs.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
const minutes = 60 * 1000
const paths = {
  send: api.accounts.sendOtp.path,
  verify: api.accounts.verifyOtp.path,
  reset: api.accounts.resetPassword.path,
}
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits }, logLevel: 'trace' })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const { post, kept, newest, ask, verify, prove, login } = resetSteps(() => app)

test('a forgotten password is set again, and every session of the account ends', async () => {
  const { user, call, cookie } = await app.makeUser()
  const ended: string[] = []
  onSessionsEnded(app.deps.db, (ids) => ended.push(...ids))
  const { sessions } = await call(api.accounts.sessions)
  const code = await ask(user.email)
  const verified = await post(paths.verify, { email: user.email, otp: code }, cookie)
  expect(verified).toMatchObject({ status: 200, message: 'Code verified' })
  expect(verified.setCookie).toMatch(/vc_reset=[\w-]{43}; .*Path=\/.*HttpOnly.*SameSite=Lax/i)
  const done = await post(paths.reset, { email: user.email, password: newPassword }, `${cookie}; ${verified.cookie}`)
  expect(done).toMatchObject({ status: 200, message: 'Password changed. Please log in.' })
  expect(done.setCookie).toMatch(/vc_reset=;.*vc_session=;/)
  expect(ended).toEqual(sessions.map(({ _id }) => _id))
  await expectProblem(call(api.accounts.current), 401, 'unauthenticated')
  expect((await login(user.email, 'correct horse battery')).status).toBe(401)
  expect((await login(user.email, newPassword)).status).toBe(200)
  await runJobs(app, 'tell-account-change')
  expect(await newest()).toMatchObject({ to: user.email, subject: 'Your password was changed' })
})

describe.skipIf(inject('template').engine === 'embedded')('a code that is verified at the same moment as', () => {
  const changes: [string, (user: TestUser, cookie: string) => Promise<unknown>][] = [
    [
      'a reset with an earlier code',
      async ({ user }, cookie) => {
        const reset = await post(paths.reset, { email: user.email, password: newPassword }, cookie)
        // what the new code has verified replaces what the old one had
        expect(reset).toMatchObject({ status: 403, code: 'code_not_verified' })
      },
    ],
    [
      'a change of the password',
      ({ call }) =>
        call(api.accounts.changePassword, { body: { current: 'correct horse battery', password: newPassword } }),
    ],
  ]
  test.each(changes)('%s comes before it', async (_what, change) => {
    const { deps } = app
    const person = await app.makeUser()
    const { email } = person.user
    const verifiedBefore = await prove(email)
    const code = await ask(email)
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        deps.db,
      )
      return rows[0]?.n
    }
    const held = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holding = transact(deps.db, async (tx) => {
      await sql`select 1 from password_codes where email = ${email} for update`.execute(tx)
      lock()
      await held.promise
    })
    await locked
    const verifying = verify(email, code)
    await expect.poll(waiting).toBe(1)
    const changing = change(person, verifiedBefore)
    await expect.poll(waiting).toBe(2)
    held.resolve()
    await holding
    expect((await verifying).status).toBe(200)
    await changing
  })
})

describe('the mail', () => {
  test('holds the code as four plain digits, in text and HTML, and no other four digits', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    const mail = await newest()
    for (const body of [mail?.text, mail?.html]) expect(body?.match(/\b\d{4}\b/g)).toEqual([code])
    expect(mail?.subject).toBe('Your code for Virtual Courses')
    expect(mail?.html).not.toMatch(/<(img|script)\b/)
    // one link leads to the page with the code, those of the footer to the pages of the shop, and none elsewhere
    expect(mail?.html.match(/href="[^"]*"/g)).toEqual([
      expect.stringMatching(/^href="http:\/\/localhost:08000\/forgotpassword#[a-p]{64}"$/),
      ...['terms', 'privacy', 'refunds', 'contact'].map((page) => `href="http://localhost:08000/${page}"`),
    ])
    expect(new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').origin).toBe('http://localhost:8000')
  })
  test('the code stands neither in the queue nor readable in the database', async () => {
    const { user } = await app.makeUser()
    await post(paths.send, { email: user.email })
    const [job] = await runJobs(app, 'deliver-password-code')
    expect(job).toEqual({ email: user.email, requestId: expect.any(String), language: 'en' })
    const code = /\b\d{4}\b/.exec((await newest())?.text ?? '')?.[0] ?? ''
    const row = await app.deps.db
      .selectFrom('password_codes')
      .selectAll()
      .where('email', '=', user.email)
      .executeTakeFirstOrThrow()
    expect(row.code_hash).toHaveLength(32)
    expect(String(row.code_hash)).not.toContain(code)
  })
  test('a failure is tried again with a new code, the only one that counts; a request that was replaced mails nothing', async () => {
    const { user } = await app.makeUser()
    await post(paths.send, { email: user.email })
    const send = app.deps.mail.send
    app.deps.mail.send = async () => {
      throw new Error('the mail server is away')
    }
    await expect(runJobs(app, 'deliver-password-code')).rejects.toThrow('away')
    app.deps.mail.send = send
    const code = await ask(user.email)
    const before = (await kept()).length
    const stale = { email: user.email, requestId: 'an older request' }
    await enqueue(app.deps.db, deliverCodeJob, stale)
    await runJobs(app, 'deliver-password-code')
    expect((await kept()).length).toBe(before)
    expect((await post(paths.verify, { email: user.email, otp: code })).status).toBe(200)
  })
})

describe('an address without an account', () => {
  test('gets the same replies, and no mail', async () => {
    const { user } = await app.makeUser()
    const before = (await kept()).length
    const answers = []
    for (const email of [user.email, 'nobody@test.example']) {
      const sent = await post(paths.send, { email })
      await runJobs(app, 'deliver-password-code')
      const verified = await post(paths.verify, { email, otp: '' })
      const reset = await post(paths.reset, { email, password: newPassword })
      answers.push([sent, verified, reset])
    }
    const plain = JSON.stringify(answers).replace(/vc_reset_request=[\w-]{43}|Expires=[^;]*/g, '')
    const [known, unknown] = JSON.parse(plain)
    expect(known).toEqual(unknown)
    expect(answers[0]?.[0]).toMatchObject({
      status: 200,
      message: 'If this address has an account, a code is on its way',
      setCookie: expect.stringMatching(/^vc_reset_request=[\w-]{43}; .*HttpOnly.*SameSite=Lax$/i),
    })
    expect((await kept()).length).toBe(before + 1)
  })
  test('causes the same database writes, so that the time reveals nothing either', async () => {
    const { user } = await app.makeUser()
    const rows = []
    for (const email of [user.email, 'stranger@test.example']) {
      await post(paths.send, { email })
      await runJobs(app, 'deliver-password-code')
      for (let guess = 0; guess < 3; guess++) await post(paths.verify, { email, otp: 'x'.repeat(4) })
      const row = await app.deps.db
        .selectFrom('password_codes')
        .select(['attempts_left', 'key_id'])
        .select(sql<number>`length(code_hash)`.as('bytes'))
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      rows.push(row)
    }
    expect(rows[0]).toEqual(rows[1])
  })
  test('even the right guess opens nothing', async () => {
    const email = 'ghost@test.example'
    await post(paths.send, { email })
    await runJobs(app, 'deliver-password-code')
    const row = await app.deps.db
      .selectFrom('password_codes')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const codes = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
    const code = codes.find((one) =>
      row.code_hash?.equals(hashCode(app.deps.codeSecret, { email, requestId: row.request_id }, one)),
    )
    expect(code).toMatch(/^\d{4}$/)
    expect(await post(paths.verify, { email, otp: code })).toMatchObject({
      status: 400,
      code: 'wrong_code',
      setCookie: '',
    })
  })
})

describe('the proof', () => {
  const reset = (email: string, cookie: string, password = newPassword) =>
    post(paths.reset, { email, password }, cookie)

  test('is needed, and cannot be made up', async () => {
    const { user } = await app.makeUser()
    await prove(user.email)
    for (const cookie of ['', 'vc_reset=', 'vc_reset=made-up', `vc_reset=${'A'.repeat(43)}`])
      expect(await reset(user.email, cookie)).toMatchObject({ status: 403, code: 'code_not_verified' })
  })
  test('is of one browser: who knows the code only from elsewhere has none', async () => {
    const { user } = await app.makeUser()
    await prove(user.email)
    expect((await reset(user.email, '')).code).toBe('code_not_verified')
    expect((await login(user.email, 'correct horse battery')).status).toBe(200)
  })
  test('is for its own address only', async () => {
    const [mine, other] = [await app.makeUser(), await app.makeUser()]
    const resetCookie = await prove(mine.user.email)
    expect((await reset(other.user.email, resetCookie)).code).toBe('code_not_verified')
    expect((await reset(mine.user.email, resetCookie)).status).toBe(200)
  })
  test('works once, also when it is used twice at the same moment', async () => {
    const { user } = await app.makeUser()
    const resetCookie = await prove(user.email)
    const answers = await Promise.all([
      reset(user.email, resetCookie, 'the first password'),
      reset(user.email, resetCookie, 'the second password'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await reset(user.email, resetCookie)).code).toBe('code_not_verified')
  })
  test('is good for ten minutes, and gone when a newer one was given', async () => {
    const { user } = await app.makeUser()
    const old = await prove(user.email)
    const late = await prove(user.email)
    expect((await reset(user.email, old)).code).toBe('code_not_verified')
    app.clock.ms += 10 * minutes
    expect((await reset(user.email, late)).code).toBe('code_not_verified')
  })
  test.each([
    ['a short password', { password: '1234567' }],
    ['a long one', { password: 'x'.repeat(257) }],
    ['no text', { password: { length: 12 } }],
    ['none', {}],
    ['no address', { email: 7, password: newPassword }],
  ])('outlives a form that is refused: %s', async (_name, body) => {
    const { user } = await app.makeUser()
    const resetCookie = await prove(user.email)
    expect((await post(paths.reset, { email: user.email, ...body }, resetCookie)).status).toBe(400)
    expect((await reset(user.email, resetCookie)).status).toBe(200)
  })
  test('stands in the database as a hash', async () => {
    const { user } = await app.makeUser()
    const resetCookie = await prove(user.email)
    const rows = await app.deps.db.selectFrom('password_reset_tokens').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => row.token_hash.toString('utf8')))).not.toContain(resetCookie.split('=')[1])
  })
})

test.each([
  [{}],
  [{ email: 'no address' }],
  [{ email: ['a@b.example'] }],
  [{ email: 'a@b.example\r\nBcc: c@d.example' }],
])('sendotp refuses %j', async (body) =>
  expect(await post(paths.send, body)).toMatchObject({ status: 400, code: 'invalid_input' }),
)

test('a login that races a reset with the old password ends up without a session', async () => {
  const { user } = await app.makeUser()
  const resetCookie = await prove(user.email)
  const [done] = await Promise.all([
    post(paths.reset, { email: user.email, password: newPassword }, resetCookie),
    ...Array.from({ length: 6 }, () => login(user.email, 'correct horse battery')),
  ])
  expect(done.status).toBe(200)
  const sessions = await app.deps.db.selectFrom('sessions').select('id').where('user_id', '=', user._id).execute()
  expect(sessions).toEqual([])
})

test('what is no longer of use is forgotten', async () => {
  await enqueue(app.deps.db, deleteExpired, {})
  app.clock.ms += 2 * 60 * minutes
  await runJobs(app, 'forget-expired-sessions')
  expect(await app.deps.db.selectFrom('password_codes').select('email').execute()).toEqual([])
  expect(await app.deps.db.selectFrom('password_reset_tokens').select('user_id').execute()).toEqual([])
  expect(await app.deps.db.selectFrom('password_links').select('user_id').execute()).toEqual([])
  expect(await app.deps.db.selectFrom('password_mail_rates').select('email').execute()).toEqual([])
})

test('the log of a reset holds neither code nor token nor password nor address', async () => {
  const { user } = await app.makeUser()
  app.logged.length = 0
  const code = await ask(user.email)
  const resetCookie = (await post(paths.verify, { email: user.email, otp: code })).cookie
  await post(paths.reset, { email: user.email, password: newPassword }, resetCookie)
  await runJobs(app, 'tell-account-change')
  const log = JSON.stringify(app.logged.map((line) => ({ ...line, time: 0, pid: 0, ms: 0 })))
  expect(app.logged.length).toBeGreaterThanOrEqual(3)
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`))
  for (const secret of [resetCookie.split('=')[1] ?? '', newPassword, user.email, 'vc_reset'])
    expect(log.includes(secret), secret).toBe(false)
})

describe('a known password', () => {
  const current = 'correct horse battery'
  const path = api.accounts.changePassword.path
  const change = (cookie: string, body: object) => post(path, body, cookie)

  test('is changed: all other browsers are signed out, this one stays, and reset codes are void', async () => {
    const { user, call, cookie } = await app.makeUser()
    expect((await login(user.email, current)).status).toBe(200)
    const code = await ask(user.email)
    const done = await change(cookie, { current, password: newPassword })
    expect(done).toMatchObject({ status: 200, message: 'Password changed. All other browsers were signed out.' })
    expect((await call(api.accounts.sessions)).sessions).toHaveLength(1)
    expect((await login(user.email, current)).status).toBe(401)
    expect((await login(user.email, newPassword)).status).toBe(200)
    expect((await post(paths.verify, { email: user.email, otp: code })).status).toBe(400)
    await runJobs(app, 'tell-account-change')
    expect(await newest()).toMatchObject({ to: user.email, subject: 'Your password was changed' })
  })

  test.each<[string, object, number]>([
    ['a wrong one', { current: 'a guess of mine', password: newPassword }, 400],
    ['none', { current: '', password: newPassword }, 400],
    ['one that is no text', { current: ['x'], password: newPassword }, 400],
    ['a short new one', { current, password: 'short' }, 400],
    ['a common new one', { current, password: 'password123' }, 400],
    ['an endless new one', { current, password: 'x'.repeat(257) }, 400],
  ])('stays with %s', async (_name, body, status) => {
    const { user, cookie } = await app.makeUser()
    expect((await change(cookie, body)).status).toBe(status)
    expect((await login(user.email, current)).status).toBe(200)
  })

  test('does not become the address, and is asked of no one without an account', async () => {
    const { user, cookie } = await app.makeUser()
    expect((await change(cookie, { current, password: user.email.toUpperCase() })).status).toBe(400)
    expect((await change('', { current, password: newPassword })).status).toBe(401)
  })

  test('is guessed at ten times in five minutes at most, by parallel requests too; the owner can still log in', async () => {
    const { user, cookie } = await app.makeUser()
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change(cookie, { current: `guess ${at}`, password: newPassword })),
    )
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await change(cookie, { current, password: newPassword })).status).toBe(429)
    expect((await login(user.email, current)).status).toBe(200)
  })

  test('is not there after Google alone: the answer leads to the way by mail', async () => {
    const { user, cookie } = await app.makeUser()
    await sql`update users set password_hash = null where id = ${user._id}`.execute(app.deps.db)
    expect(await change(cookie, { current, password: newPassword })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Forget your password?'),
    })
  })

  test('two changes at once: one wins', async () => {
    const { user, cookie } = await app.makeUser()
    const both = await Promise.all(
      ['the first of two new', 'the second of two new'].map((password) => change(cookie, { current, password })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await login(user.email, current)).status).toBe(401)
  })
})
