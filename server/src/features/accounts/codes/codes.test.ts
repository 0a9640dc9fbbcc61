import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { newPassword, resetPaths as paths, resetSteps, wrong } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
const minutes = 60 * 1000
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const { post, ask, verify } = resetSteps(() => app)

describe('a code', () => {
  test.each([
    ['missing', {}],
    ['empty', { otp: '' }],
    ['spaces', { otp: '    ' }],
    ['null', { otp: null }],
    ['a number', { otp: 1234 }],
    ['a list', { otp: ['1234'] }],
    ['an object', { otp: { $ne: '' } }],
    ['true', { otp: true }],
    ['too short', { otp: '123' }],
    ['too long', { otp: '12345' }],
    ['signs that only look like digits', { otp: '１２３４' }],
    ['a pattern', { otp: '____' }],
  ])('that is %s is refused like a wrong one', async (_name, body) => {
    const { user } = await app.makeUser()
    await ask(user.email)
    const refused = await post(paths.verify, { email: user.email, ...body })
    expect(refused).toMatchObject({ status: 400, code: 'wrong_code', setCookie: '' })
    expect(refused.message).toBe((await verify(user.email, 'abcd')).message)
  })

  test('works with spaces around it, once', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    expect((await post(paths.verify, { email: ` ${user.email.toUpperCase()} `, otp: ` ${code} ` })).status).toBe(200)
    expect((await verify(user.email, code)).code).toBe('wrong_code')
  })

  test('works for one address only', async () => {
    const [one, other] = [await app.makeUser(), await app.makeUser()]
    const theirs = await ask(other.user.email)
    let mine = await ask(one.user.email)
    while (mine === theirs) mine = await ask(one.user.email)
    expect((await verify(other.user.email, mine)).code).toBe('wrong_code')
    expect((await verify(other.user.email, theirs)).status).toBe(200)
  })

  test('is good for five minutes', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    app.clock.ms += 5 * minutes
    expect((await verify(user.email, code)).code).toBe('wrong_code')
    const next = await ask(user.email)
    app.clock.ms += 5 * minutes - 5000
    expect((await verify(user.email, next)).status).toBe(200)
  })

  test('is replaced by a new one at once, even before that is mailed', async () => {
    const { user } = await app.makeUser()
    const old = await ask(user.email)
    await post(paths.send, { email: user.email })
    expect((await verify(user.email, old)).code).toBe('wrong_code')
    await runJobs(app, 'deliver-password-code')
  })

  test('is dead after five wrong guesses, and the fifth right one still counts', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    for (let guess = 0; guess < 5; guess++) expect((await verify(user.email, wrong(code))).code).toBe('wrong_code')
    expect((await verify(user.email, code)).code).toBe('wrong_code')
    const next = await ask(user.email)
    for (let guess = 0; guess < 4; guess++) await verify(user.email, wrong(next))
    expect((await verify(user.email, next)).status).toBe(200)
  })

  test('of twenty guesses at the same moment only five count', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    const guesses = Array.from({ length: 19 }, () => verify(user.email, wrong(code)))
    const answers = await Promise.all(guesses)
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set(['wrong_code']))
    const { attempts_left } = await app.deps.db
      .selectFrom('password_codes')
      .select('attempts_left')
      .where('email', '=', user.email)
      .executeTakeFirstOrThrow()
    expect(attempts_left).toBe(0)
    expect((await verify(user.email, code)).code).toBe('wrong_code')
  })

  test('that is right twenty times at the same moment is taken once', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(user.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('that another process made with another secret is refused, and the log says why', async () => {
    const { user } = await app.makeUser()
    const code = await ask(user.email)
    await app.deps.db
      .updateTable('password_codes')
      .set({ key_id: '00000000' })
      .where('email', '=', user.email)
      .execute()
    await verify(user.email, wrong(code))
    expect(app.logged.some(({ msg }) => msg.includes('CODE_SECRET'))).toBe(true)
  })
})

describe('limits', () => {
  test('five codes in a quarter of an hour for one address and client', async () => {
    const email = 'much-wanted@test.example'
    for (let number = 0; number < 5; number++)
      expect((await post(paths.send, { email }, '', '10.0.0.9')).status).toBe(200)
    expect(await post(paths.send, { email }, '', '10.0.0.9')).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((await post(paths.send, { email }, '', '10.0.0.10')).status).toBe(200)
  })
  test('one client asks for codes of forty addresses, others are not kept out', async () => {
    for (let number = 0; number < 40; number++) await post(paths.send, { email: `a${number}@test.example` })
    expect((await post(paths.send, { email: 'b@test.example' })).code).toBe('rate_limited')
    expect((await post(paths.send, { email: 'b@test.example' }, '', '10.0.0.1')).status).toBe(200)
  })
  test('one client guesses sixty times, over all addresses', async () => {
    for (let number = 0; number < 60; number++)
      await post(paths.verify, { email: `a${number}@test.example`, otp: '1234' }, '', '10.0.0.2')
    expect((await post(paths.verify, { email: 'b@test.example', otp: '1234' }, '', '10.0.0.2')).code).toBe(
      'rate_limited',
    )
    expect((await post(paths.verify, { email: 'b@test.example', otp: '1234' })).code).toBe('wrong_code')
  })
  test('resets are counted too', async () => {
    for (let number = 0; number < 60; number++) await limits.resets.consume('10.0.0.3')
    const body = { email: 'b@test.example', password: newPassword }
    expect((await post(paths.reset, body, '', '10.0.0.3')).code).toBe('rate_limited')
  })
})
