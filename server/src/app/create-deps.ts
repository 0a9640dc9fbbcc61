import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SiteSettings } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { pdfProcess } from '#adapters/documents/pdf-process.ts'
import { imageProcess } from '#adapters/images/image-process.ts'
import { redisMessaging } from '#adapters/messaging/redis.ts'
import { libraryPostgresStore } from '#adapters/rate-limits/library-postgres.ts'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { postgresStore } from '#adapters/rate-limits/postgres.ts'
import { redisStore } from '#adapters/rate-limits/redis.ts'
import { currentWork } from '#core/current-work.ts'
import { attachMessaging } from '#core/events/broadcast.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { runsJobs } from '#core/role.ts'
import { openSettings } from '#core/settings.ts'
import { migrate, openDatabase, type QueryListener, withStartLock } from '#db/open-database.ts'
import { createTextIndexes } from '#db/text-indexes.ts'
import type { Messaging } from '#ports/messaging.ts'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import type { Tracing } from '#ports/tracing.ts'
import { listenToPostgres, type PostgresListener } from '#realtime/postgres-listener.ts'
import {
  chooseIdentity,
  chooseLanguageModels,
  chooseLiveMedia,
  chooseLiveMixer,
  chooseMail,
  chooseSpeech,
  chooseStorage,
  chooseTracing,
  chooseTranscoder,
  chooseUploads,
} from './choose-adapters.ts'
import { choosePayments, countCalls, type WebhookDelivery } from './choose-payments.ts'
import { type Config, ConfigError } from './config/config.ts'
import {
  type DatabaseSource,
  isPoolerError,
  openSource,
  poolerAddress,
  requireKnownSchema,
  requireMigrated,
} from './config/database-source.ts'
import { openPayoutSecrets, requireMedia } from './config/kept-data.ts'
import { loadCertificateSecret, loadCodeSecret } from './config/secrets.ts'
import { type JobQueue, openQueue } from './job-queue.ts'
import { allJobs } from './job-registry.ts'
import type { RedisConnection } from './open-redis.ts'
import { openSearchIndex } from './search-index/open-search-index.ts'
import { remoteSearch } from './search-index/remote-search.ts'
import { searchToken } from './search-index/serve-search.ts'

export type AppDeps = FeatureDeps & {
  config: Config
  queue: JobQueue
  /** Resolves when the database answers, whatever waits in the pool. */
  pingDatabase(): Promise<void>
  /** null without `REDIS_URL` */
  redis: RedisConnection | null
  /** Resolves when Redis does all that is asked of it: a user without the rights to do it can still ping. */
  checkRedis(): Promise<void>
  /** connections of requests and jobs */
  pool: Pool
  /** where traces are sent to, if configured */
  tracing: Tracing | undefined
  deliverWebhook: WebhookDelivery
  /** Does work of a start that no two processes may do at once, see `withStartLock`. */
  inTurn<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Closes queue, connections and the embedded database, in this order. */
  close(): Promise<void>
}

type Overrides = Partial<
  Pick<
    FeatureDeps,
    | 'aligner'
    | 'audio'
    | 'clock'
    | 'documents'
    | 'transcriber'
    | 'identity'
    | 'images'
    | 'limits'
    | 'liveMedia'
    | 'mail'
    | 'models'
    | 'payments'
    | 'searchIndex'
    | 'storage'
    | 'uploads'
    | 'transcoder'
    | 'liveMixer'
  >
> & {
  source?: DatabaseSource
  /**
   * `serve` brings the database up to date; a `command` wants one that is; a `restore` has just made it, perhaps without the secrets.
   * `serve` when left out.
   */
  purpose?: 'serve' | 'command' | 'restore'
}

