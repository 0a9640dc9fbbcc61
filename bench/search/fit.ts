import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  courseFeatures,
  loadModels,
  logistic,
  type Model,
  type SearchFeatures,
  weigh,
  withProducts,
} from '../../server/src/features/search/engine/parameters.ts'
import { isLimited } from '../../server/src/features/search/engine/rank.ts'
import { createEngineFactory, type EngineFactory } from './build-engine.ts'
import type { EvaluationSet } from './evaluation-set.ts'
import { loadSets } from './load-data.ts'
import { isGood, mean } from './metrics.ts'

const { values } = parseArgs({
  options: {
    /** a set that nothing is learned from, to see how the weights do on a catalogue they have not seen */
    without: { type: 'string' },
    /** leaves the ranking as it is, and fits the decision alone */
    keep: { type: 'boolean', default: false },
    /** print the weights only */
    dry: { type: 'boolean', default: false },
  },
})

/** Rounds of gathering and fitting: candidates are gathered with the weights of the round before. */
const rounds = 2
/**
 * Costs of errors, as the product weighs them: an empty answer to a good search is ten times as bad as a weak one to a bad, and
 * nonsense that is called sure as bad as a good course that is called close.
 */
const costs = { goodEmpty: 10, badShown: 1, goodClosest: 1, badSure: 1 }

/** How many times the set of real courses counts in the ranking, since all others are of courses that were made up for it. */
const realCounts = 2

type Features = Readonly<Record<string, number>>
type Listed = { grade: number; features: Features }
type Measured = { set: string; good: boolean; rare: boolean; courses: Listed[]; search: SearchFeatures }

/** Everything that a model learns from: each query's candidates with their grades. */
async function measure(
  factory: EngineFactory,
  sets: readonly EvaluationSet[],
  embeddings: boolean,
  model: Model,
): Promise<Measured[]> {
  const models = { withMeaning: model, wordsAlone: model }
  const measured: Measured[] = []
  for (const { name, courses, queries } of sets) {
    const engine = await factory.build(courses, { models, ...(!embeddings && { embeddings }) })
    for (const query of queries) {
      if (query.part !== 'fit' || query.kind.startsWith('none')) continue
      const { candidates, features, rare, understood } = await engine.inspect(query.query)
      if (understood.concepts.length === 0 && isGood(query)) continue
      const limited = isLimited(understood.filters)
      measured.push({
        set: name,
        good: isGood(query),
        rare,
        // A course that only its price leaves out has no grade, and says nothing about the subject.
        courses: candidates
          .map(({ course, features }) => ({ grade: query.wanted[course.id] ?? 0, features }))
          .filter(({ grade }, place) => grade > 0 || (!limited && place < 80)),
        search: features,
      })
    }
  }
  return measured
}

/** Minimises a loss by Adam; `gradient` adds to `out` for weights `at`. */
function descend(
  size: number,
  start: readonly number[],
  steps: number,
  gradient: (at: Float64Array, out: Float64Array) => void,
): Float64Array {
  const at = Float64Array.from(start)
  const [first, second, out] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  for (let step = 1; step <= steps; step++) {
    out.fill(0)
    gradient(at, out)
    const rate = 0.05 * (step < steps * 0.7 ? 1 : 0.2)
    for (let i = 0; i < size; i++) {
      const g = out[i] ?? 0
      first[i] = 0.9 * (first[i] ?? 0) + 0.1 * g
      second[i] = 0.999 * (second[i] ?? 0) + 0.001 * g * g
      at[i] =
        (at[i] ?? 0) -
        (rate * ((first[i] ?? 0) / (1 - 0.9 ** step))) / (Math.sqrt((second[i] ?? 0) / (1 - 0.999 ** step)) + 1e-8)
    }
  }
  return at
}

const vectorOf = (features: Features, names: readonly string[]): Float64Array =>
  Float64Array.from(names, (name) => features[name] ?? 0)
const product = (a: Float64Array, b: Float64Array): number => a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0)

