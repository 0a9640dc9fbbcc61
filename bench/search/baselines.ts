import MiniSearch from 'minisearch'
import type { EngineFactory } from './build-engine.ts'
import type { EvaluationCourse, GradedQuery } from './evaluation-set.ts'
import { isFilterOnly, isGood, type Search } from './metrics.ts'

/** Most courses that a baseline shows: as many as the engine when it is sure. */
const shown = 12
/** Places of each of the two lists that the hybrid search fuses, and the constant of reciprocal rank fusion. */
const fused = 50
const fusion = 60
/** What errors cost, as `fit.ts` has it: an empty answer to a good search is ten times as bad as any to a bad one. */
const costs = { goodEmpty: 10, badShown: 1 }

type WordIndex = MiniSearch<EvaluationCourse>

/** Returns the words of courses in MiniSearch, as its manual proposes it: the title counts most, typos and prefixes count. */
function indexWords(courses: readonly EvaluationCourse[]): WordIndex {
  const index: WordIndex = new MiniSearch({
    idField: 'key',
    fields: ['title', 'subTitle', 'lectures', 'category', 'description', 'educator'],
    extractField: (course, field) => {
      const value = course[field as keyof EvaluationCourse] // the names above
      return Array.isArray(value) ? value.join(' . ') : String(value)
    },
    searchOptions: {
      boost: { title: 4, subTitle: 2, lectures: 1.5, category: 1.5, educator: 1.5, description: 1 },
      combineWith: 'OR',
      fuzzy: 0.2,
      prefix: true,
    },
  })
  index.addAll(courses)
  return index
}

/** A search by words alone that shows its best, whatever they are. */
export function plainWords(courses: readonly EvaluationCourse[]): Search {
  const index = indexWords(courses)
  return async (query) => {
    const found = index.search(query).slice(0, shown)
    return { found: found.map(({ id }) => String(id)), sure: found.length > 0 }
  }
}

/** Below both of these a hybrid search shows nothing. */
export type Thresholds = { cosine: number; coverage: number }
/** The best of a hybrid search, and how good the nearest course and the one with most words of the query are, 0 to 1. */
type Mixed = { found: string[] } & Thresholds
export type Hybrid = (query: string) => Promise<Mixed>

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

/** A search by words and by the cosine of the whole query with the nearest vector of each course, fused by their ranks. */
export async function plainHybrid(factory: EngineFactory, courses: readonly EvaluationCourse[]): Promise<Hybrid> {
  const index = indexWords(courses)
  const vectors = await Promise.all(courses.map(async (course) => ({ course, own: await factory.vectorsOf(course) })))
  return async (query) => {
    const [asked] = await factory.embedder.embed([query])
    if (!asked) throw new Error('The model made no vector')
    const near = vectors
      .map(({ course, own }) => ({ key: course.key, cosine: Math.max(...own.map((one) => dot(asked, one))) }))
      .sort((a, b) => b.cosine - a.cosine)
    const byWords = index.search(query)
    const scores = new Map<string, number>()
    for (const list of [byWords.map(({ id }) => String(id)), near.map(({ key }) => key)])
      for (const [place, key] of list.slice(0, fused).entries())
        scores.set(key, (scores.get(key) ?? 0) + 1 / (fusion + place + 1))
    const found = [...scores].sort(([, a], [, b]) => b - a).map(([key]) => key)
    const terms = new Set(query.toLowerCase().split(/[\p{Z}\p{P}]+/u))
    const covered = byWords.map(({ queryTerms }) => new Set(queryTerms).size / terms.size)
    return { found: found.slice(0, shown), cosine: near[0]?.cosine ?? 0, coverage: Math.max(0, ...covered) }
  }
}

/** Returns the hybrid search that shows nothing below both thresholds. */
export const withThresholds =
  (hybrid: Hybrid, least: Thresholds): Search =>
  async (query) => {
    const { found, cosine, coverage } = await hybrid(query)
    const isShown = cosine >= least.cosine || coverage >= least.coverage
    return { found: isShown ? found : [], sure: isShown }
  }

/** Returns the thresholds that cost the least over these queries; a coverage above 1 means none. */
export async function chooseThresholds(
  asked: readonly { hybrid: Hybrid; queries: readonly GradedQuery[] }[],
): Promise<Thresholds> {
  const rows: (Thresholds & { good: boolean })[] = []
  for (const { hybrid, queries } of asked)
    for (const query of queries)
      if (!isFilterOnly(query)) rows.push({ ...(await hybrid(query.query)), good: isGood(query) })
  const good = rows.filter((row) => row.good).length
  const bad = rows.length - good
  const costOf = (least: Thresholds): number =>
    rows.reduce((sum, row) => {
      const isShown = row.cosine >= least.cosine || row.coverage >= least.coverage
      if (row.good) return isShown ? sum : sum + costs.goodEmpty / good
      return isShown ? sum + costs.badShown / bad : sum
    }, 0)
  const tried = Array.from({ length: 41 }, (_, at) => at / 40)
  return tried
    .flatMap((cosine) => [...tried.slice(1), 1.01].map((coverage) => ({ cosine, coverage })))
    .map((least) => ({ least, cost: costOf(least) }))
    .reduce((best, one) => (one.cost < best.cost ? one : best)).least
}
