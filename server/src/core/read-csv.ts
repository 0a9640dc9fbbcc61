import { type Options, parse } from 'csv-parse/sync'
import { plainCell } from './csv.ts'

/** A row of a table: its first line in the file, from 1, and its cells as `safeCell` has not changed them. */
export type CsvRow = { line: number; cells: string[] }

const delimiters = [',', ';', '\t']

/** Returns the sign between the cells of a table: the one that its first line has most of. */
function delimiterOf(text: string): string {
  const first =
    text
      .slice(0, 50_000)
      .split(/[\r\n]/)[0]
      ?.replace(/"[^"]*"/g, '') ?? ''
  const count = (sign: string) => first.split(sign).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Rows of a table with empty ones: the parser makes an error of each that is not as long as the first. */
const mostRows = 10_000

/** Broken rows: the parser takes some 70 µs for the error of each, and a single line can have thousands. */
const mostBroken = 100

/** Ends a parser that has read enough. */
class Enough extends Error {}

/** Calls `read`, which may throw `Enough`. Returns whether it did. */
function endsEarly(read: () => void): boolean {
  try {
    read()
    return false
  } catch (error) {
    if (!(error instanceof Enough)) throw error
    return true
  }
}

/**
 * Reads the first rows of a table with commas, semicolons or tabs, `most` with text or broken ones and `mostCells` of each, and the lines
 * of rows that cannot be read. `isCut`: only empty rows were read to the end; `isTooBroken`: it ends with the last of too many broken ones.
 */
export function readCsvRows(
  text: string,
  { most, mostCells }: { most: number; mostCells: number },
): { rows: CsvRow[]; broken: number[]; isCut: boolean; isTooBroken: boolean } {
  const broken: number[] = []
  const rows: CsvRow[] = []
  let [after, read] = [0, 0]
  const goOn = () => {
    if (rows.length + broken.length >= most || broken.length >= mostBroken || ++read >= mostRows)
      throw new Enough('read')
  }
  const options: Options = {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      broken.push(Number(error?.lines ?? after + 1))
      goOn()
      return undefined
    },
    on_record: (cells: string[], { lines }) => {
      const shown = cells.slice(0, mostCells).map((cell) => plainCell(cell.replaceAll('\r\n', '\n')))
      if (rows.length === 0 || shown.some((cell) => cell.trim() !== '')) rows.push({ line: after + 1, cells: shown })
      after = lines
      goOn()
      return null
    },
  }
  const isCut = endsEarly(() => void parse(text, options))
  const isTooBroken = isCut && broken.length >= mostBroken
  return { rows, broken, isCut: isCut && !isTooBroken && rows.length + broken.length < most, isTooBroken }
}

const longestSource = 160

/** Returns how a part of a file begins, in one line. */
export function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * longestSource)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > longestSource ? `${line.slice(0, longestSource).trimEnd()}…` : line
}
