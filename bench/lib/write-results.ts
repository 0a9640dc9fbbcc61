import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../README.md')
const between = /(<!-- results -->\n)[\s\S]*(<!-- \/results -->)/

/** Puts what a run printed into bench/README.md, in place of what stood there. */
export function writeResults(text: string): void {
  const fenced = ['```text', text, '```', ''].join('\n')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, (_all, begin: string, end: string) => begin + fenced + end),
  )
}
