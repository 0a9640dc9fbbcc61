import { api, type Endpoint } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'

let app: TestApp
let admin: TestUser
const others: Record<string, { cookie: string; expected: [number, string] }> = {}
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.makeUser('admin')
  const [student, educator, suspended] = await Promise.all([
    app.makeUser('student'),
    app.makeUser('educator'),
    app.makeUser('admin'),
  ])
  await admin.call(api.admin.suspend, { params: { userId: suspended.user._id }, body: { reason: 'x' } })
  others.visitor = { cookie: '', expected: [401, 'unauthenticated'] }
  others.student = { cookie: student.cookie, expected: [403, 'forbidden'] }
  others.educator = { cookie: educator.cookie, expected: [403, 'forbidden'] }
  others.suspended = { cookie: suspended.cookie, expected: [401, 'unauthenticated'] }
})
afterAll(() => app.close())

const calls = Object.entries(api.admin).map(([name, endpoint]): [string, Endpoint] => [name, endpoint])
const bodies: Record<string, object> = {
  changeRole: { role: 'student' },
  suspend: { reason: 'x' },
  removeFactors: { reason: 'x' },
  unlist: { reason: 'x' },
  removeReview: { reason: 'x' },
  saveSettings: { siteName: 'Mine now' },
  testAi: { aiProvider: 'none', aiModel: '' },
}
const send = async ([name, { method, path }]: [string, Endpoint], cookie: string, id = 'x', body = bodies[name]) => {
  const answer = await app.server.inject({
    method,
    url: path.replace(/:\w+/, encodeURIComponent(id)),
    headers: { cookie },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, code: answer.body.startsWith('{') ? answer.json().code : undefined }
}

describe.each(['visitor', 'student', 'educator', 'suspended'])('a %s', (who) => {
  test.each(calls)('may not call %s', async (...call) => {
    const { cookie, expected } = others[who] ?? { cookie: '', expected: [0, ''] }
    const [status, code] = expected
    expect(await send(call, cookie)).toEqual({ status, code })
  })
})

describe.each(calls.filter(([, { path }]) => path.includes(':')))('%s', (...call) => {
  test.each(['x', "' or 1=1 --", '%', '../../etc/passwd', '💥', 'a'.repeat(64)])(
    'answers the id %s with 404',
    async (id) => {
      expect(await send(call, admin.cookie, id)).toEqual({ status: 404, code: 'not_found' })
    },
  )
  test.each(['\u0000', 'a'.repeat(65)])('refuses an id that cannot be one', async (id) => {
    expect(await send(call, admin.cookie, id)).toMatchObject({ status: 400 })
  })
})

describe('bodies and queries that are refused', () => {
  test.each([
    ['changeRole', {}],
    ['changeRole', { role: 'owner' }],
    ['suspend', {}],
    ['removeFactors', {}],
    ['suspend', { reason: '   ' }],
    ['suspend', { reason: 'x'.repeat(501) }],
    ['unlist', { reason: 5 }],
    ['removeReview', { reason: '' }],
    ['saveSettings', { siteName: '' }],
    ['saveSettings', { supportAddress: 'no one' }],
    ['saveSettings', { livePeople: 1 }],
    ['saveSettings', { livePeople: '6' }],
    ['saveSettings', { aiProvider: 'skynet' }],
    ['testAi', { aiProvider: 'none' }],
  ])('%s %j', async (name, body) => {
    const call = calls.find(([one]) => one === name)
    if (!call) throw new Error(name)
    expect(await send(call, admin.cookie, 'x', body)).toEqual({ status: 400, code: 'invalid_input' })
  })
  test.each([
    ['users', 'role=boss'],
    ['users', 'limit=0'],
    ['users', 'limit=101'],
    ['users', 'cursor=x'],
    ['users', `cursor=${Buffer.from('[1,"0000-01-01T00:00:00Z","x"]').toString('base64url')}`],
    ['audit', `cursor=${Buffer.from('[1,7,"x"]').toString('base64url')}`],
    ['users', `text=${'x'.repeat(101)}`],
    ['courses', 'state=gone'],
    ['reviews', 'rating=6'],
    ['reportedReviews', 'cursor=x'],
    ['reportedReviews', `cursor=${Buffer.from('[1,9e9,"2026-01-01T00:00:00Z","x"]').toString('base64url')}`],
    ['audit', 'action=everything'],
  ] as const)('%s?%s', async (name, query) => {
    const answer = await app.server.inject({
      url: `${api.admin[name].path}?${query}`,
      headers: { cookie: admin.cookie },
    })
    expect(answer.statusCode).toBe(400)
  })
  test.each(['users', 'courses', 'reviews', 'audit'] as const)('%s takes any words', async (name) => {
    for (const text of ["'", '"', '\\', '%%%', '_', "'; drop table users; --", '\u202e', '🙂']) {
      const answer = await app.server.inject({
        url: `${api.admin[name].path}?${new URLSearchParams({ text })}`,
        headers: { cookie: admin.cookie },
      })
      expect([text, answer.statusCode]).toEqual([text, 200])
    }
  })
})
