import { api, type Course } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { cacheVersion } from '#core/cache-invalidation.ts'
import { KeptReply } from '#core/call.ts'
import { createLimits } from '#core/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/pay.ts'
import { documentFormat, documentOf } from './documents.ts'
import { claimBuild } from './list-queries.ts'
import { presentCourse } from './present.ts'
import { createPublishedList } from './published-list.ts'
import { completeCourses } from './queries.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
const limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator', 'Ada Lovelace')
  student = await app.makeUser()
})
afterAll(() => app.close())

const { path } = api.courses.published
const fetchList = (headers: Record<string, string> = {}) => app.server.inject({ url: path, headers })
const ofAuthor = async (author = educator): Promise<Course[]> => (await fetchList({ cookie: author.cookie })).json()
const edit = (courseId: string, body: object) => educator.call(api.courses.edit, { params: { courseId }, body })
const version = (name: 'catalogue' | 'published-list') => cacheVersion(app.deps.db, name)
/** Waits until the compressed list shows every change, and returns its ETag. */
const settled = async (): Promise<string> => {
  const isUpToDate = async () => {
    await fetchList()
    const { rows } = await sql<{ shown: boolean }>`
      select catalogue_version >= (select max(version) from cache_versions where name = 'catalogue')
        and counters_version >= coalesce((select max(version) from cache_versions where name = 'counters'), 0) as shown
      from published_list`.execute(app.deps.db)
    return rows[0]?.shown
  }
  await expect.poll(isUpToDate, { timeout: 10_000 }).toBe(true)
  return String((await fetchList()).headers.etag)
}

/** Makes the next build wait as if the list were large. `resume` ends that. */
async function holdBuilds(): Promise<{ resume(): Promise<void> }> {
  await sql`update published_list set next_at = now() + interval '1 hour', cost_ms = 10000`.execute(app.deps.db)
  return { resume: async () => void (await sql`update published_list set next_at = now()`.execute(app.deps.db)) }
}

/** The list as the rows of the database have it. */
async function computed(): Promise<Course[]> {
  const rows = await completeCourses(app.deps.db)
    .where('courses.is_published', '=', true)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute()
  return api.courses.published.reply.parse(rows.map(presentCourse))
}

test('the list made of parts is the list computed from the rows, after any changes', async () => {
  const acts: Record<string, (courseId: string) => Promise<unknown>> = {
    publish: (id: string) => edit(id, { isPublished: 'true', price: '10' }),
    unpublish: (id: string) => edit(id, { isPublished: 'false' }),
    rename: (id: string) => edit(id, { title: `Title "of" \\ ${id} ₹`, level: 'Advanced' }),
    lecture: (id: string) => makeLecture(educator, id, 'A "lecture"'),
    video: async (id: string) => uploadVideo(educator, (await makeLecture(educator, id))._id, true),
    session: async (id: string) => {
      const { lectures } = await educator.call(api.lectures.list, { params: { courseId: id } })
      const params = { lectureId: lectures[0]?._id ?? (await makeLecture(educator, id))._id }
      await educator.call(api.live.schedule, { params, body: { liveStartTime: '2030-01-01T10:00' } })
    },
    reverse: async (id: string) => {
      const { lectures } = await educator.call(api.lectures.list, { params: { courseId: id } })
      const lectureIds = lectures.map(({ _id }) => _id).reverse()
      await educator.call(api.lectures.reorder, { params: { courseId: id }, body: { lectureIds } })
    },
    shorten: async (id: string) => {
      const { lectures } = await educator.call(api.lectures.list, { params: { courseId: id } })
      if (lectures[0]) await educator.call(api.lectures.remove, { params: { lectureId: lectures[0]._id } })
    },
    buy: async (id: string) => {
      const buyer = await app.makeUser()
      await edit(id, { isPublished: 'true', price: '0' })
      await buy(buyer, id)
      return buyer
    },
    review: async (id: string) => {
      const reviewer = await app.makeUser()
      await edit(id, { isPublished: 'true', price: '0' })
      await buy(reviewer, id)
      await reviewer.call(api.reviews.give, { body: { courseId: id, rating: 4, comment: '' } })
      return reviewer
    },
    creator: (id: string) => educator.call(api.accounts.updateProfile, { body: { name: `Ada ${id}` }, files: {} }),
  }
  const act = fc.record({ name: fc.constantFrom(...Object.keys(acts)), course: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 10 }), async (chosen) => {
      Object.assign(limits, createLimits(memoryStore()))
      const ids: string[] = []
      for (const title of ['One', 'Two', 'Three'])
        ids.push((await makeCourse(educator, { title, published: title !== 'Two' }))._id)
      for (const { name, course } of chosen) {
        const author = await acts[name]?.(ids[course] ?? '')
        const list = await ofAuthor(name === 'buy' || name === 'review' ? (author as TestUser) : educator) // returned above
        expect(list, name).toEqual(await computed())
      }
    }),
    { numRuns: 4 },
  )
  await settled()
  expect(await ofAuthor()).toEqual(await computed())
})

