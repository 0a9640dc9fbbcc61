import { api, type User } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { resetSteps } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import {
  type Forgery,
  type OpenIdProvider,
  type Person,
  startOpenIdProvider,
} from '#test/support/services/openid-provider.ts'
import { beginSignIn } from '#test/support/sign-in-flow.ts'

const redirectUri = 'http://localhost:8000/auth/callback'
let app: TestApp
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUris: [redirectUri, 'https://evil.example/auth/callback'] })
  app = await createTestApp({
    config: {
      google: 'google',
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      ADMIN_EMAILS: ['head@test.example'],
    },
    logLevel: 'trace',
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

const { newest, login } = resetSteps(() => app)
let people = 0
const person = (changes: Partial<Person> = {}): Person => {
  people++
  return {
    sub: `sub-${people}`,
    email: `g${people}@test.example`,
    email_verified: true,
    name: `G ${people}`,
    ...changes,
  }
}
/** As the browser does it: asks where to go, signs in there, comes back with a code. `cookie` is what ties it to the browser. */
const codeFor = async (who: Person, returnTo = redirectUri) => {
  const consent = await beginSignIn(app.server)
  const url = new URL(consent.authorizationUrl)
  const wanted = {
    client_id: consent.clientId,
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'openid email profile',
  }
  for (const [name, value] of Object.entries({ ...wanted, access_type: 'offline', prompt: 'consent' }))
    url.searchParams.set(name, value)
  const returned = await provider.signIn(url.href, who)
  expect(returned.searchParams.get('state')).toBe(consent.state)
  return { code: returned.searchParams.get('code') ?? '', cookie: consent.cookie, state: consent.state }
}
const send = async (payload: object, cookie = '') => {
  const answer = await app.server.inject({
    method: 'POST',
    url: api.accounts.googleToken.path,
    payload,
    headers: { cookie },
  })
  const { user, code, message } = answer.json<{ user?: User; code?: string; message?: string }>()
  const given = answer.cookies.filter(({ value }) => value !== '')
  const session = given.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { status: answer.statusCode, user, code, message, session }
}
const signIn = async (who: Person, body: object = {}, cookie = '') => {
  const { code, cookie: flow } = await codeFor(who)
  return send({ code, redirect_uri: redirectUri, ...body }, [flow, cookie].filter(Boolean).join('; '))
}
const passwordOf = async (email: string) =>
  (await app.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()).password_hash

test('consent names the authorization address that was discovered, and the client', async () => {
  const { authorizationUrl, clientId, state } = await app.visitor(api.accounts.googleConsent)
  const { origin, pathname, searchParams } = new URL(authorizationUrl)
  expect([origin + pathname, clientId]).toEqual([`${provider.issuer}/auth`, provider.clientId])
  expect(Object.fromEntries(searchParams)).toEqual({
    state,
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

describe('a new person', () => {
  test('gets an account of the wanted role and is signed in', async () => {
    const who = person({ name: 'Ravi Kumar', email: 'Ravi.Kumar@Test.example' })
    const { status, user, session } = await signIn(who, { role: 'educator' })
    expect([status, user]).toEqual([
      200,
      {
        _id: expect.any(String),
        name: 'Ravi Kumar',
        email: 'ravi.kumar@test.example',
        role: 'educator',
        description: '',
        photoUrl: '',
        enrolledCourses: [],
        showEmail: false,
        version: expect.any(String),
      },
    ])
    expect((await app.callAs(session)(api.accounts.current)).user).toEqual(user)
  })
  test.each([
    ['none', {}],
    ['admin', { role: 'admin' }],
    ['nonsense', { role: ['educator'] }],
  ])('with the role %s becomes a student', async (_name, body) => {
    expect((await signIn(person(), body)).user?.role).toBe('student')
  })
  test('never becomes an admin, not even with a listed address', async () => {
    expect((await signIn(person({ email: 'head@test.example' }), { role: 'admin' })).user?.role).toBe('student')
  })
  test.each([
    ['no name', { name: '' }, /^g\d+$/],
    ['a name of control characters', { name: '\r\n\u0000' }, /^g\d+$/],
    ['a long name', { name: '🎓'.repeat(80) }, /^🎓{50}$/u],
    ['a name with a line break', { name: 'A\r\nBcc: b@test.example' }, /^A Bcc: b@test\.example$/],
  ])('%s is no hindrance', async (_name, changes, expected) => {
    expect((await signIn(person(changes))).user?.name).toMatch(expected)
  })
  test('who arrives twice at the same moment has one account', async () => {
    const who = person()
    const codes = [await codeFor(who), await codeFor(who)]
    const answers = await Promise.all(
      codes.map(({ code, cookie }) => send({ code, redirect_uri: redirectUri }, cookie)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.user?._id).toBe(answers[1]?.user?._id)
  })
})

describe('a known person', () => {
  test('finds the same account again, by the subject, whatever became of the address and the name', async () => {
    const who = person()
    const first = await signIn(who, { role: 'educator' })
    const again = await signIn({ ...who, email: 'renamed@test.example', name: 'Another' }, { role: 'student' })
    expect(again.user).toEqual(first.user)
  })
  test('of an account with a proven address keeps its password and role', async () => {
    const { user } = await app.makeUser('educator')
    await app.deps.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', user._id).execute()
    const linked = await signIn(person({ email: user.email }), { role: 'student' })
    expect(linked.user).toEqual(user)
    expect((await login(user.email, 'correct horse battery')).status).toBe(200)
    await runJobs(app, 'tell-account-change')
    expect(await newest()).toMatchObject({ to: user.email, subject: 'You can now sign in with Google' })
  })
  test('whose address someone else had claimed gets the account, and the other loses access', async () => {
    const claimed = await app.makeUser()
    const { user, session } = await signIn(person({ email: claimed.user.email }))
    expect(user?._id).toBe(claimed.user._id)
    await expectProblem(claimed.call(api.accounts.current), 401, 'unauthenticated')
    expect((await login(claimed.user.email, 'correct horse battery')).status).toBe(401)
    expect((await app.callAs(session)(api.accounts.current)).user._id).toBe(claimed.user._id)
    await runJobs(app, 'tell-account-change')
    expect((await newest())?.text).toContain('the password that the account was made with was removed')
  })
  test('an address that is not verified links nothing and opens nothing', async () => {
    const { user, call } = await app.makeUser()
    for (const email_verified of [false, undefined, 'true', 1]) {
      const who = person({ email: user.email })
      const claims = { ...who, email_verified } as Person // what a careless provider may say
      expect(await signIn(claims)).toMatchObject({ status: 403, code: 'google_email_unverified', session: '' })
    }
    expect((await call(api.accounts.current)).user._id).toBe(user._id)
    expect(await passwordOf(user.email)).toMatch(/^\$argon2id/)
    expect(await signIn(person({ email_verified: false }))).toMatchObject({ status: 403 })
  })
})

describe('the session', () => {
  test('of the browser is replaced, and a planted one is never taken over', async () => {
    const other = await app.makeUser()
    const { session } = await signIn(person(), {}, other.cookie)
    expect(session).not.toBe(other.cookie)
    await expectProblem(other.call(api.accounts.current), 401, 'unauthenticated')
    const planted = 'vc_session=planted-by-someone'
    expect((await signIn(person(), {}, planted)).session).not.toContain('planted')
    await expectProblem(app.callAs(planted)(api.accounts.current), 401, 'unauthenticated')
  })
})

describe('a code', () => {
  const failed = { status: 401, code: 'google_failed', message: 'Failed to exchange code for token', session: '' }

  test('that another browser was given signs no one in, with or without a sign-in of this browser', async () => {
    const attacker = await codeFor(person())
    const own = await beginSignIn(app.server)
    for (const cookie of [
      '',
      own.cookie,
      'vc_google=',
      'vc_google=made-up',
      `vc_google=9999999999999.${'A'.repeat(43)}`,
    ])
      expect(await send({ code: attacker.code, redirect_uri: redirectUri }, cookie)).toMatchObject(failed)
  })
  test('of an address that a client built by itself signs no one in', async () => {
    const url = new URL(`${provider.issuer}/auth`)
    const asked = {
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const code = (await provider.signIn(url.href, person())).searchParams.get('code') ?? ''
    const { cookie } = await beginSignIn(app.server)
    expect(await send({ code, redirect_uri: redirectUri }, cookie)).toMatchObject(failed)
  })
  test('comes back with the state of this browser, where a state comes along', async () => {
    const { code, cookie, state } = await codeFor(person())
    for (const other of ['', 'x', 'x'.repeat(32), (await beginSignIn(app.server)).state])
      expect(await send({ code, redirect_uri: redirectUri, state: other }, cookie)).toMatchObject(failed)
    expect((await send({ code, redirect_uri: redirectUri, state }, cookie)).status).toBe(200)
  })
  test('comes back within ten minutes, and the cookie goes with the answer', async () => {
    const { code, cookie } = await codeFor(person())
    app.clock.ms += 10 * 60 * 1000
    expect(await send({ code, redirect_uri: redirectUri }, cookie)).toMatchObject(failed)
    const answer = await app.server.inject({
      method: 'POST',
      url: api.accounts.googleToken.path,
      payload: { code, redirect_uri: redirectUri },
      headers: { cookie },
    })
    expect(String(answer.headers['set-cookie'])).toMatch(/vc_google=;/)
  })
})

describe('refused', () => {
  test.each([
    ['an address of another site', 'https://evil.example/auth/callback'],
    ['another page of ours', 'http://localhost:8000/login'],
    ['more than the address', 'http://localhost:8000/auth/callback?next=https://evil.example'],
    ['a fragment', 'http://localhost:8000/auth/callback#'],
    ['another port', 'http://localhost:8001/auth/callback'],
    ['another protocol', 'https://localhost:8000/auth/callback'],
    ['credentials', 'http://localhost:8000@evil.example/auth/callback'],
    ['a name that only begins alike', 'http://localhost:8000.evil.example/auth/callback'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
  ])('a redirect_uri that is %s', async (_name, redirect_uri) => {
    expect(await send({ code: 'x', redirect_uri })).toMatchObject({
      status: 400,
      code: 'foreign_redirect',
      session: '',
    })
  })
  test('a code that was given for another address', async () => {
    const { code, cookie } = await codeFor(person(), 'https://evil.example/auth/callback')
    expect(await send({ code, redirect_uri: redirectUri }, cookie)).toMatchObject({
      status: 401,
      code: 'google_failed',
      message: 'Failed to exchange code for token',
    })
  })
  test('a code a second time, and a made-up one', async () => {
    const { code, cookie } = await codeFor(person())
    expect((await send({ code, redirect_uri: redirectUri }, cookie)).status).toBe(200)
    for (const bad of [code, 'made-up'])
      expect(await send({ code: bad, redirect_uri: redirectUri }, cookie)).toMatchObject({ status: 401, session: '' })
  })
  test.each<Forgery>(['signature', 'no signature', 'audience', 'issuer', 'expired', 'other person'])(
    'an ID token that is wrong: %s',
    async (as) => {
      const { code, cookie } = await codeFor(person())
      provider.forge.as = as
      const refused = await send({ code, redirect_uri: redirectUri }, cookie)
      provider.forge.as = null
      expect(refused).toMatchObject({ status: 401, code: 'google_failed', session: '' })
    },
  )
  test.each([
    {},
    { code: 'x' },
    { redirect_uri: redirectUri },
    { code: '', redirect_uri: redirectUri },
    { code: ['x'], redirect_uri: redirectUri },
    { code: 'x'.repeat(3000), redirect_uri: redirectUri },
  ])('the body %j', async (body) => {
    expect(await send(body)).toMatchObject({ status: 400, code: 'invalid_input', session: '' })
  })
})

test('while the provider is away the server says so, and starts without it', async () => {
  const { code, cookie } = await codeFor(person())
  provider.away.now = true
  const config = { ...app.deps.config }
  const second = await createTestApp({ config })
  await expectProblem(second.visitor(api.accounts.googleConsent), 503, 'google_unavailable')
  expect(await send({ code, redirect_uri: redirectUri }, cookie)).toMatchObject({
    status: 503,
    code: 'google_unavailable',
    message: 'Google sign-in failed. Please try again.',
  })
  provider.away.now = false
  expect((await second.visitor(api.accounts.googleConsent)).clientId).toBe(provider.clientId)
  await second.close()
})

test('with no one behind the button both calls say so', async () => {
  const none = await createTestApp({ config: { google: 'none' } })
  await expectProblem(none.visitor(api.accounts.googleConsent), 503, 'google_unavailable')
  const body = { code: 'x', redirect_uri: redirectUri }
  await expectProblem(none.visitor(api.accounts.googleToken, { body }), 503, 'google_unavailable')
  expect((await none.server.inject('/dev/sign-in')).statusCode).toBe(404)
  await none.close()
})

test('the log holds neither codes nor tokens', async () => {
  app.logged.length = 0
  const { code, cookie } = await codeFor(person())
  const { session } = await send({ code, redirect_uri: redirectUri }, cookie)
  await send({ code, redirect_uri: redirectUri }, cookie)
  const log = JSON.stringify(app.logged)
  expect(log).toContain('a sign-in with an identity provider failed')
  for (const secret of [code, cookie.split('=')[1] ?? '', session.split('=')[1] ?? '', provider.clientSecret, 'eyJ'])
    expect(log.includes(secret), secret).toBe(false)
})

test('an account that has another address is opened by the Google account of the new one, and no longer by the old', async () => {
  const [old, next] = [person({ name: 'Moving' }), person()]
  const { user, session } = await signIn(old)
  const call = app.callAs(session)
  const mailed = async () => {
    await runJobs(app, 'deliver-account-code')
    return /\b\d{6}\b/.exec((await newest())?.text ?? '')?.[0] ?? ''
  }
  await call(api.ownAccount.sendOwnerCode)
  await call(api.ownAccount.changeEmail, { body: { email: next.email ?? '', ownerCode: await mailed() } })
  const code = await mailed()
  // a sign-in with the old one at the same moment opens nothing that stays open
  const [raced] = await Promise.all([signIn(old), call(api.ownAccount.confirmEmail, { body: { code } })])
  const sessions = await app.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user?._id ?? '')
    .execute()
  expect(sessions).toHaveLength(1)
  expect([200, 401]).toContain(raced.status)
  const again = await signIn(old)
  expect(again.status).toBe(200)
  expect(again.user?._id).not.toBe(user?._id)
  expect((await signIn(next)).user).toMatchObject({ _id: user?._id, name: 'Moving', email: next.email })
})
