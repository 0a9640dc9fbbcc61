import type { AddressInfo } from 'node:net'
import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSocket } from '../../test/support/connect-socket.ts'
import { createTestApp, type TestApp } from '../../test/support/create-test-app.ts'
import { listen } from '../../test/support/services/raw-connection.ts'

const password = 'correct horse battery'
const signUp = (app: TestApp, email: string) =>
  app.server.inject({
    method: 'POST',
    url: api.accounts.signup.path,
    payload: { name: 'Asha', email, password, role: 'student' },
  })

const addressOf = (app: TestApp) => (app.server.server.address() as AddressInfo).port // listening on TCP

describe('a site with an https address', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ config: { publicUrl: 'https://courses.example', production: true } })
  })
  afterAll(() => app.close())

  it('sets its cookies only for https and this host, whatever the proxy says', async () => {
    const answer = await signUp(app, 'asha@test.example')
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-vc_\w+=/)
      expect(cookie).toMatch(/; Path=\//)
      expect(cookie).toMatch(/; Secure/)
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).not.toMatch(/; Domain/)
    }
  })

  it('accepts a session only by that cookie name, in calls and over the socket', async () => {
    const { cookie } = await app.makeUser()
    const current = (cookies: string) =>
      app.server.inject({ url: api.accounts.current.path, headers: { cookie: cookies } })
    expect((await current(cookie)).statusCode).toBe(200)
    const planted = cookie.replaceAll('__Host-', '')
    expect((await current(planted)).statusCode).toBe(401)
    const port = await listen(app.server)
    const { socket } = await connectSocket(`http://127.0.0.1:${port}`, { cookie })
    expect(socket.connected).toBe(true)
    socket.disconnect()
    const left = await app.server.inject({ url: api.accounts.logout.path, headers: { cookie } })
    expect([left.headers['set-cookie']].flat().join()).toMatch(/__Host-vc_session=;.*Secure/)
    expect((await current(cookie)).statusCode).toBe(401)
  })

  describe('sessions that began before the cookie had this name', () => {
    const beganBefore = async () => {
      const { cookie, user } = await app.makeUser()
      const until = new Date(app.clock.ms + 30 * 24 * 3600_000)
      await app.deps.db
        .updateTable('sessions')
        .set({ plain_cookie_until: until })
        .where('user_id', '=', user._id)
        .execute()
      return { user, plain: /(vc_session=[^;]+)/.exec(cookie)?.[1] ?? '' }
    }
    const ask = (cookie: string, url: string = api.accounts.current.path) =>
      app.server.inject({ url, headers: { cookie } })
    const setBy = (answer: Awaited<ReturnType<typeof ask>>) => [answer.headers['set-cookie']].flat().map(String)
    const freshOf = (answer: Awaited<ReturnType<typeof ask>>) =>
      /__Host-vc_session=[^;]+/.exec(setBy(answer).join('\n'))?.[0] ?? ''

    it('are kept: the old cookie is read once and replaced with a new token', async () => {
      const { plain, user } = await beganBefore()
      const answers = await Promise.all([ask(plain), ask(plain), ask(plain)])
      for (const answer of answers) {
        expect([answer.statusCode, answer.json().user._id]).toEqual([200, user._id])
        expect(setBy(answer)).toContainEqual(expect.stringMatching(/^__Host-vc_session=.*Secure/))
        expect(setBy(answer)).toContainEqual(expect.stringMatching(/^vc_session=;.*Path=\//))
        expect(freshOf(answer)).toBe(freshOf(answers[0]))
      }
      const fresh = freshOf(answers[0])
      expect(fresh).not.toContain(plain.split('=')[1])
      expect((await ask(`${plain}; ${fresh}`)).statusCode).toBe(200)
      expect((await ask(`__Host-${plain}`)).statusCode).toBe(401)
      app.clock.ms += 61_000
      expect((await ask(plain)).statusCode).toBe(401)
      expect((await ask(fresh)).statusCode).toBe(200)
    })

    it('stay in rooms: a socket is accepted with the old cookie, and a logout ends both', async () => {
      const { plain } = await beganBefore()
      const address = `http://127.0.0.1:${app.server.server.listening ? addressOf(app) : await listen(app.server)}`
      const { socket } = await connectSocket(address, { cookie: plain })
      expect(socket.connected).toBe(true)
      const left = await ask(plain, api.accounts.logout.path)
      expect(setBy(left).join()).toMatch(/__Host-vc_session=;/)
      expect((await ask(plain)).statusCode).toBe(401)
      await expect.poll(() => socket.connected).toBe(false)
    })

    it('are the only ones: for new sessions a cookie planted by a subdomain is ignored and deleted', async () => {
      const { cookie } = await app.makeUser()
      const planted = cookie.replaceAll('__Host-', '')
      const answer = await ask(planted)
      expect([answer.statusCode, freshOf(answer)]).toEqual([401, ''])
      expect(setBy(answer)).toContainEqual(expect.stringMatching(/^vc_session=;/))
      const { cookie: own, user } = await app.makeUser()
      const { plain: attackers } = await beganBefore()
      const both = await ask(`${attackers}; ${own}`)
      expect(both.json().user._id).toBe(user._id)
    })
  })

  it('names the cookie in the description of the API', async () => {
    const { components } = (await app.server.inject('/api/openapi.json')).json()
    expect(components.securitySchemes.session.name).toBe('__Host-vc_session')
  })

  it('has no metrics without a token, not even for this machine', async () => {
    const answer = await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })
})

