import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SearchEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { createVectorIndex, dot } from '../../server/src/features/search/engine/meaning.ts'
import { searchLimits } from '../../server/src/features/search/engine/parameters.ts'
import type { Embedder } from '../../server/src/ports/embedder.ts'
import type { IndexedCourse } from '../../server/src/ports/search-index.ts'
import { createEngineFactory, searchable } from './build-engine.ts'
import type { EvaluationCourse } from './evaluation-set.ts'
import { loadSet } from './load-data.ts'
import { manyCourses, mixedVectors, modelled } from './many-courses.ts'
import { type Duration, evaluate, mean, ndcg5, percentile, type Search } from './metrics.ts'
import { settledMemory } from './report.ts'

/** Measures one size and prints it as JSON; `many.ts` starts it once for each. Needs `--expose-gc`. */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '5000' },
    /** vectors of the evaluation's courses, of made-up ones and of such with other topics, one after the other */
    vectors: { type: 'string', default: '' },
    /** times and memory; recall: the approximate vector search against an exact one; quality: nDCG@5 beside other topics */
    of: { type: 'string', default: 'times' },
  },
})
const rounds = 3
/** Queries of the comparison with the exact search. */
const compared = 60

const { courses: evaluationCourses, queries } = loadSet('own')
const fit = queries.filter(({ part }) => part === 'fit')
const test = queries.filter(({ part, wanted }) => part === 'test' && Object.keys(wanted).length > 0)
const factory = await createEngineFactory()
const { model } = factory

function readVectors(): Float32Array[][] {
  const numbers = new Float32Array(new Uint8Array(readFileSync(values.vectors)).buffer)
  const side = (at: number): Float32Array => numbers.subarray(at * model.dimensions, (at + 1) * model.dimensions)
  return Array.from({ length: numbers.length / model.dimensions / 3 }, (_, at) =>
    [0, 1, 2].map((place) => side(at * 3 + place)),
  )
}
const known = readVectors()
const topics = values.of === 'quality' ? 'other' : 'same'
const own = evaluationCourses.length
const made = topics === 'same' ? known.slice(own, own + modelled.same) : known.slice(own + modelled.same)

function* all(): Generator<{ course: EvaluationCourse; vectors: readonly Float32Array[] }> {
  for (const [at, course] of evaluationCourses.entries()) yield { course, vectors: known[at] ?? [] }
  let at = 0
  for (const course of manyCourses(Number(values.size) - own, topics)) {
    yield { course, vectors: made[at] ?? mixedVectors(made, at) }
    at++
  }
}

/** The model with what it has taken of the time. */
function clocked(): { embedder: Embedder; cpu: () => number } {
  let spent = 0
  return {
    cpu: () => spent,
    embedder: {
      ...model,
      async embed(texts, tokens) {
        const started = process.cpuUsage()
        const vectors = await model.embed(texts, tokens)
        const { user, system } = process.cpuUsage(started)
        spent += (user + system) / 1000
        return vectors
      },
    },
  }
}

/** Returns the milliseconds on the processor that putting the courses took. */
function fill(engine: SearchEngine): number {
  let ms = 0
  let waiting: { course: IndexedCourse; vectors: readonly Float32Array[] }[] = []
  const put = (): void => {
    const started = process.cpuUsage()
    for (const { course, vectors } of waiting) engine.put(course, vectors)
    const { user, system } = process.cpuUsage(started)
    ms += (user + system) / 1000
    waiting = []
  }
  for (const { course, vectors } of all()) {
    waiting.push({ course: searchable(course), vectors })
    if (waiting.length === 500) put()
  }
  put()
  return ms
}

const searchIn =
  (engine: SearchEngine): Search =>
  async (query) => {
    const { courses } = await engine.search(query)
    return { found: courses.map(({ id }) => id), sure: courses.some(({ match }) => match === 'sure') }
  }

async function measureQuality(): Promise<object> {
  const engine = await factory.build([])
  fill(engine)
  return { ndcg5: mean((await evaluate(searchIn(engine), test)).map(ndcg5)) }
}

async function measureTimes(): Promise<object> {
  const { embedder, cpu } = clocked()
  const engine = await factory.build([], { embedder })
  const before = settledMemory()
  const fillMs = fill(engine)
  const after = settledMemory()
  await evaluate(searchIn(engine), fit)
  const durations: Duration[] = []
  const byModel = cpu()
  for (let round = 0; round < rounds; round++) await evaluate(searchIn(engine), fit, durations)
  const modelMs = (cpu() - byModel) / durations.length
  const quantiles = (clock: keyof Duration): number[] =>
    [0.5, 0.99].map((part) =>
      percentile(
        durations.map((one) => one[clock]),
        part,
      ),
    )
  const [p50 = 0, p99 = 0] = quantiles('wall')
  const [cpu50 = 0, cpu99 = 0] = quantiles('cpu')
  return {
    fillSeconds: fillMs / 1000,
    rss: after.rss,
    rssOfCourses: after.rss - before.rss,
    heapOfCourses: after.heap - before.heap,
    p50,
    p99,
    cpu50,
    cpu99,
    modelMs,
  }
}

/** How many of the courses that are nearest indeed the graph finds, of as many as it returns and of the first twelve. */
async function measureRecall(): Promise<object> {
  const asked = await model.embed(fit.slice(0, compared).map(({ query }) => query))
  const index = await createVectorIndex(model.dimensions)
  const cosines = asked.map(() => new Float32Array(Number(values.size)))
  let slot = 0
  for (const { vectors } of all()) {
    index.put(slot, vectors)
    for (const [place, query] of asked.entries()) {
      const to = cosines[place]
      if (to) to[slot] = Math.max(...vectors.map((vector) => dot(vector, query)))
    }
    slot++
  }
  const shares = asked.map((query, place) => {
    const found = index.near(query, searchLimits.candidates)
    const best = Array.from(cosines[place] ?? [], (cosine, slot) => ({ cosine, slot })).sort(
      (a, b) => b.cosine - a.cosine,
    )
    const share = (of: number): number => best.slice(0, of).filter(({ slot }) => found.has(slot)).length / of
    return { all: share(found.size), first: share(12) }
  })
  return { recall: mean(shares.map((one) => one.all)), recall12: mean(shares.map((one) => one.first)) }
}

const measures: Record<string, () => Promise<object>> = {
  times: measureTimes,
  recall: measureRecall,
  quality: measureQuality,
}
const measure = measures[values.of]
if (!measure) throw new Error(`Nothing measures "${values.of}"`)
console.log(JSON.stringify(await measure()))
