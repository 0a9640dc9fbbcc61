import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course, maxLectures } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let otherEducator: TestUser
let student: TestUser
let course: Course
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
  otherEducator = await app.makeUser('educator')
  student = await app.makeUser()
  course = await makeCourse(educator)
})
afterAll(() => app.close())

const list = async (courseId: string, user?: TestUser) =>
  (await (user?.call ?? app.visitor)(api.lectures.list, { params: { courseId } })).lectures
type Body = Parameters<typeof educator.call<typeof api.lectures.create>>[1]['body']
const create = async (user: TestUser, courseId: string, body: Body) =>
  (await user.call(api.lectures.create, { params: { courseId }, body })).lecture
const edit = (user: TestUser, lectureId: string, body: object, videoUrl?: Blob) =>
  user.call(api.lectures.edit, { params: { lectureId }, body, files: { videoUrl } })
const remove = (user: TestUser, lectureId: string) => user.call(api.lectures.remove, { params: { lectureId } })
const uploads = () => (existsSync(join(app.dataDir, 'uploads')) ? readdirSync(join(app.dataDir, 'uploads')) : [])
const videos = () =>
  existsSync(join(app.dataDir, 'media/videos')) ? readdirSync(join(app.dataDir, 'media/videos')) : []
const until = async (done: () => boolean | Promise<boolean>) => {
  for (let attempt = 0; attempt < 150 && !(await done()); attempt++) await sleep(100)
  expect(await done()).toBe(true)
}
const watch = (lectureId: string, cookie: string) =>
  app.server.inject({ url: `/api/media/lectures/${lectureId}/video`, headers: { cookie } })

describe('create', () => {
  test('appends, also at the same moment, and counts', async () => {
    const own = await makeCourse(educator)
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((title) => makeLecture(educator, own._id, title)))
    const lectures = await list(own._id)
    expect(new Set(lectures.map(({ _id }) => _id))).toEqual(new Set(made.map(({ _id }) => _id)))
    const last = await makeLecture(educator, own._id, 'last')
    expect((await list(own._id)).map(({ _id }) => _id)).toEqual([...lectures.map(({ _id }) => _id), last._id])
    const { lectureCount, lectures: shown } = await app.visitor(api.courses.get, { params: { courseId: own._id } })
    expect([lectureCount, shown]).toEqual([5, await list(own._id)])
  })

  test('refuses more lectures than a course may have, also when they come at once', async () => {
    const owner = await app.makeUser('educator')
    const own = await makeCourse(owner)
    const rows = Array.from({ length: maxLectures - 1 }, (_, position) => ({
      id: `full${own._id.slice(0, 16)}${String(position).padStart(4, '0')}`,
      course_id: own._id,
      position,
      title: 'One of many',
      created_at: new Date(),
    }))
    await app.deps.db.insertInto('lectures').values(rows).execute()
    await app.deps.db.updateTable('courses').set({ lecture_count: rows.length }).where('id', '=', own._id).execute()
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((title) => makeLecture(owner, own._id, title)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectProblem(makeLecture(owner, own._id), 400, 'invalid_input')
    expect(await list(own._id)).toHaveLength(maxLectures)
  })

  test('schedules a session, reading a time without a zone in that of the platform', async () => {
    const lecture = await create(educator, course._id, {
      lectureTitle: 'Live',
      isLive: true,
      liveStartTime: '2026-12-01T18:30',
    })
    expect(lecture).toEqual({
      _id: lecture._id,
      lectureTitle: 'Live',
      isPreviewFree: false,
      isLive: true,
      liveState: 'scheduled',
      liveStartTime: '2026-12-01T13:00:00.000Z',
      videoUrl: '',
      videoBytes: 0,
      durationSeconds: null,
      captions: [],
    })
    expect((await list(course._id)).at(-1)).toEqual(lecture)
    const shown = await app.visitor(api.courses.get, { params: { courseId: course._id } })
    expect(shown.lectures.at(-1)).toEqual(lecture)
  })

  test('needs a time for a live session', async () => {
    for (const liveStartTime of [undefined, null, '', '2026-02-30T10:00'])
      await expectProblem(
        create(educator, course._id, { lectureTitle: 'L', isLive: true, liveStartTime }),
        400,
        'live_time_needed',
      )
    const problem = await expectProblem(
      create(educator, course._id, { lectureTitle: 'L', isLive: true }),
      400,
      'live_time_needed',
    )
    expect(problem.message).toBe('Please select live start time if enabling live session')
    await expectProblem(
      create(educator, course._id, { lectureTitle: 'L', isLive: true, liveStartTime: 'soon' }),
      400,
      'invalid_input',
    )
  })

  test('refuses visitors, other roles, other educators, unknown courses and bad bodies', async () => {
    const body = { lectureTitle: 'Mine' }
    await expectProblem(
      app.visitor(api.lectures.create, { params: { courseId: course._id }, body }),
      401,
      'unauthenticated',
    )
    await expectProblem(create(student, course._id, body), 403, 'forbidden')
    await expectProblem(create(otherEducator, course._id, body), 404, 'not_found')
    await expectProblem(create(educator, 'unknown', body), 404, 'not_found')
    for (const bad of [
      {},
      { lectureTitle: ' ' },
      { lectureTitle: 'x'.repeat(201) },
      { lectureTitle: 5 },
      { ...body, isLive: 'x' },
    ])
      await expectProblem(create(educator, course._id, bad as Body), 400, 'invalid_input')
  })
})

