import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../README.md')

/** One table of the page; each keeps the facts of the run that it comes from. */
export type Section = 'ratios' | 'first-load' | 'memory' | 'upload' | 'live' | 'idle-sockets' | 'abuse'

/** Puts what a run printed into bench/README.md, in place of what stood in the same section. */
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
