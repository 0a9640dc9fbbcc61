import { stopSignal } from '../launch/follow.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import { emptyOutcome, type Outcome, type Selection, type Suite } from './suite.ts'

/** `time` in milliseconds. */
export type Result = Outcome & { suite: Suite; time: number }

/** What of the suites is run; `all` adds the few tests whose length a normal run cannot afford. */
export type Selected = Selection & { suites: Suite[]; all: boolean }

/**
 * Returns what the arguments of `npm test` name: suites first, then patterns of file names for all of them; `-t TITLE` for the tests
 * whose title has these words, and `--all`.
 * @throws {PlainError} when the first argument is no suite, a suite follows a pattern, or `-t` has no title or no suite
 */
export function selectSuites(all: Suite[], args: string[]): Selected {
  const isSuite = (name: string) => all.some((suite) => suite.name === name)
  const known = `There are: ${all.map(({ name }) => name).join(', ')}.`
  const plain = args.filter((arg) => arg !== '--all')
  const at = plain.findIndex((arg) => arg === '-t' || arg === '--testNamePattern')
  const [, title] = at < 0 ? [] : plain.splice(at, 2)
  if (at >= 0 && !title) throw new PlainError('Name a title after -t: npm test -- server courses -t "a part of it"')
  const end = plain.findIndex((arg) => !isSuite(arg))
  const [names, patterns] = end < 0 ? [plain, []] : [plain.slice(0, end), plain.slice(end)]
  if ((patterns.length > 0 || title) && names.length === 0)
    throw new PlainError(
      `There is no suite ${patterns[0] ?? 'before -t'}. ${known} File patterns follow a suite: npm test -- server courses`,
    )
  const late = patterns.find(isSuite)
  if (late) throw new PlainError(`Name the suite ${late} before the file patterns. ${known}`)
  return {
    suites: names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all,
    patterns,
    ...(title && { title }),
    all: args.includes('--all'),
  }
}

/** Runs the suites, each to its end whatever became of the others, until a signal asks to stop. */
export async function runSuites(suites: Suite[], selection: Selection = { patterns: [] }): Promise<Result[]> {
  const results: Result[] = []
  for (const group of together(suites)) {
    if (stopSignal()) break
    for (const { name, title } of group) console.log(`\n=== ${name}: ${title}`)
    console.log()
    const start = performance.now()
    const names = group.map(({ name }) => name)
    const outcomes = await group[0]?.run(selection, names).catch((error: unknown) => crashed(error, names))
    const time = performance.now() - start
    for (const [index, suite] of group.entries()) {
      const outcome = outcomes?.[index] ?? emptyOutcome()
      results.push({ ...outcome, suite, time: outcome.took ?? time })
    }
  }
  return results
}

/** Suites that follow each other and are run by the same call. */
function together(suites: Suite[]): Suite[][] {
  const groups: Suite[][] = []
  for (const suite of suites) {
    const last = groups.at(-1)
    if (last?.[0]?.run === suite.run) last.push(suite)
    else groups.push([suite])
  }
  return groups
}

function crashed(error: unknown, names: readonly string[]): Outcome[] {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(error instanceof PlainError ? reason : error)
  return names.map(() => ({ ...emptyOutcome(), failed: 1, notes: [reason] }))
}

const SLOWEST = 20
const MOST_FAILURES = 20

/** Returns the closing lines of `npm test`, which took `time`. The last one is the sum alone, which programs read. */
export function summary(results: Result[], time: number): string {
  const width = Math.max(...results.map(({ suite }) => suite.name.length))
  const lines = results.flatMap(({ suite, passed, failed, skipped, notes, time: took }) => [
    [
      suite.name.padEnd(width),
      `${passed} passed`.padStart(12),
      `${skipped.length} skipped`.padStart(12),
      `${failed} failed`.padStart(10),
      seconds(took).padStart(8),
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
    `${passed} passed, ${skipped} skipped, ${failed} failed in ${seconds(time)}`,
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
