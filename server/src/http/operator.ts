import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { DomainError } from '#core/domain-error.ts'
import { processMetrics } from '#core/metrics.ts'
import { cookieNameOn } from './cookies.ts'
import { openApiDocument } from './openapi.ts'
import { sessionCookie } from './session.ts'

type Part = 'database' | 'storage' | 'search'
/** Parts without which the server works with restrictions. */
type OptionalPart = 'redis' | 'search' | 'media'

export type OperatorOptions = {
  /** registry that is exported in addition to the metrics of the parts */
  registry: Registry
  publicUrl: string
  production: boolean
  /** bearer token for /metrics; without it /metrics is public in development, and does not exist in production */
  metricsToken: string | undefined
  /** checks of the parts; a check throws when its part is not ready */
  checks: Record<Part, () => Promise<unknown>>
  /** checks of configured parts that are reported but do not affect readiness */
  optionalChecks: Partial<Record<OptionalPart, () => Promise<unknown>>>
  draining: () => boolean
  /** the connections of requests and jobs */
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  /** number of jobs by state, and how long the oldest one has been due */
  queue: () => Promise<{ state: string; jobs: number; oldestSeconds: number }[]>
  /** numbers of waiting and running videos, and how long the oldest new one has waited */
  videos: () => Promise<{ waiting: number; running: number; oldestSeconds: number }>
  /** findings of the last check of the ledger, failed refunds, and open differences from the payment provider by kind */
  money: () => Promise<{ ledgerProblems: number; failedRefunds: number; findings: { kind: string; open: number }[] }>
  /** free space of the disk of DATA_DIR */
  freeBytes: () => Promise<number>
  /** number of connected sockets */
  sockets: () => number
  /** number of live rooms with sockets of this process, number of these sockets, and those whose media a server forwards */
  live: () => {
    rooms: number
    people: number
    media: { rooms: number; peers: number; away: number; unreached: number }
  }
}

/** A part that is not ready, the readable message of its check, if any, and what the log says of it. */
type Failing = { part: string; detail: string | undefined; reason: unknown }

async function failingPart(checks: Readonly<Record<string, () => Promise<unknown>>>): Promise<Failing | null> {
  for (const [part, check] of Object.entries(checks)) {
    const failing = await Promise.race([
      check().then(
        () => null,
        // other errors may contain host names and paths
        (reason: unknown) => ({ part, detail: reason instanceof DomainError ? reason.message : undefined, reason }),
      ),
      new Promise<Failing>((resolve) => {
        const late = { part, detail: undefined, reason: new Error('no answer within 3 s') }
        setTimeout(() => resolve(late), 3000).unref()
      }),
    ])
    if (failing) return failing
  }
  return null
}

function exportMoney(registers: Registry[], money: OperatorOptions['money']): void {
  let reading: ReturnType<typeof money> | undefined
  /** The gauges are collected at once, and read once. */
  const read = () => {
    reading ??= money().finally(() => {
      reading = undefined
    })
    return reading.catch(() => null)
  }
  new Gauge({
    name: 'ledger_problems',
    help: 'What the last check of the ledger found to be wrong; the same in every process',
    registers,
    async collect() {
      const found = await read()
      this.reset()
      if (found) this.set(found.ledgerProblems)
    },
  })
  new Gauge({
    name: 'refunds_failed',
    help: 'Refunds that the payment provider could not pay out and that wait for an admin; the same in every process',
    registers,
    async collect() {
      const found = await read()
      this.reset()
      if (found) this.set(found.failedRefunds)
    },
  })
  new Gauge({
    name: 'payment_findings_open',
    help: 'Differences between orders and payment provider that no admin has closed, by kind; the same in every process',
    labelNames: ['kind'],
    registers,
    async collect() {
      const found = await read()
      this.reset()
      for (const { kind, open } of found?.findings ?? []) this.set({ kind }, open)
    },
  })
}

