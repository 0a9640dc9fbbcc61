import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ffmpegTranscoder } from '#adapters/transcoder/ffmpeg.ts'
import { allJobs } from '#app/job-registry.ts'
import type { Transcoder } from '#ports/transcoder.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { inAll, isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'

let app: TestApp
let educator: TestUser
let courseId: string
const real = ffmpegTranscoder()
let grab: Transcoder['grab'] = real.grab
beforeAll(async () => {
  app = await createTestApp({ overrides: { transcoder: { ...real, grab: (video, at) => grab(video, at) } } })
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
const fetchPicture = (url: string | undefined) => app.server.inject({ url: url ?? '' })
const until = async (done: () => boolean | Promise<boolean>) => {
  for (let attempt = 0; attempt < 200 && !(await done()); attempt++) await sleep(100)
  expect(await done()).toBe(true)
}
const shown = async (lectureId: string): Promise<string | undefined> => {
  const { lectures } = await app.visitor(api.courses.get, { params: { courseId } })
  return lectures.find(({ _id }) => _id === lectureId)?.posterUrl
}
/** Uploads a video and waits for the URL of its poster, other than `before`. */
const posterOf = async (lectureId: string, before?: string): Promise<string> => {
  await uploadVideo(educator, lectureId)
  let url: string | undefined
  await until(async () => {
    url = await shown(lectureId)
    return url !== undefined && url !== before
  })
  return url ?? ''
}

test('a video gets a poster, which the page of its course shows and lists of courses do not', async () => {
  const url = await posterOf(await newLecture())
  expect(url).toMatch(/^\/api\/media\/images\/[0-9a-f]{24}\/1280\.webp$/)
  const answer = await fetchPicture(url)
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
  expect(JSON.stringify(await educator.call(api.courses.published))).not.toContain('posterUrl')
})

test.skipIf(!isWhole)(
  'a replacement video gets a new poster, and the old one is removed with the old video',
  async () => {
    const before = pictures()
    const lectureId = await newLecture()
    const first = await posterOf(lectureId)
    await posterOf(lectureId, first)
    await until(() => pictures() === before + 1)
    expect((await fetchPicture(first)).statusCode).toBe(404)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    await until(() => pictures() === before)
  },
)

test('a video that is removed meanwhile leaves no poster behind', async () => {
  const before = pictures()
  const lectureId = await newLecture()
  let removed = false
  grab = async (video, at) => {
    const bytes = await real.grab(video, at)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    await until(async () => (await app.deps.db.selectFrom('videos').select('id').execute()).length === videos)
    removed = true
    return bytes
  }
  const videos = (await app.deps.db.selectFrom('videos').select('id').execute()).length
  await uploadVideo(educator, lectureId)
  await until(() => removed)
  await until(() => pictures() === before)
})

test('a video without a poster works like any other', async () => {
  for (const none of inAll<() => Promise<Uint8Array | null>>(
    [async () => null],
    [async () => new Uint8Array([1, 2, 3])],
  )) {
    let asked = false
    grab = async () => {
      asked = true
      return none()
    }
    const { _id, videoBytes } = await uploadVideo(educator, await newLecture())
    await until(() => asked)
    expect([videoBytes, await shown(_id)]).toEqual([smallVideo().size, undefined])
  }
})

test('a video in a remote store is downloaded for its poster', async () => {
  const { storage } = app.deps
  const locate = storage.locate
  storage.locate = async () => ({ kind: 'url', url: 'https://media.example/signed', bytes: 5 })
  try {
    expect(await posterOf(await newLecture())).toContain('/api/media/images/')
  } finally {
    storage.locate = locate
  }
})
