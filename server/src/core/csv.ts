import { stringify } from 'csv-stringify/sync'

/**
 * Returns a text in one line, since some programs begin a cell at a line break. What a spreadsheet would read as a formula gets an
 * apostrophe, also after a semicolon, which separates cells in many countries. Numbers stay numbers, negative ones too.
 */
function safe(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const line = cell.replace(/\p{Cc}+/gu, ' ')
  return line.replace(/(^|;)(\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/gu, "$1'$2")
}

/** Rows as CSV (RFC 4180). With `bom`, the mark by which spreadsheets know UTF-8, at its beginning. */
export const csvOf = (rows: readonly (readonly (string | number)[])[], { bom = false } = {}): string =>
  stringify(
    rows.map((row) => row.map(safe)),
    { bom, record_delimiter: 'windows' },
  )
