import { stopSignal } from '../launch/follow.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import type { Outcome, Suite } from './suite.ts'

/** `time` in milliseconds. */
export type Result = Outcome & { suite: Suite; time: number }

/** Runs the suites one after another, each to its end whatever the others came to, until a signal asks us to stop. */
export async function runSuites(suites: Suite[]): Promise<Result[]> {
  const results: Result[] = []
  for (const suite of suites) {
    if (stopSignal()) break
    console.log(`\n=== ${suite.name}: ${suite.title}\n`)
    const start = performance.now()
    const outcome = await suite.run().catch(crashed)
    results.push({ ...outcome, suite, time: performance.now() - start })
  }
  return results
}

function crashed(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(error instanceof PlainError ? reason : error)
  return { passed: 0, failed: 1, skipped: 0, notes: [reason] }
}
