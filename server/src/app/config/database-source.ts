import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Db } from '#core/executor.ts'
import { newerMigrationOf } from '#db/list-migrations.ts'
import type { DatabaseSettings } from '#db/open-database.ts'
import { migrationsOf } from '#db/open-database.ts'
import { ConfigError } from './config.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
type DatabaseConfig = {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR: string
}

/** Folder of the embedded database. */
export const embeddedFolder = (config: { DATA_DIR: string }): string => join(resolve(config.DATA_DIR), 'database')

/** Names the configured database for operators, without its password. */
export function nameDatabase(config: DatabaseConfig): string {
  if (!config.DATABASE_URL) return `the embedded database in ${embeddedFolder(config)}`
  const { host, pathname, searchParams } = new URL(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL)
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${searchParams.get('host') ?? decodeURIComponent(host)}`
}

/** An opened PostgreSQL database. */
export type DatabaseSource = {
  /** how requests and jobs connect, perhaps through a pooler */
  settings: DatabaseSettings
  /** how to connect for what needs a connection of its own: notifications, migrations, work without time limits */
  direct: DatabaseSettings
  /** whether other processes use it */
  shared: boolean
  close(): Promise<void>
}

/** Longest time of a statement of a request or job, in milliseconds. */
const statementMs = 15_000
/** A request that gets no connection in this time is answered 503: behind one slow table the others do not wait for ever. */
const waitMs = 5_000

/**
 * Opens the configured PostgreSQL server, or the embedded database under DATA_DIR. Throws ConfigError and EmbeddedDatabaseError.
 * `queryLimitMs` is the limit of a query in the embedded database; by default that of requests.
 */
export async function openSource(config: DatabaseConfig, log: Log, queryLimitMs?: number): Promise<DatabaseSource> {
  if (config.DATABASE_URL) {
    const waiting = { max: 8, connectionTimeoutMillis: waitMs }
    const direct = {
      ...waiting,
      connectionString: await reach(config),
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 30_000,
      // JIT compilation takes longer than any of our queries.
      options: '-c jit=off',
      namesStatements: true,
    }
    // A pooler in transaction mode refuses parameters of a session. Its own configuration sets them for its connections.
    const pooled = {
      ...waiting,
      connectionString: await chooseTls(config.DATABASE_URL, 'DATABASE_URL'),
      query_timeout: statementMs + 1_000,
    }
    return {
      settings: config.DATABASE_DIRECT_URL === undefined ? direct : pooled,
      direct,
      shared: true,
      close: async () => {},
    }
  }
  const { startEmbedded } = await import('@virtual-courses/embedded-postgres/start')
  const embedded = await startEmbedded({
    dataDir: embeddedFolder(config),
    log,
    ...(queryLimitMs !== undefined && { queryLimitMs }),
  })
  const alone = { ...embedded.connection, max: 1, idleTimeoutMillis: 0 }
  return {
    settings: alone,
    direct: alone,
    shared: false,
    close: () => embedded.close(),
  }
}

/**
 * Returns the address of the database itself, as the driver takes it, after a first connection. Throws ConfigError for a server that
 * cannot be reached or that cannot keep our texts.
 */
export async function reach(config: DatabaseConfig): Promise<string> {
  const name = config.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const address = await chooseTls(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? '', name)
  const { encoding, version } = await connectOnce(address, name)
  if (Number(version) < 150_000)
    throw new ConfigError(`${name}: this PostgreSQL is older than 15: upgrade it, 15 to 18 are supported`)
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `${name}: the encoding of the database is ${encoding}, which cannot keep every text: create one with: create database NAME owner USER encoding 'UTF8' template template0`,
    )
  return address
}

/** Modes that try one way and then the other, as psql does. */
const attempts: Record<string, readonly string[]> = { prefer: ['require', 'disable'], allow: ['disable', 'require'] }

/**
 * Returns an address for the driver whose `sslmode` means what libpq says. The modes that choose are decided by a connection, since the
 * driver cannot. Throws ConfigError.
 */
async function chooseTls(address: string, name: string): Promise<string> {
  const url = new URL(address)
  const { searchParams: given } = url
  const file = given.get('sslrootcert')
  if (file === 'system') given.delete('sslrootcert')
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = given.get(parameter)
    if (path !== null && !isReadable(path))
      throw new ConfigError(`${name}: ${parameter} names ${path}, which is not there or cannot be read by this user`)
  }
  if (!given.has('sslmode') && file === null) return address
  // a certificate of an authority without a mode: it is meant to be compared
  const mode = given.get('sslmode') ?? 'verify-full'
  given.set('uselibpqcompat', 'true')
  const withMode = (one: string): string => {
    given.set('sslmode', file === 'system' && one === 'require' ? 'verify-full' : one)
    return url.href
  }
  const ways = attempts[mode]
  if (!ways) return withMode(mode)
  let failure: unknown
  for (const way of ways) {
    const candidate = withMode(way)
    try {
      await connectOnce(candidate, name)
      return candidate
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Connects without a parameter that a pooler would refuse, and returns what the server is. Throws ConfigError. */
async function connectOnce(address: string, name: string): Promise<{ encoding: string; version: string }> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2 * waitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ encoding: string; version: string }>(
      "select current_setting('server_encoding') as encoding, current_setting('server_version_num') as version",
    )
    return rows[0] ?? { encoding: '', version: '' }
  } catch (error) {
    throw explainConnection(error, address, name)
  } finally {
    await client.end().catch(() => {})
  }
}

const privateAuthority =
  'its certificate is not of an authority that this machine knows: add sslrootcert=FILE with the certificate of yours, or say sslmode=require to encrypt without comparing'

/** True for the error of a pooler that refuses the parameters of a direct connection. */
export const isPoolerError = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')

export const poolerAddress =
  'DATABASE_URL is the address of a connection pooler: set DATABASE_DIRECT_URL to that of the database itself (docs/runbooks/postgresql.md)'

/** Sentences for the errors of a first connection, by their code of PostgreSQL, Node or TLS. */
const sentences: Record<string, string> = {
  '28P01': 'the server refuses user or password',
  '28000': 'the server lets this user in from here only in another way: see its pg_hba.conf, and try sslmode=require',
  '3D000': 'the server has no database of that name',
  ECONNREFUSED: 'nothing answers there: is the server running, and is the port right?',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ETIMEDOUT: 'the host does not answer',
  SELF_SIGNED_CERT_IN_CHAIN: privateAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: privateAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: privateAuthority,
  UNABLE_TO_GET_ISSUER_CERT: privateAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: privateAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: use that name, or sslmode=verify-ca with sslrootcert, which does not compare it',
}

function explainConnection(error: unknown, address: string, name: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (isPoolerError(error)) return new ConfigError(poolerAddress)
  const { hostname, port } = new URL(address)
  const code = (error as { code?: string }).code ?? '' // errno, or the code of a PostgreSQL or TLS error
  const sentence = error.message.includes('does not support SSL')
    ? 'the server does not speak TLS: say sslmode=disable, or switch TLS on there'
    : error.message.includes('timeout')
      ? 'the host does not answer'
      : sentences[code]
  if (sentence === undefined) return error
  return new ConfigError(`${name}: ${hostname}${port && `:${port}`}: ${sentence} (${error.message || code})`)
}

/** Throws where a newer version has migrated the database: this one would write rows that the newer one cannot read. */
export async function requireKnownSchema(db: Db, config: DatabaseConfig): Promise<void> {
  const newer = await newerMigrationOf(db)
  if (newer === undefined) return
  throw new ConfigError(
    `${capital(nameDatabase(config))} is of a newer version of Virtual Courses (this one does not know the migration ${newer}): start that version, or restore a backup of this version into an empty database. There are no migrations back.`,
  )
}

/** Throws unless the database was made by this very version: a command changes no schema under a server that runs. */
export async function requireMigrated(db: Db, config: DatabaseConfig): Promise<void> {
  await requireKnownSchema(db, config)
  const { applied, pending } = await migrationsOf(db)
  if (applied === 0)
    throw new ConfigError(
      `There is nothing of this site in ${nameDatabase(config)}: start the site once, or name its settings with ENV_FILE.`,
    )
  if (pending > 0)
    throw new ConfigError(
      `${capital(nameDatabase(config))} is of an earlier version: start this version of the site first.`,
    )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
