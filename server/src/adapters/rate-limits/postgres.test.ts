import { inject, test } from 'vitest'
import { openTestDatabase } from '#test/support/test-database.ts'
import { rateLimitConformance } from './conformance.ts'
import { postgresStore } from './postgres.ts'

if (inject('template').engine === 'postgres')
  rateLimitConformance('PostgreSQL', async () => {
    const database = await openTestDatabase()
    return { open: () => postgresStore(database.settings, () => {}), close: database.close }
  })
else test('PostgreSQL: the store of rate limits', ({ skip }) => skip('the embedded database serves one process'))
