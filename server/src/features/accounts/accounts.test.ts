import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'POST', url, payload, headers })
const person = (changes: object = {}) => ({
  name: 'Asha Rao',
  email: `asha${Math.random()}@test.example`,
  password: 'a good password',
  role: 'student' as const,
  ...changes,
})

describe('signup', () => {
  test('returns the bare user, signs in, and never sends the hash', async () => {
    const wanted = person()
    const answer = await post('/api/auth/signup', wanted)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      _id: expect.any(String),
      name: 'Asha Rao',
      email: wanted.email,
      role: 'student',
      description: '',
      photoUrl: '',
      enrolledCourses: [],
      version: expect.any(String),
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^vc_session=.*HttpOnly.*SameSite=Lax/i)
    const [pair] = cookie.split(';')
    const { user } = await app.callAs(pair ?? '')(api.accounts.current)
    expect(user.email).toBe(wanted.email)
  })

  test('an address with a domain in another script has one account, which both spellings sign in to', async () => {
    const wanted = person({ email: `asha${Date.now()}@Müller.example` })
    const other = wanted.email.replace('Müller', 'xn--mller-kva').toLowerCase()
    expect((await post('/api/auth/signup', wanted)).json()).toMatchObject({ email: other })
    expect((await post('/api/auth/signup', { ...wanted, email: other })).statusCode).toBe(409)
    for (const email of [wanted.email, other]) {
      const answer = await post('/api/auth/login', { email, password: wanted.password })
      expect(answer.statusCode).toBe(200)
    }
    const refused = await post('/api/auth/signup', person({ email: 'आशा@test.example' }))
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_input'])
    expect(refused.body).toContain('before the @')
  })

  test('an address has one account, whatever its case; two at once make one', async () => {
    const wanted = person()
    const answers = await Promise.all([
      post('/api/auth/signup', wanted),
      post('/api/auth/signup', { ...wanted, email: wanted.email.toUpperCase() }),
    ])
    expect(answers.map((one) => one.statusCode).sort()).toEqual([201, 409])
  })

  test.each([
    ['no name', { name: '  ' }],
    ['a name that no one sees', { name: '\u200B\u202E\u3164' }],
    ['a common password', { password: 'password' }],
    ['a common password in capitals', { password: ' PassWord123' }],
    ['no address', { email: 'not an address' }],
    ['a number as address', { email: 7 }],
    ['a short password', { password: '1234567' }],
    ['a password that is too long', { password: 'x'.repeat(257) }],
    ['a password that is no text', { password: ['a', 'b'] }],
    ['a role that does not exist', { role: 'owner' }],
  ])('refuses %s and says where', async (_name, changes) => {
    const answer = await post('/api/auth/signup', person(changes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.any(String),
      requestId: expect.any(String),
    })
    expect(answer.json().fields[0].path).toBe(Object.keys(changes)[0])
  })

  test('refuses the address itself as the password, and shows names as they are seen', async () => {
    const refused = await post('/api/auth/signup', person({ email: 'Own@test.example', password: 'own@Test.example ' }))
    expect([refused.statusCode, refused.json().fields[0].path]).toEqual([400, 'password'])
    const answer = await post('/api/auth/signup', person({ name: '\u202EAsha\u200B  Rao\u2069' }))
    expect(answer.json().name).toBe('Asha Rao')
  })

  test('refuses what is no JSON with a problem', async () => {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/auth/signup',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":',
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('admins only while it is open', async () => {
    const closed = await createTestApp({ config: { adminSignup: 'closed' } })
    const payload = person({ role: 'admin' })
    const refused = await closed.server.inject({ method: 'POST', url: '/api/auth/signup', payload })
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Admin accounts are created by an administrator',
    ])
    await closed.close()
  })
})

