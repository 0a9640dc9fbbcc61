import { api, Problem } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSocket } from '../../test/support/connect-socket.ts'
import { createTestApp, type TestApp } from '../../test/support/create-test-app.ts'
import { listen, sendRaw } from '../../test/support/services/raw-connection.ts'
import { createServer } from './create-server.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp({ config: { publicUrl: 'https://courses.example' } })
  port = await listen(app.server)
})
afterAll(() => app.close())

const login = api.accounts.login.path
const host = 'Host: localhost\r\nConnection: close\r\n'
const json = 'Content-Type: application/json\r\n'

describe('a problem document with a request id is the reply to', () => {
  it.each([
    ['an address that cannot be decoded', `GET /api/course/getcourse/%zz HTTP/1.1\r\n${host}\r\n`, 400],
    ['a parameter that is too long', `GET /api/course/getcourse/${'x'.repeat(300)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a method that the path does not support', `DELETE ${login} HTTP/1.1\r\n${host}\r\n`, 405],
    ['a method that only the router knows', `PROPFIND ${login} HTTP/1.1\r\n${host}\r\n`, 405],
    ['OPTIONS without a preflight', `OPTIONS ${login} HTTP/1.1\r\n${host}\r\n`, 405],
    ['an invalid request target', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404],
    ['an absolute target of an unknown call', `GET http://localhost/api/nothing HTTP/1.1\r\n${host}\r\n`, 404],
    ['a body that is too large', `POST ${login} HTTP/1.1\r\n${host}${json}Content-Length: 9000000\r\n\r\n`, 413],
    [
      'a body of another type',
      `POST ${login} HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
      415,
    ],
    ['an invalid content type', `POST ${login} HTTP/1.1\r\n${host}Content-Type: ;\r\nContent-Length: 2\r\n\r\n{}`, 415],
    ['invalid JSON', `POST ${login} HTTP/1.1\r\n${host}${json}Content-Length: 1\r\n\r\n{`, 400],
    ['headers that are too large', `GET /api/nothing HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address that fills the headers', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['a method that does not exist', `NONSENSE / HTTP/1.1\r\n${host}\r\n`, 400],
    ['a request without a host', 'GET /api/nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two Content-Length headers',
      `POST ${login} HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
    ],
    ['invalid chunks', `POST ${login} HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ])('%s', async (_what, text, status) => {
    const answer = await sendRaw(port, text)
    expect(answer.status).toBe(status)
    const problem = Problem.parse(JSON.parse(answer.body))
    expect(problem.requestId).toMatch(/^[\da-z]{18,}$/)
    expect(problem.message).not.toMatch(/file/)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  })

  it('HEAD with headers that are too large, without a body', async () => {
    const answer = await sendRaw(port, `HEAD /api/${'x'.repeat(70_000)} HTTP/1.1\r\n${host}\r\n`)
    expect([answer.status, answer.body]).toEqual([431, ''])
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0)
  })

  it('a value that the database cannot hold, with its field, and never as an internal error', async () => {
    const { db } = app.deps
    const failing = (statement: ReturnType<typeof sql>) => async () => statement.execute(db)
    const routes: [string, ReturnType<typeof sql>][] = [
      ['/zone', sql`select ${'2026-01-01T00:00:00+23:59'}::timestamptz`],
      ['/fraction', sql`select ${`2026-01-01T00:00:00.${'1'.repeat(200)}Z`}::timestamptz`],
      ['/number', sql`select ${'99999999999'}::int`],
      ['/day', sql`select ${'2026-02-30'}::date`],
    ]
    const bare = createServer({
      log: pino({ level: 'silent' }),
      trustedHops: 0,
      publicUrl: 'http://localhost',
      onError: () => expect.unreachable(),
    })
    for (const [path, statement] of routes) bare.get(path, failing(statement))
    const given = {
      '/zone': '2026-01-01T00:00:00+23:59',
      '/fraction': `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
      '/number': '99999999999',
      '/day': '2026-02-30',
    }
    for (const [path, value] of Object.entries(given)) {
      const answer = await bare.inject({ url: path, query: { when: value } })
      expect([path, answer.statusCode, answer.json().fields]).toEqual([
        path,
        400,
        [expect.objectContaining({ path: 'when' })],
      ])
      // a value that is not from the input
      expect((await bare.inject({ url: path })).json()).not.toHaveProperty('fields')
    }
    await bare.close()
  })

  it('a wrong method, with the methods that the path supports', async () => {
    const answer = await app.server.inject({ method: 'DELETE', url: '/api/course/getcourse/x' })
    expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ])
  })

  it('an unknown expectation is ignored', async () => {
    const answer = await sendRaw(port, `GET /healthz HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`)
    expect(answer.status).toBe(200)
  })
})

describe('a target in absolute form', () => {
  it('is handled like its path', async () => {
    const answer = await sendRaw(port, `GET http://localhost/healthz?x=1 HTTP/1.1\r\n${host}\r\n`)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok' }])
  })
})

describe('every reply', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/course/getpublishedcoures', '/nothing'])(
    'forbids type sniffing and plain http: %s',
    async (url) => {
      const answer = await app.server.inject(url)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
    },
  )

  it('of the socket does so as well', async () => {
    for (const query of ['?EIO=4&transport=polling', '?EIO=4&transport=nonsense']) {
      const answer = await fetch(`http://127.0.0.1:${port}/socket.io/${query}`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('strict-transport-security')).toContain('max-age')
    }
  })
})

describe('text that is not well-formed Unicode', () => {
  // JSON.stringify would escape the character that the test has to send
  const lone = '"\\ud800"'

  it('is refused in the bodies of all calls that have one', async () => {
    const admin = await app.makeUser('admin')
    const student = await app.makeUser('student')
    const educator = await app.makeUser('educator')
    const cookies = {
      admin: admin.cookie,
      student: student.cookie,
      educator: educator.cookie,
      signedIn: student.cookie,
    }
    let calls = 0
    for (const endpoint of app.served) {
      if (
        endpoint.kind === 'tus' ||
        endpoint.access === 'webhook' ||
        endpoint.body === undefined ||
        !('shape' in endpoint.body)
      )
        continue
      const fields = Object.keys(endpoint.body.shape as object)
      for (const field of fields) {
        calls++
        const answer = await app.server.inject({
          method: endpoint.method,
          url: endpoint.path.replace(/:\w+/g, 'x'),
          headers: {
            'content-type': 'application/json',
            ...(endpoint.access !== 'public' && { cookie: cookies[endpoint.access] }),
          },
          payload: `{${JSON.stringify(field)}:${lone}}`,
        })
        const found = `${endpoint.path} ${field} ${answer.statusCode}`
        expect(found).toMatch(/ (400|403|404|409|429)$/)
      }
    }
    expect(calls).toBeGreaterThan(40)
  })

  it('is refused in a reason, in nested values and in names of fields', async () => {
    const { cookie } = await app.makeUser('admin')
    const { user } = await app.makeUser('student')
    const url = api.admin.suspend.path.replace(':userId', user._id)
    for (const payload of [`{"reason":${lone}}`, `{"a":[{"b":${lone}}]}`, `{${lone}:1}`]) {
      const headers = { cookie, 'content-type': 'application/json' }
      const answer = await app.server.inject({ method: 'POST', url, headers, payload })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
  })

  it('is refused in events from a socket', async () => {
    const { cookie } = await app.makeUser('student')
    const { socket } = await connectSocket(`http://127.0.0.1:${port}`, { cookie })
    const answer = await socket.emitWithAck('join-room', '\ud800')
    socket.disconnect()
    expect(answer).toMatchObject({ ok: false, code: 'invalid_input' })
  })
})

describe('the description of the API', () => {
  it('lists the problems that any call may reply with', async () => {
    const document = (await app.server.inject('/api/openapi.json')).json()
    // operations of one path share the names of its parameters
    const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*')
    const byShape = new Map(Object.keys(document.paths).map((path) => [shapeOf(path), document.paths[path]]))
    expect(byShape.size).toBe(Object.keys(document.paths).length)
    for (const endpoint of app.served) {
      const path = byShape.get(shapeOf(endpoint.path))
      const { responses } = path[endpoint.method.toLowerCase()]
      const expected = [
        400,
        405,
        414,
        429,
        431,
        500,
        503,
        ...('body' in endpoint && endpoint.body ? [408, 413, 415] : []),
      ]
      for (const status of expected) {
        const named = responses[status]
        const response = named.$ref ? document.components.responses[named.$ref.split('/').at(-1)] : named
        expect(response.content['application/json'].schema.$ref).toBe('#/components/schemas/Problem')
        if (status === 429 || status === 503) expect(response.headers['Retry-After']).toBeDefined()
      }
    }
  })
})