describe('list', () => {
  test('is seen by anyone who sees the course', async () => {
    const own = await makeCourse(educator, { price: 0 })
    const lecture = await makeLecture(educator, own._id)
    const buyer = await app.makeUser()
    await buy(buyer, own._id)
    expect(await list(own._id)).toEqual([lecture])
    await educator.call(api.courses.edit, { params: { courseId: own._id }, body: { isPublished: 'false' } })
    for (const user of [educator, buyer, await app.makeUser('admin')])
      expect(await list(own._id, user)).toEqual([lecture])
    for (const user of [undefined, student, otherEducator]) await expectProblem(list(own._id, user), 404, 'not_found')
    await expectProblem(list('unknown'), 404, 'not_found')
  })
})

describe('edit', () => {
  test('changes title and preview, and leaves what is not sent', async () => {
    const lecture = await makeLecture(educator, course._id, 'Before')
    expect(await edit(educator, lecture._id, { isPreviewFree: 'true' })).toEqual({
      lecture: { ...lecture, isPreviewFree: true },
      message: 'Lecture Updated',
      version: expect.any(String),
    })
    expect((await edit(educator, lecture._id, { lectureTitle: 'After' })).lecture).toMatchObject({
      lectureTitle: 'After',
      isPreviewFree: true,
    })
    expect((await edit(educator, lecture._id, { videoUrl: 'null' })).lecture).toMatchObject({
      lectureTitle: 'After',
      videoUrl: '',
    })
  })

  test.each(['', '   '])('refuses "%s" as a title, as at its creation', async (lectureTitle) => {
    const lecture = await makeLecture(educator, course._id, 'Before')
    await expectProblem(edit(educator, lecture._id, { lectureTitle }), 400, 'invalid_input')
    const { lectures } = await educator.call(api.lectures.list, { params: { courseId: course._id } })
    expect(lectures.find(({ _id }) => _id === lecture._id)?.lectureTitle).toBe('Before')
  })

  test('replaces the old video, whose bytes are removed', async () => {
    const lecture = await makeLecture(educator, course._id)
    const first = await uploadVideo(educator, lecture._id)
    expect(first).toMatchObject({ videoUrl: `/api/media/lectures/${lecture._id}/video`, videoBytes: smallVideo().size })
    const before = videos()
    const tag = (await watch(lecture._id, educator.cookie)).headers.etag
    await uploadVideo(educator, lecture._id)
    expect((await watch(lecture._id, educator.cookie)).headers.etag).not.toBe(tag)
    await until(() => videos().length === before.length)
    expect(videos()).not.toEqual(before)
    expect(uploads()).toEqual([])
    await until(async () => {
      const rows = await app.deps.db.selectFrom('videos').select('id').execute()
      return (
        rows
          .map(({ id }) => id)
          .sort()
          .join() === videos().sort().join()
      )
    })
  })

  test('refuses a page named .mp4, and what is not a video; the old one stays', async () => {
    const lecture = await makeLecture(educator, course._id)
    await uploadVideo(educator, lecture._id)
    const before = await watch(lecture._id, educator.cookie)
    const page = new File(['<!doctype html><script>alert(1)</script>'.repeat(200)], 'page.mp4', { type: 'video/mp4' })
    const text = new File(['just text'], 'page.mp4', { type: 'video/mp4' })
    const png = new File([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(5000)], 'a.mp4', {
      type: 'video/mp4',
    })
    for (const file of [page, text, png]) await expectProblem(edit(educator, lecture._id, {}, file), 415, 'wrong_media')
    const after = await watch(lecture._id, educator.cookie)
    expect([after.headers.etag, after.rawPayload.equals(before.rawPayload)]).toEqual([before.headers.etag, true])
    expect(uploads()).toEqual([])
  })

  test('a form that is refused for its texts stores no video', async () => {
    const lecture = await makeLecture(educator, course._id)
    const before = videos()
    await expectProblem(
      edit(educator, lecture._id, { lectureTitle: 'x'.repeat(201) }, smallVideo()),
      400,
      'invalid_input',
    )
    expect([videos(), uploads()]).toEqual([before, []])
  })

  test('refuses visitors, other roles, other educators and unknown lectures before anything is stored', async () => {
    const lecture = await makeLecture(educator, course._id)
    const before = videos()
    const files = { videoUrl: smallVideo() }
    const visitor = app.visitor(api.lectures.edit, { params: { lectureId: lecture._id }, body: {}, files })
    await expectProblem(visitor, 401, 'unauthenticated')
    await expectProblem(edit(student, lecture._id, {}, smallVideo()), 403, 'forbidden')
    await expectProblem(edit(otherEducator, lecture._id, {}, smallVideo()), 404, 'not_found')
    await expectProblem(edit(educator, 'unknown', {}, smallVideo()), 404, 'not_found')
    expect([videos(), uploads()]).toEqual([before, []])
  })

  test('two uploads at once leave one whole video, and nothing of the other', async () => {
    const lecture = await makeLecture(educator, course._id)
    const before = videos().length
    await Promise.all([uploadVideo(educator, lecture._id), uploadVideo(educator, lecture._id)])
    expect((await watch(lecture._id, educator.cookie)).rawPayload.length).toBe(smallVideo().size)
    await until(() => videos().length === before + 1)
  })

  test('discards the new video when the lecture is removed during the upload', async () => {
    const lecture = await makeLecture(educator, course._id)
    const before = videos()
    const { storage } = app.deps
    const put = storage.putFile
    storage.putFile = async (...put_) => {
      await put.apply(storage, put_)
      await remove(educator, lecture._id)
    }
    try {
      await expectProblem(edit(educator, lecture._id, {}, smallVideo()), 404, 'not_found')
    } finally {
      storage.putFile = put
    }
    expect([videos(), uploads()]).toEqual([before, []])
    expect(await app.deps.db.selectFrom('videos').select('id').execute()).toHaveLength(before.length)
  })

  test('a full disk is reported and changes nothing', async () => {
    const lecture = await makeLecture(educator, course._id)
    const uploaded = await uploadVideo(educator, lecture._id)
    const before = videos()
    const { storage } = app.deps
    const put = storage.putFile
    storage.putFile = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    try {
      await expectProblem(edit(educator, lecture._id, {}, smallVideo()), 507, 'disk_full')
    } finally {
      storage.putFile = put
    }
    expect((await list(course._id)).find(({ _id }) => _id === lecture._id)).toEqual(uploaded)
    expect([videos(), uploads()]).toEqual([before, []])
  })
})

