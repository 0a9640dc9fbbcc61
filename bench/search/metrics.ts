import type { GradedQuery } from './evaluation-set.ts'

/** What a search answered to a query: keys of courses, the best first, and whether it was sure of any. */
export type Outcome = { query: GradedQuery; found: readonly string[]; sure: boolean }

export type Scores = {
  /** queries that have something to find, and those that must find nothing */
  good: number
  bad: number
  // over queries that have something to find; shares are 0 to 1
  ndcg5: number
  /** share of the courses of grade 2 and 3 that are among the first ten */
  recall10: number
  /** found nothing */
  empty: number
  /** found only courses that the search is not sure of */
  closest: number
  /** a course of grade 2 or 3 is among the first five */
  someGood: number
  // over queries that must find nothing
  badEmpty: number
  badSure: number
}

const gain = (grade: number): number => 2 ** grade - 1
const discounted = (grades: readonly number[]): number =>
  grades.slice(0, 5).reduce((sum, grade, place) => sum + gain(grade) / Math.log2(place + 2), 0)
/** Has the query something to find? */
export const isGood = ({ wanted }: GradedQuery): boolean => Object.keys(wanted).length > 0
/** Must the query find nothing only because of its price or level? That shows how filters work, not what is off-topic. */
export const isFilterOnly = ({ kind }: GradedQuery): boolean => kind.startsWith('none')

/** Returns nDCG of the first five, 0 to 1, with gains of 2^grade - 1. */
export function ndcg5({ query: { wanted }, found }: Outcome): number {
  const ideal = discounted(Object.values(wanted).sort((a, b) => b - a))
  return ideal === 0 ? 0 : discounted(found.map((key) => wanted[key] ?? 0)) / ideal
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, one) => sum + one, 0) / values.length
const share = (outcomes: readonly Outcome[], test: (outcome: Outcome) => boolean): number =>
  mean(outcomes.map((one) => (test(one) ? 1 : 0)))

/** Returns what a set of outcomes scores; a score over no outcome is NaN. */
export function scoresOf(outcomes: readonly Outcome[]): Scores {
  const good = outcomes.filter(({ query }) => isGood(query))
  const bad = outcomes.filter(({ query }) => !isGood(query))
  return {
    good: good.length,
    bad: bad.length,
    ndcg5: mean(good.map(ndcg5)),
    recall10: mean(
      good.flatMap(({ query: { wanted }, found }) => {
        const keys = Object.keys(wanted).filter((key) => (wanted[key] ?? 0) >= 2)
        return keys.length === 0 ? [] : [keys.filter((key) => found.slice(0, 10).includes(key)).length / keys.length]
      }),
    ),
    empty: share(good, ({ found }) => found.length === 0),
    closest: share(good, ({ found, sure }) => found.length > 0 && !sure),
    someGood: share(good, ({ query: { wanted }, found }) => {
      // where nothing better than acceptable exists, that is good
      const least = Math.min(2, Math.max(...Object.values(wanted)))
      return found.slice(0, 5).some((key) => (wanted[key] ?? 0) >= least)
    }),
    badEmpty: share(bad, ({ found }) => found.length === 0),
    badSure: share(bad, ({ sure }) => sure),
  }
}

/** Returns the value below which this part (0 to 1) of the values is; 0 without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** What a search returns: keys of courses, the best first, and whether it is sure of any. */
export type Answer = Pick<Outcome, 'found' | 'sure'>
export type Search = (query: string) => Promise<Answer>
/** Milliseconds of one search: on the clock, and of all threads of the process. */
export type Duration = { wall: number; cpu: number }

/** Returns the results of a search for each query. `durations` gets the time of each. */
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
