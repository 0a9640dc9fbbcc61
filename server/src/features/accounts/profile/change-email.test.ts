import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { enqueue } from '#core/jobs.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { newPassword, resetSteps } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { deleteExpired } from '../jobs.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
const minutes = 60 * 1000
const current = 'correct horse battery'
const paths = {
  change: api.ownAccount.changeEmail.path,
  confirm: api.ownAccount.confirmEmail.path,
  ownerCode: api.ownAccount.sendOwnerCode.path,
}
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits }, logLevel: 'trace' })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const { post, kept, newest, ask, verify, prove, login } = resetSteps(() => app)

let addresses = 0
const fresh = (): string => `new-${++addresses}@test.example`
const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const change = (who: TestUser, email: unknown, credentials: object = { current }) =>
  post(paths.change, { email, ...credentials }, who.cookie)
const confirm = (who: TestUser, code: unknown) => post(paths.confirm, { code }, who.cookie)
const deliver = () => runJobs(app, 'deliver-account-code')
/** Requests another address and returns the code that it was mailed. */
async function askFor(who: TestUser, email: string, credentials?: object): Promise<string> {
  expect((await change(who, email, credentials)).status).toBe(200)
  await deliver()
  const mail = await newest()
  expect(mail?.to).toBe(email)
  return codeIn(mail?.text)
}
const emailOf = async ({ user }: TestUser): Promise<string> => {
  const row = await app.deps.db.selectFrom('users').select('email').where('id', '=', user._id).executeTakeFirstOrThrow()
  return row.email
}
const withoutPassword = (who: TestUser) =>
  sql`update users set password_hash = null where id = ${who.user._id}`.execute(app.deps.db)
const link = (who: TestUser, subject: string) =>
  app.deps.db
    .insertInto('identities')
    .values({ issuer: 'https://google.test', subject, user_id: who.user._id, created_at: new Date() })
    .execute()

