import { parseArgs } from 'node:util'
import { chooseThresholds, type Hybrid, plainHybrid, plainWords, withThresholds } from './baselines.ts'
import { createEngineFactory, type Variant } from './build-engine.ts'
import type { EvaluationSet } from './evaluation-set.ts'
import { loadSet, loadSets } from './load-data.ts'
import {
  type Answer,
  type Duration,
  evaluate,
  isFilterOnly,
  isGood,
  ndcg5,
  type Outcome,
  percentile,
  type Search,
  scoresOf,
} from './metrics.ts'
import { type Column, createReport, machineLine, type Row } from './report.ts'

/** Evaluates the search as the server runs it, without HTTP, thread and database. README.md explains the tables. */
const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    /** fit or test */
    part: { type: 'string', default: 'test' },
    /** names the queries of the part `fit` that do badly; those of `test` are for judging alone */
    bad: { type: 'boolean', default: false },
    /** leaves out ablations and plain searches */
    brief: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** puts the tables into README.md */
    write: { type: 'boolean', default: false },
  },
})
const part = values.bad ? 'fit' : values.part
const sets = values.set === undefined ? loadSets() : [loadSet(values.set)]
const report = createReport(values.json)
const factory = await createEngineFactory()

type Results = ReadonlyMap<string, readonly Outcome[]>
type SearchOf = (set: EvaluationSet) => Promise<Search>
const queriesOf = (set: EvaluationSet, of: string) => set.queries.filter((query) => query.part === of)

/** Builds what searches a catalogue once, also where several sets are about it. */
function byCatalogue<T>(make: (set: EvaluationSet) => Promise<T>): (set: EvaluationSet) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (set) => {
    const catalogue = set.name.replace(/^crossed-/, '')
    const known = made.get(catalogue) ?? make(set)
    made.set(catalogue, known)
    return known
  }
}

const engineFor = (variant?: Variant): SearchOf =>
  byCatalogue(async ({ courses }) => {
    const engine = await factory.build(courses, variant)
    // as the server does when its catalogue has changed
    await engine.calibrate()
    return async (query): Promise<Answer> => {
      const found = (await engine.search(query)).courses
      return { found: found.map(({ id }) => id), sure: found.some(({ match }) => match === 'sure') }
    }
  })

async function evaluateAll(searchOf: SearchOf, durations?: Duration[]): Promise<Results> {
  const results = new Map<string, readonly Outcome[]>()
  for (const set of sets) results.set(set.name, await evaluate(await searchOf(set), queriesOf(set, part), durations))
  return results
}

const groups = [
  { name: 'crossed', sets: ['crossed-own', 'crossed-strangers'] },
  { name: 'fresh', sets: ['fresh'] },
  { name: 'older', sets: ['own', 'strangers'] },
]
const single = ['own', 'strangers', 'real', 'real-more', 'second'].map((name) => ({ name, sets: [name] }))
/** Those of which the ablations and the three searches are told. */
const reported = [...groups, ...single.filter(({ name }) => name === 'real')]
const outcomesOf = (results: Results, names: readonly string[]): Outcome[] =>
  names.flatMap((name) => results.get(name) ?? [])
const kindsOf = (outcomes: readonly Outcome[]): string[] => [...new Set(outcomes.map(({ query }) => query.kind))]
const ofKind = (outcomes: readonly Outcome[], kind: string): Outcome[] =>
  outcomes.filter(({ query }) => query.kind === kind)
const withoutFilters = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ query }) => !isFilterOnly(query))

const scoreColumns: Column[] = [
  { key: 'good', digits: 0 },
  { key: 'bad', digits: 0 },
  { key: 'ndcg5', title: 'nDCG@5' },
  { key: 'recall10', title: 'recall@10' },
  { key: 'empty', title: 'good empty' },
  { key: 'closest', title: 'good closest' },
  { key: 'someGood', title: 'good in five' },
  { key: 'badEmpty', title: 'bad empty' },
  { key: 'badSure', title: 'bad sure' },
]

function printSets(results: Results): void {
  const rows = [...results].flatMap(([set, outcomes]): Row[] => [
    { set, kind: 'all', ...scoresOf(withoutFilters(outcomes)) },
    ...kindsOf(outcomes).map((kind) => ({ set, kind, ...scoresOf(ofKind(outcomes, kind)) })),
  ])
  report.table('sets', `Every set and kind, part ${part}`, [{ key: 'set' }, { key: 'kind' }, ...scoreColumns], rows)
}

const summaryOf = (results: Results, of: typeof groups, more: Row = {}): Row[] =>
  of
    .map(({ name, sets }) => ({ group: name, outcomes: withoutFilters(outcomesOf(results, sets)) }))
    .filter(({ outcomes }) => outcomes.length > 0)
    .map(({ group, outcomes }) => ({ group, ...more, ...scoresOf(outcomes) }))

function printSummary(results: Results): void {
  const columns = [{ key: 'group' }, ...scoreColumns]
  report.table('summary', `Summary, part ${part}`, columns, summaryOf(results, [...groups, ...single]))
}

