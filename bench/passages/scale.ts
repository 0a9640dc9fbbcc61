import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { findPassages } from '../../server/src/features/passages/index.ts'
import { packWords, topicsOf } from '../../server/src/features/passages/packing/index-words.ts'
import { packVectors } from '../../server/src/features/passages/packing/pack-vectors.ts'
import { passageTerms, stemsOf } from '../../server/src/features/passages/packing/terms.ts'
import { searchLectures } from '../../server/src/features/passages/search-lectures.ts'
import { openProduct } from '../lib/open-product.ts'
import { table } from '../lib/report.ts'

/** Times, memory and disk of the search inside lectures over made-up lectures, on the embedded database. */
const { values } = parseArgs({
  options: {
    /** numbers of lectures */
    lectures: { type: 'string', default: '1000,10000,50000' },
    searches: { type: 'string', default: '60' },
  },
})
const inCourse = 50
const enrolled = 5
/** Different lectures; the others repeat them under other ids. */
const kinds = 1000
const passagesOf = 8
const wordsOf = 90
const vocabulary = 20_000

let seed = 1
/** The same numbers in every run. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ')
/** A word of so high a rank: no two are alike. */
const word = (rank: number): string => {
  let text = ''
  for (let rest = rank + 400; rest > 0; rest = Math.floor(rest / 20)) text += syllables[rest % 20] ?? ''
  return text
}
/** Ranks as in speech: the first are said most. */
const anyWord = (): string => word(Math.floor(Math.exp(random() * Math.log(vocabulary))))
/** A lecture has words of its own, which it says again and again. */
function passages(): string[] {
  const own = Array.from({ length: 30 }, anyWord)
  return Array.from({ length: passagesOf }, () =>
    Array.from({ length: wordsOf }, () =>
      random() < 0.3 ? (own[Math.floor(random() * own.length)] ?? '') : anyWord(),
    ).join(' '),
  )
}
function vector(): Float32Array {
  const numbers = Float32Array.from({ length: 512 }, () => random() - 0.5)
  const length = Math.hypot(...numbers)
  return numbers.map((one) => one / length)
}

const viewer = {
  id: 'student',
  role: 'student',
  name: '',
  email: 's@bench.example',
  sessionId: '',
  language: null,
  hasFactor: false,
} as const

async function fill(client: Client, lectures: number): Promise<void> {
  const model = sentenceEncoder().model
  await client.query(`insert into users (id, name, email, password_hash, role, description, created_at)
    values ('educator', 'E', 'e@bench.example', 'none', 'educator', '', now()), ('student', 'S', 's@bench.example', 'none', 'student', '', now())`)
  await client.query(
    `insert into courses (id, creator_id, title, sub_title, description, category, level, language, price_paise, is_published, rating_sum,
        rating_count, rating_counts, lecture_count, enrolment_count, created_at, updated_at)
      select 'course ' || number, 'educator', 'Course ' || number, '', '', 'Others', 'Beginner', 'en', 49900, true, 0, 0, '{0,0,0,0,0}', ${inCourse}, 1, now(), now()
      from generate_series(0, $1::int - 1) as number`,
    [lectures / inCourse],
  )
  await client.query(
    `insert into lectures (id, course_id, position, title, description, body, is_preview_free, live_state, kind, opens_in_order, live_revision, chapters, owner_id, created_at)
      select 'lecture ' || number, 'course ' || number / ${inCourse}, number % ${inCourse} + 1, 'Lecture ' || number, '', 'x' || number % ${kinds}, number % 20 = 0, 'none', 'lecture', false, 0, '[]', 'educator', now()
      from generate_series(0, $1::int - 1) as number`,
    [lectures],
  )
  for (let kind = 0; kind < Math.min(kinds, lectures); kind++) {
    const texts = passages()
    const kept = texts.map((text) => ({ start: null, end: null, text, marks: [] }))
    await client.query(
      `insert into passage_sets (id, kind, language, passages, words, topics, model, vectors, made_at)
        select md5('bench' || number), 'text', 'en', $2::jsonb, $3, $4, $5, $6, now()
        from generate_series($1::int, $7::int - 1, ${kinds}) as number`,
      [
        kind,
        JSON.stringify(kept),
        packWords(texts.map(passageTerms)),
        topicsOf(texts.map(stemsOf)),
        model,
        packVectors(texts.map(vector)),
        lectures,
      ],
    )
  }
  await client.query(
    `insert into lecture_passages (lecture_id, kind, track, set_id)
      select 'lecture ' || number, 'text', '', md5('bench' || number) from generate_series(0, $1::int - 1) as number`,
    [lectures],
  )
  await client.query(
    `insert into enrolments (user_id, course_id, amount_paise, created_at)
      select 'student', 'course ' || number, 0, now() from generate_series(0, ${enrolled - 1}) as number`,
  )
  await client.query('analyze')
}

const at = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)

async function measure(count: number, search: (question: string, turn: number) => Promise<unknown>): Promise<string[]> {
  for (let turn = 0; turn < 3; turn++) await search(`${anyWord()} ${anyWord()}`, turn)
  const [times, work]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < count; turn++) {
    const question = Array.from({ length: 4 }, anyWord).join(' ')
    const before = process.cpuUsage()
    const start = performance.now()
    await search(question, turn)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    work.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  work.sort((a, b) => a - b)
  return [at(work, 0.5), at(work, 0.99), at(times, 0.5), at(times, 0.99)]
}

const rows: string[][] = []
for (const lectures of values.lectures.split(',').map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), 'passages-scale-'))
  const { deps, close } = await openProduct(folder, (client) => fill(client, lectures))
  const { rows: sizes } = await sql<{ sets: string; index: string }>`
    select pg_total_relation_size('passage_sets') + pg_total_relation_size('lecture_passages') as sets,
      pg_relation_size('passage_sets_topics') as index`.execute(deps.db)
  const megabytes = (bytes: string | number | undefined): string => (Number(bytes ?? 0) / 1e6).toFixed(0)
  const turn = { client: 'bench' }
  const searches = Number(values.searches)
  const cases = {
    'in a course': (question: string, number: number) =>
      findPassages(deps, { viewer, question, courseId: `course ${number % enrolled}`, limit: 10, turn }),
    'everywhere, enrolled': (question: string) => searchLectures(deps, { input: question }, { viewer, turn }),
    'everywhere, visitor': (question: string) => searchLectures(deps, { input: question }, { viewer: null, turn }),
  }
  for (const [name, search] of Object.entries(cases)) {
    const measured = await measure(searches, search)
    rows.push([
      String(lectures),
      name,
      ...measured,
      megabytes(process.memoryUsage.rss()),
      megabytes(sizes[0]?.sets),
      megabytes(sizes[0]?.index),
    ])
    console.error(rows.at(-1)?.join(' '))
  }
  await close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  table([
    ['lectures', 'search', 'CPU p50 ms', 'p99', 'time p50 ms', 'p99', 'memory MB', 'disk MB', 'topics MB'],
    ...rows,
  ]),
)
process.exit(0)