describe('metrics with a token', () => {
  let app: TestApp
  const METRICS_TOKEN = 'k3jd9-sjd82-kdkd8-2mmx0'
  beforeAll(async () => {
    app = await createTestApp({ config: { production: true, METRICS_TOKEN } })
  })
  afterAll(() => app.close())

  it.each([
    [200, `Bearer ${METRICS_TOKEN}`],
    [404, `Bearer ${METRICS_TOKEN}x`],
    [404, METRICS_TOKEN],
    [404, ''],
  ])('answer %s to "%s"', async (status, authorization) => {
    const answer = await app.server.inject({ url: '/metrics', headers: { authorization } })
    expect(answer.statusCode).toBe(status)
  })
})

describe('a proxy that is not trusted', () => {
  it('is detected and logged once', async () => {
    const app = await createTestApp()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await app.server.inject({ url: '/healthz', headers })
    await app.server.inject({ url: '/healthz', headers: { forwarded: 'for=203.0.113.7' } })
    expect(app.logged.filter(({ msg }) => msg.includes('TRUST_PROXY'))).toHaveLength(1)
    await app.close()
  })

  it('causes no warning when it is trusted', async () => {
    const app = await createTestApp({ config: { TRUST_PROXY: 1 } })
    await app.server.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(app.logged).toEqual([])
    await app.close()
  })
})

describe('limits behind a trusted proxy', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ config: { TRUST_PROXY: 1 } })
  })
  afterAll(() => app.close())
  /** Returns the statuses of 25 guesses of a coupon code, each with another header; a visitor may make 20. */
  const guess = async (headerOf: (attempt: number) => string): Promise<number[]> => {
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 25; attempt++) {
      const answer = await app.server.inject({
        url: api.offers.quote.path,
        query: { courseId: 'none', code: `GUESS${attempt}` },
        headers: { 'x-forwarded-for': headerOf(attempt) },
      })
      statuses.push(answer.statusCode)
    }
    return statuses
  }

  it.each([
    ['ports of one address', (attempt: number) => `203.0.113.7:${50_000 + attempt}`],
    ['ports of one IPv6 address', (attempt: number) => `[2001:db8::7]:${50_000 + attempt}`],
    ['addresses of one IPv6 network', (attempt: number) => `[2001:db8:1::${attempt}]:443`],
    ['garbage', (attempt: number) => `garbage-${attempt}`],
  ])('count %s as one client', async (_what, headerOf) => {
    expect((await guess(headerOf)).slice(-6)).toEqual([404, 429, 429, 429, 429, 429])
  })
})

describe('requests of foreign sites', () => {
  let app: TestApp
  const listed = 'https://app.example'
  beforeAll(async () => {
    app = await createTestApp({ config: { CORS_ORIGINS: [listed], NODE_ENV: 'development' } })
  })
  afterAll(() => app.close())
  const post = (headers: Record<string, string>) =>
    app.server.inject({ method: 'POST', url: api.accounts.login.path, headers, payload: {} })

  it.each([
    ['without an Origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['with an Origin that looks like ours', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }, 403],
    ['of a listed origin', { 'sec-fetch-site': 'cross-site', origin: listed }, 400],
    ['of our own pages', { 'sec-fetch-site': 'same-origin', host: 'localhost', origin: 'http://localhost' }, 400],
    ['of programs', {}, 400],
  ])('that change state: %s', async (_what, headers, status) => {
    expect((await post(headers)).statusCode).toBe(status)
  })

  it.each(['/api/auth/logout', '/api/auth/%6cogout', '/api/auth/logout?a', '/%61pi/auth/logout'])(
    'log no one out by a link, however its path is written: %s',
    async (url) => {
      const { cookie } = await app.makeUser()
      const left = await app.server.inject({ url, headers: { cookie, 'sec-fetch-site': 'cross-site' } })
      expect([left.statusCode, left.json().code]).toEqual([403, 'wrong_origin'])
      expect((await app.server.inject({ url: api.accounts.current.path, headers: { cookie } })).statusCode).toBe(200)
    },
  )

  const written = ['/users.csv', '/courses.csv', '/reviews.csv', '/reported-reviews.csv', '/audit.csv', '/orders.csv']
  it.each([...written, '/users/some-user/export', '/payouts/runs/some-run/file'])(
    'download nothing in the name of an admin that is written to the audit log: %s',
    async (path) => {
      const { cookie } = await app.makeUser('admin')
      const url = `/api/admin${path}`
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await app.server.inject({ method, url, headers: { cookie, 'sec-fetch-site': 'cross-site' } })
        expect(answer.statusCode).toBe(403)
      }
      const own = await app.server.inject({ url, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
      expect(own.statusCode).toBe(path.includes('some-') ? 404 : 200)
    },
  )

  it('may still use the assistant, which has no access to accounts', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const answer = await app.server.inject({ method: 'POST', url: api.ai.chat.path, headers, payload: {} })
    expect(answer.statusCode).toBe(400)
  })

  it.each([
    ['localhost:8000', 200],
    ['127.0.0.1', 200],
    ['[::1]:8000', 200],
    ['rebound.evil.example', 421],
    ['192.168.1.7', 421],
    ['localhost.evil.example', 421],
  ])('reach a development server only under its own names: %s', async (host, status) => {
    const answer = await app.server.inject({ url: '/healthz', headers: { host, 'x-forwarded-host': 'localhost' } })
    expect(answer.statusCode).toBe(status)
  })
})
