import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyEmbedded, keepCompiled } from '@virtual-courses/embedded-postgres/restore'
import { type EmbeddedDatabase, startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, type Template } from '../vitest/global-setup.ts'

export type TestDatabase = {
  engine: 'embedded' | 'postgres'
  settings: pg.PoolConfig
  /** set on a real server: settings for further connections */
  url: string | undefined
  close(): Promise<void>
}

/** Puts a migrated database into the data folder of a server that a test starts: creating one costs seconds of the processor. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = inject('template')
  if (template.engine === 'embedded') await copyEmbedded(template.folder, join(dataDir, 'database'))
}

/** An embedded database, with what it held when it was new. */
type Kept = { embedded: EmbeddedDatabase; folder: string; schema: string; rows: SavedRows }
type SavedRows = {
  tables: { name: string; columns: string; rows: string }[]
  sequences: { name: string; last: string }[]
}

/**
 * The database that the last test file of this process has closed. Starting one costs a second of the processor, emptying it
 * a twentieth: files run one after the other, so that one database serves all that leave its schema as it was.
 */
const idle: unique symbol = Symbol.for('virtual-courses.idle-database')
const shared = globalThis as { [idle]?: Kept | undefined }

function takeIdle(): Kept | undefined {
  const kept = shared[idle]
  shared[idle] = undefined
  return kept
}

async function startCopy(template: Template & { engine: 'embedded' }): Promise<Kept> {
  const folder = mkdtempSync(join(template.copies, 'database-'))
  await copyEmbedded(template.folder, folder)
  await keepCompiled()
  const embedded = await startEmbedded({ dataDir: folder, log: () => {}, testing: { durable: false } })
  const [schema, rows] = await onDatabase(embedded, async (client) => [
    await readSchema(client),
    await saveRows(client),
  ])
  return { embedded, folder, schema, rows }
}

/** Empties a database for the next file, or removes it when a test has changed its schema or broken it. */
async function putBack(kept: Kept): Promise<void> {
  const empty = async (client: pg.Client) => {
    await client.query('discard all')
    if ((await readSchema(client)) !== kept.schema) return false
    await restoreRows(client, kept.rows)
    return true
  }
  const isEmpty = !shared[idle] && (await onDatabase(kept.embedded, empty).catch(() => false))
  if (isEmpty) {
    shared[idle] = kept
    return
  }
  await kept.embedded.close()
  rmSync(kept.folder, { recursive: true, force: true })
}

/**
 * Milliseconds for a statement of the test's own between two files. A machine whose processors do other work takes ten times as long as an
 * idle one; what takes longer than this hangs, and the test says so before its hook's time is over.
 */
const queryTimeout = 30_000

async function onDatabase<R>({ connection }: EmbeddedDatabase, use: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: queryTimeout, query_timeout: queryTimeout })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Returns what tells two schemas apart: relations, columns, constraints, indexes, triggers, functions and settings. */
async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    select md5(string_agg(part, E'\\n' order by part)) as text from (
      select concat_ws(' ', n.nspname, c.relname, c.relkind, c.reloptions::text, a.attname, a.atttypid, a.atttypmod, a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid), case when c.relkind in ('i', 'I') then pg_get_indexdef(c.oid) end) as part
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and ${ours}
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where conrelid <> 0
      union all select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', n.nspname, p.proname, md5(p.prosrc)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${ours}
      union all select n.nspname from pg_namespace n where ${ours}
      union all select setconfig::text from pg_db_role_setting
    ) as parts`)
  return rows[0]?.text ?? ''
}

const filledTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and ${ours}
     where c.relkind = 'r' and c.relpersistence = 'p'`,
  )
  const tables = rows.map(({ name }) => name)
  const filled = tables.map((name) => `select '${name}' as name where exists (select from ${name})`)
  return (await client.query<{ name: string }>(filled.join(' union all '))).rows.map(({ name }) => name)
}

const sequences = `select c.oid::regclass::text as name, pg_sequence_last_value(c.oid)::text as last
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and ${ours} where c.relkind = 'S'`

/** Reads the rows that migrations and the queue have written. */
async function saveRows(client: pg.Client): Promise<SavedRows> {
  const tables: SavedRows['tables'] = []
  for (const name of await filledTables(client)) {
    const { rows } = await client.query<{ columns: string; rows: string }>(
      `select (select string_agg(quote_ident(attname), ', ') from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select json_agg(t)::text from ${name} as t) as rows`,
      [name],
    )
    if (rows[0]) tables.push({ name, ...rows[0] })
  }
  return { tables, sequences: (await client.query<{ name: string; last: string }>(sequences)).rows }
}

async function restoreRows(client: pg.Client, { tables, sequences: known }: SavedRows): Promise<void> {
  await client.query('begin')
  // neither foreign keys nor triggers
  await client.query('set local session_replication_role = replica')
  const filled = await filledTables(client)
  await client.query(filled.map((name) => `delete from ${name}`).join(';'))
  for (const { name, columns, rows } of tables)
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  const before = new Map(known.map(({ name, last }) => [name, last]))
  for (const { name, last } of (await client.query<{ name: string; last: string | null }>(sequences)).rows) {
    const first = before.get(name)
    if (first === last) continue
    await client.query(first ? `select setval('${name}', ${first})` : `alter sequence ${name} restart`)
  }
  await client.query('commit')
}

let counter = 0

/** Creates a migrated database on the engine of this run. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if (template.engine === 'embedded') {
    const kept = takeIdle() ?? (await startCopy(template))
    return {
      engine: 'embedded',
      settings: { ...kept.embedded.connection, max: 1, idleTimeoutMillis: 0 },
      url: undefined,
      close: () => putBack(kept),
    }
  }
  const name = `vc_test_${process.pid}_${++counter}_${Date.now().toString(36)}`
  const admin = new pg.Client({ connectionString: template.adminUrl })
  await admin.connect()
  // Copies of one template must not overlap: PostgreSQL refuses a template that is in use.
  await admin.query('select pg_advisory_lock(7141)')
  await admin.query(`create database ${name} ${template.copy}`)
  await admin.query('select pg_advisory_unlock(7141)')
  const url = databaseUrl(template.adminUrl, name)
  return {
    engine: 'postgres',
    settings: { connectionString: url, max: 10 },
    url,
    async close() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
