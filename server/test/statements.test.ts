import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from './support/services/test-database.ts'

/** Written by the tests on PostgreSQL, of which only some run here too. */
const file = process.env.TEST_STATEMENTS_FILE
/** Tables and columns that are not there: of earlier schemas, or of tables that a test makes for itself. */
const undefinedNames = ['42P01', '42703']
const isPreparable = (text: string) => /^\s*\(?(select|insert|update|delete|with)\b/i.test(text)

test.skipIf(!file || !existsSync(file))(
  'every statement that the tests ran on PostgreSQL is understood by the embedded database',
  async () => {
    const statements = readFileSync(file ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line))
      .filter(isPreparable)
    const database = await openTestDatabase()
    const client = new pg.Client(database.settings)
    await client.connect()
    const refused: string[] = []
    for (const text of statements) {
      await client.query(`prepare statement as ${text}`).then(
        () => client.query('deallocate statement'),
        ({ code, message }: pg.DatabaseError) =>
          !undefinedNames.includes(code ?? '') && refused.push(`${message}: ${text}`),
      )
    }
    await client.end()
    await database.close()
    expect(refused).toEqual([])
    expect(statements.length).toBeGreaterThan(300)
  },
)
