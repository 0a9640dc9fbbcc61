import { api, captionsPath, maxCourses } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { removeAbandonedCopies } from './duplicate-course.ts'

let app: TestApp
let educator: TestUser
let courseId: string
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ overrides: { limits } })
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
  await limit(0)
})
afterAll(() => app.close())

const limit = async (accountStorageGb: number) =>
  (await app.makeUser('admin')).call(api.admin.saveSettings, { body: { accountStorageGb } })
const textsOf = async () => (await educator.call(api.storage.own)).use.texts
const captions = (bytes: number): string => {
  const line = 'x'.repeat(80)
  const cues = Array.from({ length: Math.ceil(bytes / 110) }, (_, at) => {
    const clock = new Date(at * 1000).toISOString().slice(11, 23)
    return `${clock} --> ${new Date(at * 1000 + 900).toISOString().slice(11, 23)}\n${line}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}
const setCaptions = (lectureId: string, language: string, bytes: number) =>
  educator.call(api.lectures.setCaptions, {
    params: { lectureId },
    body: { language, text: captions(bytes), source: 'file' },
  })
const duplicate = (id = courseId) => educator.call(api.courses.duplicate, { params: { courseId: id } })
const read = async (lectureId: string, language: string) =>
  (await app.server.inject({ url: captionsPath(lectureId, language), headers: { cookie: educator.cookie } })).body
const countTexts = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from caption_texts where owner_id = ${educator.user._id}`.execute(app.deps.db)
  return rows[0]?.count
}
/** Fills the account, so that so many bytes are left of a limit of 1 GB. */
const leave = async (bytes: number) => {
  await limit(1)
  const { use } = await educator.call(api.storage.own)
  await sql`insert into files (id, owner_id, content_type, bytes, created_at)
    values (${`filler-${educator.user._id}`}, ${educator.user._id}, 'text/plain', ${1e9 - use.total - bytes}, now())`.execute(
    app.deps.db,
  )
}
/** Gives the course so many lectures with texts that no compression shortens. */
const fillWithLectures = (count: number, length: number) =>
  sql`
    with made as (
      insert into lectures (id, course_id, position, title, body, created_at)
      select ${courseId} || n, ${courseId}, n, 'Part ' || n,
        left((select string_agg(md5(n || '-' || m), '') from generate_series(1, ${Math.ceil(length / 32)}::int) as m), ${length}::int), now()
      from generate_series(1, ${count}::int) as n returning id
    ) update courses set lecture_count = (select count(*) from made) where id = ${courseId}`.execute(app.deps.db)

describe('texts', () => {
  test('of courses, lectures, captions, chapters and transcripts count for their account, until they are removed', async () => {
    const lectureId = (await makeLecture(educator, courseId))._id
    await uploadVideo(educator, lectureId)
    let before = await textsOf()
    const grows = async (least: number, change: () => Promise<unknown>) => {
      await change()
      const after = await textsOf()
      expect(after - before).toBeGreaterThanOrEqual(least)
      expect(after - before).toBeLessThanOrEqual(least * 1.1 + 600)
      before = after
    }
    await grows(19_900, () =>
      educator.call(api.courses.edit, { params: { courseId }, body: { description: 'é'.repeat(10_000) } }),
    )
    const params = { lectureId }
    await grows(30_000, () => educator.call(api.lectures.edit, { params, body: { text: 'x'.repeat(30_000) } }))
    await grows(4000, () => educator.call(api.lectures.edit, { params, body: { description: 'x'.repeat(4000) } }))
    await grows(97_000, () => setCaptions(lectureId, 'en', 97_000))
    await grows(50_000, () => setCaptions(lectureId, 'hi', 50_000))
    await grows(100, () =>
      educator.call(api.lectures.setChapters, { params, body: { chapters: [{ start: 0, title: 'x'.repeat(100) }] } }),
    )
    await grows(0, () => setCaptions(lectureId, 'hi', 50_000))
    await educator.call(api.lectures.removeCaptions, { params: { lectureId, language: 'en' } })
    expect(before - (await textsOf())).toBeGreaterThanOrEqual(97_000)
    await educator.call(api.courses.remove, { params: { courseId } })
    expect([await textsOf(), await countTexts()]).toEqual([0, 0])
  })

  test('that do not fit are refused and change nothing; what gets shorter is saved', async () => {
    const lectureId = (await makeLecture(educator, courseId))._id
    await setCaptions(lectureId, 'en', 50_000)
    const kept = await read(lectureId, 'en')
    await leave(3000)
    await expectProblem(setCaptions(lectureId, 'en', 60_000), 413, 'storage_full')
    await expectProblem(setCaptions(lectureId, 'hi', 9000), 413, 'storage_full')
    const params = { lectureId }
    const long = 'x'.repeat(5000)
    await expectProblem(educator.call(api.lectures.edit, { params, body: { text: long } }), 413, 'storage_full')
    const description = long
    await expectProblem(
      educator.call(api.courses.edit, { params: { courseId }, body: { description } }),
      413,
      'storage_full',
    )
    expect(await read(lectureId, 'en')).toBe(kept)
    await setCaptions(lectureId, 'en', 40_000)
    expect(await read(lectureId, 'en')).not.toBe(kept)
    await educator.call(api.lectures.edit, { params, body: { text: long } })
  })

  test('saved at the same moment exceed the limit together as little as one after the other', async () => {
    const lectures = await Promise.all(Array.from({ length: 6 }, () => makeLecture(educator, courseId)))
    const other = await makeLecture(educator, (await makeCourse(educator))._id)
    await leave(120_000)
    const attempts = await Promise.allSettled([...lectures, other].map(({ _id }) => setCaptions(_id, 'en', 50_000)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { use } = await educator.call(api.storage.own)
    expect(use.total).toBeLessThanOrEqual(1e9)
  })

  test('of drafts are bounded by their number, too', async () => {
    await sql`insert into courses (id, creator_id, title, created_at, updated_at)
      select ${courseId} || n, ${educator.user._id}, 'Draft', now(), now() from generate_series(2, ${maxCourses - 1}::int) as n`.execute(
      app.deps.db,
    )
    const create = () => educator.call(api.courses.create, { body: { title: 'One more', category: 'Others' } })
    const attempts = await Promise.allSettled([create(), create(), create()])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectProblem(create(), 400, 'invalid_input')
    await expectProblem(duplicate(), 400, 'invalid_input')
  })
})

describe('copies of a course', () => {
  test('share the texts of captions, which go with the last of them', async () => {
    const lectureId = (await makeLecture(educator, courseId))._id
    for (const language of ['en', 'hi', 'ta', 'te']) await setCaptions(lectureId, language, 200_000)
    const [text, one] = [await read(lectureId, 'ta'), await textsOf()]
    const first = await duplicate()
    const second = await duplicate(first._id)
    expect((await textsOf()) - one).toBeLessThan(10_000)
    const [firstId = '', secondId = ''] = [first, second].map(({ lectures }) => lectures[0]?._id)
    expect([await read(firstId, 'ta'), await read(secondId, 'ta')]).toEqual([text, text])
    // each changes for itself
    await setCaptions(firstId, 'ta', 1000)
    expect([await read(lectureId, 'ta'), await read(secondId, 'ta')]).toEqual([text, text])
    expect(await countTexts()).toBe(5)
    await educator.call(api.courses.remove, { params: { courseId } })
    await educator.call(api.courses.remove, { params: { courseId: first._id } })
    expect([await read(secondId, 'ta'), await countTexts()]).toEqual([text, 4])
    await educator.call(api.lectures.removeCaptions, { params: { lectureId: secondId, language: 'en' } })
    expect(await countTexts()).toBe(3)
    await educator.call(api.courses.remove, { params: { courseId: second._id } })
    expect([await countTexts(), await textsOf()]).toEqual([0, 0])
  })

  test('removed at the same moment leave no text behind', async () => {
    const lectureId = (await makeLecture(educator, courseId))._id
    for (const language of ['en', 'hi', 'ta']) await setCaptions(lectureId, language, 5000)
    const copies = [await duplicate(), await duplicate(), await duplicate()]
    await Promise.all(
      [courseId, ...copies.map(({ _id }) => _id)].map((id) =>
        educator.call(api.courses.remove, { params: { courseId: id } }),
      ),
    )
    expect([await countTexts(), await textsOf()]).toEqual([0, 0])
  })

  test.skipIf(!isWhole)('of long texts keep no one waiting: others are served between their pieces', async () => {
    await fillWithLectures(200, 40_000)
    let isDone = false
    const copying = duplicate().finally(() => {
      isDone = true
    })
    let served = 0
    for (; !isDone; served++) await educator.call(api.storage.own)
    const copy = await copying
    expect([copy.lectureCount, copy.lectures.length]).toEqual([200, 200])
    expect(copy.lectures.map(({ lectureTitle }) => lectureTitle)).toEqual(
      Array.from({ length: 200 }, (_, at) => `Part ${at + 1}`),
    )
    const params = { lectureId: copy.lectures[199]?._id ?? '' }
    expect((await educator.call(api.lectures.content, { params })).text).toHaveLength(40_000)
    expect(served).toBeGreaterThan(10)
    // the longer the texts, the fewer copies
    await duplicate()
    await duplicate()
    await expectProblem(duplicate(), 429, 'rate_limited')
  })

  test('that do not fit leave nothing, and no one sees one that is not complete', async () => {
    await fillWithLectures(60, 20_000)
    const rows = async () =>
      (await app.deps.db.selectFrom('courses').select('id').where('creator_id', '=', educator.user._id).execute())
        .length
    await leave(700_000)
    const before = await textsOf()
    await expectProblem(duplicate(), 413, 'storage_full')
    expect([await rows(), await textsOf()]).toEqual([1, before])

    // a process that dies meanwhile
    await limit(0)
    const { _id } = await duplicate()
    const at = new Date(app.clock.ms)
    await app.deps.db.updateTable('courses').set({ removed_at: at, copying_since: at }).where('id', '=', _id).execute()
    expect((await educator.call(api.courses.mine)).map((course) => course._id)).toEqual([courseId])
    await expectProblem(educator.call(api.courses.get, { params: { courseId: _id } }), 404, 'not_found')
    await removeAbandonedCopies(app.deps)
    expect(await rows()).toBe(2)
    app.clock.ms += 2 * 3600 * 1000
    await removeAbandonedCopies(app.deps)
    expect([await rows(), await textsOf()]).toEqual([1, before])
  })
})
