import { randomInt } from 'node:crypto'
import { api, type Lecture } from '@virtual-courses/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy } from '#test/support/sales/pay.ts'
import { useWatchedSite } from '#test/support/sales/watched-steps.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'
import { findWatched } from './refund-queries.ts'

const { site, watched, refund, purchase, videoLecture } = useWatchedSite()
const { get, addressFor } = fetchesOf(() => site.app)
/** Fetches all of a video, as a player does with a short one before its first second is over. */
const fetchAll = async (lecture: Lecture) => get(site.student, await addressFor(site.student, lecture))

describe('what a player loads ahead', () => {
  test('of a lecture of 34 s, half of its course, leaves the right to a refund', async () => {
    const [lecture] = [await videoLecture(34), await videoLecture(34)]
    await buy(site.student, site.course._id)
    await fetchAll(lecture)
    expect(await watched()).toBe(0)
    await refund()
    expect((await purchase()).status).toBe('refund_pending')
  })

  test('of one lecture after the other counts from the second on, and who fetched all is refused', async () => {
    const lectures = await Promise.all([34, 34, 34, 34].map((seconds) => videoLecture(seconds)))
    await buy(site.student, site.course._id)
    const shares: number[] = []
    for (const lecture of lectures) {
      await fetchAll(lecture)
      shares.push(await watched())
    }
    expect(shares).toEqual([0, 10, 55, 100])
    await expectProblem(refund(), 409, 'refund_not_allowed')
  })

  test('is not taken off texts, which are read when they are opened', async () => {
    const lecture = await videoLecture(34)
    const body = { text: 'Read me' }
    await site.educator.call(api.lectures.edit, { params: { lectureId: lecture._id }, body, files: {} })
    await buy(site.student, site.course._id)
    await site.student.call(api.lectures.content, { params: { lectureId: lecture._id } })
    // a minute of reading, of 94 s
    expect(await watched()).toBe(63)
  })
})

describe('of courses of any lengths', () => {
  const ahead = 60
  const limit = 0.2
  const lengths = () => Array.from({ length: randomInt(1, 7) }, () => randomInt(4, randomInt(40, 2000)))
  beforeEach(async () => {
    site.course = await makeCourse(site.educator, { price: 999 })
  })

  /** A course that was sold with videos of these lengths, and how much of its order counts with these hundredths served. */
  async function sell(videos: readonly number[]) {
    const { db } = site.app.deps
    const [of, now] = [site.course._id, new Date()]
    const rows = videos.map((seconds, at) => ({ seconds, id: `${of}-${at}` }))
    const video = { owner_id: site.educator.user._id, content_type: 'video/mp4', bytes: 1, created_at: now }
    await db
      .insertInto('videos')
      .values(rows.map(({ id, seconds }) => ({ ...video, id, duration_seconds: seconds })))
      .execute()
    const lecture = { course_id: of, title: 'One', created_at: now }
    await db
      .insertInto('lectures')
      .values(rows.map(({ id }, position) => ({ ...lecture, id, position, video_id: id })))
      .execute()
    await buy(site.student, of)
    const { _id: orderId } = await purchase()
    return async (hundredths: readonly number[]) => {
      const marked = hundredths.map((count, at) => ({
        user_id: site.student.user._id,
        course_id: of,
        lecture_id: `${of}-${at}`,
        video: '1'.repeat(count).padEnd(100, '0'),
      }))
      await db.deleteFrom('served_lectures').where('course_id', '=', of).execute()
      await db.insertInto('served_lectures').values(marked).execute()
      return (await findWatched(db, [orderId])).get(orderId) ?? -1
    }
  }
  const secondsOf = (videos: readonly number[], hundredths: readonly number[]) =>
    videos.reduce((sum, seconds, at) => sum + (seconds * (hundredths[at] ?? 0)) / 100, 0)

  test.for(Array.from({ length: 8 }, lengths))('%j', async (videos) => {
    const share = await sell(videos)
    const all = secondsOf(
      videos,
      videos.map(() => 100),
    )
    expect(await share(videos.map(() => 100)), 'who has everything').toBe(1)
    expect(await share(videos.map(() => 0))).toBe(0)
    for (let round = 0; round < 12; round++) {
      const some = videos.map(() => (randomInt(2) ? randomInt(101) : 0))
      const more = some.map((count) => randomInt(count, 101))
      const [fewer, counted] = [await share(some), await share(more)]
      const given = secondsOf(videos, more)
      expect(counted, `${some} and then ${more}`).toBeGreaterThanOrEqual(fewer)
      expect(counted).toBeLessThanOrEqual(given / all + 1e-9)
      if (given <= Math.min(ahead, all / 2)) expect(counted, 'what one player may have loaded ahead').toBe(0)
      if (counted < limit)
        expect(given, 'what is had for nothing').toBeLessThan(limit * all + (1 - limit) * Math.min(ahead, all / 2))
    }
  })
})
