import { existsSync, readFileSync } from 'node:fs'
import type { Ending } from '../launch/follow.mjs'
import type { Outcome } from './suite.ts'

/**
 * Turns a test runner's report file and its ending into an outcome. Failures that are no test's own are counted too, so
 * that nothing goes wrong in silence: no report, no test at all, a bad exit though every test passed.
 */
export function readReport<Report>(file: string, ending: Ending, count: (report: Report) => Outcome): Outcome {
  const how = ending.signal ? `was ended by ${ending.signal}` : `ended with exit code ${ending.code}`
  if (!existsSync(file)) return failed(`the test runner ${how} and left no report`)
  const outcome = count(JSON.parse(readFileSync(file, 'utf8')))
  if (outcome.passed + outcome.failed === 0) return failed('no test was run')
  if (ending.code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, notes: [...outcome.notes, `every test passed, but the test runner ${how}`] }
}

function failed(note: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, notes: [note] }
}
