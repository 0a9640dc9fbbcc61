import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pocketsphinxAligner } from '#adapters/aligner/pocketsphinx.ts'
import { ffmpegAudio } from '#adapters/audio/ffmpeg.ts'
import { meshMedia } from '#adapters/live-media/mesh.ts'
import { ffmpegLiveMixer } from '#adapters/live-mixer/ffmpeg.ts'
import { noMail, outboxMail } from '#adapters/mail/outbox.ts'
import { diskStorage } from '#adapters/storage/disk.ts'
import { ffmpegTranscoder, missingPrograms } from '#adapters/transcoder/ffmpeg.ts'
import { openaiCompatibleTranscriber } from '#adapters/transcriber/openai-compatible.ts'
import { diskUploads } from '#adapters/uploads/disk.ts'
import type { Db } from '#core/executor.ts'
import type { Aligner } from '#ports/aligner.ts'
import type { AudioExtractor } from '#ports/audio.ts'
import type { Clock } from '#ports/clock.ts'
import type { Identity } from '#ports/identity.ts'
import { type LanguageModel, type LanguageModels, ModelFailure, type ModelSettings } from '#ports/language-model.ts'
import { type LiveMedia, MediaFailure } from '#ports/live-media.ts'
import type { LiveMixer } from '#ports/live-mixer.ts'
import type { Mail } from '#ports/mail.ts'
import type { Storage } from '#ports/storage.ts'
import type { Tracing } from '#ports/tracing.ts'
import type { Transcoder } from '#ports/transcoder.ts'
import type { Transcriber } from '#ports/transcriber.ts'
import type { Uploads } from '#ports/uploads.ts'
import { type Config, ConfigError } from './config/config.ts'
import { outboxStore } from './database-stores.ts'

/** Returns the configured bucket, or null where the media store is a local folder. */
function bucketOf(config: Config) {
  const {
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
  } = config
  if (config.STORAGE !== 's3' || !region || !bucket || !accessKeyId || !secretAccessKey) return null
  return { region, bucket, accessKeyId, secretAccessKey, ...(endpoint && { endpoint }) }
}

// Large libraries are loaded where they are used: each takes some ten megabytes.

/** Returns the configured media store. */
export async function chooseStorage(config: Config, dataDir: string): Promise<Storage> {
  const bucket = bucketOf(config)
  if (bucket) return (await import('#adapters/storage/s3.ts')).s3Storage(bucket)
  return diskStorage(join(dataDir, 'media'), { proxyPath: config.MEDIA_ACCEL_PATH })
}

/** Returns where uploads arrive in parts: beside the media store that takes them over. */
export async function chooseUploads(config: Config, dataDir: string, storage: Storage): Promise<Uploads> {
  const bucket = bucketOf(config)
  // parts wait where a start clears away what a killed process left
  if (bucket) return (await import('#adapters/uploads/s3.ts')).s3Uploads(bucket, join(dataDir, 'uploads'))
  return diskUploads(join(dataDir, 'unfinished-uploads'), storage)
}

/** Returns the transcoder, or null without ffmpeg; then logs how to install it. */
export function chooseTranscoder(config: Config, log: FastifyBaseLogger): Transcoder | null {
  const missing = missingPrograms()
  if (missing !== null) {
    log.info(
      `${missing}: lecture videos get no poster image and no qualities for slow lines, and play as they were uploaded. Install it (apt-get install ffmpeg) and restart.`,
    )
    return null
  }
  const threads = config.VIDEO_THREADS ?? Math.max(1, Math.floor(availableParallelism() / 2))
  return ffmpegTranscoder({ threads, nice: config.VIDEO_NICE })
}

/** Returns what makes videos of recorded sessions, or null where this machine does not have their folder. */
export function chooseLiveMixer(config: Config, log: FastifyBaseLogger): LiveMixer | null {
  const { JANUS_RECORDINGS_DIR: folder } = config
  if (folder === undefined) return null
  if (!existsSync(folder)) {
    const level = config.ROLE === 'all' ? 'warn' : 'info'
    log[level](
      { folder },
      'JANUS_RECORDINGS_DIR is not on this machine: only a worker that has it makes videos of recorded sessions',
    )
    return null
  }
  const threads = config.VIDEO_THREADS ?? Math.max(1, Math.floor(availableParallelism() / 2))
  return ffmpegLiveMixer({ folder, threads, nice: Math.max(config.VIDEO_NICE, 15) })
}

/** Returns what extracts, recognises and aligns speech, each null where it is missing; then logs what to install. */
export function chooseSpeech(
  config: Config,
  log: FastifyBaseLogger,
): { transcriber: Transcriber | null; audio: AudioExtractor | null; aligner: Aligner | null } {
  const { TRANSCRIBER_URL: baseUrl, TRANSCRIBER_MODEL: model, TRANSCRIBER_API_KEY: apiKey } = config
  const audio = ffmpegAudio()
  const aligner = pocketsphinxAligner()
  if (baseUrl && !audio)
    log.warn(
      'TRANSCRIBER_URL is set, but ffmpeg was not found: captions cannot be made by machine. Install ffmpeg and restart.',
    )
  if (!aligner)
    log.info(
      'pocketsphinx or its English model was not found: pasted transcripts cannot be made into captions. Install them (apt-get install pocketsphinx pocketsphinx-en-us) and restart.',
    )
  return { transcriber: baseUrl ? openaiCompatibleTranscriber({ baseUrl, model, apiKey }) : null, audio, aligner }
}

