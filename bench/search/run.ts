import { parseArgs } from 'node:util'
import { machineFacts } from '../lib/machine.ts'
import { openWorkshop, type Variant, type Workshop } from './build-engine.ts'
import { type EvaluationCourse, type GradedQuery, loadSet } from './load-data.ts'
import { disturbed, manyCourses } from './many-courses.ts'
import { ndcg5, type Outcome, percentile, type Scores, scoresOf } from './metrics.ts'

const { values } = parseArgs({
  options: {
    many: { type: 'string', default: '5000' },
    /** shows the queries of this part that did badly; look at the untouched ones only when you are done tuning */
    bad: { type: 'string' },
    rounds: { type: 'string', default: '3' },
  },
})

const { courses: evaluationCourses, queries } = loadSet('own')
const parts = { tuned: ofPart('fit', queries), untouched: ofPart('test', queries) }
const { courses: strangerCourses, queries: strangerQueries } = loadSet('strangers')
const strangerParts = { seen: ofPart('fit', strangerQueries), unseen: ofPart('test', strangerQueries) }

function ofPart(part: GradedQuery['part'], list: readonly GradedQuery[]): GradedQuery[] {
  return list.filter((query) => query.part === part)
}

const full: Variant = { embeddings: true, lexicon: true, spelling: true }
const variants: [string, Variant][] = [
  ['all', full],
  ['no embeddings', { ...full, embeddings: false }],
  ['no lexicon', { ...full, lexicon: false }],
  ['no spelling', { ...full, spelling: false }],
  ['words alone', { embeddings: false, lexicon: false, spelling: false }],
]

const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3))
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`
const row = (name: string, { queries, ndcg5, recall10, mrr, wronglyRejected, rejected }: Scores): string =>
  [
    name.padEnd(26),
    String(queries).padStart(4),
    number(ndcg5),
    number(recall10),
    number(mrr),
    String(wronglyRejected).padStart(3),
    number(rejected),
  ].join('  ')

type Parts = Readonly<Record<string, readonly GradedQuery[]>>

/** Puts the courses in and searches for the queries of every part. The outcomes are those of the first round. */
async function measure(
  shop: Workshop,
  courses: readonly EvaluationCourse[],
  parts: Parts,
  variant: Variant,
  rounds = 1,
) {
  const { engine, indexMs } = await shop.build(courses, variant)
  const outcomes: [part: string, Outcome[]][] = Object.keys(parts).map((part) => [part, []])
  const ms: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [part, ofPart] of outcomes) {
      for (const query of parts[part] ?? []) {
        const started = performance.now()
        const worked = process.cpuUsage()
        const { courses: found } = await engine.search(query.query)
        ms.push(performance.now() - started)
        const { user, system } = process.cpuUsage(worked)
        cpu.push((user + system) / 1000)
        if (round === 0) ofPart.push({ query, found: found.map(({ id }) => id), ms: ms.at(-1) ?? 0 })
      }
    }
  }
  return { outcomes, ms, cpu, indexMs }
}

/** One row for all of them and one for each kind. */
function printByKind(name: string, outcomes: readonly Outcome[]): void {
  console.log(row(name, scoresOf(outcomes)))
  for (const kind of new Set(outcomes.map(({ query }) => query.kind)))
    console.log(row(`  ${kind}`, scoresOf(outcomes.filter(({ query }) => query.kind === kind))))
}

function printBad(outcomes: readonly Outcome[]): void {
  for (const one of outcomes) {
    const good = Object.keys(one.query.wanted).length > 0 ? ndcg5(one) : one.found.length === 0 ? 1 : 0
    if (good < 0.8) console.log(`    ${good.toFixed(2)} ${one.query.query} => ${one.found.slice(0, 5).join(' ')}`)
  }
}

/** The strangers' courses alone. Some of their keys are those of the own set, so they have a workshop to themselves. */
async function printStrangers({ embedder }: Workshop): Promise<void> {
  const { outcomes } = await measure(await openWorkshop(embedder), strangerCourses, strangerParts, full)
  for (const [part, ofPart] of outcomes) printByKind(`strangers, ${part}`, ofPart)
  console.log()
}

const memory = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss
}
const times = (ms: readonly number[]): string =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)} ms, most ${Math.max(...ms).toFixed(1)} ms (${ms.length} searches)`

/** Of a busy machine only the time on the processor tells what a quiet core would take. */
const cpuTimes = (cpu: readonly number[]): string =>
  `on the processor p50 ${percentile(cpu, 0.5).toFixed(1)} ms, p99 ${percentile(cpu, 0.99).toFixed(1)} ms`

const facts = machineFacts()
const before = memory()
const started = performance.now()
const shop = await openWorkshop()
console.log(
  `${facts.at.slice(0, 10)}, ${facts.cores} cores (${facts.cpu}), load ${facts.loadBefore} before, Node ${facts.node}`,
)
console.log(
  `model and dictionary loaded in ${Math.round(performance.now() - started)} ms, ${megabytes(memory() - before)}`,
)
console.log(
  `${evaluationCourses.length} courses; ${parts.tuned.length} tuned and ${parts.untouched.length} untouched queries`,
)
console.log(
  `strangers: ${strangerCourses.length} courses; ${strangerParts.seen.length} seen and ${strangerParts.unseen.length} unseen queries\n`,
)

console.log(['part, variant'.padEnd(26), '   n', 'nDCG@5', 'rec@10', 'MRR  ', 'wrongly none', 'rejected'].join('  '))
for (const [name, variant] of variants) {
  const rounds = name === 'all' ? Number(values.rounds) : 1
  const { outcomes, ms, cpu, indexMs } = await measure(shop, evaluationCourses, parts, variant, rounds)
  for (const [part, ofPart] of outcomes) {
    if (name === 'all') printByKind(`${part}, ${name}`, ofPart)
    else console.log(row(`${part}, ${name}`, scoresOf(ofPart)))
    if (name === 'all' && values.bad === part) printBad(ofPart)
  }
  if (name !== 'all') continue
  console.log(`  ${times(ms)}; ${cpuTimes(cpu)}; index ${Math.round(indexMs)} ms, ${megabytes(memory())} in all\n`)
  await printStrangers(shop)
}

const many = Number(values.many)
if (many > 0) {
  const courses = [...evaluationCourses, ...manyCourses(many)]
  const made = courses.slice(evaluationCourses.length, evaluationCourses.length + 100)
  const embedding = performance.now()
  const base: Float32Array[][] = []
  for (const course of made) base.push(await shop.vectorsOf(course))
  const embeddingMs = (performance.now() - embedding) / made.length
  courses.slice(evaluationCourses.length + made.length).forEach((course, at) => {
    shop.know(course.key, disturbed(base[at % base.length] ?? [], at))
  })
  const { outcomes, ms, cpu, indexMs } = await measure(shop, courses, parts, full, Number(values.rounds))
  console.log(
    `\nwith ${many} courses more: vectors ${embeddingMs.toFixed(0)} ms a course, index ${Math.round(indexMs)} ms, ${megabytes(memory())} in all`,
  )
  console.log(`  ${times(ms)}; ${cpuTimes(cpu)}`)
  for (const [part, ofPart] of outcomes) console.log(row(part, scoresOf(ofPart)))
}
