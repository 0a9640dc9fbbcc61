import type { Client } from 'pg'
import type { Row } from './dataset.ts'

/** Inserts rows in steps of 1,000; the columns are those of the first row. Names come from our own code, never from outside. */
export async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  for (let from = 0; from < rows.length; from += 1000) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(from, from + 1000))],
    )
  }
}
