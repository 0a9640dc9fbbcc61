import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type Endpoint, type Fetch, type Role, type User } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type App, buildApp } from '#app/build-app.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'
import { workFields } from '#core/current-work.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { hashPassword } from '#features/accounts/index.ts'
import { insertUser, newUser } from '#features/accounts/queries.ts'
import { startSession } from '#features/accounts/sessions/sessions.ts'
import { openInBrowser } from '#features/accounts/sign-in/open-in-browser.ts'
import { cookieNameOn } from '#http/cookies.ts'
import { sessionCookie } from '#http/session.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { openTestDatabase, type TestDatabase } from './services/test-database.ts'
import { keepError, type LogLine } from './vitest/print-failures.ts'

export type TestUser = {
  user: User
  /** typed calls as this user; throw ApiError */
  call: Client
  /** the Cookie header of the session */
  cookie: string
}

export type TestApp = {
  server: FastifyInstance
  deps: AppDeps
  database: TestDatabase
  served: ReadonlySet<Endpoint>
  sockets: Sockets
  live: App['live']
  drain: App['drain']
  dataDir: string
  /** the clock of the application; move it by `app.clock.ms += …` */
  clock: { ms: number }
  /** logged lines, by default warnings and errors */
  logged: { level: number; msg: string }[]
  /** typed calls as a visitor */
  visitor: Client
  makeUser(role?: Role, name?: string): Promise<TestUser>
  callAs(cookie: string): Client
  close(): Promise<void>
}

const password = 'correct horse battery'

/** Node's FormData travels through light-my-request only as bytes with its own boundary. */
async function payloadOf(body: string | FormData | undefined): Promise<{ payload?: string | Buffer; type?: string }> {
  if (body === undefined) return {}
  if (typeof body === 'string') return { payload: body }
  const encoded = new Response(body)
  return { payload: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

/** `fetch` into the application without a network, with an optional session. */
export const fetchInto =
  (server: FastifyInstance, cookie?: string): Fetch =>
  async (path, { method, headers, body }) => {
    const { payload, type } = await payloadOf(body)
    const answer = await server.inject({
      method: method as 'GET' | 'POST' | 'DELETE', // the methods of the contract
      url: path,
      headers: { ...headers, ...(type && { 'content-type': type }), ...(cookie && { cookie }) },
      ...(payload !== undefined && { payload }),
    })
    return new Response(answer.statusCode === 304 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
    })
  }

/** Of the password of every user. A sign-up by the API hashes it each time, which was a tenth of what all tests cost. */
const passwordHash = hashPassword(password)

/** Opens an account in a new browser, as a sign-up does. */
async function openAccount(
  server: FastifyInstance,
  deps: AppDeps,
  { role, name, email }: { role: Role; name: string; email: string },
): Promise<{ user: User; cookie: string }> {
  const now = deps.clock.now()
  const row = newUser({ name, email, password_hash: await passwordHash, role, language: null }, now, false)
  const session = await transact(deps.db, async (tx) => {
    if (!(await insertUser(tx, row))) throw new Error(`${email} has an account`)
    return startSession(tx, now, row.id, { userAgent: 'lightMyRequest', place: '127.0.0.x' })
  })
  const given: string[] = []
  const cookies = {
    read: () => undefined,
    set: (cookie: string, value: string) => void given.push(`${cookieNameOn(server, cookie)}=${value}`),
    clear: () => {},
  }
  const browser = { ...cookies, set: (token: string) => cookies.set(sessionCookie, token) }
  const user = await openInBrowser(deps, { cookies, session: browser }, { user: row, session })
  return { user, cookie: given.join('; ') }
}

type Options = {
  config?: Partial<Config>
  overrides?: Partial<
    Pick<
      FeatureDeps,
      | 'aligner'
      | 'audio'
      | 'liveMedia'
      | 'transcoder'
      | 'liveMixer'
      | 'transcriber'
      | 'images'
      | 'payments'
      | 'storage'
      | 'limits'
      | 'mail'
      | 'models'
      | 'searchIndex'
    >
  >
  /** level of `logged`, by default warnings */
  logLevel?: 'trace' | 'warn'
  /** the database of another application on a real server: this one is a second process beside it */
  beside?: TestDatabase
}

/** The whole application on a fresh database, without pages and without the sentence model, unless asked for. Call `close` in afterAll. */
export async function createTestApp({
  config: changes = {},
  overrides = {},
  logLevel = 'warn',
  beside,
}: Options = {}): Promise<TestApp> {
  const database = beside ?? (await openTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-test-data-'))
  const variables = { NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'warn', SEED: 'none', AI_EMBEDDINGS: 'off' }
  const config = { ...readConfig(variables), ...changes }
  const logged: TestApp['logged'] = []
  const write = (text: string): void => {
    const line: LogLine = JSON.parse(text)
    logged.push(line)
    keepError(line)
  }
  const log = pino({ level: logLevel, mixin: workFields }, { write })
  const clock = { ms: Date.now() }
  const settings = { ...database.settings, namesStatements: database.engine === 'postgres' }
  const source = {
    settings,
    direct: settings,
    shared: database.engine === 'postgres',
    close: async () => {},
  }
  const deps = await createDeps(config, log, {
    source,
    clock: { now: () => new Date(clock.ms++) },
    transcoder: null,
    liveMixer: null,
    ...overrides,
  })
  const { server, served, sockets, live, drain } = await buildApp(deps, 'none')
  const callAs = (cookie: string): Client => createClient(fetchInto(server, cookie))
  let users = 0

  return {
    server,
    deps,
    database,
    served,
    sockets,
    live,
    drain,
    dataDir,
    clock,
    logged,
    visitor: createClient(fetchInto(server)),
    callAs,
    async makeUser(role = 'student', name = `Test ${role} ${++users}`) {
      const email = `${role}-${++users}-${Date.now().toString(36)}@test.example`
      const { user, cookie } = await openAccount(server, deps, { role, name, email })
      return { user, call: callAs(cookie), cookie }
    },
    async close() {
      await server.close()
      await deps.close()
      if (!beside) await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
