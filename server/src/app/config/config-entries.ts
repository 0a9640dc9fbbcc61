import { aiProviders, Email, forwardedPeople, meshPeople } from '@virtual-courses/contract'
import { z } from 'zod'
import { languageTags } from '#core/languages/language.ts'
import { paymentChoices, paymentEntries } from '../choose-payments.ts'
import { embeddedPeople, forwarderEntries } from './forwarder-entries.ts'
import { janusEntries } from './janus-entries.ts'
import { recordingEntries } from './recording-entries.ts'
import { databaseAddress, serviceAddress } from './service-address.ts'

type Entry<S extends z.ZodType> = { schema: S; default: string; description: string }

const entry = <S extends z.ZodType>(schema: S, defaultValue: string, description: string): Entry<S> => ({
  schema,
  default: defaultValue,
  description,
})
const text = () => z.string().optional()
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const split = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const list = () => z.string().default('').transform(split)
const addresses = (form: RegExp, error: string) =>
  z
    .string()
    .transform(split)
    .refine((urls) => urls.every((url) => form.test(url)), { error })
const webUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an address like https://courses.example.org' })
    .refine((url) => !/\s/.test(url), { error: 'has a space in it' })
/** Pages, cookies, calls and sockets lie at the root of a name. */
const requireRoot = (value: string, context: z.RefinementCtx): void => {
  if (!URL.canParse(value)) return
  const { origin, pathname, search, hash, username, hostname } = new URL(value)
  if (/[^/]/.test(pathname))
    context.addIssue(
      `has a path (${pathname}), and the site lies at the root of a name: give it one of its own, like https://${pathname.split('/')[1]}.${hostname}`,
    )
  else if (search !== '' || hash !== '' || username !== '') context.addIssue(`must be the address alone: ${origin}`)
}
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` })
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const storageError = { error: 'must be a whole number from 0 to 1000000' }
const storageEntry = (gigabytes: number, description: string) =>
  entry(
    z.coerce
      .number(storageError)
      .int(storageError)
      .min(0, storageError)
      .max(1_000_000, storageError)
      .default(gigabytes),
    String(gigabytes),
    description,
  )

/** All variables that the server reads: schema, documented default, description. Names are fixed, because operators' scripts use them. */
export const configEntries = {
  NODE_ENV: entry(
    oneOf(['development', 'production', 'test']).default('development'),
    'development',
    '`production` refuses sandboxes, demo data, placeholder secrets and an http `PUBLIC_URL`, each with a sentence saying what to set',
  ),
  PORT: entry(
    z.coerce.number({ error: 'must be a port number from 0 to 65535' }).int().min(0).max(65_535).default(8000),
    '8000',
    'where to listen; web app, API and socket share this origin',
  ),
  HOST: entry(z.string().default('127.0.0.1'), '127.0.0.1', 'the address to listen on; 0.0.0.0 for all'),
  PUBLIC_URL: entry(
    webUrl().superRefine(requireRoot).optional(),
    'http://localhost:PORT',
    'the address people use, a name of its own without a path: pages, calls and sockets lie at its root',
  ),
  CORS_ORIGINS: entry(
    list().refine((origins) => origins.every((one) => URL.canParse(one) && new URL(one).origin === one), {
      error: 'must be origins like https://app.example.org, separated by commas',
    }),
    'empty',
    'further origins allowed with credentials, comma-separated',
  ),
  TRUST_PROXY: entry(
    z
      .union([z.literal('off').transform(() => 0), z.coerce.number().int().min(0).max(10)], {
        error: 'must be off or the number of reverse proxies in front (1 to 10)',
      })
      .default(0),
    'off',
    'hops of reverse proxy to trust for client addresses',
  ),
  MAX_CONNECTIONS_PER_CLIENT: entry(
    wholeNumber(0, 100_000).default(256),
    '256',
    'as many connections may one client address hold open; 0 for no limit; without effect behind a trusted proxy, where requests are counted instead',
  ),
  SHUTDOWN_GRACE_SECONDS: entry(
    wholeNumber(0, 10).optional(),
    '0 (development), 5 (production)',
    'after SIGTERM the server says on `/readyz` that it stops and goes on serving for so many seconds, closing connections after their answers, so that a proxy can take it out of its rotation',
  ),
  METRICS_TOKEN: entry(
    z.string().min(16, { error: 'must be a random text of 16 characters or more' }).optional(),
    'empty',
    'opens `/metrics` to requests with `Authorization: Bearer TOKEN`; in production there is no `/metrics` without it',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: entry(
    webUrl().optional(),
    'empty',
    'OpenTelemetry collector that traces are sent to by OTLP over HTTP, such as `http://localhost:4318`; empty = no traces (see `docs/runbooks/monitoring.md`)',
  ),
  OTEL_SERVICE_NAME: entry(
    z.string().max(100).default('virtual-courses'),
    'virtual-courses',
    'name of this site in traces',
  ),
  ENV_FILE: entry(
    text(),
    'the first of `.env` in the folder of the program and `/etc/virtual-courses.env` that exists',
    'a file with further variables, one `NAME=value` a line, that the server and all commands read; what the environment sets itself counts; `/dev/null` for none (`docs/runbooks/nginx.md`)',
  ),
  DATA_DIR: entry(
    z.string().default('./data'),
    './data',
    'embedded database, media, generated secrets; production needs an absolute path outside of the folder of the program, which every new version replaces',
  ),
  DATABASE_URL: entry(
    databaseAddress().optional(),
    'empty',
    'a PostgreSQL server (15 to 18) with a database in UTF8, or a connection pooler in front of it; empty = embedded; `sslmode` and `sslrootcert` mean what they mean to psql (`docs/runbooks/postgresql.md`)',
  ),
  DATABASE_DIRECT_URL: entry(
    databaseAddress().optional(),
    'DATABASE_URL',
    'the same database without a pooler, when `DATABASE_URL` is that of a pooler in transaction mode such as PgBouncer: for notifications between processes, migrations, backup and restore (`docs/runbooks/postgresql.md`)',
  ),
  REDIS_URL: entry(
    serviceAddress(/^rediss?$/, 'must look like redis://user:password@host:6379/0 (rediss:// for TLS)').optional(),
    'empty',
    'a Redis server (6.2 or newer) for what processes share: rate limits and signals of live rooms; `rediss://` for TLS; empty = the PostgreSQL server does it (`docs/runbooks/redis.md`)',
  ),
  SQL_RATE_LIMITS: entry(
    oneOf(['on', 'off']).default('on'),
    'on',
    '`off` = rate limits in PostgreSQL are counted by the library, in a statement for each window, and not by our SQL in one for all (`server/src/adapters/rate-limits/README.md`)',
  ),
  SOCKET_POLLING: entry(
    oneOf(['on', 'off']).optional(),
    'on without DATABASE_URL, off with it',
    'whether sockets may use HTTP polling besides WebSocket; its requests must all reach the same process, so with several processes `on` needs a proxy with sticky sessions',
  ),
  SEED: entry(
    oneOf(['demo', 'none']).optional(),
    'demo (development), none (production)',
    'fill an empty database with the demo: accounts, at least 24 courses over all categories with real playable lectures, reviews, enrolments',
  ),
  TIME_ZONE: entry(
    z.string().refine(isTimeZone, { error: 'must be a time zone like Asia/Kolkata' }).default('Asia/Kolkata'),
    'Asia/Kolkata',
    'reading of zone-less times, days of lists and months of statements; invoices are dated in India',
  ),
  STORE_COPY: entry(
    oneOf(['checked', 'fixed', 'live']).default('checked'),
    'checked',
    'sales texts of the course page: `checked` shows the designed ones, “(1,200 reviews)”, a struck ₹599 and “10+ hours”, except where they contradict a course’s figures; `fixed` shows them whatever they say; `live` shows the real numbers and no struck price; admins can change it on the settings page',
  ),
  SITE_LANGUAGE: entry(oneOf(languageTags).default('en'), 'en', 'language where a browser asks for none of the site'),
  PUBLIC_PAGES: entry(
    oneOf(['on', 'off']).default('on'),
    'on',
    '`on`: visitors and search engines can read the catalogue (`/browse`) and the pages of courses (`/course/…`), and there is a sitemap; `off`: only those who are signed in; admins can change it on the settings page',
  ),
  ADMIN_SIGNUP: entry(
    oneOf(['open', 'closed']).optional(),
    'open (development), closed (production)',
    '`open`: anyone can open an admin account at sign-up, for trying out; `closed`: the first admin comes from a link that the log shows while there is none, or from `npm run admin:invite -- ADDRESS`, later ones by invitation of an admin',
  ),
  ADMIN_EMAILS: entry(
    list()
      .transform((emails) => emails.map((one) => Email.safeParse(one).data ?? one))
      .refine((emails) => emails.length <= 50 && emails.every((one) => Email.safeParse(one).success), {
        error: 'must be at most 50 email addresses, separated by commas',
      }),
    'empty',
    'addresses that the start invites by mail to become admins, comma-separated; being listed gives no role: the link in the mail does; again after an invitation has expired, not after it was used or withdrawn',
  ),
  SMTP_URL: entry(
    serviceAddress(/^smtps?$/, 'must be an address like smtps://user:password@mail.example.org').optional(),
    'empty',
    'mail server, such as `smtps://user:password@mail.example.org`; empty = mails stay in the database and are read at `/dev/outbox`; in production none are kept or sent, and the log says so',
  ),
  MAIL_FROM: entry(
    z
      .string()
      .regex(/^([^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
        error: 'must be a sender like Virtual Courses <no-reply@courses.example.org>',
      })
      .optional(),
    'Virtual Courses <no-reply@HOST OF PUBLIC_URL>',
    'sender of the mails',
  ),
  CODE_SECRET: entry(
    z.string().min(32, { error: 'must be a random text of 32 characters or more' }).optional(),
    'generated in DATA_DIR',
    'protects one-time codes in the database; processes that share the database but not DATA_DIR need the same one',
  ),
  CERTIFICATE_SECRET: entry(
    z.string().min(32, { error: 'must be a random text of 32 characters or more' }).optional(),
    'generated in DATA_DIR',
    'stands for the key that signs certificates; another one is a new key, and what older ones have signed stays valid (`docs/runbooks/certificates.md`)',
  ),
  PAYOUT_SECRET: entry(
    z.string().min(32, { error: 'must be a random text of 32 characters or more' }).optional(),
    'generated in DATA_DIR; none in production',
    'encrypts the bank details of educators and the secrets of authenticator apps in the database, which cannot be read without it: keep a copy outside of the database; production needs it, the same in all processes (`docs/runbooks/payouts.md`)',
  ),
  PAYOUT_SECRET_OLD: entry(
    z.string().min(32, { error: 'must be the text that PAYOUT_SECRET was before' }).optional(),
    'empty',
    'the secret before `PAYOUT_SECRET`, while bank details are encrypted again with the new one (`docs/runbooks/payouts.md`)',
  ),
  GOOGLE_CLIENT_ID: entry(
    text(),
    'empty',
    'OAuth client of "Sign in with Google"; empty = a local sign-in, labelled as such, outside production, and no button in production',
  ),
  GOOGLE_CLIENT_SECRET: entry(text(), 'empty', 'secret of that client'),
  GOOGLE_ISSUER: entry(
    webUrl()
      .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
        error: 'must be an https address, or http on this machine',
      })
      .default('https://accounts.google.com'),
    'https://accounts.google.com',
    'OpenID provider behind the Google button',
  ),
  PAYMENTS: entry(oneOf(paymentChoices).optional(), 'razorpay if keys are set, else sandbox', 'payment provider'),
  ...paymentEntries,
  STORAGE: entry(oneOf(['disk', 's3']).default('disk'), 'disk', 'media store: `disk` (under DATA_DIR) or `s3`'),
  MEDIA_ACCEL_PATH: entry(
    z
      .string()
      .regex(/^\/([\w-]+\/)+$/, { error: 'must be a path that begins and ends with a slash, like /media-files/' })
      .optional(),
    'empty',
    'with `STORAGE=disk` behind nginx: the internal location of the folder `media` in DATA_DIR; the server checks who may read a file, and nginx sends it (`X-Accel-Redirect`)',
  ),
  VIDEO_JOBS: entry(
    wholeNumber(0, 64).default(1),
    '1',
    'as many videos does a process that runs jobs prepare at once; 0 = it prepares none, other processes do (`docs/runbooks/video.md`)',
  ),
  VIDEO_THREADS: entry(
    wholeNumber(1, 64).optional(),
    'half of the processors',
    'threads that ffmpeg uses for one video, for each quality',
  ),
  VIDEO_NICE: entry(
    wholeNumber(0, 19).default(10),
    '10',
    'how far ffmpeg gives way to other processes of the machine; 19 = it runs only when nothing else does',
  ),
  KEEP_ORIGINALS: entry(
    oneOf(['keep', 'drop']).default('keep'),
    'keep',
    '`drop` deletes the uploaded file of a video an hour after its qualities are ready, which saves more than half of the space; better qualities cannot be made of it later',
  ),
  S3_ENDPOINT: entry(webUrl().optional(), 'empty', "address of an S3-compatible store; empty = Amazon's"),
  S3_REGION: entry(text(), 'empty', 'region of the bucket'),
  S3_BUCKET: entry(text(), 'empty', 'name of the bucket'),
  S3_ACCESS_KEY_ID: entry(text(), 'empty', 'access key'),
  S3_SECRET_ACCESS_KEY: entry(text(), 'empty', 'secret key'),
  AI_PROVIDER: entry(
    oneOf(aiProviders).default('none'),
    'none',
    'language model that answers in the assistant and reads searches whose words lead to no course: `none`, `openai-compatible` (Ollama too), `google` or `anthropic`; admins can change it on the settings page',
  ),
  AI_BASE_URL: entry(
    webUrl().optional(),
    'empty',
    "address of the provider's API, such as `http://localhost:11434/v1` for Ollama; empty = the public one of Google or Anthropic",
  ),
  AI_API_KEY: entry(text(), 'empty', 'key for the provider'),
  AI_MODEL: entry(text(), 'empty', 'name of the model; admins can change it on the settings page'),
  AI_DAILY_ANSWERS: entry(
    wholeNumber(0, 1_000_000).default(1000),
    '1000',
    'as many answers of the assistant, and readings of searches, may come from the language model in a day (UTC); after that the built-in ones serve',
  ),
  TRANSCRIBER_URL: entry(
    webUrl().optional(),
    'empty',
    'address of a service that recognises speech as OpenAI does, such as `https://api.openai.com/v1` or `http://localhost:8000/v1` for one of your own; empty = captions are not made by machine. When an educator asks for it, the sound of a video is sent there (`docs/runbooks/transcriber.md`)',
  ),
  TRANSCRIBER_API_KEY: entry(text(), 'empty', 'key for that service, if it wants one'),
  TRANSCRIBER_MODEL: entry(
    z.string().default('whisper-1'),
    'whisper-1',
    'name of the model there; it must tell when each sentence is spoken (`verbose_json`)',
  ),
  TRANSCRIBER_DAILY_MINUTES: entry(
    wholeNumber(0, 1_000_000).default(120),
    '120',
    'as many minutes of video an educator may have recognised in a day (UTC)',
  ),
  TRANSCRIBER_SITE_DAILY_MINUTES: entry(
    wholeNumber(0, 1_000_000).default(1200),
    '1200',
    'and as many all educators of the site together',
  ),
  LIVE_MEDIA: entry(
    oneOf(['mesh', 'janus', 'embedded']).default('mesh'),
    'mesh',
    'how video and sound travel in live sessions: `mesh`, from browser to browser; `janus`, through Janus once a seventh person comes (`docs/runbooks/janus.md`); `embedded`, through a forwarder that this server starts then, for one web process and some 60 people, without recordings',
  ),
  ...janusEntries,
  ...forwarderEntries,
  ...recordingEntries,
  LIVE_MAX_PEOPLE: entry(
    wholeNumber(2, 5000).optional(),
    `${meshPeople}, with Janus ${forwardedPeople}, embedded ${embeddedPeople}`,
    'as many people may be in one live session, the educator among them; in a mesh each of them uploads to each other one; admins can change it on the settings page',
  ),
  ACCOUNT_STORAGE_GB: storageEntry(
    100,
    'gigabytes that the videos, streams and files of one account may take in the media store; 0 = no limit; admins can change it on the settings page',
  ),
  SITE_STORAGE_GB: storageEntry(
    0,
    'gigabytes that those of all accounts may take; 0 = no limit; admins can change it on the settings page',
  ),
  AI_EMBEDDINGS: entry(
    oneOf(['on', 'off']).default('on'),
    'on',
    '`off` = search by words alone, without the embedding model, which takes some 150 MB from the first search on',
  ),
  STUN_URLS: entry(
    addresses(/^stuns?:[^\s,?]+$/, 'must be addresses like stun:stun.example.org:3478, separated by commas').default([
      'stun:stun.l.google.com:19302',
      'stun:stun.cloudflare.com:3478',
    ]),
    'stun:stun.l.google.com:19302, stun:stun.cloudflare.com:3478',
    'servers that tell browsers how they are seen from outside, comma-separated',
  ),
  TURN_URLS: entry(
    addresses(
      /^turns?:[^\s,?]+(\?transport=(udp|tcp))?$/,
      'must be addresses like turn:turn.example.org:3478?transport=udp, separated by commas',
    ).default([]),
    'empty',
    'servers that relay calls between browsers that cannot reach each other, comma-separated; needs `TURN_SECRET` (see `docs/runbooks/turn.md`)',
  ),
  TURN_SECRET: entry(
    z
      .string()
      .min(16, { error: 'must be a random text of 16 characters or more, the same as in the TURN server' })
      .optional(),
    'empty',
    "signs the credentials of `TURN_URLS`, which expire; coturn's `static-auth-secret`",
  ),
  ROLE: entry(
    oneOf(['all', 'web', 'worker', 'search']).default('all'),
    'all',
    'which part this process runs: `web` answers requests, `worker` does jobs, `all` both; `search` answers the searches of the web processes that have its address in `SEARCH_URL`',
  ),
  SEARCH_URL: entry(
    addresses(/^https?:\/\/[^\s,/]+$/, 'must be addresses like http://10.0.0.5:8000, separated by commas').default([]),
    'empty',
    'addresses of the processes with `ROLE=search`, comma-separated, for web processes: they keep no index of their own then; all need the same `CODE_SECRET` (`docs/runbooks/search.md`)',
  ),
  LOG_LEVEL: entry(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'info',
    'structured logs, one JSON object a line; readable ones on a terminal',
  ),
  WEB_DEV: entry(
    z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
    '0',
    'serve the web app from its sources with reloading (set by `npm run dev`)',
  ),
}
