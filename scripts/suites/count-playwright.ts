import type { Outcome } from './suite.ts'

/** The part of Playwright's JSON report that is counted; a flaky test passed only when it was tried again. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
}

export function countPlaywright({ stats, errors }: PlaywrightReport): Outcome {
  const notes = errors.map((error) => `outside any test: ${error.message?.split('\n')[0] ?? 'an error'}`)
  if (stats.flaky > 0) notes.push(`${stats.flaky} passed only when tried again`)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    notes,
  }
}
