import { playwright, prepareEndToEnd } from '../e2e.ts'
import { emptyOutcome, firstLines, type Outcome, plainly, readReport, reportFile, type Suite } from './suite.ts'

/** Limit of all end-to-end tests together in milliseconds: far more than a slow machine needs, against one that hangs. */
const LIMIT = 45 * 60_000

export const playwrightSuite: Suite = {
  name: 'e2e',
  title: 'end-to-end tests in a real browser',
  async run({ patterns, title }) {
    const { browser, end } = await prepareEndToEnd()
    console.log(`Browser: ${browser.path}, version ${browser.version}`)
    const report = reportFile('e2e')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const ending = await playwright(
      browser,
      ['--reporter=list,json', ...patterns, ...(title ? ['--grep', plainly(title)] : [])],
      { env, timeout: LIMIT },
    ).finally(end)
    return [readReport(report, ending, countPlaywright)]
  },
}

type Annotation = { type: string; description?: string }
type PlaywrightTest = {
  projectName: string
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  annotations: Annotation[]
  results: { duration: number; error?: { message?: string } }[]
}
type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: PlaywrightTest[] }[]
}

/** The part of Playwright's JSON report that is counted; a flaky test passed only when it was tried again. */
export type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

export function countPlaywright({ suites, errors }: PlaywrightReport): Outcome {
  const outcome = emptyOutcome()
  for (const suite of suites) countSuite(outcome, suite, '')
  outcome.failed += errors.length
  outcome.notes.push(...errors.map((error) => `outside of any test: ${error.message?.split('\n')[0] ?? 'an error'}`))
  return outcome
}

function countSuite(outcome: Outcome, { title: name, suites = [], specs }: PlaywrightSuite, path: string): void {
  const here = path ? `${path} ${name}` : `${name}:`
  for (const suite of suites) countSuite(outcome, suite, here)
  for (const { title: spec, tests } of specs) {
    for (const { projectName, status, annotations, results } of tests) {
      const title = `${here} ${spec} [${projectName}]`
      const reason = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
      if (status === 'skipped') outcome.skipped.push({ title, reason })
      else if (status === 'unexpected') {
        outcome.failed += 1
        outcome.failures.push({ title, reason: firstLines(results.at(-1)?.error?.message) })
      } else outcome.passed += 1
      if (status === 'flaky') outcome.notes.push(`passed only when tried again: ${title}`)
      outcome.tests.push({ title, time: results.reduce((sum, { duration }) => sum + duration, 0) })
    }
  }
}
