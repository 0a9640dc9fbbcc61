import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { newPassword, resetPaths, resetSteps } from '#test/support/reset-steps.ts'
import { hashPassword } from '../passwords.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const right = 'correct horse battery'
const { prove } = resetSteps(() => app)
const login = async (email: string, password: string, remoteAddress = '127.0.0.1', cookie = '') => {
  const answer = await app.server.inject({
    method: 'POST',
    url: api.accounts.login.path,
    payload: { email, password },
    headers: { cookie },
    remoteAddress,
  })
  return {
    status: answer.statusCode,
    retryAfter: Number(answer.headers['retry-after']),
    message: answer.json().message,
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
/** Guesses at one account from as many clients, ten at the same moment. */
const guessFromClients = async (email: string, count: number) => {
  const seen: number[] = []
  for (let start = 0; start < count; start += 10) {
    const clients = Array.from(
      { length: 10 },
      (_, one) => `10.9.${Math.floor((start + one) / 250)}.${(start + one) % 250}`,
    )
    seen.push(...statuses(await Promise.all(clients.map((client) => login(email, 'wrong', client)))))
  }
  return seen
}

describe('guesses at passwords', () => {
  test('a hundred in parallel are ten, and the right one behind them stays out', async () => {
    const { user } = await app.makeUser()
    const guesses = [...Array.from({ length: 99 }, (_, number) => `guess ${number}`), right]
    const seen = statuses(await Promise.all(guesses.map((guess) => login(user.email, guess))))
    expect(seen.filter((status) => status === 401)).toHaveLength(10)
    expect(seen.filter((status) => status === 429)).toHaveLength(90)
  })

  test('of one client at many addresses are limited, and other clients are not', async () => {
    const seen: number[] = []
    for (let start = 0; start < 110; start += 10) {
      const addresses = Array.from({ length: 10 }, (_, one) => `flood-${start + one}@test.example`)
      seen.push(...statuses(await Promise.all(addresses.map((email) => login(email, 'wrong', '10.7.0.1')))))
    }
    expect(seen.slice(0, 100)).toEqual(Array(100).fill(401))
    expect(seen.slice(100)).toEqual(Array(10).fill(429))
    const { user } = await app.makeUser()
    expect((await login(user.email, right, '10.7.0.1')).status).toBe(429)
    expect((await login(user.email, right, '10.7.0.2')).status).toBe(200)
  })

  test('of many clients at one account are limited, and lock out no browser that it knows', async () => {
    const { user } = await app.makeUser()
    const { cookie } = await login(user.email, right, '10.8.0.1')
    expect(await guessFromClients(user.email, 100)).toEqual(Array(100).fill(401))
    const limited = await login(user.email, right, '10.8.0.2')
    expect([limited.status, limited.message]).toEqual([429, expect.stringContaining('Forget your password?')])
    expect(limited.retryAfter).toBeGreaterThan(0)
    expect(limited.retryAfter).toBeLessThanOrEqual(3600)
    // from wherever the owner's browser is now
    expect((await login(user.email, right, '10.8.0.3', cookie)).status).toBe(200)
  })

  test('of a known browser have a limit of their own, and its cookie is of no use at other accounts', async () => {
    const [one, other] = [await app.makeUser(), await app.makeUser()]
    const known = (await login(one.user.email, right)).cookie
    const mine = await Promise.all(Array.from({ length: 12 }, () => login(one.user.email, 'wrong', '10.8.1.1', known)))
    expect(statuses(mine).filter((status) => status === 401)).toHaveLength(10)
    expect((await login(one.user.email, right, '10.8.1.1')).status).toBe(200)
    for (let number = 0; number < 100; number++) await limits.loginsByAccount.consume(other.user.email)
    expect((await login(other.user.email, right, '10.8.1.2', known)).status).toBe(429)
    expect((await login(other.user.email, right, '10.8.1.2', 'vc_known=made-up')).status).toBe(429)
  })

  test('at an account without limits left end with a new password: its browser is known, older ones no more', async () => {
    const { user, cookie: old } = await app.makeUser()
    for (let number = 0; number < 100; number++) await limits.loginsByAccount.consume(user.email)
    expect((await login(user.email, right, '10.8.2.1')).status).toBe(429)
    const done = await app.server.inject({
      method: 'POST',
      url: resetPaths.reset,
      payload: { email: user.email, password: newPassword },
      headers: { cookie: await prove(user.email) },
    })
    const fresh = done.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await login(user.email, newPassword, '10.8.2.1', fresh)).status).toBe(200)
    expect((await login(user.email, newPassword, '10.8.2.1', old)).status).toBe(429)
  })
})

describe('a login that succeeds', () => {
  test('gives back its own attempt and no other', async () => {
    const { user } = await app.makeUser()
    for (let round = 0; round < 2; round++) {
      const wrong = await Promise.all(Array.from({ length: 5 }, () => login(user.email, 'wrong')))
      expect(statuses(wrong)).toEqual(Array(5).fill(401))
      if (round === 0) expect((await login(user.email, right)).status).toBe(200)
    }
    expect((await login(user.email, right)).status).toBe(429)
  })

  test('also of many at the same moment leaves none behind', async () => {
    const { user } = await app.makeUser()
    await Promise.all(Array.from({ length: 30 }, () => login(user.email, right)))
    expect((await login(user.email, right)).status).toBe(200)
    for (let number = 0; number < 10; number++) expect((await login(user.email, 'wrong')).status).toBe(401)
  })

  test('makes a browser known to at most four accounts, the latest ones', async () => {
    let cookie = ''
    for (let number = 0; number < 6; number++) {
      const { user } = await app.makeUser()
      cookie = (await login(user.email, right, '127.0.0.1', cookie)).cookie
    }
    const known = /vc_known=([^;]*)/.exec(cookie)?.[1] ?? ''
    expect(decodeURIComponent(known).split('~')).toHaveLength(4)
  })
})

describe('hashing', () => {
  test('leaves room for compression while many passwords are hashed', async () => {
    let hashed = 0
    const flood = Array.from({ length: 48 }, () => hashPassword('one of many').then(() => hashed++))
    await promisify(gzip)('a page '.repeat(1000))
    expect(hashed).toBeLessThan(24)
    await Promise.all(flood)
  })

  test('is not done for a client that has left, and costs them no attempt', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo // listening on TCP
    const { user } = await app.makeUser()
    const send = (body: object) => {
      const sent = request({
        port,
        path: api.accounts.login.path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      const status = new Promise<number>((resolve) => {
        sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0))
      })
      sent.end(JSON.stringify(body))
      return { status, leave: () => sent.destroy() }
    }
    const busy = Array.from({ length: 24 }, (_, one) => login(`busy-${one}@test.example`, 'wrong', `10.5.0.${one}`))
    const leaving = Array.from({ length: 10 }, () => send({ email: user.email, password: 'wrong' }))
    await busy[0]
    for (const one of leaving) one.leave()
    await Promise.all(busy)
    expect(await send({ email: user.email, password: right }).status).toBe(200)
    for (const one of leaving) expect(await one.status).toBe(0)
  })
})