/** Returns the configured mail adapter. */
export async function chooseMail(config: Config, db: Db, clock: Clock, log: FastifyBaseLogger): Promise<Mail> {
  if (config.SMTP_URL) {
    const { smtpMail } = await import('#adapters/mail/smtp.ts')
    const host = new URL(config.publicUrl).hostname
    return smtpMail({ url: config.SMTP_URL, from: config.MAIL_FROM ?? `Virtual Courses <no-reply@${host}>` })
  }
  if (config.outbox) return outboxMail(outboxStore(db), () => clock.now())
  return noMail((message, details) => log.warn(details, message))
}

/** Returns where traces are sent to. OpenTelemetry's SDK is loaded only where they are. */
export async function chooseTracing(config: Config): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config
  if (!endpoint) return undefined
  return (await import('#adapters/tracing/otlp.ts')).otlpTracing({ endpoint, serviceName })
}

/** Returns the identity provider of the Google button, or null. */
export async function chooseIdentity(config: Config, clock: Clock, codeSecret: string): Promise<Identity | null> {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (config.google === 'google' && clientId && clientSecret) {
    const { googleIdentity } = await import('#adapters/identity/google.ts')
    return googleIdentity({ issuer, clientId, clientSecret })
  }
  if (config.google === 'local') {
    const { localIdentity } = await import('#adapters/identity/local.ts')
    return localIdentity({
      page: `${config.publicUrl}/dev/sign-in`,
      now: () => clock.now(),
      key: codeSecret,
      people: config.seed === 'demo' ? (await import('./demo-seed/demo-accounts.ts')).demoPeople : [],
    })
  }
  return null
}

/** Returns the configured language models. Their SDKs are loaded when a model is opened, because most sites use none. */
export function chooseLanguageModels(
  config: Pick<Config, 'AI_PROVIDER' | 'AI_BASE_URL' | 'AI_API_KEY'>,
): LanguageModels {
  const { AI_PROVIDER: configured, AI_BASE_URL: baseUrl, AI_API_KEY: apiKey } = config
  const opened = new Map<string, Promise<LanguageModel>>()

  const load = async ({ provider, model }: ModelSettings): Promise<LanguageModel> => {
    // A key must not be sent to another provider.
    if (configured !== 'none' && configured !== provider)
      throw new ModelFailure(
        `AI_API_KEY and AI_BASE_URL are those of ${configured}: set AI_PROVIDER=${provider} and its own`,
      )
    if (provider === 'openai-compatible') {
      if (!baseUrl) throw new ModelFailure('AI_BASE_URL is not set: the address of the OpenAI-compatible server')
      const { openaiCompatibleModel } = await import('#adapters/language-models/openai-compatible.ts')
      return openaiCompatibleModel({ model, baseUrl, ...(apiKey && { apiKey }) })
    }
    if (!apiKey) throw new ModelFailure('AI_API_KEY is not set: the key of the provider')
    const options = { model, apiKey, ...(baseUrl && { baseUrl }) }
    if (provider === 'google') return (await import('#adapters/language-models/google.ts')).googleModel(options)
    return (await import('#adapters/language-models/anthropic.ts')).anthropicModel(options)
  }
  return {
    async open(settings) {
      if (settings.provider === 'none') return null
      if (settings.model === '')
        throw new ModelFailure('No model is named: set AI_MODEL, or choose one in the settings')
      const name = `${settings.provider} ${settings.model}`
      const known = opened.get(name)
      if (known) return known
      const opening = load(settings)
      opened.set(name, opening)
      opening.catch(() => opened.delete(name))
      return opening
    },
  }
}

/** Returns the forwarder of this process. Throws ConfigError where its package has nothing for this machine. */
async function chooseForwarder(
  { LIVE_MEDIA_PORT: port, LIVE_MEDIA_ADDRESS }: Config,
  log: FastifyBaseLogger,
): Promise<LiveMedia> {
  const { embeddedMedia } = await import('#adapters/live-media/embedded/embedded.ts')
  const { forwarderInstalled } = await import('#adapters/live-media/embedded/forwarder-channel.ts')
  if (!forwarderInstalled())
    throw new ConfigError(
      'LIVE_MEDIA=embedded: the optional package node-datachannel is missing or has nothing for this machine: install it, or use mesh or janus',
    )
  const sizes = { maxPublishers: 64, maxSubscribers: 400 }
  return embeddedMedia({ bindAddress: '0.0.0.0', port, announcedAddress: LIVE_MEDIA_ADDRESS, ...sizes }, log)
}

/** Returns how media travel in live sessions. Throws ConfigError for a Janus that anyone may use; one that is away may come back. */
export async function chooseLiveMedia(config: Config, log: FastifyBaseLogger): Promise<LiveMedia> {
  const { LIVE_MEDIA, JANUS_URL, JANUS_API_SECRET: secret } = config
  if (LIVE_MEDIA === 'embedded') return chooseForwarder(config, log)
  if (LIVE_MEDIA !== 'janus' || !secret) return meshMedia
  const { janusMedia } = await import('#adapters/live-media/janus/janus.ts')
  const addresses = JANUS_URL.map((address) => ({ ...address, secret }))
  const media = janusMedia({ addresses, recordings: config.JANUS_RECORDINGS_DIR }, log)
  if (config.ROLE !== 'all' && config.ROLE !== 'web') return media
  const checks = await Promise.allSettled(media.servers.map((server) => media.check(server)))
  for (const check of checks) {
    if (check.status === 'fulfilled') continue
    const failure: unknown = check.reason
    if (failure instanceof MediaFailure && failure.kind === 'unprotected') throw new ConfigError(failure.message)
    const why = failure instanceof Error ? failure.message : String(failure)
    log.warn(`${why}. Live sessions stay small until it can be used (docs/runbooks/janus.md).`)
  }
  return media
}
