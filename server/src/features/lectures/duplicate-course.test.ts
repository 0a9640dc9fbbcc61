import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course, videoPath } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { allJobs } from '#app/job-registry.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { upsertCaptions } from '../video/captions/caption-queries.ts'

let app: TestApp
let educator: TestUser
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const duplicate = (user: TestUser, courseId: string) => user.call(api.courses.duplicate, { params: { courseId } })
const get = (user: TestUser, courseId: string) => user.call(api.courses.get, { params: { courseId } })
const removeLecture = (lectureId: string) => educator.call(api.lectures.remove, { params: { lectureId } })
const watch = (lectureId: string) =>
  app.server.inject({ url: videoPath(lectureId), headers: { cookie: educator.cookie } })
const stored = (kind: 'videos' | 'images'): string[] => {
  const folder = join(app.dataDir, 'media', kind)
  return existsSync(folder) ? readdirSync(folder) : []
}
const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 150 && !done(); attempt++) await sleep(100)
  expect(done()).toBe(true)
}

async function captionsFor(lectureId: string): Promise<void> {
  await transact(app.deps.db, (tx) =>
    upsertCaptions(
      tx,
      { id: lectureId, ownerId: educator.user._id },
      { language: 'en', label: 'English', vtt: 'WEBVTT\n', source: 'machine' },
      new Date(),
    ),
  )
}

/** A published course with a picture, a video with captions, a scheduled session, a student and a review. */
async function fullCourse(): Promise<Course> {
  const course = await makeCourse(educator, { title: 'Weaving', price: 0 })
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#258' } })
    .png()
    .toBuffer()
  await educator.call(api.courses.edit, {
    params: { courseId: course._id },
    body: {},
    files: { thumbnail: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) },
  })
  const video = await makeLecture(educator, course._id, 'The loom')
  await uploadVideo(educator, video._id, true)
  await captionsFor(video._id)
  const chapters = [{ start: 0, title: 'Warp' }]
  await educator.call(api.lectures.setChapters, { params: { lectureId: video._id }, body: { chapters } })
  await educator.call(api.lectures.create, {
    params: { courseId: course._id },
    body: { lectureTitle: 'Questions', isLive: true, liveStartTime: '2030-01-01T10:00' },
  })
  const student = await app.makeUser()
  await buy(student, course._id)
  await student.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'Good' } })
  return get(educator, course._id)
}

