import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#ports/clock.ts'
import type { Identity } from '#ports/identity.ts'
import type { Images } from '#ports/images.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import type { Mail } from '#ports/mail.ts'
import type { Payments } from '#ports/payments.ts'
import type { SearchIndex } from '#ports/search-index.ts'
import type { Storage } from '#ports/storage.ts'
import type { Thumbnailer } from '#ports/thumbnailer.ts'
import type { Db } from './executor.ts'
import type { Limits } from './rate-limits.ts'
import type { Settings } from './settings.ts'

/** What features read of the configuration (`app/config.ts` describes each). */
export type FeatureConfig = {
  production: boolean
  /** without a slash at its end */
  publicUrl: string
  CORS_ORIGINS: readonly string[]
  TIME_ZONE: string
  adminSignup: 'open' | 'closed'
  ADMIN_EMAILS: readonly string[]
  /** mails are kept in the database and read at /dev/outbox */
  outbox: boolean
  SMTP_URL?: string | undefined
  google: 'google' | 'local' | 'none'
  STUN_URLS: string[]
  TURN_URLS: string[]
  TURN_SECRET?: string | undefined
  LIVE_MEDIA: 'mesh'
  AI_API_KEY?: string | undefined
  AI_DAILY_ANSWERS: number
  AI_EMBEDDINGS: 'on' | 'off'
  LOG_LEVEL: string
  ROLE: 'all' | 'web' | 'worker'
}

/** What every feature is given; `app/create-deps.ts` chooses it once. */
export type FeatureDeps = {
  config: FeatureConfig
  /** what admins can change while the program runs; where both have a value, this one holds and not the configuration */
  settings: Settings
  clock: Clock
  db: Db
  storage: Storage
  /** null where the system has no program for it */
  thumbnailer: Thumbnailer | null
  images: Images
  models: LanguageModels
  payments: Payments
  mail: Mail
  searchIndex: SearchIndex
  /** null when no one stands behind the Google button */
  identity: Identity | null
  /** short codes in the database are hashed with it */
  codeSecret: string
  limits: Limits
  log: FastifyBaseLogger
  /** other processes may change the same database */
  shared: boolean
}
