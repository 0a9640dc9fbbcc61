import type { Outcome } from './suite.ts'

/** The part of Vitest's JSON report that is counted. */
export type VitestReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string }[] }[]
}

/** A file that could not be loaded, or whose hooks failed, holds no failed test and counts as one failure itself. */
export function countVitest({ testResults }: VitestReport): Outcome {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, notes: [] }
  for (const { name, status, message, assertionResults } of testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length
    outcome.passed += assertionResults.filter((test) => test.status === 'passed').length
    outcome.failed += failures
    outcome.skipped += assertionResults.filter((test) => !['passed', 'failed'].includes(test.status)).length
    if (status === 'failed' && failures === 0) {
      outcome.failed += 1
      outcome.notes.push(`${name} failed as a whole: ${message?.split('\n')[0] ?? ''}`)
    }
  }
  return outcome
}
