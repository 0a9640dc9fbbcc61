import { join } from 'node:path'
import { PlainError } from '../launch/plain-error.mjs'
import { runNode, toolPath } from '../run-tool.ts'
import { aptInstall, findPostgres, prepareRedis } from '../system-programs.ts'
import { countCalledEndpoints } from './called-endpoints.ts'
import { emptyOutcome, type Outcome, readReport, reportFile, type Suite } from './suite.ts'

/** Limit of a suite in milliseconds: far more than a slow machine needs, so that a suite that hangs does not hold up the others. */
const LIMIT = 30 * 60_000

const reporter = join(import.meta.dirname, 'vitest-reporter.ts')

/** A project of vitest.config.ts as a suite of the same name. `prepare` returns what its environment needs, or throws. */
export function vitestSuite(
  name: string,
  title: string,
  prepare: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Suite {
  return {
    name,
    title,
    async run(patterns) {
      const report = reportFile(name)
      const env = { ...(await prepare()), TEST_REPORT_FILE: report }
      const args = ['run', '--project', name, '--reporter=default', `--reporter=${reporter}`, ...patterns]
      const ending = await runNode(toolPath('vitest', 'vitest'), args, { env, timeout: LIMIT })
      return readReport(report, ending, (outcome: Outcome) => outcome)
    },
  }
}

/** The server's tests on the embedded database. A whole run also counts which endpoints they called. */
export function serverSuite(): Suite {
  const calls = reportFile('server-calls')
  const suite = vitestSuite('server', 'server on the embedded database', async () => {
    await prepareRedis()
    return { TEST_CALLS_FILE: calls }
  })
  return {
    ...suite,
    async run(patterns) {
      const outcome = await suite.run(patterns)
      return patterns.length > 0 ? outcome : countCalledEndpoints(outcome, calls)
    },
  }
}

/** The server's tests once more, on a real PostgreSQL. Only SKIP_POSTGRES_SUITE=1 may leave them out without a failure. */
export function postgresSuite(): Suite {
  const suite = vitestSuite('server-postgres', 'server on real PostgreSQL', preparePostgres)
  if (process.env.SKIP_POSTGRES_SUITE !== '1') return suite
  return { ...suite, run: async () => ({ ...emptyOutcome(), notes: ['not run: SKIP_POSTGRES_SUITE is set'] }) }
}

/** TEST_DATABASE_URL wins; otherwise the tests start a server of their own from the programs in POSTGRES_BIN. */
async function preparePostgres(): Promise<NodeJS.ProcessEnv> {
  await prepareRedis()
  if (process.env.TEST_DATABASE_URL) return {}
  const problem = findPostgres() ? null : await aptInstall(['postgresql'])
  const postgres = findPostgres()
  if (postgres) {
    console.log(`PostgreSQL: ${postgres.folder}, version ${postgres.version}`)
    return { POSTGRES_BIN: postgres.folder }
  }
  throw new PlainError(
    `not run: no PostgreSQL programs were found, and ${problem ?? 'the package brought none'}. ` +
      'Install PostgreSQL, or set TEST_DATABASE_URL, or leave the suite out with SKIP_POSTGRES_SUITE=1.',
  )
}
