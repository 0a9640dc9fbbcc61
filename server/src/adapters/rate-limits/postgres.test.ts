import { inject, test } from 'vitest'
import { openTestDatabase } from '#test/support/services/test-database.ts'
import { rateLimitConformance } from './conformance.ts'
import { postgresStore } from './postgres.ts'

if (inject('template').engine === 'postgres')
  for (const [name, namesStatements] of [
    ['PostgreSQL', true],
    ['PostgreSQL behind a pooler', false],
  ] as const)
    rateLimitConformance(name, async () => {
      const database = await openTestDatabase()
      const open = () => postgresStore({ ...database.settings, namesStatements }, () => {})
      return { open, close: database.close }
    })
else test('PostgreSQL: the store of rate limits', ({ skip }) => skip('the embedded database serves one process'))