/** Chooses all adapters. Throws an error with a clear message when a part cannot be opened. */
export async function createDeps(config: Config, log: FastifyBaseLogger, overrides: Overrides = {}): Promise<AppDeps> {
  const dataDir = resolve(config.DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  const say = (level: 'info' | 'warn' | 'error', message: string, details: object = {}) => log[level](details, message)
  const { source = await openSource(config, say), purpose = 'serve', ...chosen } = overrides
  const tracing = await chooseTracing(config)
  const database = openDatabase(source.settings, say, tracing && traceQueries(tracing))
  const deliverWebhook: WebhookDelivery = { current: async () => 503 }
  let listener: PostgresListener | undefined
  let redis: RedisConnection | null = null
  let limitStore: RateLimitStore | undefined
  let messaging: Messaging | undefined
  const closeDatabase = async (): Promise<void> => {
    await limitStore?.close()
    await messaging?.close()
    redis?.destroy()
    await listener?.close()
    await database.close()
    await source.close()
  }
  try {
    const inTurn = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      source.shared ? withStartLock(source.direct, say, work) : work(database.db)
    if (purpose === 'command') await requireMigrated(database.db, config)
    await inTurn(async (db) => {
      await requireKnownSchema(db, config)
      await migrate(db)
      if (source.shared) await createTextIndexes(db, say)
    }).catch(explainPooler)
    if (source.direct !== source.settings) await checkPooler(database.db, say)
    if (source.shared) listener = listenToPostgres(database.db, source.direct, say)
    redis = config.REDIS_URL ? await (await import('./open-redis.ts')).openRedis(config.REDIS_URL, say) : null
    if (redis && source.shared) {
      messaging = redisMessaging(redis)
      attachMessaging(database.db, messaging)
    }
    const sqlStore = config.SQL_RATE_LIMITS === 'on' ? postgresStore : libraryPostgresStore
    limitStore = redis ? redisStore(redis) : source.shared ? sqlStore(source.settings, say) : memoryStore()
    const payoutSecrets = await openPayoutSecrets(config, dataDir, database.db, purpose)
    if (purpose === 'serve' && config.production) await requireMedia(config, dataDir, database.db)
    const codeSecret = config.CODE_SECRET ?? loadCodeSecret(dataDir)
    const clock = chosen.clock ?? { now: () => new Date() }
    const storage = chosen.storage ?? (await chooseStorage(config, dataDir))
    const settings = await openSettings(database.db, settingDefaults(config), say)
    const deps: AppDeps = {
      config,
      settings,
      clock,
      db: database.db,
      storage,
      uploads: chosen.uploads ?? (await chooseUploads(config, dataDir, storage)),
      transcoder: chosen.transcoder === undefined ? chooseTranscoder(config, log) : chosen.transcoder,
      liveMixer: chosen.liveMixer === undefined ? chooseLiveMixer(config, log) : chosen.liveMixer,
      ...chooseSpeech(config, log),
      images: chosen.images ?? imageProcess(),
      documents: chosen.documents ?? pdfProcess(),
      models: chosen.models ?? chooseLanguageModels(config),
      payments: countCalls(await choosePayments(config, { dataDir, db: database.db, deliverWebhook, log })),
      mail: chosen.mail ?? (await chooseMail(config, database.db, clock, log)),
      liveMedia: chosen.liveMedia ?? (await chooseLiveMedia(config, log)),
      identity: chosen.identity ?? (await chooseIdentity(config, clock, codeSecret)),
      codeSecret,
      certificateSecret: config.CERTIFICATE_SECRET ?? loadCertificateSecret(dataDir),
      payoutSecrets,
      limits: createLimits(limitStore),
      remoteSearch:
        config.SEARCH_URL.length > 0 && config.ROLE === 'web'
          ? remoteSearch({ urls: config.SEARCH_URL, token: searchToken(codeSecret) }, database.db, say)
          : null,
      searchIndex: chosen.searchIndex ?? openSearchIndex({ embeddings: config.AI_EMBEDDINGS === 'on' }, say),
      log,
      shared: source.shared,
      deliverWebhook,
      pingDatabase: database.ping,
      pool: database.pool,
      tracing,
      inTurn,
      redis,
      async checkRedis() {
        await redis?.eval("return redis.call('pttl', KEYS[1])", { keys: ['limit:check'] })
        if (messaging?.isReceiving() === false) throw new Error('messages of other processes do not arrive')
      },
      queue: undefined as unknown as JobQueue, // set below; handlers and queue need each other
      async close() {
        await deps.queue.stop()
        await deps.searchIndex.close()
        if (deps.liveMedia.forwards) await deps.liveMedia.close()
        await deps.images.close()
        await closeDatabase()
        await tracing?.close()
      },
      ...chosen,
    }
    const queueOptions = {
      database,
      worker: runsJobs(config),
      embedded: !source.shared,
      listen: listener?.listen,
      log: say,
      tracing,
    }
    deps.queue = await inTurn(() => openQueue(queueOptions, allJobs(deps)))
    return deps
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

/** Throws what a pooler means that refuses the parameters of a direct connection. */
function explainPooler(error: unknown): never {
  throw isPoolerError(error) ? new ConfigError(poolerAddress) : error
}

/** Warns when the connections of a pooler have no time limit: a slow statement would hold one for ever. */
async function checkPooler(db: Db, say: Log): Promise<void> {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  if (rows[0]?.statement_timeout === '0')
    say('warn', 'statements through the pooler have no time limit: set its connect_query (docs/runbooks/postgresql.md)')
}

/** Makes a span of each query of a request or job. */
const traceQueries =
  (tracing: Tracing): QueryListener =>
  (text, milliseconds, failed) => {
    const parent = currentWork()?.traceparent
    if (parent === undefined) return
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxQueryLength) }
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
    tracing
      .open({ name: `postgresql ${name}`, kind: 'client', attributes, parent, beganMsAgo: milliseconds })
      .end({}, failed ? 'the query failed' : undefined)
  }

/** Characters of a query in a span. */
const maxQueryLength = 2000

/** Settings that no admin has changed: the values of the environment, or defaults. */
const settingDefaults = (config: Config): SiteSettings => ({
  siteName: 'Virtual Courses',
  supportAddress: '',
  supportPhone: '',
  sellerRegistration: '',
  grievanceName: '',
  grievanceDesignation: '',
  grievanceEmail: '',
  grievancePhone: '',
  originCountry: '',
  courtPlace: '',
  storeCopy: config.STORE_COPY,
  language: config.SITE_LANGUAGE,
  publicPages: config.PUBLIC_PAGES,
  secondStepFor: 'none',
  aiProvider: config.AI_PROVIDER,
  aiModel: config.AI_MODEL ?? '',
  lexicon: '',
  livePeople: config.LIVE_MAX_PEOPLE,
  recordingHours: 3,
  recordingGb: 100,
  recordingFileDays: 7,
  recordingDraftDays: 30,
  accountStorageGb: config.ACCOUNT_STORAGE_GB,
  siteStorageGb: config.SITE_STORAGE_GB,
  platformFeePercent: 0,
  refundDays: 7,
  refundWatchedPercent: 20,
  sellerName: '',
  sellerAddress: '',
  sellerState: '',
  sellerGstin: '',
  gstPercent: 18,
  serviceCode: '999293',
  invoiceSeries: 'VC',
  payoutMinimum: 500,
})

/** Absolute path of the web workspace. */
export const webRoot = resolve(import.meta.dirname, '../../../web')
export const webIsBuilt = (): boolean => existsSync(join(webRoot, 'build/server/index.js'))
