import { stringify } from 'csv-stringify/sync'

/**
 * A text in one line; what a spreadsheet would take for a formula gets an apostrophe, also behind a semicolon, which begins a cell in
 * many countries. A line break would begin a cell of its own in
 * some programs. Numbers stay numbers, also below zero.
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
