import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { hashFiles } from './ensure-web-build.ts'

const files = { 'web/a.ts': 'a', 'web/src/b.ts': 'b', 'web/src/b.test.ts': 't', 'web/build/c.js': 'c' }
const hash = (root: string) => hashFiles(root, ['web/**'], ['web/build', '**/*.test.ts'])

test('equal files have the same digest wherever they lie', () => {
  expect(hash(temporaryFolder(files))).toBe(hash(temporaryFolder(files)))
})

test('contents and names change it', () => {
  const root = temporaryFolder(files)
  const first = hash(root)
  writeFileSync(join(root, 'web/src/b.ts'), 'B')
  const second = hash(root)
  renameSync(join(root, 'web/a.ts'), join(root, 'web/aa.ts'))
  expect(new Set([first, second, hash(root)]).size).toBe(3)
})

test('excluded files do not', () => {
  const root = temporaryFolder(files)
  const first = hash(root)
  writeFileSync(join(root, 'web/build/c.js'), 'other')
  writeFileSync(join(root, 'web/src/b.test.ts'), 'other')
  expect(hash(root)).toBe(first)
})
