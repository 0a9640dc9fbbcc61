import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SearchEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { searchLimits } from '../../server/src/features/search/engine/understand.ts'
import { createVectorIndex, dot } from '../../server/src/features/search/engine/vector-index.ts'
import type { Embedder } from '../../server/src/ports/embedder.ts'
import { openWorkshop, searchable } from './build-engine.ts'
import { type Duration, evaluate } from './evaluate.ts'
import { type EvaluationCourse, loadSet } from './load-data.ts'
import { manyCourses, mixedVectors } from './many-courses.ts'
import { mean, ndcg5, percentile } from './metrics.ts'

/** Measures one size and prints it as JSON; `many.ts` starts it once for each. Needs `--expose-gc`. */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '5000' },
    /** vectors of the evaluation's courses and of the first made-up ones, one after the other */
    vectors: { type: 'string', default: '' },
    /** compares the approximate vector search with an exact one instead */
    recall: { type: 'boolean', default: false },
  },
})
const rounds = 3
/** Queries of the comparison with the exact search. */
const compared = 60

const { courses: evaluationCourses, queries } = loadSet('own')
const fit = queries.filter(({ part }) => part === 'fit')
const test = queries.filter(({ part, wanted }) => part === 'test' && Object.keys(wanted).length > 0)
const shop = await openWorkshop()
const { model } = shop

function readVectors(): Float32Array[][] {
  const numbers = new Float32Array(new Uint8Array(readFileSync(values.vectors)).buffer)
  const side = (at: number): Float32Array => numbers.subarray(at * model.dimensions, (at + 1) * model.dimensions)
  return Array.from({ length: numbers.length / model.dimensions / 3 }, (_, at) =>
    [0, 1, 2].map((place) => side(at * 3 + place)),
  )
}
const known = readVectors()
const made = known.slice(evaluationCourses.length)

function* all(): Generator<{ course: EvaluationCourse; vectors: readonly Float32Array[] }> {
  for (const [at, course] of evaluationCourses.entries()) yield { course, vectors: known[at] ?? [] }
  let at = 0
  for (const course of manyCourses(Number(values.size) - evaluationCourses.length)) {
    yield { course, vectors: made[at] ?? mixedVectors(made, at) }
    at++
  }
}

function memory(): { rss: number; heap: number } {
  for (let at = 0; at < 4; at++) globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  return { rss: rss / 1e6, heap: (heapUsed + arrayBuffers) / 1e6 }
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

async function fill(engine: SearchEngine): Promise<number> {
  let ms = 0
  for (const { course, vectors } of all()) {
    const given = searchable(course)
    const started = process.cpuUsage()
    engine.put(given, vectors)
    const { user, system } = process.cpuUsage(started)
    ms += (user + system) / 1000
  }
  return ms
}

async function measureEngine(): Promise<object> {
  const { embedder, cpu } = clocked()
  const engine = await shop.build([], { embedder })
  const before = memory()
  const fillMs = await fill(engine)
  const after = memory()
  const searchFor =
    (most?: number) =>
    async (query: string): Promise<{ found: string[]; sure: boolean }> => {
      const { courses } = await engine.search(query, { most })
      return { found: courses.map(({ id }) => id), sure: courses.some(({ match }) => match === 'sure') }
    }
  await evaluate(searchFor(), fit)
  const durations: Duration[] = []
  const byModel = cpu()
  for (let round = 0; round < rounds; round++) await evaluate(searchFor(), fit, durations)
  const modelMs = (cpu() - byModel) / durations.length
  // The made-up courses have no grades: this tells whether they push out those that have.
  const found = (await evaluate(searchFor(100_000), test)).map((one) => ({
    ...one,
    found: one.found.filter((key) => !key.startsWith('many-')),
  }))
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
    ndcg5: mean(found.map(ndcg5)),
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

console.log(JSON.stringify(await (values.recall ? measureRecall() : measureEngine())))
