import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { forwardedPeople, meshPeople } from '@virtual-courses/contract'
import { z } from 'zod'
import { defaultPayments, type PaymentChoice, paymentProviders } from '../choose-payments.ts'
import { configEntries } from './config-entries.ts'
import { embeddedPeople } from './forwarder-entries.ts'

/** As many people a session may have unless it is set. */
const peopleOf = { mesh: meshPeople, embedded: embeddedPeople, janus: forwardedPeople }

const shape = Object.fromEntries(Object.entries(configEntries).map(([name, entry]) => [name, entry.schema])) as {
  [K in keyof typeof configEntries]: (typeof configEntries)[K]['schema']
} // fromEntries loses the types of the keys; the mapped type restores them

const Environment = z.object(shape)
export type Environment = z.output<typeof Environment>

export type Config = Environment & {
  production: boolean
  /** how long a server that was told to stop goes on serving */
  shutdownGraceMs: number
  publicUrl: string
  LIVE_MAX_PEOPLE: number
  seed: 'demo' | 'none'
  /** sockets may use HTTP polling */
  socketPolling: boolean
  adminSignup: 'open' | 'closed'
  payments: PaymentChoice
  /** identity provider of the Google button; the local sign-in is for trying out */
  google: 'google' | 'local' | 'none'
  /** mails are kept in the database and shown at /dev/outbox; for trying out */
  outbox: boolean
}

/** The configuration is not valid; the message names the variable and what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses the environment, which no other code reads. Empty strings count as not set. Throws ConfigError with one sentence for each
 * invalid variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const odd = Object.keys(configEntries).flatMap((name) => faultOfText(name, given[name]))
  if (odd.length > 0) throw new ConfigError(odd.join('\n'))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const read = parsed.data
  const production = read.NODE_ENV === 'production'
  const config: Config = {
    ...read,
    production,
    publicUrl: new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).origin,
    LIVE_MAX_PEOPLE: read.LIVE_MAX_PEOPLE ?? peopleOf[read.LIVE_MEDIA],
    seed: read.SEED ?? (read.NODE_ENV === 'development' ? 'demo' : 'none'),
    socketPolling: (read.SOCKET_POLLING ?? (read.DATABASE_URL ? 'off' : 'on')) === 'on',
    shutdownGraceMs: (read.SHUTDOWN_GRACE_SECONDS ?? (production ? 5 : 0)) * 1000,
    adminSignup: read.ADMIN_SIGNUP ?? (production ? 'closed' : 'open'),
    payments: read.PAYMENTS ?? defaultPayments(read),
    google: read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET ? 'google' : production ? 'none' : 'local',
    outbox: !read.SMTP_URL && !production,
  }
  if (config.payments !== 'sandbox') {
    const { variables, source } = paymentProviders[config.payments]
    if (!variables.every((name) => read[name]))
      throw new ConfigError(`PAYMENTS=${config.payments} needs ${listOf(variables)}: ${source}`)
  }
  if (Boolean(read.GOOGLE_CLIENT_ID) !== Boolean(read.GOOGLE_CLIENT_SECRET)) {
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither')
  }
  if (read.DATABASE_DIRECT_URL && !read.DATABASE_URL) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL: the address of the pooler in front of it')
  }
  if ((read.ROLE === 'search' || (read.ROLE === 'web' && read.SEARCH_URL.length > 0)) && !read.CODE_SECRET) {
    throw new ConfigError(
      'ROLE=search and SEARCH_URL need CODE_SECRET: the same in all processes, which know each other by it',
    )
  }
  const s3 = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = s3.filter((name) => !read[name])
  if (read.STORAGE === 's3' && missing.length > 0) throw new ConfigError(`STORAGE=s3 needs ${missing.join(', ')}`)
  if (read.TURN_URLS.length > 0 && !read.TURN_SECRET) {
    throw new ConfigError('TURN_URLS needs TURN_SECRET: the static-auth-secret of the TURN server')
  }
  if (read.LIVE_MEDIA === 'janus' && (read.JANUS_URL.length === 0 || !read.JANUS_API_SECRET)) {
    throw new ConfigError(
      'LIVE_MEDIA=janus needs JANUS_URL and JANUS_API_SECRET: docs/runbooks/janus.md says how to set it up',
    )
  }
  const serves = read.ROLE === 'all' || read.ROLE === 'web'
  if (read.JANUS_RECORDINGS_DIR !== undefined && read.LIVE_MEDIA !== 'janus' && serves) {
    throw new ConfigError(
      'JANUS_RECORDINGS_DIR needs LIVE_MEDIA=janus: nothing else records (docs/runbooks/recordings.md)',
    )
  }
  const model = {
    none: [],
    'openai-compatible': ['AI_BASE_URL', 'AI_MODEL'],
    google: ['AI_API_KEY', 'AI_MODEL'],
    anthropic: ['AI_API_KEY', 'AI_MODEL'],
  } as const
  const lacking = model[read.AI_PROVIDER].filter((name) => !read[name])
  if (lacking.length > 0) throw new ConfigError(`AI_PROVIDER=${read.AI_PROVIDER} needs ${lacking.join(' and ')}`)
  if (production) {
    const problems = checkProduction(config)
    if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  }
  return config
}

/** What files of variables leave in a value that was not meant: it would be part of a password or an address. */
function faultOfText(name: string, value: string | undefined): string[] {
  if (value === undefined) return []
  if (/[\r\n\0]/.test(value))
    return [`${name}: has a line break in it: write one line, and files with the line ends of Unix`]
  if (value !== value.trim()) return [`${name}: begins or ends with a space: leave it out`]
  if (/^(["']).*\1$/.test(value))
    return [`${name}: stands in quotes, which are taken as a part of it here: leave them out`]
  return []
}

const list = new Intl.ListFormat('en-GB')
const listOf = (names: readonly string[]): string => list.format(names)

/** Folder of this version of the program. */
const programFolder = resolve(import.meta.dirname, '../../../..')

/** Returns the path without symbolic links as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}

/** Returns the folder of a version of this program that a path is in. */
function versionAround(path: string): string | undefined {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder === programFolder || folder === realPath(programFolder)) return folder
    try {
      if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'virtual-courses') return folder
    } catch {
      // it has none
    }
  }
  return undefined
}