/** A linear ranking by pairs of courses, each pair counting as much as exchanging the two would change nDCG@5 (LambdaRank). */
function fitRanking(queries: readonly Measured[], start: Model['ranking']): Model['ranking'] {
  const names = courseFeatures.filter((name) =>
    queries.some(({ courses }) => courses.some(({ features }) => features[name])),
  )
  const bySet = new Map<string, number>()
  for (const { set, good } of queries) if (good) bySet.set(set, (bySet.get(set) ?? 0) + 1)
  const lists = queries
    .filter(({ good, courses }) => good && courses.some(({ grade }) => grade > 0))
    .map(({ courses, set }) => ({
      // a large set counts more than a small one, but not by its size
      weight: (set === 'real' ? realCounts : 1) / (bySet.get(set) ?? 1) ** 0.8,
      ideal: courses
        .map(({ grade }) => 2 ** grade - 1)
        .sort((a, b) => b - a)
        .slice(0, 5)
        .reduce((sum, one, at) => sum + one / Math.log2(at + 2), 0),
      rows: courses.map(({ grade, features }) => ({ gain: 2 ** grade - 1, x: vectorOf(features, names) })),
    }))
  const total = lists.reduce((sum, { weight }) => sum + weight, 0)
  const discount = (place: number): number => (place < 10 ? 1 / Math.log2(place + 2) : 0.1)
  const fitted = descend(
    names.length,
    names.map((name) => start[name] ?? 0),
    350,
    (at, out) => {
      for (const { rows, ideal, weight } of lists) {
        const scored = rows.map((row) => ({ ...row, s: product(row.x, at), pushed: 0 })).sort((a, b) => b.s - a.s)
        for (const [i, one] of scored.entries()) {
          if (one.gain === 0) continue
          for (const [j, other] of scored.entries()) {
            if (other.gain >= one.gain) continue
            const change = ((one.gain - other.gain) * Math.abs(discount(i) - discount(j))) / ideal
            const push = (-weight * change * logistic(other.s - one.s)) / total
            one.pushed += push
            other.pushed -= push
          }
        }
        for (const { x, pushed } of scored)
          if (pushed !== 0) for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) + pushed * (x[k] ?? 0)
      }
      for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) + 0.0004 * (at[k] ?? 0)
    },
  )
  return Object.fromEntries(names.map((name, i) => [name, round(fitted[i] ?? 0)]))
}

type Labelled = { x: Float64Array; good: boolean; weight: number }

function fitLogistic(rows: readonly Labelled[], size: number, decay: number): Float64Array {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  return descend(size, new Array(size).fill(0), 1500, (at, out) => {
    for (const { x, good, weight } of rows) {
      const error = (weight * (logistic(product(x, at)) - (good ? 1 : 0))) / total
      for (let k = 0; k < size; k++) out[k] = (out[k] ?? 0) + error * (x[k] ?? 0)
    }
    // the bias, which comes first, is free
    for (let k = 1; k < size; k++) out[k] = (out[k] ?? 0) + decay * (at[k] ?? 0)
  })
}