test('an address is changed by the code that it was mailed; other browsers are signed out, and the old address gets a mail', async () => {
  const who = await app.makeUser()
  await link(who, 'old-google')
  const old = who.user.email
  const wanted = fresh()
  expect((await login(old, current)).status).toBe(200)
  const reset = await ask(old)
  const credentials = await prove(old)
  expect(await change(who, `  ${wanted.toUpperCase()} `)).toMatchObject({ status: 200 })
  await deliver()
  const mail = await newest()
  expect(mail).toMatchObject({ to: wanted, subject: 'Confirm your new address at Virtual Courses' })
  // no link but those of the foot
  const links = [...(mail?.html.matchAll(/<a\b[^>]*href="[^"]*?(\/[^/"]*)"/g) ?? [])].map(([, path]) => path)
  expect(links).toEqual(['/terms', '/privacy', '/refunds', '/contact'])
  expect(mail?.html).not.toMatch(/<(img|script)\b/)
  expect(`${mail?.text}${mail?.html}`).not.toContain(who.user.name)
  expect(await emailOf(who)).toBe(old)
  const status = await who.call(api.ownAccount.status)
  expect(status).toMatchObject({ hasPassword: true, newEmail: { email: wanted } })

  expect(await confirm(who, ` ${codeIn(mail?.text)} `)).toMatchObject({
    status: 200,
    message: 'Your address was changed. All other browsers were signed out.',
  })
  expect((await who.call(api.accounts.current)).user.email).toBe(wanted)
  expect((await who.call(api.accounts.sessions)).sessions).toHaveLength(1)
  expect((await who.call(api.ownAccount.status)).newEmail).toBeNull()
  expect((await login(old, current)).status).toBe(401)
  expect((await login(wanted, current)).status).toBe(200)
  const row = await app.deps.db.selectFrom('users').selectAll().where('id', '=', who.user._id).executeTakeFirstOrThrow()
  expect(row.email_verified_at).not.toBeNull()
  // nothing that was mailed to the old address works any more, nor the sign-in that it had linked
  expect((await verify(old, reset)).status).toBe(400)
  expect((await post(api.accounts.resetPassword.path, { email: old, password: newPassword }, credentials)).status).toBe(
    403,
  )
  expect(
    (await post(api.accounts.resetPassword.path, { email: wanted, password: newPassword }, credentials)).status,
  ).toBe(403)
  const identities = app.deps.db.selectFrom('identities').select('subject').where('user_id', '=', who.user._id)
  expect(await identities.execute()).toEqual([])

  await runJobs(app, 'mail-address-changed')
  const lastMail = await newest()
  expect(lastMail).toMatchObject({ to: old, subject: 'The address of your account was changed' })
  expect(`${lastMail?.text}${lastMail?.html}`).not.toContain(wanted)
  expect(lastMail?.text).toMatch(/since \d+ \w+/)
  // for programs that look for codes of four digits
  expect(`${lastMail?.text}`).not.toMatch(/\b\d{4}\b/)
  // the old address is free for someone else
  const again = { name: 'Next', email: old, password: current, role: 'student' }
  expect((await post(api.accounts.signup.path, again)).status).toBe(201)
})

test('a taken address gets the same replies; its owner gets a mail, and no code works', async () => {
  const [who, owner] = [await app.makeUser(), await app.makeUser()]
  const replies = []
  for (const email of [owner.user.email.toUpperCase(), fresh()]) {
    const sent = await change(who, email)
    await deliver()
    replies.push([sent, await confirm(who, '000000'), (await who.call(api.ownAccount.status)).newEmail !== null])
    const mail = await newest()
    expect(mail?.to).toBe(email.toLowerCase())
    if (mail?.to !== owner.user.email) continue
    expect(mail.subject).toBe('You have an account at Virtual Courses')
    expect(codeIn(mail.text)).toBe('')
  }
  expect(replies[0]).toEqual(replies[1])
  expect(await emailOf(owner)).toBe(owner.user.email)
})

test('an address that someone took meanwhile stays theirs, also when they take it at the same moment', async () => {
  const who = await app.makeUser()
  const wanted = fresh()
  const signUp = (email: string) =>
    post(api.accounts.signup.path, { name: 'First', email, password: current, role: 'student' })
  const code = await askFor(who, wanted)
  expect((await signUp(wanted)).status).toBe(201)
  expect(await confirm(who, code)).toMatchObject({ status: 409, code: 'email_taken' })
  const raced = fresh()
  const [confirmed, signedUp] = await Promise.all([confirm(who, await askFor(who, raced)), signUp(raced)])
  expect([confirmed.status, signedUp.status].sort()).toSatisfy(
    ([one, two]) => (one === 200 && two === 409) || (one === 201 && two === 409),
  )
})

describe('is refused', () => {
  test.each<[string, unknown, object, number, string]>([
    ['no address', 'not an address', { current }, 400, 'invalid_input'],
    ['a header', 'a@test.example\r\nBcc: b@test.example', { current }, 400, 'invalid_input'],
    ['two addresses', 'a@test.example, b@test.example', { current }, 400, 'invalid_input'],
    ['a list', ['a@test.example'], { current }, 400, 'invalid_input'],
    ['an endless one', `${'a'.repeat(250)}@test.example`, { current }, 400, 'invalid_input'],
    ['a wrong password', 'wanted@test.example', { current: 'a guess' }, 400, 'wrong_password'],
    ['no password', 'wanted@test.example', {}, 400, 'wrong_password'],
    ['a code instead of the password', 'wanted@test.example', { ownerCode: '123456' }, 400, 'wrong_password'],
    ['a password that is no text', 'wanted@test.example', { current: { $ne: '' } }, 400, 'invalid_input'],
  ])('%s', async (_name, email, credentials, status, code) => {
    const who = await app.makeUser()
    expect(await change(who, email, credentials)).toMatchObject({ status, code })
    expect(await deliver()).toEqual([])
  })
  test('the own address, in any case, and a visitor', async () => {
    const who = await app.makeUser()
    expect(await change(who, who.user.email.toUpperCase())).toMatchObject({ status: 400, code: 'invalid_input' })
    for (const path of Object.values(paths))
      expect((await post(path, { email: fresh(), code: '123456', current })).status).toBe(401)
  })
  test.each([undefined, null, '', '12345', '1234567', 123_456, ['123456'], { code: 1 }, '१२३४५६', 'x'.repeat(900)])(
    'a code like %j, which uses no try',
    async (typed) => {
      const who = await app.makeUser()
      const code = await askFor(who, fresh())
      for (let time = 0; time < 6; time++) expect((await confirm(who, typed)).status).toBe(400)
      expect((await confirm(who, code)).status).toBe(200)
    },
  )
  test('a code of another account, of an earlier request, one that is too old, and one that was used', async () => {
    const [mine, theirs] = [await app.makeUser(), await app.makeUser()]
    const wanted = fresh()
    const earlier = await askFor(mine, wanted)
    await askFor(theirs, fresh())
    expect((await confirm(theirs, earlier)).code).toBe('wrong_code')
    const later = await askFor(mine, fresh())
    if (later !== earlier) expect((await confirm(mine, earlier)).code).toBe('wrong_code')
    app.clock.ms += 15 * minutes
    expect((await confirm(mine, later)).code).toBe('wrong_code')
    const last = await askFor(mine, wanted)
    expect((await confirm(mine, last)).status).toBe(200)
    expect((await confirm(mine, last)).code).toBe('wrong_code')
    expect(await emailOf(mine)).toBe(wanted)
  })
})

describe('guesses', () => {
  test('are five for a code, also in parallel', async () => {
    const who = await app.makeUser()
    const code = await askFor(who, fresh())
    await Promise.all(Array.from({ length: 5 }, () => confirm(who, other(code))))
    expect((await confirm(who, code)).code).toBe('wrong_code')
    expect(await emailOf(who)).toBe(who.user.email)
  })
  test('are twenty in a quarter of an hour, with a time to wait; another account is not affected', async () => {
    const [who, calm] = [await app.makeUser(), await app.makeUser()]
    const code = await askFor(calm, fresh())
    const floods = await Promise.all(Array.from({ length: 40 }, () => confirm(who, '123456')))
    expect(floods.filter(({ status }) => status === 429)).toHaveLength(20)
    const headers = { cookie: who.cookie }
    const limited = await app.server.inject({ method: 'POST', url: paths.confirm, payload: { code: '1' }, headers })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await confirm(calm, code)).status).toBe(200)
  })
  test('of the password are ten in five minutes, and mail no one', async () => {
    const who = await app.makeUser()
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, at) => change(who, fresh(), { current: `guess ${at}` })),
    )
    // what exceeds the mails or the guesses waits
    expect(replies.every(({ status }) => status === 400 || status === 429)).toBe(true)
    expect(await deliver()).toEqual([])
  })
})