/** Production keeps what it must not lose where no new version replaces it. */
function checkFolder(dataDir: string): string[] {
  const advice = 'name a folder of its own, like DATA_DIR=/var/lib/virtual-courses'
  if (!isAbsolute(dataDir))
    return [
      `DATA_DIR: production needs an absolute path outside of the folder of the program: ${advice}, and move what is in ${resolve(dataDir)} there, if anything is`,
    ]
  const within = versionAround(dataDir) ?? versionAround(realPath(dataDir))
  if (within === undefined) return []
  return [`DATA_DIR: lies in ${within}, which a new version replaces: ${advice}, and move what is in ${dataDir} there`]
}

const placeholder = /^(change|replace|secret|test|example|placeholder|your|xxx|demo)|(_x{3,}|changeme)/i

/** Returns what production does not allow; each sentence names the variable and what to set (environment contract). */
function checkProduction(config: Config): string[] {
  const problems: string[] = []
  if (!config.publicUrl.startsWith('https://')) {
    problems.push('PUBLIC_URL: production needs an https address: set PUBLIC_URL=https://your.site')
  }
  if (config.payments === 'sandbox') {
    const sets = Object.values(paymentProviders).map(({ variables }) => listOf(variables))
    problems.push(`PAYMENTS: production does not take sandbox payments: set ${sets.join(', or ')}`)
  }
  problems.push(...checkFolder(config.DATA_DIR))
  if (config.PAYOUT_SECRET === undefined)
    problems.push(
      'PAYOUT_SECRET: production needs it by name, since bank details cannot be read without it: set it to the content of the file payout-secret in DATA_DIR where there is one, else to the output of: openssl rand -hex 32',
    )
  if (config.seed === 'demo') problems.push('SEED: production does not load demo data: set SEED=none or leave it out')
  for (const name of [
    ...Object.values(paymentProviders).flatMap(({ secrets }) => secrets),
    'S3_SECRET_ACCESS_KEY',
    'GOOGLE_CLIENT_SECRET',
    'CODE_SECRET',
    'PAYOUT_SECRET',
    'METRICS_TOKEN',
    'JANUS_API_SECRET',
  ] as const) {
    const value = config[name]
    if (value !== undefined && (value.length < 12 || placeholder.test(value))) {
      problems.push(`${name}: this looks like a placeholder: set the real secret`)
    }
  }
  for (const { variables, secrets } of Object.values(paymentProviders))
    for (const name of variables) {
      const isSecret = (secrets as readonly string[]).includes(name) // which are looked at above
      if (!isSecret && placeholder.test(config[name] ?? ''))
        problems.push(`${name}: this looks like a placeholder: set the real one`)
    }
  if (config.google === 'google' && config.GOOGLE_ISSUER.startsWith('http:')) {
    problems.push('GOOGLE_ISSUER: production takes only an https address')
  }
  if (config.WEB_DEV) problems.push('WEB_DEV: production serves the built web app: leave WEB_DEV out')
  return problems
}

/** Returns the page docs/configuration.md, generated from the entries. */
export function describeConfig(): string {
  const rows = Object.entries(configEntries).map(
    ([name, entry]) => `| \`${name}\` | ${entry.default} | ${entry.description.replaceAll('|', '\\|')} |`,
  )
  return [
    '# Configuration',
    '',
    'Generated from `server/src/app/config/config-entries.ts` by `npm run docs`. All configuration is by environment variables, read once at start, and a file of variables (`ENV_FILE`) that the server and all commands read.',
    'A wrong value stops the start with one sentence that names the variable.',
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
