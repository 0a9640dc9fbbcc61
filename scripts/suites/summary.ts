import { seconds } from '../seconds.ts'
import type { Result } from './run-suites.ts'

/** The closing lines of `npm test`; the last is the sum alone, which programs read. */
export function summary(results: Result[]): string {
  const width = Math.max(...results.map(({ suite }) => suite.name.length))
  const lines = results.flatMap(({ suite, passed, failed, skipped, notes, time }) => [
    [
      suite.name.padEnd(width),
      `${passed} passed`.padStart(12),
      `${failed} failed`.padStart(10),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      seconds(time).padStart(8),
    ].join('  '),
    ...notes.map((note) => `  ${note.replaceAll('\n', '\n  ')}`),
  ])
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  return ['', '=== summary', '', ...lines, '', `${passed} passed, ${failed} failed`].join('\n')
}
