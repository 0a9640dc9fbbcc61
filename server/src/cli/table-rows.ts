import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Bytes of rows that are fetched, or inserted, at once. */
const batchBytes = 2 * 1024 ** 2
const batchRows = 2000
const firstRows = 100

/** Settings of a transaction by which every server writes a row as the same text. */
export async function fixTextForms(on: Executor): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
  ])
    await sql.raw(`set local ${setting}`).execute(on)
}

/** Returns the names of all tables of the product, without those of the migrator. */
export async function listTables(on: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    order by relname collate "C"`.execute(on)
  return rows.map(({ name }) => name)
}

/**
 * Yields each row of a table as JSON, in the order of the primary key, in one transaction with `fixTextForms`. PostgreSQL writes and
 * reads the JSON itself, so that no value passes through a JavaScript number or date. The rows are fetched by a cursor.
 */
export async function* readRows(on: Executor, table: string): AsyncGenerator<string> {
  const key = await sql<{ name: string }>`
    select attname as name from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary order by attname collate "C"`.execute(on)
  const order = key.rows.map(({ name }) => sql`${sql.ref(name)}::text collate "C"`)
  const by = order.length > 0 ? sql.join(order) : sql`row_to_json(given)::text collate "C"`
  yield* fetchAll(
    on,
    sql`select row_to_json(given)::text as line from only ${sql.table(table)} as given order by ${by}`,
  )
}

/** Yields the column `line` of the rows of a query, which a cursor of the transaction fetches. */
export async function* fetchAll(on: Executor, query: ReturnType<typeof sql>): AsyncGenerator<string> {
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(on)
  for (let count = firstRows; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from backup_rows`.execute(on)
    let length = 0
    for (const { line } of rows) {
      length += line.length
      yield line
    }
    if (rows.length < count) break
    count = Math.max(1, Math.min(batchRows, Math.floor((batchBytes * rows.length) / length)))
  }
  await sql`close backup_rows`.execute(on)
}

/** Inserts rows that `readRows` has yielded. */
export async function insertRows(on: Executor, table: string, lines: AsyncIterable<string>): Promise<void> {
  const columns = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    on,
  )
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  let batch: string[] = []
  let length = 0
  const insert = async (): Promise<void> => {
    if (batch.length === 0) return
    await sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(',')}]`}::json)`.execute(
      on,
    )
    batch = []
    length = 0
  }
  for await (const line of lines) {
    batch.push(line)
    length += line.length
    if (length >= batchBytes || batch.length >= batchRows) await insert()
  }
  await insert()
}

/**
 * Drops all foreign keys, does `work`, and adds them again, which checks them: tables refer to each other in cycles, so there is no order
 * in which rows could be inserted. Triggers do not run meanwhile: what they would write is in the rows. Use it in a transaction.
 */
export async function withoutConstraints(on: Executor, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ on_table: string; name: string; definition: string }>`
    select conrelid::regclass::text as on_table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(on)
  for (const { on_table, name } of rows)
    await sql`alter table ${sql.raw(on_table)} drop constraint ${sql.ref(name)}`.execute(on)
  const tables = await listTables(on)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(on)
  await work()
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(on)
  for (const { on_table, name, definition } of rows)
    await sql`alter table ${sql.raw(on_table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(on)
}

/** Moves the sequences of columns that number their rows behind the highest number. */
export async function advanceSequences(on: Executor): Promise<void> {
  const { rows } = await sql<{ on_table: string; name: string; sequence: string }>`
    select attrelid::regclass::text as on_table, attname as name, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`.execute(on)
  for (const { on_table, name, sequence } of rows)
    await sql`select setval(${sequence}::regclass, max(${sql.ref(name)})) from ${sql.raw(on_table)} having max(${sql.ref(name)}) is not null`.execute(
      on,
    )
}
