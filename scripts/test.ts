import { checkSuite } from './checks.ts'
import { endLike, stopSignal } from './launch/follow.mjs'
import { playwrightSuite } from './suites/playwright-suite.ts'
import { runSuites, selectSuites, summary } from './suites/run-suites.ts'
import { serverSuites, vitestSuite } from './suites/vitest-suite.ts'

/** `npm test`: all suites, or those named, with the files that match the patterns after them. Ends with 1 when anything failed. */
export async function run(args: string[]): Promise<void> {
  const all = [
    checkSuite,
    vitestSuite('scripts', 'the commands themselves'),
    vitestSuite('contract', 'the contract'),
    vitestSuite('embedded-postgres', 'PostgreSQL inside the process'),
    ...serverSuites(),
    vitestSuite('web', 'the web app'),
    playwrightSuite,
  ]
  const { suites, patterns } = selectSuites(all, args)
  const results = await runSuites(suites, patterns)
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  console.log(summary(results))
  if (results.some((result) => result.failed > 0)) process.exitCode = 1
}
