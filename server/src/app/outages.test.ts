import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@virtual-courses/contract'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { makeCourse } from '#test/support/make-course.ts'
import { openAppOver, openDatabaseLine } from '#test/support/services/database-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { readConfig } from './config/config.ts'
import { createDeps } from './create-deps.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openSource(): Promise<TestDatabase> {
  const source = await openTestDatabase()
  closing.push(() => source.close())
  return source
}

test('while the database is away calls that need it get 503 with Retry-After, and work again without a restart', async ({
  skip,
}) => {
  const source = await openSource()
  if (!source.url) return skip('the embedded database has no network to lose')
  const line = await openDatabaseLine(source.settings)
  closing.push(line.close)
  const app = await openAppOver(source, { host: '127.0.0.1', port: line.port, max: 4, connectionTimeoutMillis: 1000 })
  closing.push(() => app.close())
  const educator = await app.makeUser('educator')
  await makeCourse(educator, { title: 'Weaving', price: 0 })
  const list = { method: api.courses.published.method, url: api.courses.published.path }
  await expect.poll(async () => (await app.server.inject(list)).headers.etag, { timeout: 10_000 }).toBeTruthy()
  const { etag } = (await app.server.inject(list)).headers

  line.cut()
  for (const [method, url, payload] of [
    ['GET', '/api/user/current', undefined],
    ['GET', '/api/course/getcreatorcourses', undefined],
    ['POST', '/api/course/create', { title: 'Dyeing', category: 'Others' }],
    ['POST', '/api/auth/login', { email: 'a@test.example', password: 'correct horse battery' }],
  ] as const) {
    const answer = await app.server.inject({
      method,
      url,
      headers: { cookie: educator.cookie },
      ...(payload && { payload }),
    })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 503, 'unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await app.server.inject('/readyz')).json()).toEqual({ status: 'not ready', failing: 'database' })
  // what was read before the outage is still there for visitors
  const last = await app.server.inject(list)
  expect([last.statusCode, last.headers.etag]).toEqual([200, etag])
  const known = await app.server.inject({ ...list, headers: { 'if-none-match': String(etag) } })
  expect(known.statusCode).toBe(304)

  line.repair()
  await expect.poll(async () => (await app.server.inject('/readyz')).statusCode, { timeout: 10_000 }).toBe(200)
  expect((await educator.call(api.accounts.current)).user._id).toBe(educator.user._id)
})

test('behind a slow table other calls get 503 after a while, and the health check still sees the database', async ({
  skip,
}) => {
  const source = await openSource()
  if (!source.url) return skip('the embedded database has one connection')
  const { host, port } = new pg.Client(source.settings)
  const app = await openAppOver(source, { host, port, max: 2, connectionTimeoutMillis: 300 })
  closing.push(() => app.close())
  const educator = await app.makeUser('educator')
  const locker = new pg.Client({ connectionString: source.url })
  await locker.connect()
  closing.push(() => locker.end())
  await locker.query('begin')
  await locker.query('lock table courses')
  const statuses: number[] = []
  const calls = Array.from({ length: 6 }, async () => {
    const headers = { cookie: educator.cookie }
    statuses.push((await app.server.inject({ url: '/api/course/getcreatorcourses', headers })).statusCode)
  })
  // two connections, which wait for the table
  await expect.poll(() => statuses, { timeout: 5000 }).toEqual([503, 503, 503, 503])
  await app.deps.pingDatabase()
  await locker.query('rollback')
  await Promise.all(calls)
  expect(statuses).toEqual([503, 503, 503, 503, 200, 200])
})

test('a start through a pooler that refuses our time limits ends, and names the variable that is missing', async () => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''].map((one) => `${one}\0`)
  const body = Buffer.from(fields.join(''))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  const pooler = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), length, body])))
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  closing.push(() => pooler.close())
  const { port } = pooler.address() as AddressInfo // listening on TCP
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-pooler-'))
  closing.push(() => rmSync(dataDir, { recursive: true }))
  const config = readConfig({ DATABASE_URL: `postgres://courses@127.0.0.1:${port}/courses`, DATA_DIR: dataDir })
  await expect(createDeps(config, pino({ level: 'silent' }))).rejects.toThrow(/set DATABASE_DIRECT_URL/)
})
