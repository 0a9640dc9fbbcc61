import { parseArgs } from 'node:util'
import type { SearchEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { createEngineFactory, searchable } from './build-engine.ts'
import { loadSet } from './load-data.ts'
import { blend, manyCourses, mixedVectors, modelled, randomFrom, variantsOf } from './many-courses.ts'
import { evaluate, isFilterOnly, scoresOf } from './metrics.ts'
import { column, createReport, machineLine, type Row } from './report.ts'

/** Measures how sure the search is before and after it was set to its catalogue by the background questions, on catalogues of several sizes. */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'test' },
    /** courses of the large catalogues */
    large: { type: 'string', default: '5000' },
    json: { type: 'boolean', default: false },
    /** puts the table into README.md */
    write: { type: 'boolean', default: false },
  },
})
const factory = await createEngineFactory()
const report = createReport(values.json)
report.note(machineLine())

/** The courses of own among made-up ones with the same words. */
async function buildLarge(): Promise<SearchEngine> {
  const engine = await factory.build(loadSet('own').courses)
  const made: Float32Array[][] = []
  let at = 0
  for (const course of manyCourses(Number(values.large) - loadSet('own').courses.length)) {
    const vectors = at < modelled.same ? await factory.vectorsOf(course) : mixedVectors(made, at)
    if (at < modelled.same) made.push([...vectors])
    engine.put(searchable(course), vectors)
    at++
  }
  return engine
}

/** The real courses among many that are made of parts of them. */
async function buildVariants(): Promise<SearchEngine> {
  const { courses } = loadSet('real')
  const engine = await factory.build(courses)
  let at = 0
  for (const { course, main, other } of variantsOf(courses, Number(values.large) - courses.length)) {
    const [own, others] = [await factory.vectorsOf(main), await factory.vectorsOf(other)]
    engine.put(searchable(course), blend(own, others, { random: randomFrom(at++), parts: [0.9, 0.35] }))
  }
  return engine
}

async function measure(set: string, engine: SearchEngine, courses: number): Promise<Row[]> {
  const queries = loadSet(set).queries.filter((query) => query.part === values.part && !isFilterOnly(query))
  const scores = async () => {
    const outcomes = await evaluate(async (query) => {
      const found = (await engine.search(query)).courses
      return { found: found.map(({ id }) => id), sure: found.some(({ match }) => match === 'sure') }
    }, queries)
    const { good, bad, badSure, closest, empty } = scoresOf(outcomes)
    return { good, bad, badSure, goodSure: 1 - closest - empty, empty }
  }
  const before = await scores()
  const started = process.cpuUsage()
  const threshold = await engine.calibrate()
  const { user, system } = process.cpuUsage(started)
  return [
    { set, courses, when: 'before', ...before },
    { set, courses, when: 'after', threshold, seconds: (user + system) / 1e6, ...(await scores()) },
  ]
}

const rows: Row[] = []
for (const set of ['strangers', 'own', 'fresh', 'second', 'real']) {
  const { courses } = loadSet(set)
  rows.push(...(await measure(set, await factory.build(courses), courses.length)))
}
rows.push(...(await measure('real', await buildVariants(), Number(values.large))))
rows.push(...(await measure('own', await buildLarge(), Number(values.large))))
report.table(
  'sure',
  `How sure the search is, part ${values.part}`,
  [
    { key: 'set' },
    column('courses', 'courses', 0),
    { key: 'when' },
    column('threshold', 'threshold', 2),
    column('seconds', 'CPU s', 1),
    column('good', 'good', 0),
    column('bad', 'bad', 0),
    column('badSure', 'bad sure', 3),
    column('goodSure', 'good sure', 3),
    column('empty', 'good empty', 3),
  ],
  rows.map((row) => ({ threshold: Number.NaN, seconds: Number.NaN, ...row })),
)
if (values.write) report.write('sure')
