import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../launch/plain-error.mjs'
import { projectRoot } from '../project-root.ts'
import { runNode, toolPath } from '../run-tool.ts'
import {
  aptInstall,
  findPostgres,
  prepareFfmpeg,
  prepareNginx,
  preparePocketsphinx,
  prepareRedis,
  prepareSwift,
} from '../system-programs.ts'
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

/**
 * The server's tests on the embedded database, then those that a real PostgreSQL can decide otherwise, with the statements that
 * all others ran. Only a whole run of the first writes down statements and counts which endpoints were called. Only
 * SKIP_POSTGRES_SUITE=1 may leave out the second without a failure.
 */
export function serverSuites(): Suite[] {
  const statements = join(projectRoot, '.cache', 'test-reports', 'server-statements.jsonl')
  const calls = reportFile('server-calls')
  const embedded = (whole: boolean) =>
    vitestSuite('server', 'server on the embedded database', async () => {
      await prepareServerPrograms()
      if (!whole) return {}
      rmSync(statements, { force: true })
      return { TEST_CALLS_FILE: calls, TEST_STATEMENTS_FILE: statements }
    })
  const postgres = vitestSuite('server-postgres', 'server on real PostgreSQL', async () => ({
    ...(await preparePostgres()),
    TEST_STATEMENTS_FILE: statements,
  }))
  const notRun: Outcome = { ...emptyOutcome(), notes: ['not run: SKIP_POSTGRES_SUITE is set'] }
  return [
    {
      ...embedded(true),
      async run(patterns) {
        const whole = patterns.length === 0
        const outcome = await embedded(whole).run(patterns)
        return whole ? countCalledEndpoints(outcome, calls) : outcome
      },
    },
    process.env.SKIP_POSTGRES_SUITE === '1' ? { ...postgres, run: async () => notRun } : postgres,
  ]
}

/** Installs the programs that the server's tests use, or says which tests fail without them. */
async function prepareServerPrograms(): Promise<void> {
  await prepareRedis()
  await prepareSwift()
  await prepareFfmpeg()
  await prepareNginx()
  await preparePocketsphinx()
}

/** TEST_DATABASE_URL wins; otherwise the tests start a server of their own from the programs in POSTGRES_BIN. */
async function preparePostgres(): Promise<NodeJS.ProcessEnv> {
  await prepareServerPrograms()
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
