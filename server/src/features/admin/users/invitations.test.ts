import { api, type Client } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { resetSteps } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { inviteAtStart } from './invite-at-start.ts'
import { inviteAsOperator } from './send-invitation.ts'

const password = 'a password of my own'
const day = 24 * 3600 * 1000
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.makeUser('admin', 'Head Admin')
})
afterAll(() => app.close())

const { login, newest } = resetSteps(() => app)
let people = 0
const freshAddress = (): string => `invited${++people}@test.example`
const tokenIn = (text: string): string => /\/admin-invitation#([\w-]{43})/.exec(text)?.[1] ?? ''
/** The token of the newest mail of an application, which goes to this address. */
const mailedToken = async (email: string, at = app): Promise<string> => {
  await runJobs(at, 'mail-admin-invitation')
  const mail = (await at.deps.mail.outbox?.newest())?.[0]
  expect(mail?.to).toBe(email)
  return tokenIn(mail?.text ?? '')
}
const invite = async (email: string, by = admin): Promise<string> => {
  await by.call(api.invitations.send, { body: { email } })
  return mailedToken(email)
}
const accept = (token: string, more: object = {}, by: Client = app.visitor) =>
  by(api.invitations.accept, { body: { token, name: 'Nia Admin', password, ...more } })
const userOf = (email: string, at = app) =>
  at.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const signUp = (email: string, role: string, at = app) =>
  at.server.inject({
    method: 'POST',
    url: api.accounts.signup.path,
    payload: { name: 'First Comer', email, password: 'a guess at an address', role },
  })
const openOf = async (email: string) =>
  (await admin.call(api.invitations.list)).invitations.find((one) => one.email === email)
/** An application whose admins are made by invitation alone. */
const closedApp = (config: object = {}) => createTestApp({ config: { adminSignup: 'closed', ...config } })

describe('a listed address', () => {
  test('gives no elevated role at sign-up, to anyone who types it', async () => {
    const closed = await closedApp({ ADMIN_EMAILS: ['head@test.example'] })
    const refused = await signUp('Head@test.example', 'admin', closed)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Admin accounts are created by an administrator',
    ])
    expect((await signUp('head@test.example', 'student', closed)).json().role).toBe('student')
    await closed.close()
  })

  test('is invited by mail at the start, once, and becomes an admin by the link', async () => {
    const closed = await closedApp({ ADMIN_EMAILS: ['head@test.example'] })
    await inviteAtStart(closed.deps)
    const token = await mailedToken('head@test.example', closed)
    await inviteAtStart(closed.deps)
    expect(await runJobs(closed, 'mail-admin-invitation')).toEqual([])
    // anyone who took the address before its owner came loses it
    await signUp('head@test.example', 'student', closed)
    expect(await accept(token, {}, closed.visitor)).toMatchObject({ state: 'done' })
    expect(await userOf('head@test.example', closed)).toMatchObject({ role: 'admin', name: 'Nia Admin' })
    await inviteAtStart(closed.deps)
    expect(await runJobs(closed, 'mail-admin-invitation')).toEqual([])
    await closed.close()
  })

  test('is invited again at a start after its invitation expired, but not after it was withdrawn or its admin was demoted', async () => {
    const listed = ['expired@test.example', 'withdrawn@test.example', 'demoted@test.example']
    const site = await createTestApp({ config: { ADMIN_EMAILS: listed } })
    const head = await site.makeUser('admin')
    await inviteAtStart(site.deps)
    const { invitations } = await head.call(api.invitations.list)
    expect(invitations.map(({ email, invitedBy }) => [email, invitedBy])).toEqual(
      expect.arrayContaining(listed.map((email) => [email, ''])),
    )
    const ofWithdrawn = invitations.find(({ email }) => email === 'withdrawn@test.example')
    await head.call(api.invitations.withdraw, { params: { invitationId: ofWithdrawn?._id ?? '' } })
    await runJobs(site, 'mail-admin-invitation')
    const mails = (await site.deps.mail.outbox?.newest()) ?? []
    const token = tokenIn(mails.find(({ to }) => to === 'demoted@test.example')?.text ?? '')
    await accept(token, {}, site.visitor)
    const user = await userOf('demoted@test.example', site)
    await head.call(api.admin.changeRole, { params: { userId: user?.id ?? '' }, body: { role: 'student' } })
    site.clock.ms += 8 * day
    await inviteAtStart(site.deps)
    const sent = await runJobs(site, 'mail-admin-invitation')
    expect(sent).toHaveLength(1)
    expect((await site.deps.mail.outbox?.newest())?.[0]?.to).toBe('expired@test.example')
    await site.close()
  })
})

