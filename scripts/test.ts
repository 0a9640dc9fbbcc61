import { endLike, stopSignal } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { checkSuite } from './suites/check-suite.ts'
import { playwrightSuite } from './suites/playwright-suite.ts'
import { postgresSuite } from './suites/postgres-suite.ts'
import { runSuites } from './suites/run-suites.ts'
import type { Suite } from './suites/suite.ts'
import { summary } from './suites/summary.ts'
import { vitestSuite } from './suites/vitest-suite.ts'

const suites: Suite[] = [
  checkSuite,
  vitestSuite('scripts', 'the commands themselves'),
  vitestSuite('contract', 'the contract'),
  vitestSuite('embedded-postgres', 'PostgreSQL inside the process'),
  vitestSuite('server', 'server on the embedded database'),
  postgresSuite,
  vitestSuite('web', 'the web app'),
  playwrightSuite,
]

/** `npm test`: all suites, or those named. Ends with 1 when anything failed. */
export async function run(names: string[]): Promise<void> {
  const results = await runSuites(named(names))
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  console.log(summary(results))
  if (results.some((result) => result.failed > 0)) process.exitCode = 1
}

function named(names: string[]): Suite[] {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name))
  if (unknown.length > 0) {
    throw new PlainError(
      `There is no suite ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}`,
    )
  }
  return names.length > 0 ? suites.filter((suite) => names.includes(suite.name)) : suites
}
