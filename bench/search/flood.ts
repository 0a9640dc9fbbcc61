import { parseArgs } from 'node:util'
import { openSearchIndex } from '../../server/src/app/search-index/open-search-index.ts'
import { searchable } from './build-engine.ts'
import { loadSet } from './load-data.ts'
import { manyCourses } from './many-courses.ts'
import { percentile } from './metrics.ts'

/**
 * What one client who floods the search does to another one who searches: the queue and the thread as the server runs them,
 * without HTTP, rates and database. The hostile client keeps `--at-once` searches of fifty random words waiting and leaves each
 * after a tenth of a second. `--rate` bounds what they begin in a minute, as the server does.
 */
const { values } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '2' },
    rate: { type: 'string', default: '60' },
    many: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '20' },
    /** words: random ones, or those of courses, which the model reads */
    words: { type: 'string', default: 'random' },
  },
})
const seconds = Number(values.seconds)
const { courses: evaluationCourses, queries } = loadSet('own')
const tuned = queries.filter(({ part }) => part === 'fit')
const courses = [...evaluationCourses, ...manyCourses(Number(values.many))]
const taught = courses.slice(0, 400).flatMap((course) => course.description.toLowerCase().match(/[a-z]+/g) ?? [])
const below = (most: number): number => Math.floor(Math.random() * most)
const randomWord = (): string =>
  values.words === 'random'
    ? Array.from({ length: 5 + below(3) }, () => String.fromCharCode(97 + below(26))).join('')
    : (taught[below(taught.length)] ?? '')
const hostile = (): string => Array.from({ length: 50 }, randomWord).join(' ').slice(0, 300)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const index = openSearchIndex({ embeddings: true }, () => {})
// The thread alone keeps no process.
const keepAlive = setInterval(() => {}, 60_000)
await index.generation()
for (let at = 0; at < courses.length; at += 100)
  await index.update({
    put: courses.slice(at, at + 100).map((course) => ({ course: searchable(course), vectors: [] })),
    remove: [],
  })

let rejected = 0
async function honest(until: number): Promise<number[]> {
  const ms: number[] = []
  for (let at = 0; performance.now() < until; at++) {
    const started = performance.now()
    await index.search(tuned[at % tuned.length]?.query ?? '', { client: 'honest' }).catch(() => rejected++)
    ms.push(performance.now() - started)
    await pause(100)
  }
  return ms
}

let begun = 0
async function flood(until: number): Promise<void> {
  const started = performance.now()
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      if (begun >= 30 + ((performance.now() - started) / 60_000) * Number(values.rate)) {
        await pause(20)
        continue
      }
      begun++
      const search = index.search(hostile(), { client: 'hostile', signal: AbortSignal.timeout(100) })
      await Promise.race([search.catch(() => {}), pause(100)])
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, one))
}

const row = (name: string, ms: readonly number[]): void =>
  console.log(
    `${name.padEnd(14)} ${String(ms.length).padStart(4)} searches, p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms, most ${Math.max(...ms).toFixed(0)} ms`,
  )
await honest(performance.now() + 3000)
row('alone', await honest(performance.now() + seconds * 1000))
const until = performance.now() + seconds * 1000
const [ms] = await Promise.all([honest(until), flood(until)])
row('beside a flood', ms)
console.log(`${begun} hostile searches were begun, ${rejected} honest ones rejected`)
await index.close()
clearInterval(keepAlive)
