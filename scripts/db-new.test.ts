import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newMigration } from './db-new.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const index = `import type { Migration } from 'kysely/migration'
import * as firstSale from './001-first-sale.ts'

export const migrations: Record<string, Migration> = {
  '001-first-sale': firstSale,
}
`

test('the next number is taken and the index names it last', () => {
  const folder = temporaryFolder({ '001-first-sale.ts': '', 'index.ts': index })
  expect(newMigration(folder, 'course-tags')).toBe(join(folder, '002-course-tags.ts'))
  newMigration(folder, 'drop-2')
  expect(readdirSync(folder).sort()).toEqual(['001-first-sale.ts', '002-course-tags.ts', '003-drop-2.ts', 'index.ts'])
  expect(readFileSync(join(folder, 'index.ts'), 'utf8')).toBe(`import type { Migration } from 'kysely/migration'
import * as firstSale from './001-first-sale.ts'
import * as courseTags from './002-course-tags.ts'
import * as drop2 from './003-drop-2.ts'

export const migrations: Record<string, Migration> = {
  '001-first-sale': firstSale,
  '002-course-tags': courseTags,
  '003-drop-2': drop2,
}
`)
})

test.each(['', 'Course', '../x', 'two words', '2nd', 'first-sale'])(
  '"%s" is refused and nothing is written',
  (name) => {
    const folder = temporaryFolder({ '001-first-sale.ts': '', 'index.ts': index })
    expect(() => newMigration(folder, name)).toThrow()
    expect(readdirSync(folder)).toHaveLength(2)
    expect(readFileSync(join(folder, 'index.ts'), 'utf8')).toBe(index)
  },
)