describe('the first admin of a closed site', () => {
  test('comes from the link that the start logs once, and from the mail that proves their address', async () => {
    const closed = await closedApp()
    await inviteAtStart(closed.deps)
    const lines = () => closed.logged.filter(({ msg }) => msg.includes('admin-invitation'))
    expect(lines()).toHaveLength(1)
    const token = tokenIn(lines()[0]?.msg ?? '')
    expect(await closed.visitor(api.invitations.read, { body: { token } })).toMatchObject({
      step: 'create',
      email: null,
      mailFollows: true,
    })
    const email = 'first@test.example'
    expect(await accept(token, { email }, closed.visitor)).toMatchObject({ state: 'mailed', email })
    expect(await userOf(email, closed)).toBeUndefined()
    await expectProblem(accept(token, { email: 'other@test.example' }, closed.visitor), 403, 'invitation_invalid')
    const mailed = await mailedToken(email, closed)
    expect(await closed.visitor(api.invitations.read, { body: { token: mailed } })).toMatchObject({
      step: 'confirm',
      email,
      mailFollows: false,
    })
    // who only reads the mail does not know what the operator entered
    await expectProblem(accept(mailed, { password: 'another password' }, closed.visitor), 401, 'wrong_credentials')
    expect(await accept(mailed, { name: 'Ignored' }, closed.visitor)).toMatchObject({ state: 'done' })
    expect(await userOf(email, closed)).toMatchObject({
      role: 'admin',
      name: 'Nia Admin',
      email_verified_at: expect.any(Date),
    })
    const signedIn = await closed.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email, password },
    })
    expect(signedIn.statusCode).toBe(200)
    await inviteAtStart(closed.deps)
    expect(lines()).toHaveLength(1)
    // neither token stands in the log, in a job or in the database
    const { rows } = await closed.deps.db
      .selectFrom('admin_invitations')
      .selectAll()
      .execute()
      .then((all) => ({ rows: JSON.stringify(all) }))
    expect(JSON.stringify(closed.logged)).not.toContain(mailed)
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(mailed)
    await closed.close()
  })

  test('is one: a second set-up that waits for its mail comes to nothing, and each start replaces the link', async () => {
    const closed = await closedApp()
    const links: string[] = []
    for (let start = 0; start < 3; start++) {
      await inviteAtStart(closed.deps)
      links.push(tokenIn(closed.logged.at(-1)?.msg ?? ''))
      if (start === 0) await accept(links[0] ?? '', { email: 'one@test.example' }, closed.visitor)
    }
    await expectProblem(accept(links[1] ?? '', { email: 'x@test.example' }, closed.visitor), 403, 'invitation_invalid')
    const first = await mailedToken('one@test.example', closed)
    await accept(links[2] ?? '', { email: 'two@test.example' }, closed.visitor)
    const second = await mailedToken('two@test.example', closed)
    await accept(first, {}, closed.visitor)
    await expectProblem(accept(second, {}, closed.visitor), 403, 'invitation_invalid')
    await expectProblem(closed.visitor(api.invitations.read, { body: { token: second } }), 403, 'invitation_invalid')
    expect(await userOf('two@test.example', closed)).toBeUndefined()
    await closed.close()
  })

  test('of a site without mail is whom the operator names, which is logged; accounts of others stay closed', async () => {
    const closed = await closedApp({ outbox: false })
    await signUp('taken@test.example', 'student', closed)
    await inviteAtStart(closed.deps)
    const token = tokenIn(closed.logged.at(-1)?.msg ?? '')
    await expectProblem(accept(token, { email: 'taken@test.example' }, closed.visitor), 409, 'email_taken')
    expect(await accept(token, { email: 'first@test.example' }, closed.visitor)).toMatchObject({ state: 'done' })
    expect(await userOf('first@test.example', closed)).toMatchObject({ role: 'admin', email_verified_at: null })
    expect(closed.logged.at(-1)?.msg).toContain('without verifying its address')
    const { link } = await inviteAsOperator(closed.deps, 'taken@test.example', true)
    expect(await accept(tokenIn(link ?? ''), {}, closed.visitor)).toMatchObject({ state: 'done' })
    expect(await userOf('taken@test.example', closed)).toMatchObject({ role: 'admin', name: 'Nia Admin' })
    await inviteAtStart(closed.deps)
    expect(closed.logged.at(-1)).toMatchObject({ admins: 2 })
    await closed.close()
  })
})

