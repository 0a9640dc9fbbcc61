import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { beginSignIn } from '#test/support/sign-in-flow.ts'

const redirectUri = 'http://localhost:8000/auth/callback'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: { seed: 'demo' } })
})
afterAll(() => app.close())

const show = (query: Record<string, string>) => app.server.inject({ url: '/dev/sign-in', query })
let flow: Awaited<ReturnType<typeof beginSignIn>>
beforeEach(async () => {
  flow = await beginSignIn(app.server)
})
/** What the consent's address brings along. */
const brought = () => {
  const query = new URL(flow.authorizationUrl).searchParams
  return { nonce: query.get('nonce') ?? '', code_challenge: query.get('code_challenge') ?? '' }
}
const fill = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.server.inject({
    method: 'POST',
    url: '/dev/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ redirect_uri: redirectUri, state: 'a state&b', ...brought(), ...fields }).toString(),
  })
const exchange = (code: string, redirect_uri = redirectUri) =>
  app.server.inject({
    method: 'POST',
    url: api.accounts.googleToken.path,
    payload: { code, redirect_uri },
    headers: { cookie: flow.cookie },
  })
const returnedTo = (answer: { headers: { location?: unknown } }) => new URL(String(answer.headers.location))

test('the consent leads to a page that says what it is', async () => {
  const { authorizationUrl, clientId } = await app.visitor(api.accounts.googleConsent)
  expect([authorizationUrl.split('?')[0], clientId]).toEqual(['http://localhost:8000/dev/sign-in', 'local-sign-in'])
  const page = await show({
    redirect_uri: redirectUri,
    nonce: '"><script>',
    state: '"><script>alert(1)</script>',
    client_id: 'x',
  })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Local sign-in stands in for Google while no Google client is configured')
  expect(page.body).not.toContain('<script')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(
    /default-src 'none'; style-src 'nonce-[0-9a-f]{32}'; form-action 'self' http:\/\/localhost:8000/,
  )
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  const cancel = /href="([^"]+)">Cancel/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(cancel).searchParams.get('error')).toBe('access_denied')
})

test('continuing leads back with a code and the state, and the code signs in', async () => {
  const answer = await fill({ name: ' Meera ', email: 'Meera@Test.example' })
  expect(answer.statusCode).toBe(303)
  const back = returnedTo(answer)
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'a state&b'])
  const signedIn = await exchange(back.searchParams.get('code') ?? '')
  expect(signedIn.json().user).toMatchObject({ name: 'Meera', email: 'meera@test.example', role: 'student' })
  expect((await exchange(back.searchParams.get('code') ?? '')).json().code).toBe('google_failed')
})

test('someone of the demo is chosen with one press, and no admin is among them', async () => {
  const page = await show({ redirect_uri: redirectUri })
  expect(page.body.match(/name="as" value="[^"]+"/g)).toEqual([
    'name="as" value="student@demo.example"',
    'name="as" value="educator@demo.example"',
  ])
  const code = returnedTo(await fill({ as: 'student@demo.example', name: '', email: '' })).searchParams.get('code')
  expect((await exchange(code ?? '')).json().user.email).toBe('student@demo.example')
})

test('an address that is said to be unverified is refused like at Google', async () => {
  const code = returnedTo(await fill({ name: 'A', email: 'u@test.example', unverified: 'yes' })).searchParams.get(
    'code',
  )
  expect((await exchange(code ?? '')).json().code).toBe('google_email_unverified')
})

describe('the page', () => {
  test.each([
    ['no name', { name: '  ', email: 'a@test.example' }, 'Please enter a name'],
    ['no address', { name: '"><b>', email: '<i>no</i>' }, 'Please enter a valid email address'],
  ])('asks again for %s', async (_name, fields, problem) => {
    const answer = await fill(fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    expect(answer.body).toContain(problem)
    expect(answer.body).not.toMatch(/<b>|<i>/)
  })
  test.each([
    'https://evil.example/auth/callback',
    'http://localhost:8000/profile',
    'javascript:alert(1)',
    '//evil.example/auth/callback',
    '',
  ])('never leads to %j', async (address) => {
    for (const answer of [
      await show({ redirect_uri: address }),
      await fill({ redirect_uri: address, name: 'A', email: 'a@test.example' }),
    ]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
      expect(answer.body).toContain('This address is not one that this site may be returned to')
    }
  })
  test('takes no form from a foreign site, and no enormous one', async () => {
    const fields = { name: 'A', email: 'a@test.example' }
    expect((await fill(fields, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await fill(fields, { origin: 'null' })).statusCode).toBe(403)
    expect((await fill({ ...fields, name: 'x'.repeat(40_000) })).statusCode).toBe(413)
  })
})

test('a code works in the browser that began the sign-in only', async () => {
  const code = returnedTo(await fill({ name: 'A', email: 'a@test.example' })).searchParams.get('code') ?? ''
  const own = flow
  flow = await beginSignIn(app.server)
  expect((await exchange(code)).json().code).toBe('google_failed')
  flow = own
  const unbound = returnedTo(await fill({ name: 'A', email: 'a@test.example', nonce: '', code_challenge: '' }))
  expect((await exchange(unbound.searchParams.get('code') ?? '')).json().code).toBe('google_failed')
})

test('a code works with its own address only, and cannot be made up', async () => {
  const code = returnedTo(await fill({ name: 'A', email: 'a@test.example' })).searchParams.get('code') ?? ''
  expect((await exchange(code, 'http://127.0.0.1:8000/auth/callback')).json().code).toBe('google_failed')
  for (const forged of ['', 'x', '{}', 'a@test.example'])
    expect((await exchange(forged)).statusCode).toBeGreaterThanOrEqual(400)
})
