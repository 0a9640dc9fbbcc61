import type { MessageDescriptor } from '@lingui/core'
import type { AuditAction, AuditSubject } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { textDownload } from '#core/files/download.ts'
import type { Page, PageQuery } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { writeAudit } from '../audit-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Maximum number of rows of a table, which says so at its end, and how many are read at once. */
const mostExported = 50_000
const exportedAtOnce = 500

/** A list as a table. */
export type ListTable<Row> = {
  /** with its ending */
  fileName: string
  action: AuditAction
  kind: AuditSubject
  /** how the audit log calls it */
  log: string
  columns: readonly MessageDescriptor[]
  lineOf: (row: Row) => (string | number)[]
  /** the last line of a table that does not have all; `most` is the number of rows */
  rest: (most: string) => MessageDescriptor
}

type Asked<Row> = {
  query: Readonly<Record<string, unknown>>
  say: Say
  /** Returns the function that reads a page. */
  open: () => Promise<(page: PageQuery) => Promise<Page<Row>>>
}

async function* write<Row>(
  { columns, lineOf, rest }: ListTable<Row>,
  { open, say }: Asked<Row>,
): AsyncGenerator<string> {
  const read = await open()
  let cursor: string | undefined
  let written = 0
  do {
    const { rows, next } = await read({ limit: exportedAtOnce, cursor })
    const lines = rows.map(lineOf)
    yield written === 0 ? csvOf([columns.map(say), ...lines], { bom: true }) : csvOf(lines)
    written += rows.length
    cursor = next ?? undefined
  } while (cursor !== undefined && written < mostExported)
  if (cursor !== undefined) yield csvOf([[say(rest(String(mostExported)))]])
}

/**
 * Returns the rows of a filter as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), as the list orders them, read and sent in
 * pieces. It carries what people wrote and who they are, so it is written to the audit log. Throws rate_limited.
 */
export async function exportList<Row>(
  deps: Deps,
  admin: CurrentUser,
  table: ListTable<Row>,
  asked: Asked<Row>,
): Promise<StreamReply> {
  await deps.limits.exports.consume(admin.id)
  const chosen = Object.entries(asked.query)
    .filter(([name, value]) => value !== undefined && value !== '' && name !== 'text')
    .map(([name, value]) => `${name} ${value}`)
  await transact(deps.db, (tx) =>
    writeAudit(deps, tx, {
      action: table.action,
      adminId: admin.id,
      kind: table.kind,
      subjectId: '',
      // the searched text may name a user
      detail: `${table.log} downloaded as CSV${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}${asked.query.text ? ', filtered by words' : ''}.`,
    }),
  )
  return textDownload(write(table, asked), table.fileName, 'text/csv')
}
