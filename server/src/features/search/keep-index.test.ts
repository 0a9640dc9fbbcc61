import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import type { IndexChange } from '#ports/search-index.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { recordReads } from '#test/support/database/record-statements.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { type ScriptedSearchIndex, scriptedSearchIndex } from '#test/support/services/scripted-search-index.ts'
import { embedMissing, fillVectors, startSearch } from './jobs.ts'
import { searchOf } from './keep-index.ts'

let app: TestApp
let index: ScriptedSearchIndex
/** the courses in the index of the present thread */
let held: Set<string>
let generation: number
let failing: boolean
let update: (change: IndexChange) => Promise<void>
const courses = 2300

beforeAll(async () => {
  index = scriptedSearchIndex()
  index.generation = async () => generation
  index.update = (change) => update(change)
  app = await createTestApp({ overrides: { searchIndex: index } })
  const educator = await app.makeUser('educator')
  const { _id } = await makeCourse(educator, { title: 'The first' })
  // in one transaction, so that all have the same time
  await sql`
    insert into courses (id, creator_id, title, sub_title, description, category, level, price_paise, is_published, created_at, updated_at)
    select 'course-' || n, creator_id, 'Course ' || n, '', '', category, level, price_paise, true, created_at, updated_at
    from courses, generate_series(2, ${courses}) as n where courses.id = ${_id}`.execute(app.deps.db)
}, 60_000)
afterAll(() => app.close())

/** A new thread, as after a start or a crash. */
const loseThread = () => {
  held = new Set()
  generation++
}
beforeEach(() => {
  generation ??= 0
  failing = false
  update = async ({ put, remove }) => {
    if (failing) throw new Error('out of memory')
    for (const { course } of put) held.add(course.id)
    for (const id of remove) held.delete(id)
  }
  loseThread()
})

const ready = async () => {
  const reply = await app.server.inject('/readyz')
  return { ...reply.json(), status: reply.statusCode }
}
const find = () => app.server.inject({ method: 'POST', url: api.ai.search.path, payload: { input: 'course' } })

test('a fill that failed goes on by itself; until it has ended the process is not ready, and says how far it is', async () => {
  let puts = 0
  const complete = update
  update = async (change) => {
    if (++puts === 12) throw new Error('statement timeout')
    await complete(change)
  }
  const search = startSearch(app.deps)
  await expect
    .poll(ready)
    .toMatchObject({ status: 503, failing: 'search', detail: expect.stringContaining('1,100 of 2,300 courses') })
  // no one has searched
  await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 200 })
  expect(held.size).toBe(courses)
  // what was there is not put again
  expect(puts).toBe(24)
  expect((await find()).statusCode).toBe(200)

  // a thread that dies is replaced and filled without a search, too
  failing = true
  loseThread()
  await expect.poll(ready, { timeout: 5000 }).toMatchObject({ status: 503, failing: 'search' })
  failing = false
  await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ status: 200 })
  expect(held.size).toBe(courses)
  search.stop()
}, 60_000)

test.skipIf(!isWhole)(
  'a change that could not be taken over is taken over later, without a search',
  async () => {
    const search = startSearch(app.deps)
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 200 })
    failing = true
    const educator = await app.makeUser('educator')
    const { _id } = await makeCourse(educator, { title: 'New' })
    await expect
      .poll(
        async () => {
          await searchOf(app.deps).fresh()
          return app.logged.some(({ msg }) => msg.includes('could not take over the changes'))
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    failing = false
    await expect.poll(() => held.has(_id), { timeout: 20_000 }).toBe(true)
    search.stop()
    await sql`delete from courses where id = ${_id}`.execute(app.deps.db)
  },
  60_000,
)

test.skipIf(!isWhole)(
  'how sure the search must be is found out after a fill, and again when more than a tenth has changed',
  async () => {
    await sql`delete from search_calibrations`.execute(app.deps.db)
    let calibrations = 0
    index.calibrate = async () => {
      calibrations++
      return 0.5
    }
    const search = searchOf(app.deps)
    await search.fresh()
    await expect.poll(() => calibrations).toBe(1)
    const change = async (count: number) => {
      const before = search.revision()
      await sql`
      update courses set title = title || '!' where id in (
        select id from courses where is_published order by title limit ${count}
      )`.execute(app.deps.db)
      await transact(app.deps.db, async (tx) => tx.invalidate('catalogue'))
      const revised = async () => {
        await search.fresh()
        return search.revision()
      }
      await expect.poll(revised, { timeout: 20_000, interval: 200 }).toBeGreaterThan(before)
      await search.fresh()
    }
    await change(150)
    expect(calibrations).toBe(1)
    await change(150)
    await expect.poll(() => calibrations).toBe(2)
  },
  60_000,
)

test('no statement reads the marks of more than a thousand courses', async () => {
  const { result, reads } = await recordReads(() => searchOf(app.deps).fresh())
  expect([result, held.size]).toEqual([undefined, courses])
  const marks = reads.filter(({ text }) => text.includes('string_agg'))
  expect(marks.length).toBe(3)
  for (const { text, values } of marks) expect([text.includes('limit'), values.at(-1)]).toEqual([true, 1000])
})

test('the vectors of many courses are made by several jobs, each of which goes on where the last one stopped', async () => {
  // two pages of courses are enough for this
  await sql`delete from courses where title !~ '^Course (19|20)[0-9]{2}'`.execute(app.deps.db)
  const left = 200
  const model = 'test'
  const embedded: string[] = []
  index.model = async () => model
  index.embed = async (texts) => {
    embedded.push(texts[0] ?? '')
    if (texts[0]?.includes('Course 2000')) throw new Error('cannot be read')
    return texts.map(() => new Float32Array(4))
  }
  const next = async () => {
    const { rows } = await sql<{ data: { after?: { id: string; created_at: string } } }>`
      delete from jobs.job where name = ${fillVectors.name} returning data`.execute(app.deps.db)
    return rows.map(({ data }) => fillVectors.data.parse(data).after)
  }
  await next()
  let after: { id: string; created_at: string } | undefined
  let steps = 0
  do {
    await embedMissing(app.deps, after, 50)
    const made = await next()
    expect(made.length).toBeLessThanOrEqual(1)
    after = made[0]
    steps++
  } while (after)
  expect(steps).toBeGreaterThan(1)
  // one cannot be read, and keeps none of the others waiting
  expect([embedded.length, new Set(embedded).size]).toEqual([left, left])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from course_vectors`.execute(app.deps.db)
  expect(rows).toEqual([{ count: left - 1 }])
})
