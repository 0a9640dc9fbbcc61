import {
  api,
  type CourseCard,
  type CourseLanguage,
  categories,
  courseLanguages,
  levels,
} from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonArray, jsonObject, jsonText } from '#core/json-sql.ts'
import { newId } from '#core/new-id.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { hostileTexts } from '#test/support/hostile-texts.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'

// PostgreSQL writes the cards of the catalogue and the lectures of a course page; other calls show the same through TypeScript

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator', 'Zoë "Z" \\ O’Neil 👩‍🏫')
})
afterAll(() => app.close())

// PostgreSQL stores no NUL, and no half of a surrogate pair
const text = fc.oneof(
  fc.constantFrom(...hostileTexts.map((one) => one.replaceAll('\0', '').toWellFormed().slice(0, 100))),
  fc.string({ unit: 'binary', maxLength: 40 }).map((one) => one.replaceAll('\0', '').toWellFormed()),
)
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

test('cards of the catalogue are those of the own courses, whatever the courses hold', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => (await makeCourse(educator, { title: `Card ${at}`, price: 10 }))._id),
  )
  const row = fc.record({
    // what a published course needs
    title: text.map((one) => one || 'Title'),
    category: fc.constantFrom(...categories),
    price_paise: fc.oneof(fc.constantFrom(0, 100, 101, 49_950), fc.integer({ min: 100, max: 50_000_000 })),
    sub_title: text,
    level: maybe(fc.constantFrom(...levels)),
    language: fc.constantFrom(...(Object.keys(courseLanguages) as CourseLanguage[])),
    enrolment_count: fc.nat(2_000_000),
    lecture_count: fc.nat(200),
    total_seconds: fc.nat(10_000_000),
    rating_counts: fc.array(fc.nat(500), { minLength: 5, maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: ids.length, maxLength: ids.length }), async (rows) => {
      for (const [at, values] of rows.entries()) {
        const { rating_counts: counts } = values
        const rating_count = counts.reduce((sum, count) => sum + count, 0)
        const rating_sum = counts.reduce((sum, count, star) => sum + count * (star + 1), 0)
        await app.deps.db
          .updateTable('courses')
          .set({ ...values, rating_count, rating_sum })
          .where('id', '=', ids[at] ?? '')
          .execute()
      }
      const { courses } = await app.visitor(api.courses.catalogue, { query: { limit: 100 } })
      const own = await educator.call(api.courses.own, { query: { limit: 100 } })
      const expected: CourseCard[] = own.courses.map(({ isPublished: _, ...card }) => card)
      expect(courses).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

test('lectures of a course page are those of its list of lectures, whatever they hold', async () => {
  const { _id: courseId } = await makeCourse(educator, { price: 0 })
  const params = { courseId }
  const { section } = await educator.call(api.sections.create, { params, body: { title: 'Part' } })
  const lectures = await Promise.all(Array.from({ length: 8 }, async () => makeLecture(educator, courseId)))
  for (const { _id } of lectures.slice(2)) await uploadVideo(educator, _id, true)
  const poster = newId()
  await app.deps.db
    .insertInto('images')
    .values({ id: poster, width: 1280, height: 720, bytes: 1, created_at: new Date() })
    .execute()
  const attached = lectures[3]?._id ?? ''
  await app.deps.db
    .insertInto('caption_texts')
    .values({ id: 'text', owner_id: educator.user._id, vtt: 'WEBVTT' })
    .execute()
  await sql`
    insert into lecture_captions (lecture_id, language, label, text_id, source, updated_at)
    select id, language, 'Ä "label" ' || language, 'text', 'file', now()
    from lectures, unnest(array['en', 'hi', 'pt-BR']) as language where id = any(${lectures.slice(4).map(({ _id }) => _id)})`.execute(
    app.deps.db,
  )
  const body = { description: 'Read', text: '' }
  await educator.call(api.lectures.edit, { params: { lectureId: attached }, body })
  const row = fc.record({
    title: text,
    is_preview_free: fc.boolean(),
    session: fc.oneof(
      fc.constant({ live_state: 'none' as const, live_start_time: null }),
      fc.record({
        live_state: fc.constantFrom('scheduled' as const, 'live' as const, 'ended' as const),
        live_start_time: fc.date({
          min: new Date('2020-01-01T00:00:00Z'),
          max: new Date('2090-01-01T00:00:00Z'),
          noInvalidDate: true,
        }),
      }),
    ),
    section_id: maybe(fc.constant(section._id)),
    body: fc.oneof(fc.constant(''), text),
    chapters: fc.array(fc.record({ start: fc.nat(600_000), title: text }), { maxLength: 3 }),
    has_stream: fc.boolean(),
    video: fc.record({
      bytes: fc.integer({ min: 1, max: 2_000_000_000 }),
      duration_seconds: maybe(fc.integer({ min: 1, max: 600_000 })),
      poster_id: maybe(fc.constant(poster)),
      storyboard: maybe(fc.constant('{}')),
    }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 8, maxLength: 8 }), async (rows) => {
      for (const [at, { session, chapters, has_stream, video, ...values }] of rows.entries()) {
        const lecture = await app.deps.db
          .updateTable('lectures')
          .set({ ...values, ...session, chapters: JSON.stringify(chapters) })
          .where('id', '=', lectures[at]?._id ?? '')
          .returning('video_id')
          .executeTakeFirstOrThrow()
        await app.deps.db
          .updateTable('videos')
          .set(video)
          .where('id', '=', lecture.video_id ?? '')
          .execute()
      }
      const page = await app.visitor(api.courses.get, { params })
      const list = await app.visitor(api.lectures.list, { params })
      expect(page.lectures).toEqual(list.lectures)
    }),
    { numRuns: 12 },
  )
})

test('what is null and must not be makes the whole null, and leaves out no row', async () => {
  const item = jsonObject<{ text: string }>({ text: jsonText('text') })
  const arrayOf = async (...texts: (string | null)[]) => {
    const array = sql.raw(jsonArray(item, 'from given').text)
    const { rows } = await sql<{ array: string | null }>`
      with given as (select text from unnest(${texts}::text[]) as text) select ${array} as array`.execute(app.deps.db)
    return rows[0]?.array
  }
  expect([await arrayOf(), await arrayOf('a', 'b"')]).toEqual(['[]', '[{"text":"a"},{"text":"b\\""}]'])
  expect(await arrayOf('a', null)).toBeNull()
})
