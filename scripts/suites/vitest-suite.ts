import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuild } from '../prepare/ensure-web-build.ts'
import {
  prepareFfmpeg,
  prepareNginx,
  preparePocketsphinx,
  preparePostgres,
  prepareRedis,
  prepareSwift,
} from '../prepare/system-programs.ts'
import { projectRoot } from '../project-root.ts'
import { runNode, toolPath } from '../run-tool.ts'
import { countCalledEndpoints } from './called-endpoints.ts'
import { emptyOutcome, endingNote, type Outcome, plainly, type Run, reportFile, type Suite } from './suite.ts'
import type { VitestReport } from './vitest-reporter.ts'

/** Limit of all projects together in milliseconds: far more than a slow machine needs, so that one that hangs does not hold up the rest. */
const LIMIT = 60 * 60_000

const reporter = join(import.meta.dirname, 'vitest-reporter.ts')

/** The projects of vitest.config.ts. */
const titles: Record<string, string> = {
  scripts: 'the commands themselves',
  contract: 'the contract',
  'embedded-postgres': 'PostgreSQL inside the process',
  server: 'server on PostgreSQL',
  'server-embedded': 'server on the embedded database',
  web: 'the web app',
}

/**
 * The projects of vitest.config.ts as suites of the same names, which share one run: its workers are never idle while a long file ends.
 * Only a whole run of "server" records statements, which "server-embedded" prepares, and calls of endpoints. Without PostgreSQL it runs on
 * the embedded database: a failure, unless SKIP_POSTGRES_SUITE=1 asks for it or files are chosen.
 */
export const vitestSuites = (): Suite[] => Object.entries(titles).map(([name, title]) => ({ name, title, run }))

const run: Run = async ({ patterns, title }, names) => {
  const chosen = patterns.length > 0 || title !== undefined
  const { env, kept, missing } = await prepare(names, chosen)
  const wanted = names.filter((name) => !kept.has(name))
  const statements = join(projectRoot, '.cache', 'test-reports', 'server-statements.jsonl')
  const calls = reportFile('server-calls')
  env.TEST_STATEMENTS_FILE = statements
  if (!chosen && wanted.includes('server')) {
    rmSync(statements, { force: true })
    env.TEST_CALLS_FILE = calls
  }
  const file = reportFile('vitest')
  const args = ['run', ...wanted.flatMap((name) => ['--project', name])]
  args.push('--reporter=default', `--reporter=${reporter}`, ...patterns)
  if (title) args.push('--testNamePattern', plainly(title))
  const report = wanted.length > 0 ? await runVitest(args, { ...env, TEST_REPORT_FILE: file }, file) : emptyReport()
  return names.map((name) => {
    const outcome = kept.get(name) ?? outcomeOf(report, name)
    if (name !== 'server' || chosen) return outcome
    const counted = countCalledEndpoints(outcome, calls)
    return missing ? { ...counted, failed: counted.failed + 1, notes: [...counted.notes, missing] } : counted
  })
}

type Prepared = {
  env: NodeJS.ProcessEnv
  /** outcomes of projects that are not run */
  kept: Map<string, Outcome>
  /** why the server's tests do not run on PostgreSQL, if that is a failure */
  missing: string | undefined
}

/** Installs what the projects need, and chooses the engine of the server's tests. */
async function prepare(names: readonly string[], chosen: boolean): Promise<Prepared> {
  const kept = new Map<string, Outcome>()
  if (!names.some((name) => name.startsWith('server'))) return { env: {}, kept, missing: undefined }
  await prepareServerPrograms()
  // tests start processes that serve pages
  await ensureWebBuild()
  if (!names.includes('server')) return { env: {}, kept, missing: undefined }
  const skipped = process.env.SKIP_POSTGRES_SUITE === '1'
  const found = skipped ? 'SKIP_POSTGRES_SUITE is set' : process.env.TEST_DATABASE_URL ? {} : await preparePostgres()
  if (typeof found !== 'string') return { env: found, kept, missing: undefined }
  console.log(`The server's tests run on the embedded database: ${found}`)
  if (names.includes('server-embedded'))
    kept.set('server-embedded', { ...emptyOutcome(), notes: ['part of the suite "server" this time'] })
  return { env: { SERVER_ENGINE: 'embedded' }, kept, missing: skipped || chosen ? undefined : found }
}

const emptyReport = (): VitestReport => ({ projects: {}, errors: [] })

/** Runs Vitest and returns its report, to which it adds what went wrong around the tests. */
async function runVitest(args: string[], env: NodeJS.ProcessEnv, file: string): Promise<VitestReport> {
  const ending = await runNode(toolPath('vitest', 'vitest'), args, { env, timeout: LIMIT })
  if (!existsSync(file)) return { projects: {}, errors: [`the test runner ${endingNote(ending)} and left no report`] }
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failed = Object.values(report.projects).some((outcome) => outcome.failed > 0)
  if (ending.code !== 0 && !failed && report.errors.length === 0)
    report.errors.push(`every test passed, but the test runner ${endingNote(ending)}`)
  return report
}

/** The outcome of a project. Errors of the run count in each: they may have kept its tests from being run. */
export function outcomeOf({ projects, errors }: VitestReport, name: string): Outcome {
  const found = projects[name] ?? emptyOutcome()
  const ran = found.passed + found.failed > 0
  const problems = [
    ...(ran ? [] : [errors.length > 0 ? 'it was not run' : 'no test was run']),
    ...errors.map((error) => `outside of any test: ${error}`),
  ]
  return {
    ...found,
    took: found.took ?? 0,
    failed: found.failed + problems.length,
    notes: [...found.notes, ...problems],
  }
}

/** Installs the programs that the server's tests use, or says which tests fail without them. */
async function prepareServerPrograms(): Promise<void> {
  await prepareRedis()
  await prepareSwift()
  await prepareFfmpeg()
  await prepareNginx()
  await preparePocketsphinx()
}
