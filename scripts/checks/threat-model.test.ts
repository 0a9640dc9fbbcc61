import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'

/** Rows of a table whose last column names tests: `path`, or `path`: "title", "title"; several parts are separated by ";". */
const cells = readFileSync(join(projectRoot, 'docs/threat-model.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('.test.ts`'))
  .flatMap((line) => (line.split('|').at(-2) ?? '').split(/;\s*(?=`)/))

const named = cells.map((cell) => ({
  file: /`([^`]+)`/.exec(cell)?.[1] ?? '',
  titles: [...cell.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
}))

test('the threat model names tests', () => expect(named.length).toBeGreaterThan(20))

test.each(named)('$file holds the tests that the threat model names', ({ file, titles }) => {
  const path = [file, join('server/src', file)].map((one) => join(projectRoot, one)).find((one) => existsSync(one))
  if (!path) return expect.fail(`docs/threat-model.md names ${file}, which is not there`)
  const source = readFileSync(path, 'utf8')
  for (const title of titles) expect(source).toContain(title)
})
