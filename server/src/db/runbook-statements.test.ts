import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()
const docs = resolve(import.meta.dirname, '../../../docs')
const pages = globSync('{runbooks/*,upgrading}.md', { cwd: docs })

/** Statements that a page prints for operators: those of blocks, and queries inside of a sentence or a table. */
function statementsOf(page: string): string[] {
  const text = readFileSync(join(docs, page), 'utf8')
  const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) => block.split(/;\s*\n/))
  const inline = [...text.matchAll(/`(select [^`]+ from [^`]+)`/g)].map(([, statement = '']) => statement)
  return [...blocks, ...inline].map((statement) => statement.trim()).filter(Boolean)
}

test('statements that the runbooks print are run by the database as it is now', async () => {
  const statements = pages.flatMap((page) => statementsOf(page).map((statement) => ({ page, statement })))
  expect(statements.length).toBeGreaterThan(6)
  for (const { page, statement } of statements) {
    const run = database.db.transaction().execute(async (tx) => {
      await sql.raw(statement).execute(tx)
      throw new Error('rolled back')
    })
    await expect(run, `${page}: ${statement}`).rejects.toThrow('rolled back')
  }
})