test('mails are limited by account, and by the address that gets them', async () => {
  const who = await app.makeUser()
  for (let time = 0; time < 5; time++) expect((await change(who, fresh())).status).toBe(200)
  expect((await change(who, fresh())).status).toBe(429)
  const victim = fresh()
  const others = await Promise.all(Array.from({ length: 6 }, () => app.makeUser()))
  const replies = await Promise.all(others.map((one) => change(one, victim)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  await deliver()
})

test('two codes at once change the address once', async () => {
  const who = await app.makeUser()
  const code = await askFor(who, fresh())
  const both = await Promise.all([confirm(who, code), confirm(who, code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('two accounts that want one address: one gets it', async () => {
  const wanted = fresh()
  const both = [await app.makeUser(), await app.makeUser()]
  const codes = [await askFor(both[0] as TestUser, wanted), await askFor(both[1] as TestUser, wanted)]
  const replies = await Promise.all(both.map((one, at) => confirm(one, codes[at])))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a new password ends a request that was made with the old one', async () => {
  const who = await app.makeUser()
  const code = await askFor(who, fresh())
  await who.call(api.accounts.changePassword, { body: { current, password: newPassword } })
  expect((await confirm(who, code)).code).toBe('wrong_code')
  const next = await askFor(who, fresh(), { current: newPassword })
  await sql`update users set suspended_at = now() where id = ${who.user._id}`.execute(app.deps.db)
  expect((await confirm(who, next)).status).toBe(401)
  expect(await emailOf(who)).toBe(who.user.email)
})

describe('an account without a password', () => {
  test('proves its owner by a code to its address, which works once and for nothing else', async () => {
    const who = await app.makeUser()
    await withoutPassword(who)
    expect((await who.call(api.ownAccount.status)).hasPassword).toBe(false)
    const wanted = fresh()
    expect((await change(who, wanted, { current: '' })).code).toBe('wrong_code')
    expect((await change(who, wanted, { ownerCode: '000000' })).code).toBe('wrong_code')
    expect((await post(paths.ownerCode, {}, who.cookie)).status).toBe(200)
    await deliver()
    const mail = await newest()
    expect(mail).toMatchObject({ to: who.user.email, subject: 'Confirm that it is you at Virtual Courses' })
    const ownerCode = codeIn(mail?.text)
    expect((await confirm(who, ownerCode)).code).toBe('wrong_code')
    const code = await askFor(who, wanted, { ownerCode })
    expect((await change(who, fresh(), { ownerCode })).code).toBe('wrong_code')
    expect((await confirm(who, code)).status).toBe(200)
    expect(await emailOf(who)).toBe(wanted)
  })
  test('is not proven by a code that went to an earlier address', async () => {
    const who = await app.makeUser()
    const code = await askFor(who, fresh())
    await post(paths.ownerCode, {}, who.cookie)
    await deliver()
    const ownerCode = codeIn((await newest())?.text)
    expect((await confirm(who, code)).status).toBe(200)
    await withoutPassword(who)
    expect((await change(who, fresh(), { ownerCode })).code).toBe('wrong_code')
  })
})

test('a failure of the mail server makes a new code; the queue and the log hold no code', async () => {
  const who = await app.makeUser()
  const wanted = fresh()
  app.logged.length = 0
  await change(who, wanted)
  const { send } = app.deps.mail
  app.deps.mail.send = async () => {
    throw new Error('the mail server is away')
  }
  await expect(deliver()).rejects.toThrow('away')
  app.deps.mail.send = send
  const before = (await kept()).length
  const code = await askFor(who, wanted)
  expect((await kept()).length).toBe(before + 1)
  expect((await confirm(who, code)).status).toBe(200)
  const log = JSON.stringify(app.logged.map((line) => ({ ...line, time: 0, pid: 0, ms: 0 })))
  for (const secret of [code, current, wanted]) expect(log.includes(secret), secret).toBe(false)
})

test('codes are forgotten after an hour, and with the account', async () => {
  const who = await app.makeUser()
  await askFor(who, fresh())
  await enqueue(app.deps.db, deleteExpired, {})
  app.clock.ms += 61 * minutes
  await runJobs(app, 'forget-expired-sessions')
  expect(await app.deps.db.selectFrom('account_codes').selectAll().execute()).toEqual([])
  await expectProblem(app.visitor(api.ownAccount.status), 401, 'unauthenticated')
})
