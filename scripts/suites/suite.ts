import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ending } from '../launch/follow.mjs'
import { projectRoot } from '../project-root.ts'

/** What became of one suite. `notes` are sentences for the summary: why something did not run, what went wrong around the tests. */
export type Outcome = {
  passed: number
  failed: number
  /** The tests among `failed` that have a name, each with the first lines of why */
  failures: { title: string; reason: string }[]
  skipped: { title: string; reason: string }[]
  /** `time` in milliseconds */
  tests: { title: string; time: number }[]
  notes: string[]
  /** milliseconds, where a suite ran beside others and knows better than who waited for it */
  took?: number
}

/** Patterns of file names, and words of the title, of the tests that are wanted; none for all. */
export type Selection = { patterns: string[]; title?: string }

/**
 * A part of `npm test`. Suites that follow each other with the same `run` are run by one call, which resolves to an outcome for each of
 * the names. `run` prints as it goes; when it throws, each of its suites counts as one failure.
 */
export type Suite = { name: string; title: string; run: Run }
export type Run = (selection: Selection, names: readonly string[]) => Promise<Outcome[]>

export const emptyOutcome = (): Outcome => ({ passed: 0, failed: 0, failures: [], skipped: [], tests: [], notes: [] })

/** Returns the file that a suite's runner writes its report to. Removes an earlier one, which could be taken for the new one. */
export function reportFile(suite: string): string {
  const folder = join(projectRoot, '.cache', 'test-reports')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${suite}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * Returns the outcome of a test runner from its report file and its ending. Failures outside of tests count too, so that nothing goes
 * wrong in silence: no report, no test at all, a bad exit though every test passed.
 */
export function readReport<Report>(file: string, ending: Ending, count: (report: Report) => Outcome): Outcome {
  const how = endingNote(ending)
  if (!existsSync(file)) return failedOutcome(`the test runner ${how} and left no report`)
  const outcome = count(JSON.parse(readFileSync(file, 'utf8')))
  if (outcome.passed + outcome.failed === 0) return { ...failedOutcome('no test was run'), skipped: outcome.skipped }
  if (ending.code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, notes: [...outcome.notes, `every test passed, but the test runner ${how}`] }
}

export const endingNote = ({ code, signal }: Ending): string =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code}`

export const failedOutcome = (note: string): Outcome => ({ ...emptyOutcome(), failed: 1, notes: [note] })

const REASON_LINES = 12
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const COLOURS = /\u001b\[\d+m/g

/** Returns as much of a test's error as a summary shows, without colours. */
export const firstLines = (message = ''): string =>
  message.replaceAll(COLOURS, '').split('\n').slice(0, REASON_LINES).join('\n')

/** The pattern of a title, which may hold brackets and points. */
export const plainly = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
