import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { imageProcess } from '#adapters/images/image-process.ts'
import { razorpayPayments } from '#adapters/payments/razorpay.ts'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createLimits } from '#core/rate-limits.ts'
import { openSettings } from '#core/settings.ts'
import { migrate, openDatabase } from '#db/open-database.ts'
import type { Payments } from '#ports/payments.ts'
import { listenToPostgres, type PostgresListener } from '#realtime/postgres-listener.ts'
import { chooseIdentity } from './choose-identity.ts'
import { chooseLanguageModels } from './choose-language-models.ts'
import { chooseMail } from './choose-mail.ts'
import { chooseStorage } from './choose-storage.ts'
import { chooseThumbnailer } from './choose-thumbnailer.ts'
import type { Config } from './config.ts'
import { type JobQueue, openQueue } from './job-queue.ts'
import { allJobs } from './job-registry.ts'
import { type DatabaseSource, openSource } from './open-database-source.ts'
import { sandboxStore } from './sandbox-store.ts'
import { openSearchIndex } from './search-index/open-search-index.ts'
import { loadCodeSecret, loadSecrets } from './secrets.ts'
import { settingDefaults } from './setting-defaults.ts'

export type AppDeps = FeatureDeps & {
  queue: JobQueue
  /** the application posts the sandbox's notices to itself once it is built */
  deliverWebhook: { current: (rawBody: string, signature: string) => Promise<number> }
  /** Closes queue, connections and the embedded database, in this order. */
  close(): Promise<void>
}

type Overrides = Partial<
  Pick<
    FeatureDeps,
    | 'clock'
    | 'thumbnailer'
    | 'identity'
    | 'images'
    | 'limits'
    | 'mail'
    | 'models'
    | 'payments'
    | 'searchIndex'
    | 'storage'
  >
> & {
  source?: DatabaseSource
}

/** Chooses every adapter, once. Throws with one clear sentence when a part cannot be opened. */
export async function createDeps(config: Config, log: FastifyBaseLogger, overrides: Overrides = {}): Promise<AppDeps> {
  const dataDir = resolve(config.DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  const say = (level: 'info' | 'warn' | 'error', message: string, details: object = {}) => log[level](details, message)
  const { source = await openSource(config, say), ...chosen } = overrides
  const database = openDatabase(source.settings, say)
  const deliverWebhook: AppDeps['deliverWebhook'] = { current: async () => 503 }
  let listener: PostgresListener | undefined
  const closeDatabase = async (): Promise<void> => {
    await listener?.close()
    await database.close()
    await source.close()
  }
  try {
    await migrate(database.db)
    if (source.shared) listener = listenToPostgres(database.db, source.settings, say)
    const clock = chosen.clock ?? { now: () => new Date() }
    const settings = await openSettings(database.db, settingDefaults(config), say)
    const deps: AppDeps = {
      config,
      settings,
      clock,
      db: database.db,
      storage: chosen.storage ?? chooseStorage(config, dataDir),
      thumbnailer: chosen.thumbnailer ?? chooseThumbnailer(log),
      images: chosen.images ?? imageProcess(),
      models: chosen.models ?? chooseLanguageModels(config),
      payments: choosePayments(config, dataDir, sandboxStore(database.db), deliverWebhook, log),
      mail: chosen.mail ?? chooseMail(config, database.db, clock, log),
      identity: chosen.identity ?? chooseIdentity(config, clock),
      codeSecret: config.CODE_SECRET ?? loadCodeSecret(dataDir),
      limits: createLimits(),
      searchIndex: chosen.searchIndex ?? openSearchIndex({ embeddings: config.AI_EMBEDDINGS === 'on' }, say),
      log,
      shared: source.shared,
      deliverWebhook,
      enqueue: (...job) => deps.queue.enqueue(...job),
      queue: undefined as unknown as JobQueue, // set in the next statement; handlers and queue need each other
      async close() {
        await deps.queue.stop()
        await deps.searchIndex.close()
        await deps.images.close()
        await closeDatabase()
      },
      ...chosen,
    }
    deps.queue = await openQueue(
      {
        pool: database.pool,
        worker: config.ROLE !== 'web',
        embedded: !source.shared,
        listen: listener?.listen,
        log: say,
      },
      allJobs(deps),
    )
    return deps
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

function choosePayments(
  config: Config,
  dataDir: string,
  store: ReturnType<typeof sandboxStore>,
  deliverWebhook: AppDeps['deliverWebhook'],
  log: FastifyBaseLogger,
): Payments {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = config
  if (config.payments === 'razorpay' && keyId && keySecret && webhookSecret)
    return razorpayPayments({ keyId, keySecret, webhookSecret })
  const generated = keyId && keySecret && webhookSecret ? undefined : loadSecrets(dataDir)
  return sandboxPayments({
    keyId: keyId ?? generated?.sandboxKeyId ?? '',
    keySecret: keySecret ?? generated?.sandboxKeySecret ?? '',
    webhookSecret: webhookSecret ?? generated?.sandboxWebhookSecret ?? '',
    store,
    deliver: (rawBody, signature) => deliverWebhook.current(rawBody, signature),
    log: (message, details) => log.warn(details, message),
  })
}

/** Where the web workspace lies, seen from this file. */
export const webRoot = resolve(import.meta.dirname, '../../../web')
export const webIsBuilt = (): boolean => existsSync(join(webRoot, 'build/server/index.js'))
