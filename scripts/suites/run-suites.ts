import { stopSignal } from '../launch/follow.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import { emptyOutcome, type Outcome, type Suite } from './suite.ts'

/** `time` in milliseconds. */
export type Result = Outcome & { suite: Suite; time: number }

/**
 * Returns the suites and file patterns that the arguments of `npm test` name: suites first, then patterns for all of them.
 * @throws {PlainError} when the first argument is no suite, or a suite follows a pattern
 */
export function selectSuites(all: Suite[], args: string[]): { suites: Suite[]; patterns: string[] } {
  const isSuite = (name: string) => all.some((suite) => suite.name === name)
  const end = args.findIndex((arg) => !isSuite(arg))
  const [names, patterns] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)]
  const known = `There are: ${all.map(({ name }) => name).join(', ')}.`
  if (patterns.length > 0 && names.length === 0)
    throw new PlainError(
      `There is no suite ${patterns[0]}. ${known} File patterns follow a suite: npm test -- server courses`,
    )
  const late = patterns.find(isSuite)
  if (late) throw new PlainError(`Name the suite ${late} before the file patterns. ${known}`)
  return { suites: names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all, patterns }
}

/** Runs the suites one after another, each to its end whatever became of the others, until a signal asks to stop. */
export async function runSuites(suites: Suite[], patterns: string[] = []): Promise<Result[]> {
  const results: Result[] = []
  for (const suite of suites) {
    if (stopSignal()) break
    console.log(`\n=== ${suite.name}: ${suite.title}\n`)
    const start = performance.now()
    const outcome = await suite.run(patterns).catch(crashed)
    results.push({ ...outcome, suite, time: performance.now() - start })
  }
  return results
}

function crashed(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(error instanceof PlainError ? reason : error)
  return { ...emptyOutcome(), failed: 1, notes: [reason] }
}

const SLOWEST = 20
const MOST_FAILURES = 20

/** Returns the closing lines of `npm test`. The last one is the sum alone, which programs read. */
export function summary(results: Result[]): string {
  const width = Math.max(...results.map(({ suite }) => suite.name.length))
  const lines = results.flatMap(({ suite, passed, failed, skipped, notes, time }) => [
    [
      suite.name.padEnd(width),
      `${passed} passed`.padStart(12),
      `${skipped.length} skipped`.padStart(12),
      `${failed} failed`.padStart(10),
      seconds(time).padStart(8),
    ].join('  '),
    ...notes.map((note) => `  ${note.replaceAll('\n', '\n  ')}`),
  ])
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0)
  const [passed, failed] = [sum((result) => result.passed), sum((result) => result.failed)]
  const skipped = sum((result) => result.skipped.length)
  return [
    ...slowest(results),
    ...skippedTests(results),
    ...failedTests(results),
    ...['', '=== summary', '', ...lines, ''],
    `${passed} passed, ${skipped} skipped, ${failed} failed in ${seconds(sum((result) => result.time))}`,
    `${passed} passed, ${failed} failed`,
  ].join('\n')
}

function slowest(results: Result[]): string[] {
  const all = results.flatMap(({ suite, tests }) => tests.map((test) => ({ ...test, suite: suite.name })))
  const slow = all.sort((a, b) => b.time - a.time).slice(0, SLOWEST)
  if (slow.length === 0) return []
  return [
    '',
    '=== slowest tests',
    '',
    ...slow.map(({ suite, title, time }) => `${seconds(time).padStart(8)}  ${suite}  ${title}`),
  ]
}

function skippedTests(results: Result[]): string[] {
  const byReason = new Map<string, number>()
  for (const { suite, skipped } of results) {
    for (const { reason } of skipped)
      byReason.set(`${suite.name}: ${reason}`, (byReason.get(`${suite.name}: ${reason}`) ?? 0) + 1)
  }
  if (byReason.size === 0) return []
  return [
    '',
    '=== skipped tests',
    '',
    ...[...byReason].map(([reason, count]) => `${String(count).padStart(4)}  ${reason}`),
  ]
}

/** Near the end of what is printed, where who reads only that finds them. */
function failedTests(results: Result[]): string[] {
  const all = results.flatMap(({ suite, failures }) => failures.map((failure) => ({ ...failure, suite: suite.name })))
  if (all.length === 0) return []
  const shown = all.slice(0, MOST_FAILURES)
  const more = all.length > shown.length ? [`and ${all.length - shown.length} more`] : []
  const lines = shown.map(({ suite, title, reason }) => `${suite}  ${title}\n${reason}`.replaceAll('\n', '\n    '))
  return ['', '=== failed tests', '', ...lines, ...more]
}

/** Formats milliseconds for people: `0.4 s`, `72 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${value.toFixed(value < 10 ? 1 : 0)} s`
}
