import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../README.md')

/** One table of the page; each keeps the facts of the run that it comes from. */
export type Section = 'ratios' | 'first-load' | 'memory' | 'upload' | 'live' | 'idle-sockets' | 'abuse'

/** Puts what a run printed into bench/README.md, in place of what stood in the same section. */
export function writeResults(section: Section, text: string): void {
  const between = new RegExp(`(<!-- ${section} -->\\n)[\\s\\S]*(<!-- /${section} -->)`)
  const fenced = ['```text', text, '```', ''].join('\n')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, (_all, begin: string, end: string) => begin + fenced + end),
  )
}