describe('login', () => {
  test('the same answer for a wrong password and for no one', async () => {
    const wanted = person()
    await post('/api/auth/signup', wanted)
    const answers = [
      await post('/api/auth/login', { email: wanted.email, password: 'wrong' }),
      await post('/api/auth/login', { email: 'nobody@test.example', password: 'wrong' }),
    ].map((one) => ({ ...one.json(), requestId: '', status: one.statusCode }))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 401, code: 'wrong_credentials' })
  })

  test('gives a new session and ends the one that the browser had', async () => {
    const wanted = person()
    const first = String((await post('/api/auth/signup', wanted)).headers['set-cookie']).split(';')[0] ?? ''
    const answer = await post('/api/auth/login', wanted, { cookie: first })
    const second = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect([answer.statusCode, second === first]).toEqual([200, false])
    await expectProblem(app.callAs(first)(api.accounts.current), 401, 'unauthenticated')
    expect((await app.callAs(second)(api.accounts.current)).user.email).toBe(wanted.email)
  })

  test('a token of the attacker is never taken over', async () => {
    const wanted = person()
    await post('/api/auth/signup', wanted)
    const planted = 'vc_session=planted-by-someone'
    const answer = await post('/api/auth/login', wanted, { cookie: planted })
    expect(String(answer.headers['set-cookie'])).not.toContain('planted')
    await expectProblem(app.callAs(planted)(api.accounts.current), 401, 'unauthenticated')
  })

  test('ten wrong passwords are enough, and lock out no one else', async () => {
    const wanted = person()
    await post('/api/auth/signup', wanted)
    for (let i = 0; i < 10; i++)
      expect((await post('/api/auth/login', { ...wanted, password: 'wrong' })).statusCode).toBe(401)
    const blocked = await post('/api/auth/login', wanted)
    expect([blocked.statusCode, blocked.json().code]).toEqual([429, 'rate_limited'])
    const elsewhere = await app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: wanted,
      remoteAddress: '10.1.1.1',
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test.each([
    {},
    { email: 'a@b.example' },
    { password: 'x' },
    { email: ['a@b.example'], password: 'x' },
    { email: 'a@b.example', password: '' },
  ])('refuses %j', async (body) => {
    expect((await post('/api/auth/login', body)).statusCode).toBe(400)
  })

  test('a foreign site cannot log anyone in', async () => {
    const answer = await post('/api/auth/login', person(), { origin: 'https://evil.example' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_origin'])
  })
})

describe('sessions', () => {
  test('roll while they are used, and end after seven idle days', async () => {
    const student = await app.makeUser()
    app.clock.ms += 6 * 24 * 3600 * 1000
    const renewed = await app.server.inject({ url: '/api/user/current', headers: { cookie: student.cookie } })
    expect(String(renewed.headers['set-cookie'])).toContain('vc_session=')
    app.clock.ms += 6 * 24 * 3600 * 1000
    expect((await student.call(api.accounts.current)).user._id).toBe(student.user._id)
    app.clock.ms += 8 * 24 * 3600 * 1000
    await expectProblem(student.call(api.accounts.current), 401, 'unauthenticated')
  })

  test('logout ends the session on the server, and is no error without one', async () => {
    const student = await app.makeUser()
    await student.call(api.accounts.logout)
    await expectProblem(student.call(api.accounts.current), 401, 'unauthenticated')
    expect(await app.visitor(api.accounts.logout)).toEqual({ message: 'LogOut Successfully' })
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }],
    ['another site that hides itself', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site that hides itself', { 'sec-fetch-site': 'same-site' }],
    ['another site of an older browser', { referer: 'https://evil.example/page' }],
    ['a page without an origin', { origin: 'null' }],
  ])('logout is refused from %s', async (_name, headers) => {
    const student = await app.makeUser()
    const answer = await app.server.inject({ url: '/api/auth/logout', headers: { cookie: student.cookie, ...headers } })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_origin'])
    expect((await student.call(api.accounts.current)).user._id).toBe(student.user._id)
  })

  test.each<[string, Record<string, string>]>([
    ['our pages', { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:8000/profile' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['our pages in an older browser', { referer: 'http://localhost:8000/profile' }],
    ['a program', {}],
  ])('logout works from %s', async (_name, headers) => {
    const student = await app.makeUser()
    const answer = await app.server.inject({ url: '/api/auth/logout', headers: { cookie: student.cookie, ...headers } })
    expect(answer.statusCode).toBe(200)
    await expectProblem(student.call(api.accounts.current), 401, 'unauthenticated')
  })

  test('end after thirty days, however much they are used', async () => {
    const student = await app.makeUser()
    for (let day = 0; day < 28; day += 4) {
      app.clock.ms += 4 * 24 * 3600 * 1000
      await student.call(api.accounts.current)
    }
    app.clock.ms += 2 * 24 * 3600 * 1000
    await expectProblem(student.call(api.accounts.current), 401, 'unauthenticated')
  })

  test('are at most twenty of a user: another sign-in ends the oldest one', async () => {
    const wanted = person()
    const first = String((await post('/api/auth/signup', wanted)).headers['set-cookie']).split(';')[0] ?? ''
    const logins = await Promise.all(Array.from({ length: 24 }, () => post('/api/auth/login', wanted)))
    expect(logins.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(10)
    for (let number = 0; number < 24; number++) expect((await post('/api/auth/login', wanted)).statusCode).toBe(200)
    const last = await post('/api/auth/login', wanted)
    const { sessions } = await app.callAs(String(last.headers['set-cookie']).split(';')[0] ?? '')(api.accounts.sessions)
    expect(sessions).toHaveLength(20)
    await expectProblem(app.callAs(first)(api.accounts.current), 401, 'unauthenticated')
  })

  test('only a hash of the token is stored', async () => {
    const { cookie } = await app.makeUser()
    const rows = await app.deps.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
  })
})
