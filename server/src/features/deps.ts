import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import type { Db } from '#db/executor.ts'
import type { Settings } from '#db/site-settings.ts'
import type { Limits } from '#http/limits.ts'
import type { Ring } from '#http/serve.ts'
import type { Enqueue } from '#jobs/define.ts'
import type { Clock } from '#ports/clock.ts'
import type { Frames } from '#ports/frames.ts'
import type { Identity } from '#ports/identity.ts'
import type { Images } from '#ports/images.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import type { Mail } from '#ports/mail.ts'
import type { Payments } from '#ports/payments.ts'
import type { SearchIndex } from '#ports/search-index.ts'
import type { Storage } from '#ports/storage.ts'

/** The rings of the server, by access rule. */
export type Rings = { [A in Ring['access']]: Ring & { access: A } }

/** What every feature is given; chosen once in deps.ts. */
export type FeatureDeps = {
  config: Config
  /** what admins can change while the program runs; where both have a value, this one holds and not the configuration */
  settings: Settings
  clock: Clock
  db: Db
  storage: Storage
  frames: Frames
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