/** Registers gauges that are read together with the metrics. A value that cannot be read is left out, and its absence raises the alert. */
function exportGauges(registry: Registry, { pool, queue, videos, money, freeBytes }: OperatorOptions): void {
  const registers = [registry]
  exportMoney(registers, money)
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool that are used or idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const oldest = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest job of a state has been due; the same in every process',
    labelNames: ['state'],
    registers,
  })
  new Gauge({
    name: 'jobs_due',
    help: 'Jobs that are due (created), due again after a failure (retry) or running (active); the same in every process',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      oldest.reset()
      for (const state of ['created', 'retry', 'active']) this.set({ state }, 0)
      for (const { state, jobs, oldestSeconds } of await queue().catch(() => [])) {
        this.set({ state }, jobs)
        oldest.set({ state }, oldestSeconds)
      }
    },
  })
  const videoWait = new Gauge({
    name: 'videos_oldest_seconds',
    help: 'How long the oldest uploaded video has waited to be prepared; the same in every process',
    registers,
  })
  new Gauge({
    name: 'videos_queued',
    help: 'Videos that wait to be prepared or are being prepared; the same in every process',
    labelNames: ['state'],
    registers,
    async collect() {
      const line = await videos().catch(() => null)
      this.reset()
      videoWait.reset()
      if (!line) return
      this.set({ state: 'waiting' }, line.waiting)
      this.set({ state: 'running' }, line.running)
      videoWait.set(line.oldestSeconds)
    },
  })
  new Gauge({
    name: 'data_dir_free_bytes',
    help: 'Free space of the disk of DATA_DIR',
    registers,
    async collect() {
      const free = await freeBytes().catch(() => null)
      if (free === null) this.reset()
      else this.set(free)
    },
  })
}

function exportLiveMedia(registry: Registry, live: OperatorOptions['live']): void {
  const what = {
    rooms: ['live_media_rooms', 'Live rooms whose media a server forwards, with sockets of this process in them'],
    peers: ['live_media_peers', 'Participants of this process in rooms whose media a server forwards'],
    away: ['live_media_rooms_away', 'Those of live_media_rooms without video and sound: their media server is away'],
    unreached: [
      'live_media_unreached',
      'Media servers to which none of the people of this process got a connection lately',
    ],
  } as const
  for (const key of ['rooms', 'peers', 'away', 'unreached'] as const) {
    const [name, help] = what[key]
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(live().media[key])
      },
    })
  }
}

/** Registers the endpoints for operators: /healthz, /readyz, /metrics and the OpenAPI document. */
export function serveOperator(app: FastifyInstance, options: OperatorOptions): void {
  const { registry } = options
  // once in a process, whatever apps it has: their timers and their observer of the garbage collector never end
  if (!processMetrics.getSingleMetric('nodejs_version_info')) collectDefaultMetrics({ register: processMetrics })
  new Gauge({
    name: 'sockets_connected',
    help: 'Sockets of signed-in browsers',
    registers: [registry],
    collect() {
      this.set(options.sockets())
    },
  })
  new Gauge({
    name: 'live_rooms',
    help: 'Live rooms with sockets of this process in them',
    registers: [registry],
    collect() {
      this.set(options.live().rooms)
    },
  })
  new Gauge({
    name: 'live_people',
    help: 'Sockets of this process that are in live rooms',
    registers: [registry],
    collect() {
      this.set(options.live().people)
    },
  })
  exportLiveMedia(registry, options.live)
  const withoutIt = {
    redis: 'limits count in each process',
    search: 'searches are refused',
    media: 'live sessions that are carried by media servers have no video and sound',
  }
  for (const [part, check] of Object.entries(options.optionalChecks))
    new Gauge({
      name: `${part}_up`,
      help: `1 while ${part} answers; without it ${withoutIt[part as OptionalPart]}`, // the keys of optionalChecks
      registers: [registry],
      async collect() {
        this.set((await failingPart({ [part]: check })) === null ? 1 : 0)
      },
    })
  exportGauges(registry, options)
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = options.metricsToken === undefined ? null : digest(`Bearer ${options.metricsToken}`)
  // Client addresses cannot be used: behind a local proxy all requests come from this machine.
  const mayReadMetrics = (authorization = ''): boolean =>
    expected === null ? !options.production : timingSafeEqual(digest(authorization), expected)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    if (options.draining()) return reply.code(503).send({ status: 'not ready', failing: 'shutting down' })
    const failing = await failingPart(options.checks)
    if (failing) {
      const { part, detail, reason } = failing
      if (detail === undefined) request.log.warn({ part, err: reason }, 'a part is not ready')
      return reply.code(503).send({ status: 'not ready', failing: part, detail })
    }
    const degraded = await failingPart(options.optionalChecks)
    return { status: 'ready', ...(degraded && { degraded: degraded.part, detail: degraded.detail }) }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization)) throw new DomainError('not_found')
    const all = Registry.merge([registry, processMetrics])
    return reply.type(all.contentType).send(await all.metrics())
  })
  let description: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApiDocument(options.publicUrl, cookieNameOn(app, sessionCookie)))
    return reply.type('application/json').send(description)
  })
}
