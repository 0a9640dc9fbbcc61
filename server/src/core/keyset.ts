import { msg } from '@lingui/core/runtime-macro'
import { mostCounted } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DomainError } from './domain-error.ts'
import type { Executor } from './executor.ts'

/**
 * A time as PostgreSQL writes it in JSON. It reads no more: zones are less than 16 hours away, fractions have microseconds, and there is no
 * year 0 (years before 1000 are no times of ours).
 */
const writtenTime = z.iso.datetime({ offset: true }).regex(/^[1-9]\d{3}-[^.]*(\.\d{1,6})?(Z|[+-](0\d|1[0-5]):\d\d)$/)

/** Kinds of columns that lists are ordered by: what a cursor may carry of them, and their type in PostgreSQL. */
const kinds = {
  time: { schema: writtenTime, cast: 'timestamptz' },
  text: {
    schema: z
      .string()
      .max(500)
      .regex(/^\P{Cc}*$/u),
    cast: 'text',
  },
  integer: { schema: z.int32(), cast: 'int' },
  long: { schema: z.int().min(0), cast: 'bigint' },
  real: { schema: z.number(), cast: 'float8' },
} as const

/**
 * An order of a list: SQL expressions, all ascending or all descending and none of them null, the last one unique. One index with
 * the same expressions serves every page in both directions.
 */
export type Order = {
  direction: 'asc' | 'desc'
  keys: readonly (readonly [expression: string, kind: keyof typeof kinds])[]
}

/** The newest rows of a table first. */
export const newestFirst = (table: string, time = 'created_at'): Order => ({
  direction: 'desc',
  keys: [
    [`${table}.${time}`, 'time'],
    [`${table}.id`, 'text'],
  ],
})

/** A page as a caller asks for it. */
export type PageQuery = { limit: number; cursor?: string | undefined }

/** A row of a page with the values of its order as JSON: only those of the first and the last row are read. */
export type Keyed = { page_key: string }

/** A page: its rows, and the cursors of the pages beside it; null where there is none. */
export type Page<Row> = { rows: Row[]; next: string | null; previous: string | null }

type Position = { forward: boolean; values: unknown[] }

const encode = (forward: boolean, { page_key }: Keyed): string =>
  Buffer.from(JSON.stringify([forward ? 1 : 0, ...JSON.parse(page_key)])).toString('base64url')

/** Reads a cursor of this order. Throws invalid_input for anything else. */
function decode({ keys }: Order, cursor: string): Position {
  try {
    const [forward, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (values.length !== keys.length || (forward !== 0 && forward !== 1)) throw new Error('a cursor of another list')
    return { forward: forward === 1, values: keys.map(([, kind], at) => kinds[kind].schema.parse(values[at])) }
  } catch {
    throw new DomainError(
      'invalid_input',
      msg`This page of the list cannot be found any more. Please begin at its start.`,
    )
  }
}

export type Keyset = {
  /** condition for the rows behind the cursor, such as `(created_at, id) < ($1::timestamptz, $2::text)`; `true` without one */
  condition: string
  /** ORDER BY list */
  order: string
  /** expression of the order's values, which rows carry as `page_key` */
  keys: string
  /** number of rows to read: one more than the page has shows whether there is a further page */
  limit: number
  /** Returns the page of the rows that were read. */
  pageOf<Row extends Keyed>(rows: readonly Row[]): Page<Row>
}

/**
 * Plans the query of a page in an order. What a cursor contains reaches the database only as parameters, through `parameter`, which
 * returns the placeholder of a value. Throws invalid_input for a cursor that is not of this order.
 */
export function keyset(order: Order, { limit, cursor }: PageQuery, parameter: (value: unknown) => string): Keyset {
  const position = cursor === undefined ? undefined : decode(order, cursor)
  const forward = position?.forward ?? true
  const direction = forward === (order.direction === 'asc') ? 'asc' : 'desc'
  const expressions = order.keys.map(([expression]) => expression)
  const values = position?.values.map(
    (value, at) => `${parameter(value)}::${kinds[order.keys[at]?.[1] ?? 'text'].cast}`,
  )
  return {
    condition: values
      ? `(${expressions.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${values.join(', ')})`
      : 'true',
    order: expressions.map((expression) => `${expression} ${direction}`).join(', '),
    keys: `json_build_array(${expressions.join(', ')})::text`,
    limit: limit + 1,
    pageOf(read) {
      const more = read.length > limit
      const rows = read.slice(0, limit)
      if (!forward) rows.reverse()
      const [first, last] = [rows[0], rows.at(-1)]
      const hasPrevious = forward ? position !== undefined : more
      const hasNext = forward ? more : true
      return {
        rows,
        previous: first && hasPrevious ? encode(false, first) : null,
        next: last && hasNext ? encode(true, last) : null,
      }
    },
  }
}

/**
 * The same for queries that are written with `sql`: `within` is a condition, `key` a select item (`keys` without its name), and
 * `tail` ends the statement.
 */
export function keysetSql(order: Order, query: PageQuery) {
  const values: unknown[] = []
  const planned = keyset(order, query, (value) => `\u0001${values.push(value) - 1}\u0001`)
  // the condition has its parameters between control characters, which no expression of ours contains
  const parts = planned.condition.split('\u0001')
  const within: RawBuilder<boolean> = sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part)]))),
    sql.raw(''),
  )
  return {
    within,
    keys: sql.raw<string>(planned.keys),
    key: sql`${sql.raw(planned.keys)} as page_key`,
    tail: sql`order by ${sql.raw(planned.order)} limit ${planned.limit}`,
    pageOf: planned.pageOf,
  }
}

/** Returns the number of rows of `from` (a table, its joins and conditions), counted up to `mostCounted`: no more of them are read. */
export async function countUpTo(on: Executor, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${from} limit ${mostCounted}) as counted`.execute(on)
  return rows[0]?.count ?? 0
}

/** Reads a list to its end, a page of so many rows at a time. A list without rows has no page. */
export async function* eachPage<Row>(
  limit: number,
  read: (page: PageQuery) => Promise<Pick<Page<Row>, 'rows' | 'next'>>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { rows, next } = await read({ limit, cursor })
    if (rows.length > 0) yield rows
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
