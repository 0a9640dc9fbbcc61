import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { type ScriptedSearchIndex, scriptedSearchIndex } from '#test/support/services/scripted-search-index.ts'
import { countChanges, packMarks } from './calibration.ts'
import { searchOf } from './keep-index.ts'

let app: TestApp
let index: ScriptedSearchIndex
let generation = 0
let model: string | null
let found: number
/** what set how sure a search must be since the index was loaded last */
let sureness: string[]
/** the revision of the searches when that was set */
let setAt: number
let startedAt: Date
/** called while the background questions are running */
let meanwhile: () => Promise<void>

const courses = 44

beforeAll(async () => {
  index = scriptedSearchIndex()
  index.generation = async () => generation
  index.model = async () => model
  index.calibrate = async () => {
    await meanwhile()
    note(`found ${found}`)
    return found
  }
  index.setSure = async (likely) => note(`kept ${likely}`)
  app = await createTestApp({ overrides: { searchIndex: index } })
  const educator = await app.makeUser('educator')
  const { _id } = await makeCourse(educator, { title: 'Course 1' })
  await run(`
    insert into courses (id, creator_id, title, sub_title, description, category, level, price_paise, is_published, created_at, updated_at)
    select 'course-' || n, creator_id, 'Course ' || n, '', '', category, level, price_paise, true, created_at, updated_at
    from courses, generate_series(2, ${courses}) as n where courses.id = '${_id}'`)
})
afterAll(() => app.close())
beforeEach(async () => {
  model = null
  found = 0.6
  meanwhile = async () => {}
  await run('delete from search_calibrations')
})

const note = (what: string): void => {
  sureness.push(what)
  setAt = searchOf(app.deps).revision()
}
const run = (statement: string) => sql.raw(statement).execute(app.deps.db)
const publish = (isPublished: boolean, ...numbers: number[]) =>
  run(`update courses set is_published = ${isPublished} where title ~ '^Course (${numbers.join('|')})!*$'`)
const rename = (...numbers: number[]) =>
  run(`update courses set title = title || '!' where title ~ '^Course (${numbers.join('|')})!*$'`)
const basesKept = async (): Promise<number> =>
  Number((await app.deps.db.selectFrom('search_calibrations').select('basis').execute()).length)

const warnings = () => app.logged.filter(({ msg }) => msg.includes('could not be kept')).length

/** Brings the index up to date; returns what set how sure a search must be, once it was set again. */
async function follow(): Promise<string[]> {
  const search = searchOf(app.deps)
  const before = sureness.length
  const noted = async () => {
    await search.fresh()
    return sureness.length
  }
  await expect.poll(noted, { interval: 10 }).toBeGreaterThan(before)
  await expect.poll(() => search.revision(), { interval: 10 }).toBeGreaterThan(setAt)
  return sureness
}

/** Loads the index again, as a start does. */
function start(): Promise<string[]> {
  generation++
  sureness = []
  app.clock.ms += 1000
  startedAt = app.deps.clock.now()
  return follow()
}

/** Resolves when what was found since the start is kept. */
const isKept = () => expect.poll(savedNow, { interval: 10 }).toBe(1)
const savedNow = async (): Promise<number> =>
  (await app.deps.db.selectFrom('search_calibrations').select('basis').where('updated_at', '>=', startedAt).execute())
    .length

test('a start takes what was found for nearly the same courses, and finds it out when more than a tenth of them differ', async () => {
  expect(await start()).toEqual(['found 0.6'])
  await isKept()
  expect(await start()).toEqual(['kept 0.6'])
  // one is gone, then back with two changed and two gone: four of 42
  await publish(false, 7)
  found = 0.7
  expect(await start()).toEqual(['kept 0.6'])
  await rename(2, 3)
  await publish(true, 7)
  await publish(false, 8, 9)
  expect(await start()).toEqual(['kept 0.6'])
  // one more, while it runs
  await rename(4)
  await transact(app.deps.db, async (tx) => tx.invalidate('catalogue'))
  expect(await follow()).toEqual(['kept 0.6', 'found 0.7'])
  await isKept()
  expect(await start()).toEqual(['kept 0.7'])
  await rename(10, 11, 12, 13, 14)
  expect(await start()).toEqual(['found 0.7'])
  await isKept()
})

test('what was found with another model or other lines of the lexicon is not taken, and at most four of them are kept', async () => {
  for (const other of ['one', 'two', 'three', null]) {
    model = other
    expect(await start()).toEqual(['found 0.6'])
    await isKept()
    expect(await start()).toEqual(['kept 0.6'])
  }
  const before = app.deps.settings.current()
  app.deps.settings.current = () => ({ ...before, lexicon: 'harmonium = squeezebox' })
  expect(await start()).toEqual(['found 0.6'])
  await isKept()
  app.deps.settings.current = () => before
  expect(await start()).toEqual(['kept 0.6'])
  await expect.poll(basesKept).toBe(4)
})

test('what was found while the lexicon changed is not kept', async () => {
  const before = app.deps.settings.current()
  meanwhile = async () => {
    app.deps.settings.current = () => ({ ...before, lexicon: 'harmonium = squeezebox' })
  }
  expect(await start()).toEqual(['found 0.6'])
  app.deps.settings.current = () => before
  meanwhile = async () => {}
  expect(await start()).toEqual(['found 0.6'])
  await isKept()
  expect(await basesKept()).toBe(1)
})

test('a row that is broken is taken for none, and replaced', async () => {
  await start()
  await isKept()
  for (const marks of ["''", "'\\x0102'", 'substring(marks for length(marks) - 1)']) {
    await run(`update search_calibrations set marks = ${marks}`)
    expect(await start()).toEqual(['found 0.6'])
    await isKept()
    expect(await start()).toEqual(['kept 0.6'])
  }
})

test('what cannot be kept is logged, and found out again at the next start', async () => {
  found = 7
  expect(await start()).toEqual(['found 7'])
  await expect.poll(warnings).toBe(1)
  expect(await basesKept()).toBe(0)
  found = 0.6
  expect(await start()).toEqual(['found 0.6'])
  await isKept()
})

test('changes between two catalogues are courses that were added, changed or removed', () => {
  const mark = (digit: number) => `${digit}`.repeat(32)
  const before = packMarks(
    new Map([
      ['same', mark(1)],
      ['changed', mark(2)],
      ['removed', mark(3)],
    ]),
  )
  const now = packMarks(
    new Map([
      ['added', mark(4)],
      ['changed', mark(5)],
      ['same', mark(1)],
    ]),
  )
  expect([before.length, countChanges(before, now), countChanges(now, now)]).toEqual([24, 3, 0])
})