describe('remove', () => {
  test('removes the lecture, its count and its bytes; the others keep their order', async () => {
    const own = await makeCourse(educator)
    const [a, b, c] = [
      await makeLecture(educator, own._id, 'a'),
      await makeLecture(educator, own._id, 'b'),
      await makeLecture(educator, own._id, 'c'),
    ]
    const before = videos().length
    await uploadVideo(educator, b._id)
    expect(await remove(educator, b._id)).toEqual({ message: 'Lecture Removed' })
    expect((await list(own._id)).map(({ _id }) => _id)).toEqual([a._id, c._id])
    const d = await makeLecture(educator, own._id, 'd')
    expect((await list(own._id)).map(({ _id }) => _id)).toEqual([a._id, c._id, d._id])
    expect((await app.visitor(api.courses.get, { params: { courseId: own._id } })).lectureCount).toBe(3)
    await until(() => videos().length === before)
    expect((await watch(b._id, educator.cookie)).statusCode).toBe(404)
  })

  test('deleting a course removes the videos of all its lectures', async () => {
    const before = videos().length
    const own = await makeCourse(educator)
    for (const title of ['a', 'b']) await uploadVideo(educator, (await makeLecture(educator, own._id, title))._id)
    await educator.call(api.courses.remove, { params: { courseId: own._id } })
    await until(() => videos().length === before)
  })

  test('refuses visitors, other roles, other educators and unknown lectures', async () => {
    const lecture = await makeLecture(educator, course._id)
    await expectProblem(
      app.visitor(api.lectures.remove, { params: { lectureId: lecture._id } }),
      401,
      'unauthenticated',
    )
    await expectProblem(remove(student, lecture._id), 403, 'forbidden')
    await expectProblem(remove(otherEducator, lecture._id), 404, 'not_found')
    await expectProblem(remove(educator, 'unknown'), 404, 'not_found')
    expect((await list(course._id)).some(({ _id }) => _id === lecture._id)).toBe(true)
  })
})
