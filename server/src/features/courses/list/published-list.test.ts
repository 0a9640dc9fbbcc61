import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { cacheRebuilds } from '#core/metrics.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { presentCourse } from '../present.ts'
import { completeCourses } from '../queries.ts'
import { createPublishedList, listFormat, type PublishedList, usualTimes } from './published-list.ts'

let app: TestApp
let educator: TestUser
const limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator', 'Ada Lovelace')
})
afterAll(() => app.close())

const { path } = api.courses.published
const fetchList = (headers: Record<string, string> = {}) => app.server.inject({ url: path, headers })
const seenBy = async (viewer: TestUser): Promise<Course[]> => (await fetchList({ cookie: viewer.cookie })).json()
const edit = (courseId: string, body: object) => educator.call(api.courses.edit, { params: { courseId }, body })

/** Lists as a large catalogue has them: they take long to make. */
const slow = { ...usualTimes, quick: -1, outdated: 400, pause: 50 }
const open = (times = slow): PublishedList => createPublishedList(app.deps, times)
const read = async (list: PublishedList, viewerId: string | null = null) => {
  const { tag, plain } = await (await list.get(viewerId)).own.read()
  return { tag, text: String(plain), titles: (JSON.parse(String(plain)) as Course[]).map(({ title }) => title) }
}
const timesMade = async (): Promise<number> => (await cacheRebuilds.get()).values[0]?.value ?? 0

/** The list as the rows of the database have it. */
async function computed(): Promise<Course[]> {
  const rows = await completeCourses(app.deps.db)
    .where('courses.is_published', '=', true)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute()
  return api.courses.published.reply.parse(rows.map(presentCourse))
}

test('the kept list is the list of the database, after any changes', async () => {
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
    },
    review: async (id: string) => {
      const reviewer = await app.makeUser()
      await edit(id, { isPublished: 'true', price: '0' })
      await buy(reviewer, id)
      await reviewer.call(api.reviews.give, { body: { courseId: id, rating: 4, comment: '' } })
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
        await acts[name]?.(ids[course] ?? '')
        expect(await seenBy(educator), name).toEqual(await computed())
      }
    }),
    { numRuns: isWhole ? 4 : 2 },
  )
  expect((await fetchList()).json()).toEqual(await computed())
})

describe('after a change', () => {
  test('a viewer sees it at once, visitors get the last list with its tag for some seconds', async () => {
    const list = open()
    const course = await makeCourse(educator, { title: 'Before' })
    const before = await read(list)
    await edit(course._id, { title: 'After' })
    const meanwhile = await read(list)
    expect([meanwhile.tag, meanwhile.titles[0]]).toEqual([before.tag, 'Before'])
    const other = open()
    expect((await read(other)).titles[0]).toBe('After')
    expect((await read(list, educator.user._id)).titles[0]).toBe('After')
    expect(await read(list)).toEqual(await read(list, educator.user._id))
  })

  test('visitors get the next list although no one has asked for it meanwhile', async () => {
    const list = open()
    const course = await makeCourse(educator, { title: 'Long ago' })
    await read(list)
    await edit(course._id, { title: 'At last' })
    await sleep(slow.outdated + 50)
    expect((await read(list)).titles[0]).toBe('At last')
  })

  test('the list is made once for all who wait for it, and with pauses while changes go on', async () => {
    const list = open({ ...slow, pause: 200, pauseFactor: 1e6 })
    const course = await makeCourse(educator)
    await read(list)
    await edit(course._id, { title: 'Change 0' })
    const made = await timesMade()
    await Promise.all(Array.from({ length: 20 }, () => read(list, 'a viewer')))
    expect((await timesMade()) - made).toBe(1)
    const begun = performance.now()
    for (let change = 1; change <= 4; change++) {
      await edit(course._id, { title: `Change ${change}` })
      expect((await read(list, 'a viewer')).titles[0]).toBe(`Change ${change}`)
    }
    expect(performance.now() - begun).toBeGreaterThan(4 * 200)
  })
})

