import type { FastifyBaseLogger } from 'fastify'
import type { Aligner } from '#ports/aligner.ts'
import type { AudioExtractor } from '#ports/audio.ts'
import type { Clock } from '#ports/clock.ts'
import type { Documents } from '#ports/documents.ts'
import type { Identity } from '#ports/identity.ts'
import type { Images } from '#ports/images.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import type { LiveMedia } from '#ports/live-media.ts'
import type { LiveMixer } from '#ports/live-mixer.ts'
import type { Mail } from '#ports/mail.ts'
import type { Payments } from '#ports/payments.ts'
import type { RemoteSearch, SearchIndex } from '#ports/search-index.ts'
import type { Storage } from '#ports/storage.ts'
import type { Transcoder } from '#ports/transcoder.ts'
import type { Transcriber } from '#ports/transcriber.ts'
import type { Uploads } from '#ports/uploads.ts'
import type { Db } from './executor.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { Role } from './role.ts'
import type { Settings } from './settings.ts'

/** Configuration that features read (described in `app/config-entries.ts`). */
export type FeatureConfig = {
  production: boolean
  /** without a slash at its end */
  publicUrl: string
  CORS_ORIGINS: readonly string[]
  TIME_ZONE: string
  adminSignup: 'open' | 'closed'
  ADMIN_EMAILS: readonly string[]
  /** mails are kept in the database and shown at /dev/outbox */
  outbox: boolean
  SMTP_URL?: string | undefined
  google: 'google' | 'local' | 'none'
  STUN_URLS: string[]
  TURN_URLS: string[]
  TURN_SECRET?: string | undefined
  AI_API_KEY?: string | undefined
  AI_DAILY_ANSWERS: number
  TRANSCRIBER_DAILY_MINUTES: number
  TRANSCRIBER_SITE_DAILY_MINUTES: number
  AI_EMBEDDINGS: 'on' | 'off'
  LOG_LEVEL: string
  ROLE: Role
  SEARCH_URL: readonly string[]
  DATA_DIR: string
  VIDEO_JOBS: number
  JANUS_RECORDINGS_DIR?: string | undefined
  KEEP_ORIGINALS: 'keep' | 'drop'
}

/** Dependencies of every feature; `app/create-deps.ts` creates them once. */
export type FeatureDeps = {
  config: FeatureConfig
  /** settings that admins can change at runtime; they take precedence over the configuration */
  settings: Settings
  clock: Clock
  db: Db
  storage: Storage
  uploads: Uploads
  /** null when ffmpeg is not installed */
  transcoder: Transcoder | null
  /** null where no media server records into a folder of this machine */
  liveMixer: LiveMixer | null
  /** null when ffmpeg is not installed */
  audio: AudioExtractor | null
  /** null when its program is not installed */
  aligner: Aligner | null
  /** null when none is configured */
  transcriber: Transcriber | null
  images: Images
  documents: Documents
  models: LanguageModels
  payments: Payments
  mail: Mail
  liveMedia: LiveMedia
  searchIndex: SearchIndex
  /** searches in another process; null when this one has the index, or does not search */
  remoteSearch: RemoteSearch | null
  /** null when no identity provider is configured */
  identity: Identity | null
  /** key of the hashes of one-time codes */
  codeSecret: string
  /** stands for the key that signs certificates */
  certificateSecret: string
  /** encrypt bank details; `old` still decrypts */
  payoutSecrets: { current: string; old: string | null }
  limits: Limits
  log: FastifyBaseLogger
  /** true when other processes may use the same database */
  shared: boolean
}
