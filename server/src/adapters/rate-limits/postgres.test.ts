import type { PoolConfig } from 'pg'
import { inject, test } from 'vitest'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { openTestDatabase } from '#test/support/services/test-database.ts'
import { rateLimitConformance } from './conformance.ts'
import { libraryPostgresStore } from './library-postgres.ts'
import { postgresStore } from './postgres.ts'

if (inject('template').engine === 'postgres')
  for (const [name, openStore] of [
    ['PostgreSQL', (settings) => postgresStore({ ...settings, namesStatements: true }, () => {})],
    ['PostgreSQL behind a pooler', (settings) => postgresStore({ ...settings, namesStatements: false }, () => {})],
    ['PostgreSQL by the library', libraryPostgresStore],
  ] as const satisfies [string, (settings: PoolConfig) => RateLimitStore][])
    rateLimitConformance(name, async () => {
      const database = await openTestDatabase()
      const open = () => openStore(database.settings)
      return { open, close: database.close }
    })
else test('PostgreSQL: the store of rate limits', ({ skip }) => skip('the embedded database serves one process'))
