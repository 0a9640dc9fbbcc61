import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

const folder = join(projectRoot, 'e2e')
const specs = new Map(globSync('**/*.spec.ts', { cwd: folder }).map((file) => [basename(file, '.spec.ts'), file]))
const rows = readFileSync(join(folder, 'COVERAGE.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!section|what|-)/.test(line))
  .map((line) => line.slice(2, -2).split(' | ').slice(-2))

it('names sentences', () => expect(rows.length).toBeGreaterThan(50))

it.each(rows)('%s: %s', (file = '', title = '') => {
  const quotes = ["'", '"', '`']
  const source = readFileSync(join(folder, specs.get(file) ?? `${file}.spec.ts`), 'utf8').replace(/\(\s+/g, '(')
  expect(
    quotes.some((quote) => source.includes(`(${quote}${title}`)),
    `${file}.spec.ts has no such test`,
  ).toBe(true)
})
