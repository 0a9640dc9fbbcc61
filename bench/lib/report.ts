import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The value that this share (0 to 1) of a sorted list does not exceed. Throws on an empty list. */
export const quantile = (sorted: ArrayLike<number>, share: number): number => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('An empty list has no quantile')
  return value
}

/** The middle value; the mean of the two middle ones for an even count. Throws on an empty list. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('An empty list has no median')
  return (upper + lower) / 2
}

/** Lines up columns; the first row is the heading. Text goes to the left, what starts with a digit and a lone dash to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        /^([\d.,]|-$)/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const [head, ...body] = rows
  return [head ?? [], widths.map((width) => '─'.repeat(width)), ...body].map(line).join('\n')
}

const page = join(import.meta.dirname, '../README.md')

/** One table of the page; each keeps the facts of the run that it comes from. */
export type Section =
  | 'ratios'
  | 'first-load'
  | 'memory'
  | 'upload'
  | 'live'
  | 'visit'
  | 'idle-sockets'
  | 'abuse'
  | 'playback'
  | 'settlements'
  | 'money'
  | 'quizzes'

/** Puts what a run printed into bench/README.md, in place of the earlier text of the section. */
export const writeResults = (section: Section, text: string): void => writeSection(page, section, text)

/** Puts a text into a Markdown file between the markers of a section, as a block of plain text. Throws without the markers. */
export function writeSection(file: string, section: string, text: string): void {
  const between = new RegExp(`(<!-- ${section} -->\\n)[\\s\\S]*(<!-- /${section} -->)`)
  const fenced = ['```text', text, '```', ''].join('\n')
  const before = readFileSync(file, 'utf8')
  if (!between.test(before)) throw new Error(`${file} has no section "${section}"`)
  writeFileSync(
    file,
    before.replace(between, (_all, begin: string, end: string) => begin + fenced + end),
  )
}