describe('an invitation', () => {
  test('makes an admin with a proven address, once, and stands in the audit log', async () => {
    const email = freshAddress()
    const token = await invite(email)
    expect(await openOf(email)).toMatchObject({ invitedBy: 'Head Admin', mailedAt: expect.any(String) })
    expect(await accept(token)).toMatchObject({ state: 'done', email })
    const made = await userOf(email)
    expect(made).toMatchObject({ role: 'admin', email_verified_at: expect.any(Date) })
    expect((await login(email, password)).status).toBe(200)
    await expectProblem(accept(token), 403, 'invitation_invalid')
    await expectProblem(app.visitor(api.invitations.read, { body: { token } }), 403, 'invitation_invalid')
    await expectProblem(admin.call(api.invitations.send, { body: { email } }), 409, 'already_admin')
    expect(await openOf(email)).toBeUndefined()
    const { entries } = await admin.call(api.admin.audit, { query: { limit: 100 } })
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'invitation-accepted', adminName: 'Nia Admin', subject: 'Nia Admin', subjectId: made?.id },
      { action: 'admin-invited', adminName: 'Head Admin', subject: email },
    ])
  })

  test('opened twice at once makes one admin', async () => {
    const email = freshAddress()
    const token = await invite(email)
    const results = await Promise.allSettled([accept(token), accept(token), accept(token)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invitation_invalid' })
  })

  test('is not valid after seven days, nor after it was withdrawn, sent again, or its admin lost the role', async () => {
    const expired = await invite(freshAddress())
    app.clock.ms += 7 * day
    const head = await createAdmin()
    await expectProblem(accept(expired), 403, 'invitation_invalid')

    const email = freshAddress()
    const withdrawn = await invite(email, head)
    const open = (await head.call(api.invitations.list)).invitations.find((one) => one.email === email)
    const it = { params: { invitationId: open?._id ?? '' } }
    await head.call(api.invitations.withdraw, it)
    await expectProblem(head.call(api.invitations.withdraw, it), 404, 'not_found')
    await expectProblem(accept(withdrawn), 403, 'invitation_invalid')

    const replaced = await invite(email, head)
    const second = await invite(email, head)
    await expectProblem(accept(replaced), 403, 'invitation_invalid')
    const other = await createAdmin()
    await other.call(api.admin.suspend, { params: { userId: head.user._id }, body: { reason: 'x' } })
    await expectProblem(accept(second), 403, 'invitation_invalid')
    expect((await other.call(api.invitations.list)).invitations.some((one) => one.email === email)).toBe(false)
    admin = other
  })

  test('takes an account back from anyone who signed up with the address first', async () => {
    const email = freshAddress()
    const stranger = (await signUp(email, 'student')).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const before = await userOf(email)
    const { db, clock } = app.deps
    const identity = { issuer: 'https://issuer.example', subject: 'stranger', user_id: before?.id ?? '' }
    await db
      .insertInto('identities')
      .values({ ...identity, created_at: clock.now() })
      .execute()
    await db.updateTable('users').set({ description: 'Send me money' }).where('email', '=', email).execute()
    await accept(await invite(email))
    expect(await userOf(email)).toMatchObject({ id: before?.id, role: 'admin', name: 'Nia Admin', description: '' })
    await expectProblem(app.callAs(stranger)(api.accounts.current), 401, 'unauthenticated')
    expect((await login(email, 'a guess at an address')).status).toBe(401)
    expect((await login(email, password)).status).toBe(200)
    expect(
      await db
        .selectFrom('identities')
        .selectAll()
        .where('user_id', '=', before?.id ?? '')
        .execute(),
    ).toEqual([])
    await runJobs(app, 'tell-account-change')
    expect(await newest()).toMatchObject({ to: email, subject: 'Your password was changed' })
  })

  test('leaves the identities of an owner who had proven the address', async () => {
    const email = freshAddress()
    await signUp(email, 'student')
    const { db, clock } = app.deps
    await db.updateTable('users').set({ email_verified_at: clock.now() }).where('email', '=', email).execute()
    const user_id = (await userOf(email))?.id ?? ''
    await db
      .insertInto('identities')
      .values({ issuer: 'https://issuer.example', subject: 'owner', user_id, created_at: clock.now() })
      .execute()
    await accept(await invite(email))
    expect(await db.selectFrom('identities').select('subject').where('user_id', '=', user_id).execute()).toHaveLength(1)
  })

  test('is refused for an educator with courses and for a suspended account, when sent and when accepted', async () => {
    const educator = await app.makeUser('educator')
    const suspended = await app.makeUser('student')
    const tokens = [await invite(educator.user.email), await invite(suspended.user.email)]
    await makeCourse(educator)
    const reason = { body: { reason: 'Spam' } }
    await admin.call(api.admin.suspend, { params: { userId: suspended.user._id }, ...reason })
    await expectProblem(accept(tokens[0] ?? ''), 409, 'role_in_use')
    await expectProblem(accept(tokens[1] ?? ''), 403, 'suspended')
    for (const [{ user }, status, code] of [
      [educator, 409, 'role_in_use'],
      [suspended, 403, 'suspended'],
    ] as const)
      await expectProblem(admin.call(api.invitations.send, { body: { email: user.email } }), status, code)
    await admin.call(api.admin.restore, { params: { userId: suspended.user._id } })
    // nothing was used up by the error
    expect(await accept(tokens[1] ?? '')).toMatchObject({ state: 'done' })
  })

  test('of a deleted account is forgotten with it', async () => {
    const who = await app.makeUser('student')
    const token = await invite(who.user.email)
    await admin.call(api.admin.deleteUser, { params: { userId: who.user._id } })
    await expectProblem(accept(token), 403, 'invitation_invalid')
    const rows = await app.deps.db.selectFrom('admin_invitations').select('email').execute()
    expect(rows.map(({ email }) => email)).not.toContain(who.user.email)
  })

  test('cannot be sent by a site without mail, more than 30 times an hour, or while 100 are open', async () => {
    const silent = await createTestApp({ config: { outbox: false } })
    const { call } = await silent.makeUser('admin')
    await expectProblem(call(api.invitations.send, { body: { email: 'a@test.example' } }), 409, 'no_mail_server')
    await silent.close()

    const busy = await createTestApp()
    const one = await busy.makeUser('admin')
    for (let number = 0; number < 100; number++) await inviteAsOperator(busy.deps, `n${number}@test.example`, false)
    await expectProblem(one.call(api.invitations.send, { body: { email: 'a@test.example' } }), 409, 'invitations_full')
    const again = () => one.call(api.invitations.send, { body: { email: 'n1@test.example' } })
    for (let number = 1; number < 30; number++) await again()
    expect((await expectProblem(again(), 429, 'rate_limited')).status).toBe(429)
    await busy.close()
  })
})