describe('after a change', () => {
  test('its author sees it at once, visitors the last list with its ETag and the next one soon', async () => {
    const course = await makeCourse(educator, { title: 'Before' })
    const last = await settled()
    const builds = await holdBuilds()
    await edit(course._id, { title: 'After' })
    expect((await ofAuthor())[0]?.title).toBe('After')
    const meanwhile = await fetchList()
    expect([meanwhile.headers.etag, meanwhile.json()[0].title]).toEqual([last, 'Before'])
    expect((await fetchList({ 'if-none-match': last })).statusCode).toBe(304)
    const other = await fetchList({ cookie: student.cookie })
    expect(other.headers.etag).toBe(last)
    const head = await app.server.inject({ method: 'HEAD', url: path, headers: { cookie: educator.cookie } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    await builds.resume()
    await expect.poll(async () => (await fetchList()).headers.etag, { timeout: 10_000 }).not.toBe(last)
    expect((await fetchList()).json()[0].title).toBe('After')
  })

  test('visitors get the last list, compressed and with its ETag, however long the next one takes; its author does not', async () => {
    const course = await makeCourse(educator, { title: 'Long ago' })
    const last = await settled()
    const builds = await holdBuilds()
    await edit(course._id, { title: 'At last' })
    const compressed = { 'accept-encoding': 'br' }
    expect((await fetchList(compressed)).headers.etag).toContain(last.slice(1, 20))
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 30 * 60_000)
    try {
      for (const cookie of [undefined, student.cookie]) {
        const late = await fetchList({ ...compressed, ...(cookie && { cookie }) })
        expect([late.statusCode, late.headers['content-encoding']]).toEqual([200, 'br'])
        expect(late.headers.etag).toContain(last.slice(1, 20))
      }
      expect((await fetchList({ 'if-none-match': last })).statusCode).toBe(304)
      expect((await ofAuthor())[0]?.title).toBe('At last')
      expect(app.logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('does a worker run?'))
    } finally {
      clock.mockRestore()
      await builds.resume()
    }
    await settled()
  })

  test('only its own part is made again; a purchase and a review make none again, and leave the catalogue', async () => {
    const [one, two] = [await makeCourse(educator, { price: 0 }), await makeCourse(educator)]
    const parts = async () => {
      const { rows } = await sql<{ course_id: string; written: string }>`
        select course_id, xmin::text as written from course_documents`.execute(app.deps.db)
      return new Map(rows.map(({ course_id, written }) => [course_id, written]))
    }
    const before = await parts()
    const counted = await version('catalogue')
    await buy(student, one._id)
    await student.call(api.reviews.give, { body: { courseId: one._id, rating: 2, comment: '' } })
    expect(await parts()).toEqual(before)
    expect(await version('catalogue')).toBe(counted)
    expect((await ofAuthor(student)).find(({ _id }) => _id === one._id)).toMatchObject({
      enrolledCount: 1,
      averageRating: 2,
      reviews: [{ rating: 2 }],
    })
    await edit(two._id, { title: 'Other' })
    const after = await parts()
    expect([...after].filter(([id, written]) => before.get(id) !== written).map(([id]) => id)).toEqual([two._id])
  })
})

describe('builds', () => {
  test('follow each other with a pause in proportion to their cost, however many changes and readers there are', async () => {
    const course = await makeCourse(educator)
    await settled()
    const first = await version('published-list')
    const started = performance.now()
    let cost = 0
    for (let change = 0; change < 10; change++) {
      await edit(course._id, { title: `Change ${change}` })
      await Promise.all([fetchList(), fetchList()])
      const { rows } = await sql<{ cost_ms: number; rest: number }>`
        select cost_ms, (extract(epoch from next_at - built_at) * 1000)::float8 as rest from published_list`.execute(
        app.deps.db,
      )
      cost = Math.min(cost || Number.POSITIVE_INFINITY, rows[0]?.cost_ms ?? 0)
      // the cost is kept in whole milliseconds, rounded
      expect(rows[0]?.rest).toBeGreaterThanOrEqual(((rows[0]?.cost_ms ?? 0) - 0.5) * 3)
    }
    const built = (await version('published-list')) - first
    expect(built).toBeLessThanOrEqual(1 + (performance.now() - started) / (5 * Math.max(1, cost - 1)))
    await settled()
    expect((await fetchList()).json()[0].title).toBe('Change 9')
  })

  test('that were killed leave the last list whole, and are made again when their claim has passed', async () => {
    const { db } = app.deps
    const course = await makeCourse(educator, { title: 'Kept' })
    const last = await settled()
    await sql`update published_list set next_at = now()`.execute(db)
    expect(await claimBuild(db, 'killed', 60_000)).toBe(true)
    await db
      .insertInto('published_list_chunks')
      .values({ build: 'killed', form: 'own br', number: 0, bytes: Buffer.from('half') })
      .execute()
    await sql`update published_list set cost_ms = 10000`.execute(db)
    await edit(course._id, { title: 'Made again' })
    expect((await fetchList()).headers.etag).toBe(last)
    await sql`update published_list set claimed_until = now() - interval '1 second'`.execute(db)
    await expect.poll(async () => (await fetchList()).json()[0].title, { timeout: 10_000 }).toBe('Made again')
    const builds = await db.selectFrom('published_list_chunks').select('build').distinct().execute()
    expect(builds).toHaveLength(1)
    expect(builds[0]?.build).not.toBe('killed')
  })

  test('survive a restart: the first visitor gets the last list at once', async () => {
    const last = await settled()
    const builds = await holdBuilds()
    await makeCourse(educator)
    const restarted = createPublishedList(app.deps, () => {})
    const reply = await restarted.get({ viewerId: null, client: 'visitor' })
    expect(reply instanceof KeptReply && reply.own.tags.identity).toBe(last)
    await builds.resume()
  })

  test('leave out a course that does not fit the contract, and say so', async () => {
    const [broken, whole] = [await makeCourse(educator), await makeCourse(educator)]
    await sql`update courses set category = 'Alchemy' where id = ${broken._id}`.execute(app.deps.db)
    await sql`delete from course_documents where course_id = ${broken._id}`.execute(app.deps.db)
    await edit(whole._id, { title: 'Whole' })
    const ids = (await ofAuthor()).map(({ _id }) => _id)
    expect(ids).toContain(whole._id)
    expect(ids).not.toContain(broken._id)
    expect(app.logged.map(({ msg }) => msg)).toContain('a course does not fit the contract and is left out of the list')
    await sql`delete from courses where id = ${broken._id}`.execute(app.deps.db)
  })
})

test('the format of documents is counted up when they are written in another way', async () => {
  const course = await makeCourse(educator, { title: 'Fixed' })
  const row = await completeCourses(app.deps.db).where('courses.id', '=', course._id).executeTakeFirstOrThrow()
  const time = new Date('2026-01-02T03:04:05.678Z')
  const lecture = {
    id: 'l',
    title: 'Lecture',
    is_preview_free: true,
    live_state: 'scheduled' as const,
    live_start_time: time.toISOString(),
    video_id: 'v',
    video: { bytes: 5, duration_seconds: 6 },
  }
  const fixed = { ...row, id: 'c', creator_id: 'u', thumbnail_id: 't', created_at: time, lectures: [lecture] }
  expect([documentFormat, documentOf(fixed)]).toMatchInlineSnapshot(`
    [
      2,
      "{"_id":"c","title":"Fixed","subTitle":"Short and clear","category":"Web Development","level":"Beginner","price":499,"thumbnail":"/api/media/images/t/640.webp","creator":"u","lectureCount":0,"totalSeconds":0,"language":"en","description":"What it says.","isPublished":true,"published":true,"lectures":[{"_id":"l","lectureTitle":"Lecture","isPreviewFree":true,"isLive":true,"liveState":"scheduled","liveStartTime":"2026-01-02T03:04:05.678Z","videoUrl":"/api/media/lectures/l/video","videoBytes":5,"durationSeconds":6}],"createdAt":"2026-01-02T03:04:05.678Z"}",
    ]
  `)
})
