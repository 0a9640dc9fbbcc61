import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#app/config.ts'
import type { RouteGroup } from '#http/serve.ts'
import type { Clock } from '#ports/clock.ts'
import type { Identity } from '#ports/identity.ts'
import type { Images } from '#ports/images.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import type { Mail } from '#ports/mail.ts'
import type { Payments } from '#ports/payments.ts'
import type { SearchIndex } from '#ports/search-index.ts'
import type { Storage } from '#ports/storage.ts'
import type { Thumbnailer } from '#ports/thumbnailer.ts'
import type { Enqueue } from './jobs.ts'
import type { Limits } from './rate-limits.ts'
import type { Settings } from './settings.ts'
import type { Db } from './transact.ts'

/** The routes of the server, by access rule. */
export type Routes = { [A in RouteGroup['access']]: RouteGroup & { access: A } }

/** What every feature is given; chosen once in deps.ts. */
export type FeatureDeps = {
  config: Config
  /** what admins can change while the program runs; where both have a value, this one holds and not the configuration */
  settings: Settings
  clock: Clock
  db: Db
  storage: Storage
  thumbnailer: Thumbnailer
  images: Images
  models: LanguageModels
  payments: Payments
  mail: Mail
  searchIndex: SearchIndex
  /** null when nobody stands behind the Google button */
  identity: Identity | null
  /** short codes in the database are hashed with it */
  codeSecret: string
  enqueue: Enqueue
  limits: Limits
  log: FastifyBaseLogger
  /** other processes may change the same database */
  shared: boolean
}
