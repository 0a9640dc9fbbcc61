import type { GradedQuery } from './load-data.ts'
import type { Outcome } from './metrics.ts'

/** What a search answers: keys of courses, the best first, and whether it is sure of any. */
export type Answer = Pick<Outcome, 'found' | 'sure'>
export type Search = (query: string) => Promise<Answer>
/** Milliseconds of one search: on the clock, and of all threads of the process. */
export type Duration = { wall: number; cpu: number }

/** Returns what a search answers to each query. `durations` gets the time of each. */
export async function evaluate(
  search: Search,
  queries: readonly GradedQuery[],
  durations: Duration[] = [],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const query of queries) {
    // Asking for the processor's time takes time itself on some machines: not within that on the clock.
    const cpu = process.cpuUsage()
    const started = performance.now()
    const answer = await search(query.query)
    const wall = performance.now() - started
    const { user, system } = process.cpuUsage(cpu)
    durations.push({ wall, cpu: (user + system) / 1000 })
    outcomes.push({ query, ...answer })
  }
  return outcomes
}
