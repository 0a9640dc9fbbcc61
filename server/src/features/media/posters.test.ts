import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Lecture } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ffmpegFrames } from '#adapters/frames/ffmpeg.ts'
import { allJobs } from '#job-registry.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'

let app: TestApp
let educator: TestUser
let courseId: string
const real = ffmpegFrames()
let grab = real.grab
beforeAll(async () => {
  app = await createTestApp({ overrides: { frames: { available: true, grab: (video) => grab(video) } } })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator, { price: 0 }))._id
})
afterAll(() => app.close())
beforeEach(() => {
  grab = real.grab
})

const newLecture = async () => (await makeLecture(educator, courseId))._id
const pictures = () => readdirSync(join(app.dataDir, 'media', 'images')).length
const fetchPicture = (lecture: Lecture) => app.server.inject({ url: lecture.posterUrl ?? '' })
const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 150 && !done(); attempt++) await sleep(100)
  expect(done()).toBe(true)
}

test('the system has ffmpeg (apt-get install ffmpeg): without it these tests prove nothing', () => {
  expect(real.available).toBe(true)
})

test('a video brings a picture, which the pages of its course name', async () => {
  const lecture = await uploadVideo(educator, await newLecture())
  expect(lecture.posterUrl).toMatch(/^\/api\/media\/images\/[0-9a-f]{24}\/1280\.webp$/)
  const answer = await fetchPicture(lecture)
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
  const { lectures } = await app.visitor(api.courses.get, { params: { courseId } })
  expect(lectures.map(({ posterUrl }) => posterUrl)).toContain(lecture.posterUrl)
  const published = await app.visitor(api.courses.published)
  expect(JSON.stringify(published)).not.toContain('posterUrl')
})

test('another video brings another picture, and the old one goes with the old video', async () => {
  const before = pictures()
  const first = await uploadVideo(educator, await newLecture())
  const second = await uploadVideo(educator, first._id)
  expect(second.posterUrl).not.toBe(first.posterUrl)
  await until(() => pictures() === before + 1)
  expect((await fetchPicture(first)).statusCode).toBe(404)
  await educator.call(api.lectures.remove, { params: { lectureId: first._id } })
  await until(() => pictures() === before)
})

test('an upload whose lecture vanished meanwhile leaves no picture behind', async () => {
  const before = pictures()
  const lectureId = await newLecture()
  grab = async (video) => {
    const bytes = await real.grab(video)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    return bytes
  }
  await expect(uploadVideo(educator, lectureId)).rejects.toMatchObject({ status: 404 })
  expect(pictures()).toBe(before)
})

test('a video of which no picture can be had is a video all the same', async () => {
  for (const none of [async () => null, async () => new Uint8Array([1, 2, 3])]) {
    grab = none
    const lecture = await uploadVideo(educator, await newLecture())
    expect(lecture.posterUrl).toBeUndefined()
    expect(lecture.videoBytes).toBe(smallVideo().size)
  }
})
