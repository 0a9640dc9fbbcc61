import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../test/support/create-test-app.ts'
import { makeCourse } from '../../test/support/make-course.ts'
import { listen, sendRaw } from '../../test/support/services/raw-connection.ts'

const url = api.courses.published.path
let app: TestApp
let educator: TestUser
let port: number
let tag: string
beforeAll(async () => {
  app = await createTestApp({
    config: {
      publicUrl: 'https://courses.example',
      production: true,
      TRUST_PROXY: 1,
      METRICS_TOKEN: 'k3jd9-sjd82-kdkd8',
    },
    logLevel: 'trace',
  })
  educator = await app.makeUser('educator')
  await makeCourse(educator)
  port = await listen(app.server)
  tag = await currentTag()
})
afterAll(() => app.close())

const currentTag = async () =>
  String((await app.server.inject({ url, headers: { host: 'courses.example' } })).headers.etag)
const send = (headers: Record<string, string>, target: string = url) => {
  const lines = Object.entries({ host: 'courses.example', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return sendRaw(port, `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
}
/** Headers that depend on the time and the connection. */
const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])
const essential = (headers: Record<string, unknown>) =>
  Object.entries(headers)
    .filter(([name]) => !ofTheConnection.has(name))
    .sort()

test.each([
  ['the tag', (tag: string) => ({ 'if-none-match': tag }), 304],
  ['the weak form of the tag', (tag: string) => ({ 'if-none-match': `W/${tag}` }), 304],
  ['a list with the tag', (tag: string) => ({ 'if-none-match': `"x", ${tag}` }), 304],
  ['any tag', () => ({ 'if-none-match': '*' }), 304],
  ['the tag of another encoding', (tag: string) => ({ 'if-none-match': tag, 'accept-encoding': 'gzip' }), 200],
  ['another tag', () => ({ 'if-none-match': '"other"' }), 200],
  ['no tag', () => ({}), 200],
  ['a body', (tag: string) => ({ 'if-none-match': tag, 'content-length': '0' }), 304],
  ['a page of another origin', (tag: string) => ({ 'if-none-match': tag, origin: 'https://app.example' }), 304],
  ['a stale session', (tag: string) => ({ 'if-none-match': tag, cookie: '__Host-vc_session=gone' }), 304],
] as const)('a request with %s gets the reply of Fastify', async (_what, headersFor, status) => {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...headersFor(tag) }
  const sent = await send(headers)
  const injected = await app.server.inject({ url, headers: { host: 'courses.example', ...headers } })
  expect([sent.status, injected.statusCode]).toEqual([status, status])
  expect(essential(sent.headers)).toEqual(essential(injected.headers))
})

test('a reply is logged with the proxy’s request id and without the query, and counted', async () => {
  const count = async () => {
    const { body } = await app.server.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer k3jd9-sjd82-kdkd8' },
    })
    const line = `http_request_duration_seconds_count{method="GET",route="${url}",status="304"} `
    return Number(
      body
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length) ?? 0,
    )
  }
  const before = await count()
  for (const [id, target] of [
    ['edge-request-1', url],
    ['edge-request-2', `${url}?secret=1`],
  ] as const) {
    expect((await send({ 'if-none-match': tag, 'x-request-id': id }, target)).status).toBe(304)
    const line = app.logged.find((one) => 'reqId' in one && one.reqId === id)
    expect(line).toMatchObject({ msg: 'answered', method: 'GET', path: url, status: 304, ms: expect.any(Number) })
  }
  expect(await count()).toBe(before + 2)
})

test('the user who has changed the list sees the change at once, and visitors get a new ETag', async () => {
  const mine = (headers: Record<string, string>) => send({ cookie: educator.cookie, ...headers })
  const old = await currentTag()
  await makeCourse(educator)
  expect((await mine({ 'if-none-match': old })).status).toBe(200)
  await expect.poll(currentTag).not.toBe(old)
  expect((await send({ 'if-none-match': old })).status).toBe(200)
  expect((await send({ 'if-none-match': await currentTag() })).status).toBe(304)
})

test('replies to pipelined requests arrive in order', async () => {
  const one = (tail: string) => `GET ${url} HTTP/1.1\r\nHost: courses.example\r\nIf-None-Match: *\r\n${tail}\r\n`
  const health = 'GET /healthz HTTP/1.1\r\nHost: courses.example\r\n\r\n'
  const { body } = await sendRaw(port, one('') + health + one('Connection: close\r\n'))
  expect(body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 304'])
})

test('during a shutdown connections are closed after the reply', async () => {
  app.drain()
  const sent = await send({ 'if-none-match': await currentTag(), connection: 'keep-alive' })
  expect([sent.status, sent.headers.connection]).toEqual([304, 'close'])
})