/** The rank score as a probability that a course is good. */
function fitRelevance(queries: readonly Measured[], ranking: Model['ranking']): Model['relevance'] {
  const rows = queries
    .filter(({ good }) => good)
    .flatMap(({ courses }) =>
      courses
        .map(({ grade, features }) => ({ grade, score: weigh(features, ranking) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 25)
        .map(({ grade, score }) => ({ x: Float64Array.of(1, score), good: grade >= 2, weight: 1 })),
    )
  const [offset = 0, slope = 1] = fitLogistic(rows, 2, 0)
  return { slope: round(slope), offset: round(offset) }
}

const scored = (queries: readonly Measured[], ranking: Model['ranking']): Measured[] =>
  queries.map((one) => ({
    ...one,
    search: { ...one.search, ...bestOf(one.courses, ranking) },
  }))

/** What is measured of the best course, which is another one with other weights. */
function bestOf(
  courses: readonly Listed[],
  ranking: Model['ranking'],
): Pick<SearchFeatures, 'score' | 'titleMatched' | 'complete'> {
  const rated = courses.map(({ features }) => ({ features, score: weigh(features, ranking) }))
  const best = rated.reduce((one, other) => (other.score > one.score ? other : one), {
    features: {},
    score: 0,
  } as (typeof rated)[number])
  return { score: best.score, titleMatched: best.features.titleMatched ?? 0, complete: best.features.complete ?? 0 }
}

function fitAcceptance(queries: readonly Measured[]): Model['acceptance'] {
  const good = queries.filter((one) => one.good).length
  const rows = queries.map((one) => ({
    x: Float64Array.from(Object.values(withProducts(one.search))),
    good: one.good,
    weight: one.good ? 1 / good : 1 / (queries.length - good),
  }))
  const names = Object.keys(withProducts(queries[0]?.search ?? ({} as SearchFeatures))) // there are queries
  const fitted = fitLogistic(rows, names.length, 0.0003)
  return Object.fromEntries(names.map((name, i) => [name, round(fitted[i] ?? 0)]))
}

const round = (value: number): number => Number(value.toFixed(4))

/** Searches are held out in turn by blocks of so many, since neighbours are alike. */
const held = { folds: 5, block: 20 }

/** How likely each search has something to find, by weights that were fitted without it: they are surer of what they have seen. */
function likelyUnseen(queries: readonly Measured[]): (Measured & { p: number })[] {
  const foldOf = (at: number): number => Math.floor(at / held.block) % held.folds
  const acceptances = Array.from({ length: held.folds }, (_, fold) =>
    fitAcceptance(queries.filter((_, at) => foldOf(at) !== fold)),
  )
  return queries.map((one, at) => ({
    ...one,
    p: logistic(weigh(withProducts(one.search), acceptances[foldOf(at)] ?? {})),
  }))
}

/** The thresholds with the lowest costs. */
function fitThresholds(queries: readonly Measured[]): Model['thresholds'] {
  const rows = likelyUnseen(queries)
  const part = (good: boolean, test: (row: (typeof rows)[number]) => boolean): number =>
    mean(rows.filter((row) => row.good === good).map((row) => (test(row) ? 1 : 0)))
  const best = (cost: (threshold: number) => number): number => {
    const tried = Array.from({ length: 199 }, (_, at) => (at + 1) / 200)
    const costs = tried.map(cost)
    const least = Math.min(...costs)
    // the middle of those that cost the least
    const same = tried.filter((_, at) => (costs[at] ?? 0) <= least + 1e-9)
    return round(same[Math.floor(same.length / 2)] ?? 0.5)
  }
  const closest = best(
    (t) =>
      costs.goodEmpty * part(true, ({ p, rare }) => p < t && !rare) +
      costs.badShown * part(false, ({ p, rare }) => p >= t || rare),
  )
  const sure = best(
    (t) => costs.goodClosest * part(true, ({ p }) => p < t) + costs.badSure * part(false, ({ p }) => p >= t),
  )
  const report = (name: string, value: number): void => console.log(`    ${name.padEnd(24)} ${value.toFixed(3)}`)
  report(
    'good but empty',
    part(true, ({ p, rare }) => p < closest && !rare),
  )
  report(
    'good but only closest',
    part(true, ({ p, rare }) => p < sure && (p >= closest || rare)),
  )
  report(
    'bad and empty',
    part(false, ({ p, rare }) => p < closest && !rare),
  )
  report(
    'bad and sure',
    part(false, ({ p }) => p >= sure),
  )
  return { sure: Math.max(sure, closest), closest }
}

async function fitModel(
  factory: EngineFactory,
  sets: readonly EvaluationSet[],
  embeddings: boolean,
  start: Model,
): Promise<Model> {
  let model = start
  for (let at = 0; at < (values.keep ? 1 : rounds); at++) {
    const measured = await measure(factory, sets, embeddings, model)
    const ranking = values.keep ? model.ranking : fitRanking(measured, model.ranking)
    const withScores = scored(measured, ranking)
    const acceptance = fitAcceptance(withScores)
    console.log(`  ${measured.length} queries`)
    model = {
      ranking,
      relevance: fitRelevance(measured, ranking),
      acceptance,
      thresholds: fitThresholds(withScores),
    }
  }
  return model
}

const factory = await createEngineFactory()
const sets = loadSets().filter(({ name }) => name !== values.without)
const models = loadModels()
console.log('with meaning')
const withMeaning = await fitModel(factory, sets, true, models.withMeaning)
console.log('words alone')
const wordsAlone = await fitModel(factory, sets, false, models.wordsAlone)
const text = `${JSON.stringify({ withMeaning, wordsAlone }, null, 2)}\n`
if (values.dry) console.log(text)
else writeFileSync(join(import.meta.dirname, '../../server/src/features/search/data/model.json'), text)