async function printAblations(whole: Results): Promise<void> {
  const variants: Record<string, Variant> = {
    'no embeddings': { embeddings: false },
    'no lexicon': { lexicon: false },
    'no intents': { intents: false },
    'no spelling': { spelling: false },
  }
  const rows = summaryOf(whole, reported, { variant: 'all of it' })
  for (const [variant, without] of Object.entries(variants))
    rows.push(...summaryOf(await evaluateAll(engineFor(without)), reported, { variant }))
  const order = reported.map(({ name }) => name)
  rows.sort((a, b) => order.indexOf(String(a.group)) - order.indexOf(String(b.group)))
  report.table(
    'ablations',
    'Without a part of the engine',
    [{ key: 'group' }, { key: 'variant' }, ...scoreColumns],
    rows,
  )
}

async function printBaselines(engine: Results): Promise<void> {
  const hybridOf = byCatalogue(({ courses }): Promise<Hybrid> => plainHybrid(factory, courses))
  const asked = await Promise.all(
    sets.map(async (set) => ({ hybrid: await hybridOf(set), queries: queriesOf(set, 'fit') })),
  )
  const least = await chooseThresholds(asked)
  const words = await evaluateAll(byCatalogue(async ({ courses }) => plainWords(courses)))
  const hybrid = await evaluateAll(async (set) => withThresholds(await hybridOf(set), least))
  const all = { engine, words, hybrid }
  const rowsFor = (score: 'ndcg5' | 'badEmpty', isAsked: (outcome: Outcome) => boolean): Row[] =>
    [...groups.slice(0, 2), ...single].flatMap(({ name, sets }) => {
      const found = outcomesOf(engine, sets).filter(isAsked)
      return [null, ...kindsOf(found)].flatMap((kind): Row[] => {
        const scores = Object.fromEntries(
          Object.entries(all).map(([who, results]) => {
            const outcomes = outcomesOf(results, sets).filter(isAsked)
            return [who, scoresOf(kind === null ? withoutFilters(outcomes) : ofKind(outcomes, kind))[score]]
          }),
        )
        const { engine: own = 0, words = 0, hybrid = 0 } = scores
        const count = (kind === null ? withoutFilters(found) : ofKind(found, kind)).length
        const mark = own > Math.max(words, hybrid) ? '' : own < Math.max(words, hybrid) ? 'worse' : 'same'
        return count === 0 ? [] : [{ group: name, kind: kind ?? 'all', n: count, ...scores, mark }]
      })
    })
  const columns: Column[] = [
    { key: 'group' },
    { key: 'kind' },
    { key: 'n', digits: 0 },
    { key: 'engine' },
    { key: 'words' },
    { key: 'hybrid' },
    { key: 'mark', title: '' },
  ]
  report.table(
    'baseline nDCG@5',
    'nDCG@5 of the engine, of plain MiniSearch and of a plain hybrid search',
    columns,
    rowsFor('ndcg5', ({ query }) => isGood(query)),
  )
  report.table(
    'baseline bad empty',
    `Bad searches that find nothing (MiniSearch has no threshold; the hybrid search shows nothing below ${least.cosine} cosine and ${least.coverage} coverage)`,
    columns,
    rowsFor('badEmpty', ({ query }) => !isGood(query)),
  )
  const groupRows = Object.entries(all).flatMap(([who, results]) => summaryOf(results, reported, { search: who }))
  report.table('baselines', 'The three searches', [{ key: 'group' }, { key: 'search' }, ...scoreColumns], groupRows)
}

function printDurations(durations: readonly Duration[]): void {
  const sizes = [...new Set(sets.map(({ courses }) => courses.length))]
  const rows = (['wall', 'cpu'] as const).map((clock): Row => {
    const ms = durations.map((one) => one[clock])
    return { clock, n: ms.length, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99), most: Math.max(...ms) }
  })
  const digits = (key: string): Column => ({ key, digits: 1 })
  report.table(
    'times',
    `Milliseconds of a search beside ${sizes.join(', ')} courses`,
    [{ key: 'clock' }, { key: 'n', digits: 0 }, digits('p50'), digits('p99'), digits('most')],
    rows,
  )
}

function printBad(results: Results): void {
  for (const [set, outcomes] of results)
    for (const outcome of outcomes) {
      const { query, found, sure } = outcome
      const score = isGood(query) ? ndcg5(outcome) : found.length === 0 ? 1 : 0
      if (score >= 0.7) continue
      const wanted = Object.entries(query.wanted).map(([key, grade]) => `${key}=${grade}`)
      const answer = found.length === 0 ? 'empty' : sure ? 'sure' : 'closest'
      console.log(
        `${set} ${query.kind} ${score.toFixed(2)} ${answer.padEnd(7)} ${query.query} => ${found.slice(0, 5).join(' ')} | ${wanted.join(' ')}`,
      )
    }
}

report.note(machineLine())
const durations: Duration[] = []
const whole = await evaluateAll(engineFor({ embedder: factory.model }), durations)
if (values.bad) printBad(whole)
printSummary(whole)
printSets(whole)
if (!values.bad && !values.brief) {
  await printAblations(whole)
  await printBaselines(whole)
}
printDurations(durations)
if (values.write) report.write('results')
