import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import { sql } from 'kysely'
import type { Db } from '#core/executor.ts'
import { migrate, openDatabase } from '#db/open-database.ts'
import { schemaNotes } from '#db/schema-notes.ts'

type Column = { table: string; name: string; type: string; nullable: boolean; defaulted: boolean }

/** Returns the text of `db/schema.generated.ts`, from the tables of a database with all migrations. Takes some seconds. */
export async function generateSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-schema-'))
  const embedded = await startEmbedded({ dataDir, log: () => {}, testing: { durable: false } })
  const { db, close } = openDatabase({ ...embedded.connection, max: 1, idleTimeoutMillis: 0 }, () => {})
  try {
    await migrate(db)
    return describeTables(await readColumns(db))
  } finally {
    await close()
    await embedded.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Columns of every table of the product, in the order of their tables' names. */
async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null as defaulted
    from information_schema.columns
    where table_schema = 'public' and not starts_with(table_name, 'kysely_')
    order by table_name collate "C", ordinal_position`.execute(db)
  return rows
}

/** PostgreSQL's types as `pg` reads and takes them. */
const types: Record<string, string> = {
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  float8: 'number',
  int8: 'ColumnType<string, number, number>',
  timestamptz: 'Date',
  bit: 'string',
  bytea: 'Buffer',
  jsonb: 'ColumnType<unknown, string, string>',
  _text: 'string[]',
  _int4: 'number[]',
}

function describeTables(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table)
  checkNotes(tables)
  const used = (name: string) => columns.some((column) => noteOf(column)?.type === name)
  const imported = (names: readonly string[]) => names.filter(used).join(',\n  ')
  return `// Written by "npm run docs" from the migrated database and schema-notes.ts: do not edit.
import type {
  ${imported(contractTypes)},
} from '@virtual-courses/contract'
import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely'
import type {
  ${imported(ownTypes)},
} from './schema-notes.ts'

type Nullable<T> = ColumnType<SelectType<T> | null, InsertType<T> | null | undefined, UpdateType<T> | null>
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>

${[...tables].map(([name, own]) => describeTable(name, own)).join('\n')}
export type Database = {
${[...tables.keys()].map((name) => `  ${name}: ${typeName(name)}`).join('\n')}
}
`
}

const contractTypes = [
  'AnswerOutcome',
  'AnswerState',
  'AuditAction',
  'AuditSubject',
  'CaptionSource',
  'Category',
  'CourseLanguage',
  'EntryKind',
  'HandedInWay',
  'InvoiceKind',
  'LateRule',
  'Level',
  'LiveState',
  'MarkCause',
  'NotePlaceKind',
  'PassageKind',
  'QuestionKind',
  'QuizShowPart',
  'QuizShowTime',
  'ReportReason',
  'Role',
  'SitePageOrigin',
  'StreamState',
  'TranscriptionKind',
  'TranscriptionState',
  'UnsureFound',
  'UnsureState',
  'UploadState',
  'WithdrawalCause',
]
const ownTypes = [
  'AccountCodePurpose',
  'BulkAct',
  'CouponKind',
  'CouponUseState',
  'DisputeStatus',
  'DraftKind',
  'FilteredList',
  'FindingKind',
  'GivenRole',
  'LedgerAccount',
  'LiveEndReason',
  'LiveMediaKind',
  'LiveQuestionState',
  'OrderStatus',
  'PayoutRunStatus',
  'PayoutStatus',
  'PostingKind',
  'RecordingState',
  'RecordingStop',
  'RefundReason',
  'RefundStatus',
  'UndoOutcome',
]

const noteOf = ({ table, name }: Column) => schemaNotes[table]?.columns?.[name]

/** `live_messages` becomes `LiveMessagesTable`. */
const typeName = (table: string): string => `${table.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Table`

function describeTable(name: string, columns: readonly Column[]): string {
  const doc = schemaNotes[name]?.table
  return `${doc ? `/** ${doc} */\n` : ''}export type ${typeName(name)} = {
${columns.map(describeColumn).join('\n')}
}
`
}

function describeColumn(column: Column): string {
  const note = noteOf(column)
  const plain = note?.type ?? types[column.type]
  if (!plain) throw new Error(`${column.table}.${column.name}: no type is known for ${column.type}`)
  const type = column.nullable ? `Nullable<${plain}>` : column.defaulted ? `Defaulted<${plain}>` : plain
  return `${note?.doc ? `  /** ${note.doc} */\n` : ''}  ${column.name}: ${type}`
}

function checkNotes(tables: ReadonlyMap<string, readonly Column[]>): void {
  for (const [table, { columns = {} }] of Object.entries(schemaNotes)) {
    const known = new Set(tables.get(table)?.map(({ name }) => name))
    for (const [column, { type }] of Object.entries(columns)) {
      if (!known.has(column)) throw new Error(`schema-notes.ts describes ${table}.${column}, which does not exist`)
      if (type && ![...contractTypes, ...ownTypes].includes(type))
        throw new Error(`generate-schema.ts does not import ${type}`)
    }
    if (known.size === 0) throw new Error(`schema-notes.ts describes the table ${table}, which does not exist`)
  }
}