describe('the tag', () => {
  test('is that of the version: another process, or this one after a restart, makes no list for who has it', async () => {
    await makeCourse(educator)
    const { tag } = await read(open())
    const made = await timesMade()
    expect((await open().get(null)).own.tag).toBe(tag)
    const asked = await fetchList({ 'if-none-match': `"${tag}"` })
    expect([asked.statusCode, asked.body, asked.headers.etag]).toEqual([304, '', `"${tag}"`])
    expect(await timesMade()).toBe(made)
  })

  test('is the same only for the same bytes, whichever process makes the list while changes go on', async () => {
    const course = await makeCourse(educator)
    const texts = new Map<string, string>()
    for (let round = 0; round < 12; round++) {
      const lists = [open(), open(), open()]
      const [, ...replies] = await Promise.all([
        edit(course._id, { title: `Round ${round}` }),
        ...lists.map(async (list) => read(list)),
      ])
      for (const { tag, text } of replies) expect(texts.set(tag, texts.get(tag) ?? text).get(tag)).toBe(text)
    }
    expect((await read(open())).titles[0]).toBe('Round 11')
  })

  test('is private and of no use to shared caches for viewers, and kept by these for seconds for visitors', async () => {
    const visitor = await fetchList()
    const viewer = await fetchList({ cookie: educator.cookie })
    expect([visitor.headers['cache-control'], viewer.headers['cache-control']]).toEqual([
      'public, max-age=0, s-maxage=5',
      'private, no-cache',
    ])
    expect(String(visitor.headers.vary).toLowerCase()).toContain('cookie')
  })
})

test('a course that does not fit the contract is left out, and the log says so', async () => {
  const [broken, whole] = [await makeCourse(educator), await makeCourse(educator)]
  await sql`update courses set category = 'Alchemy' where id = ${broken._id}`.execute(app.deps.db)
  await edit(whole._id, { title: 'Whole' })
  const ids = (await seenBy(educator)).map(({ _id }) => _id)
  expect(ids).toContain(whole._id)
  expect(ids).not.toContain(broken._id)
  expect(app.logged.map(({ msg }) => msg)).toContain('a course does not fit the contract and is left out of the list')
  await sql`delete from courses where id = ${broken._id}`.execute(app.deps.db)
})

test('the format is counted up when courses are written in another way', async () => {
  const course = await makeCourse(educator, { title: 'Fixed' })
  const row = await completeCourses(app.deps.db).where('courses.id', '=', course._id).executeTakeFirstOrThrow()
  const time = new Date('2026-01-02T03:04:05.678Z')
  const lecture = {
    id: 'l',
    kind: 'lecture' as const,
    title: 'Lecture',
    is_preview_free: true,
    live_state: 'scheduled' as const,
    live_start_time: time.toISOString(),
    video_id: 'v',
    video_bytes: 5,
    video_seconds: 6,
  }
  const fixed = {
    ...row,
    id: 'c',
    creator_id: 'u',
    creator_name: 'Ada',
    thumbnail_id: 't',
    created_at: time,
    lectures: [lecture],
  }
  expect([
    listFormat,
    JSON.stringify(api.courses.published.reply.element.parse(presentCourse(fixed))),
  ]).toMatchInlineSnapshot(`
    [
      3,
      "{"_id":"c","title":"Fixed","subTitle":"Short and clear","category":"Web Development","level":"Beginner","price":499,"thumbnail":"/api/media/images/t/640.webp","creator":"u","creatorName":"Ada","averageRating":0,"reviewCount":0,"enrolledCount":0,"lectureCount":0,"totalSeconds":0,"language":"en","description":"What it says.","isPublished":true,"published":true,"lectures":[{"_id":"l","lectureTitle":"Lecture","isPreviewFree":true,"isLive":true,"liveState":"scheduled","liveStartTime":"2026-01-02T03:04:05.678Z","videoUrl":"/api/media/lectures/l/video","videoBytes":5,"durationSeconds":6}],"reviews":[],"createdAt":"2026-01-02T03:04:05.678Z"}",
    ]
  `)
})
