import { aptInstall } from '../apt-install.ts'
import { findPostgres } from '../find-postgres.ts'
import { PlainError } from '../launch/plain-error.mjs'
import type { Suite } from './suite.ts'
import { vitestSuite } from './vitest-suite.ts'

const suite = vitestSuite('server-postgres', 'server on real PostgreSQL', preparePostgres)

/** The server's tests once more, on a real PostgreSQL. Only SKIP_POSTGRES_SUITE=1 may leave them out without a failure. */
export const postgresSuite: Suite = {
  ...suite,
  run: async () => {
    if (process.env.SKIP_POSTGRES_SUITE !== '1') return suite.run()
    return { passed: 0, failed: 0, skipped: 0, notes: ['not run: SKIP_POSTGRES_SUITE is set'] }
  },
}

/** TEST_DATABASE_URL wins; otherwise the tests start a server of their own from the programs in POSTGRES_BIN. */
async function preparePostgres(): Promise<NodeJS.ProcessEnv> {
  if (process.env.TEST_DATABASE_URL) return {}
  const refusal = findPostgres() ? null : await aptInstall(['postgresql'])
  const postgres = findPostgres()
  if (postgres) {
    console.log(`PostgreSQL: ${postgres.folder}, version ${postgres.version}`)
    return { POSTGRES_BIN: postgres.folder }
  }
  throw new PlainError(
    `not run: no PostgreSQL programs were found, and ${refusal ?? 'the package brought none'}. ` +
      'Install PostgreSQL, or set TEST_DATABASE_URL, or leave the suite out with SKIP_POSTGRES_SUITE=1.',
  )
}
