import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graduate, makeGrantingCourse } from '#test/support/certificates.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let admin: TestUser
let serial: string

beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  admin = await app.makeUser('admin')
  serial = (await graduate(app, await makeGrantingCourse(educator))).serial
})
afterAll(() => app.close())

describe('a number that is none', () => {
  const numbers = [
    'x',
    '0000',
    '0000-0000-0000-000',
    '0000-0000-0000-00000',
    'ABCD-EFGH-IJKL-MNOP',
    '0000-0000-0000-00o0',
    '%00',
    '..%2f..',
  ]
  const calls = ['GET /', 'GET /pdf', 'GET /picture.png', 'GET /credential', 'POST /renew'] as const
  test.each(numbers.flatMap((number) => calls.map((call) => [call, number] as const)))(
    'is refused by %s: %s',
    async (call, number) => {
      const [method, path = ''] = call.split(' ') as ['GET' | 'POST', string]
      const url = `/api/certificate/${number}${path === '/' ? '' : path}`
      const answer = await app.server.inject({ method, url, headers: { cookie: educator.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test.each(['-1', '1.5', 'x', '10001', '1e9', '%00'])('of a list is refused: %s', async (list) => {
    const answer = await app.server.inject({ url: `/api/certificates/status/${list}` })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('of a course is refused', async () => {
    const student = await app.makeUser()
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/certificates/course/%00',
      headers: { cookie: student.cookie },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

describe('a withdrawal', () => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['a list', []],
    ['no reason', {}],
    ['an empty reason', { reason: '' }],
    ['spaces', { reason: '     ' }],
    ['a reason of two letters', { reason: 'no' }],
    ['a long reason', { reason: 'x'.repeat(501) }],
    ['a number', { reason: 12345 }],
    ['more than the fields', { reason: 'A good one', because: 'refund' }],
  ])('with %s is refused, by educators and admins', async (_name, payload) => {
    for (const [who, url] of [
      [educator, `/api/certificate/${serial}/withdraw`],
      [admin, `/api/admin/certificate/${serial}/withdraw`],
    ] as const) {
      const answer = await app.server.inject({
        method: 'POST',
        url,
        headers: { cookie: who.cookie },
        ...(payload !== undefined && { payload: payload as object }), // `inject` knows no other bodies
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
    expect((await app.server.inject({ url: `/api/certificate/${serial}` })).json().certificate.state).toBe('valid')
  })

  test('in a form that is no JSON is refused, and a reissue of what counts', async () => {
    const headers = { cookie: educator.cookie, 'content-type': 'text/plain' }
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/certificate/${serial}/withdraw`,
      headers,
      payload: 'x',
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    const again = await app.server.inject({
      method: 'POST',
      url: `/api/certificate/${serial}/reissue`,
      headers: { cookie: educator.cookie },
    })
    expect([again.statusCode, again.json().code]).toEqual([409, 'no_certificate'])
  })
})
