import { api } from '@virtual-courses/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { listen, openConnection, parseAnswer, sendRaw } from '#test/support/services/raw-connection.ts'
import { defaultConnectionLimits, limitConnections } from './connection-limits.ts'
import { handleProblems } from './problems.ts'

const eventually = async (check: () => Promise<boolean>): Promise<void> => {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const post = (path: string, length: number, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

describe('the application', () => {
  let app: TestApp
  let port: number
  const connections = 40
  beforeAll(async () => {
    app = await createTestApp({ config: { MAX_CONNECTIONS_PER_CLIENT: connections } })
    port = await listen(app.server)
  })
  afterAll(() => app.close())

  // these three wait for ten seconds each, so they run concurrently
  it.concurrent('replies to a body that trickles in with 408 and closes the connection', async () => {
    const slow = await openConnection(port, post(api.accounts.login.path, 1000, '{'))
    const trickle = setInterval(() => slow.socket.write(' '), 500)
    await slow.closed
    clearInterval(trickle)
    const answer = parseAnswer(slow.received())
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout'])
    expect((await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).status).toBe(200)
  })

  it.concurrent('closes a connection whose body continues after the reply', async () => {
    const slow = await openConnection(port, post(api.wishlist.add.path, 1000, '{'))
    const trickle = setInterval(() => slow.socket.write(' '), 500)
    await slow.closed
    clearInterval(trickle)
    expect(parseAnswer(slow.received()).status).toBe(401)
  })

  it.concurrent('closes a connection whose body to the socket trickles in', async () => {
    const opened = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string }
    const slow = await openConnection(port, post(`/socket.io/?EIO=4&transport=polling&sid=${sid}`, 1000, '4'))
    const trickle = setInterval(() => slow.socket.write('0'), 500)
    await slow.closed
    clearInterval(trickle)
  })

  it('limits the number of incomplete bodies of a client', async () => {
    const half = post(api.accounts.login.path, 1000, '{')
    const held = await Promise.all(
      Array.from({ length: defaultConnectionLimits.bodies }, () => openConnection(port, half)),
    )
    const more = await openConnection(port, half)
    await until(() => more.received().includes('rate_limited'))
    const answer = parseAnswer(more.received())
    expect([answer.status, Number(answer.headers['retry-after'])]).toEqual([429, 5])
    for (const { socket } of [...held, more]) socket.destroy()
  })

  it('refuses a client with too many connections, and serves it again after it has closed some', async () => {
    const held = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
    const refused = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'rate_limited'])
    const socket = await sendRaw(port, 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(socket.status).toBe(403)
    for (const one of held) one.socket.destroy()
    const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    await eventually(async () => (await sendRaw(port, ask)).status === 200)
  })
})

describe('limits of open connections, requests and bodies', () => {
  const start = async (changes: Partial<Parameters<typeof limitConnections>[1]>) => {
    const server = Fastify({ bodyLimit: 1000 })
    handleProblems(server)
    limitConnections(
      server,
      { ...defaultConnectionLimits, connections: 0, ...changes },
      changes.connections === undefined,
    )
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    server.get('/slow', () => gate)
    server.post('/', async () => ({}))
    return { server, port: await listen(server), release }
  }

  it('bound the total size of the incomplete bodies of all clients', async () => {
    const { server, port } = await start({ bodyBytes: 2500 })
    const held = [await openConnection(port, post('/', 1000, '{')), await openConnection(port, post('/', 1000, '{'))]
    await eventually(async () => (await sendRaw(port, post('/', 1000, '{'))).status === 503)
    for (const { socket } of held) socket.destroy()
    await eventually(
      async () =>
        (await sendRaw(port, `${post('/', 2, '{}')}`.replace('Host', 'Connection: close\r\nHost'))).status === 200,
    )
    await server.close()
  })

  it('block a client for a while that continues although it is refused', async () => {
    const { server, port } = await start({ requests: 0, problems: 3, connections: 100 })
    const one = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
    const many = await openConnection(port, one.repeat(10))
    await many.closed
    expect(many.received().match(/HTTP\/1\.1 429/g)?.length).toBeLessThan(6)
    const next = await openConnection(port, one)
    await next.closed
    expect(next.received()).toBe('')
    await server.close()
  })

  it('bound the number of connections that a client opens in a short time', async () => {
    const { server, port } = await start({ newConnections: 2, connections: 100 })
    const one = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    for (const answered of [true, true, false]) {
      const connection = await openConnection(port, one)
      await connection.closed
      expect(connection.received() !== '').toBe(answered)
    }
    await server.close()
  })

  it('bound the number of open requests of a client, including pipelined ones', async () => {
    const { server, port, release } = await start({ requests: 3 })
    const one = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
    const many = await openConnection(port, one.repeat(5))
    release()
    await until(() => many.received().split('HTTP/1.1').length === 6)
    expect(many.received().match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array<string>(3).fill('HTTP/1.1 200'),
      ...Array<string>(2).fill('HTTP/1.1 429'),
    ])
    many.socket.destroy()
    await server.close()
  })
})

describe('limits of bodies', () => {
  type Schema = Record<string, unknown> & { anyOf?: Schema[]; oneOf?: Schema[]; prefixItems?: Schema[]; items?: Schema }
  /** Size in bytes of the largest JSON that a schema accepts, with three-byte characters; null if it has no limit. */
  const largest = (schema: Schema): number | null => {
    if (Array.isArray(schema.enum)) return Math.max(...schema.enum.map((one) => JSON.stringify(one).length))
    if ('const' in schema) return JSON.stringify(schema.const).length
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return Math.max(...choices.map((one) => largest(one) ?? 0))
    if (schema.type === 'string') return typeof schema.maxLength === 'number' ? 3 * schema.maxLength + 2 : null
    if (schema.prefixItems) return schema.prefixItems.reduce((sum, one) => sum + 1 + (largest(one) ?? 100), 1)
    if (schema.type === 'array') return 2 + Number(schema.maxItems) * (1 + (largest(schema.items ?? {}) ?? 0))
    if (typeof schema.maxProperties === 'number') {
      const [name, value] = [schema.propertyNames, schema.additionalProperties] as Schema[] // of a record
      return 2 + schema.maxProperties * (2 + (largest(name ?? {}) ?? 0) + (largest(value ?? {}) ?? 0))
    }
    if (schema.type === 'object') {
      const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      return fields.reduce((sum, [name, field]) => sum + name.length + 4 + (largest(field) ?? 100), 2)
    }
    return 24
  }
  const calls = Object.values(api).flatMap((calls) => Object.values(calls))
  const withBody = calls.flatMap((call) =>
    'body' in call && call.body ? [{ ...call, body: call.body as z.ZodType }] : [],
  )

  it.each(withBody)('accept the largest valid body, and little more: $method $path', ({ body, ...call }) => {
    const limit = 'maxBodyBytes' in call ? (call.maxBodyBytes as number) : 16 * 1024
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
    const need = largest(schema) ?? 0
    expect(need).toBeGreaterThan(0)
    expect(need, call.path).toBeLessThanOrEqual(limit)
    // Old clients send complete courses to these two.
    if (!call.path.startsWith('/api/payment/')) expect(limit).toBeLessThanOrEqual(Math.max(16 * 1024, 1.2 * need))
  })
})