/** An admin who was invited, with a session. */
async function createAdmin(): Promise<TestUser> {
  return app.makeUser('admin', 'Another Admin')
}

test('an admin cannot give the role to an unverified address; the error names the invitation', async () => {
  const who = await app.makeUser('student')
  const change = () =>
    admin.call(api.admin.changeRole, { params: { userId: who.user._id }, body: { role: 'admin' as const } })
  const problem = await expectProblem(change(), 409, 'address_unproven')
  expect(problem.message).toContain('invitation')
  await app.deps.db
    .updateTable('users')
    .set({ email_verified_at: app.deps.clock.now() })
    .where('id', '=', who.user._id)
    .execute()
  expect(await change()).toMatchObject({ user: { role: 'admin', emailProven: true } })
})

describe('links that are none', () => {
  const token = 'x'.repeat(43)
  test.each([
    ['read', {}],
    ['read', { token: 7 }],
    ['read', { token: 'x'.repeat(42) }],
    ['read', { token: `${'x'.repeat(42)}\u0000` }],
    ['read', { token: ['x'.repeat(43)] }],
    ['accept', { token }],
    ['accept', { token: '', name: 'A', password }],
    ['accept', { token, name: 'A', password: 'short' }],
    ['accept', { token, name: ' ', password }],
    ['accept', { token, name: 'x'.repeat(101), password }],
    ['accept', { token, name: 'A', password, email: 'no one' }],
  ] as const)('%s refuses %j', async (name, payload) => {
    const { method, path } = api.invitations[name]
    const answer = await app.server.inject({ method, url: path, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each([{}, { email: 'no one' }, { email: ['a@test.example'] }, { email: `${'a'.repeat(250)}@test.example` }])(
    'send refuses %j',
    async (payload) => {
      const { method, path } = api.invitations.send
      const answer = await app.server.inject({ method, url: path, payload, headers: { cookie: admin.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test('a name is needed to accept, and the try does not use the link up', async () => {
    const made = await invite(freshAddress())
    const without = app.visitor(api.invitations.accept, { body: { token: made, password } })
    expect((await expectProblem(without, 400, 'invalid_input')).fields).toMatchObject([{ path: 'name' }])
    expect(await accept(made)).toMatchObject({ state: 'done' })
  })

  test('are tried 30 times in ten minutes by one client', async () => {
    const remote = await createTestApp()
    const read = () => remote.visitor(api.invitations.read, { body: { token } })
    for (let number = 0; number < 30; number++) await expectProblem(read(), 403, 'invitation_invalid')
    await expectProblem(read(), 429, 'rate_limited')
    await remote.close()
  })
})