describe('duplicate', () => {
  test('copies texts, image, lectures, captions and videos into a draft, but neither students nor sessions', async () => {
    const course = await fullCourse()
    const copy = await duplicate(educator, course._id)
    const { _id, subTitle, description, category, level, price, thumbnail, lectures } = copy
    expect(_id).not.toBe(course._id)
    expect({ subTitle, description, category, level, price, thumbnail }).toEqual({
      subTitle: course.subTitle,
      description: course.description,
      category: course.category,
      level: course.level,
      price: course.price,
      thumbnail: course.thumbnail,
    })
    expect(copy).toMatchObject({ title: 'Copy of Weaving', isPublished: false, enrolledCount: 0, reviewCount: 0 })
    expect(copy).toMatchObject({ reviews: [], lectureCount: 2, averageRating: 0 })
    expect(lectures).toMatchObject([
      { lectureTitle: 'The loom', isPreviewFree: true, liveState: 'none', durationSeconds: 4 },
      { lectureTitle: 'Questions', isLive: false, liveState: 'none', liveStartTime: null, videoUrl: '' },
    ])
    expect(lectures[0]?.captions).toMatchObject([{ language: 'en', label: 'English', source: 'machine' }])
    expect(lectures[0]?.chapters).toEqual([{ start: 0, title: 'Warp' }])
    expect(new Set([...lectures, ...course.lectures].map((one) => one._id)).size).toBe(4)
    expect((await watch(lectures[0]?._id ?? '')).statusCode).toBe(200)
    expect(await get(educator, course._id)).toEqual(course)
    expect((await educator.call(api.courses.mine))[0]).toMatchObject({ _id, enrolledStudents: [] })
    await expectProblem(get(await app.makeUser(), _id), 404, 'not_found')
  })

  test('keeps shared bytes until the last course that uses them is removed', async () => {
    const kept = [...stored('videos'), ...stored('images')]
    const course = await makeCourse(educator)
    const lecture = await makeLecture(educator, course._id)
    await uploadVideo(educator, lecture._id)
    const copy = await duplicate(educator, course._id)
    const copied = copy.lectures[0]?._id ?? ''
    const [video = ''] = stored('videos').filter((id) => !kept.includes(id))
    // The original gets another video, and then is removed.
    await educator.call(api.lectures.edit, {
      params: { lectureId: lecture._id },
      body: {},
      files: { videoUrl: smallVideo() },
    })
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    await until(() => stored('videos').filter((id) => !kept.includes(id)).length === 1)
    expect(stored('videos')).toContain(video)
    expect((await watch(copied)).statusCode).toBe(200)
    await removeLecture(copied)
    await until(() => !stored('videos').includes(video))
  })

  test('a copy changes without the original, and the other way round', async () => {
    const course = await makeCourse(educator, { title: 'Left' })
    await makeLecture(educator, course._id, 'One')
    const copy = await duplicate(educator, course._id)
    await makeLecture(educator, copy._id, 'Two')
    await educator.call(api.courses.edit, { params: { courseId: copy._id }, body: { title: 'Right' } })
    expect((await get(educator, copy._id)).lectures.map(({ lectureTitle }) => lectureTitle)).toEqual(['One', 'Two'])
    expect(await get(educator, course._id)).toMatchObject({ title: 'Left', lectureCount: 1 })
  })

  test('copies an empty draft, and cuts a long title', async () => {
    const { _id } = await educator.call(api.courses.create, { body: { title: 'x'.repeat(150), category: 'Others' } })
    const copy = await duplicate(educator, _id)
    expect(copy).toMatchObject({ title: `Copy of ${'x'.repeat(142)}`, price: null, lectures: [] })
    // what was made can be saved as it is
    await educator.call(api.courses.edit, { params: { courseId: copy._id }, body: { title: copy.title } })
  })

  test('refuses everyone but the owner, and removed and unknown courses', async () => {
    const course = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    await buy(student, course._id)
    const params = { courseId: course._id }
    const stranger = await app.makeUser('educator')
    await expectProblem(app.visitor(api.courses.duplicate, { params }), 401, 'unauthenticated')
    await expectProblem(duplicate(student, course._id), 403, 'forbidden')
    await expectProblem(duplicate(await app.makeUser('admin'), course._id), 403, 'forbidden')
    await expectProblem(duplicate(stranger, course._id), 404, 'not_found')
    await expectProblem(duplicate(educator, 'unknown'), 404, 'not_found')
    expect(await stranger.call(api.courses.mine)).toEqual([])
    await educator.call(api.courses.remove, { params })
    await expectProblem(duplicate(educator, course._id), 404, 'not_found')
  })

  test('limits how many copies an educator makes', async () => {
    const course = await makeCourse(educator)
    for (let count = 0; count < 30; count++) await duplicate(educator, course._id)
    await expectProblem(duplicate(educator, course._id), 429, 'rate_limited')
  })

  test('a copy that is made while a lecture is removed has it whole or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const course = await makeCourse(educator)
      const lecture = await makeLecture(educator, course._id)
      await uploadVideo(educator, lecture._id)
      const [copy] = await Promise.all([duplicate(educator, course._id), removeLecture(lecture._id)])
      expect(copy.lectureCount).toBe(copy.lectures.length)
      for (const { _id } of copy.lectures) expect((await watch(_id)).statusCode).toBe(200)
    }
  })
})
