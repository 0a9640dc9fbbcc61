import type { GradedQuery } from './load-data.ts'

export type Outcome = { query: GradedQuery; found: string[]; ms: number }

export type Scores = {
  queries: number
  /** over queries that have something to find */
  ndcg5: number
  /** part of the courses of grade 2 and 3 that are among the first ten */
  recall10: number
  mrr: number
  /** queries that should have found something and found nothing */
  wronglyRejected: number
  /** part of the queries that should find nothing and did */
  rejected: number | null
}

const gain = (grade: number): number => 2 ** grade - 1
const discounted = (grades: readonly number[]): number =>
  grades.slice(0, 5).reduce((sum, grade, place) => sum + gain(grade) / Math.log2(place + 2), 0)

export function ndcg5({ query: { wanted }, found }: Outcome): number {
  const ideal = discounted(Object.values(wanted).sort((a, b) => b - a))
  return ideal === 0 ? 0 : discounted(found.map((key) => wanted[key] ?? 0)) / ideal
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / (values.length || 1)

export function scoresOf(outcomes: readonly Outcome[]): Scores {
  const toFind = outcomes.filter(({ query }) => Object.keys(query.wanted).length > 0)
  const toReject = outcomes.filter(({ query }) => Object.keys(query.wanted).length === 0)
  return {
    queries: outcomes.length,
    ndcg5: mean(toFind.map(ndcg5)),
    recall10: mean(
      toFind.map(({ query: { wanted }, found }) => {
        const good = Object.keys(wanted).filter((key) => (wanted[key] ?? 0) >= 2)
        return good.filter((key) => found.slice(0, 10).includes(key)).length / (good.length || 1)
      }),
    ),
    mrr: mean(
      toFind.map(({ query: { wanted }, found }) => {
        const place = found.findIndex((key) => (wanted[key] ?? 0) >= 2)
        return place < 0 ? 0 : 1 / (place + 1)
      }),
    ),
    wronglyRejected: toFind.filter(({ found }) => found.length === 0).length,
    rejected: toReject.length === 0 ? null : mean(toReject.map(({ found }) => (found.length === 0 ? 1 : 0))),
  }
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
