import { api, type Course, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { receivesFromOthers, setReceiving } from '#core/events/cache-invalidation.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { fetchesOf, type Viewer } from '#test/support/video/fetch-media.ts'
import { makeStream } from '#test/support/video/make-stream.ts'

const secret = 'a secret of all processes of a test'

let app: TestApp
let educator: TestUser
let buyer: TestUser
let course: Course
let lecture: Lecture
let stream: Awaited<ReturnType<typeof makeStream>>
const { textOf, addressFor, codeOf } = fetchesOf(() => app)
const renew = async (price = 0) => {
  course = await makeCourse(educator, { price })
  lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
  stream = await makeStream(app, lecture._id)
  await buy(buyer, course._id)
}
beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, CODE_SECRET: secret } })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
  buyer = await app.makeUser()
})
afterAll(() => app.close())
beforeEach(() => renew())

const publish = (isPublished: 'true' | 'false') =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished } })

describe('who may watch', () => {
  const gone = '404 not_found'
  const stranger = '403 not_entitled'
  const visitor = '401 unauthenticated'
  /** Returns each viewer's replies for playlists, storyboard, a file of the stream (with the best token they have) and the original. */
  const table = async () => {
    const users = {
      visitor: null,
      student: await app.makeUser(),
      rival: await app.makeUser('educator'),
      buyer,
      owner: educator,
      admin: await app.makeUser('admin'),
    }
    const [, ownerToken = ''] = (await addressFor(educator, lecture)).split('?token=')
    const rows: Record<string, unknown[]> = {}
    for (const [name, user] of Object.entries(users)) {
      const texts = await Promise.all(
        ['main.m3u8', '720p.m3u8', 'storyboard.vtt'].map((file) => codeOf(user, textOf(lecture, file))),
      )
      const address =
        texts[1] === 200
          ? await addressFor(user, lecture)
          : `/api/media/streams/${stream.streamId}/720p.mp4?token=${ownerToken}`
      rows[name] = [...new Set([...texts, await codeOf(user, address), await codeOf(user, lecture.videoUrl)])]
    }
    return rows
  }
  const watching = { buyer: [200], owner: [200], admin: [200] }

  test('depends on course, lecture and viewer, and is the same for all parts', async () => {
    expect(await table()).toEqual({ visitor: [visitor], student: [stranger], rival: [stranger], ...watching })
    await educator.call(api.lectures.edit, {
      params: { lectureId: lecture._id },
      body: { isPreviewFree: 'true' },
      files: {},
    })
    expect(await table()).toEqual({ visitor: [200], student: [200], rival: [200], ...watching })
    await publish('false')
    // the reply to a foreign token does not reveal what exists
    const draft = { visitor: [gone, visitor], student: [gone, stranger], rival: [gone, stranger] }
    expect(
      Object.fromEntries(Object.entries(await table()).map(([name, codes]) => [name, [...new Set(codes)].slice(0, 2)])),
    ).toEqual({ ...draft, ...watching })
  })

  /** Returns the replies that a watching viewer gets for the next fetch of each kind after `then`. */
  const after = async (watcher: Viewer, then: () => Promise<unknown>) => {
    const segment = await addressFor(watcher, lecture)
    const sheet = await addressFor(watcher, lecture, 'storyboard.vtt')
    const urls = [
      segment,
      sheet,
      lecture.videoUrl,
      textOf(lecture, 'main.m3u8'),
      textOf(lecture, '720p.m3u8'),
      textOf(lecture, 'storyboard.vtt'),
    ]
    for (const url of urls) expect(await codeOf(watcher, url)).toBe(200)
    await then()
    const codes = new Set<unknown>()
    for (const url of urls) codes.add(await codeOf(watcher, url))
    app.clock.ms += 11 * 60_000
    codes.add(await codeOf(watcher, segment))
    return [...codes]
  }

  test('ends at once with a refund', async () => {
    await renew(499)
    const student = await app.makeUser()
    await buy(student, course._id)
    const admin = await app.makeUser('admin')
    const { id } = await app.deps.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', student.user._id)
      .executeTakeFirstOrThrow()
    const refund = () => admin.call(api.adminOrders.refund, { params: { orderId: id }, body: { reason: 'Asked for' } })
    expect(await after(student, refund)).toEqual([stranger])
  })

  test('ends at once with the account, with its suspension and with the session', async () => {
    const admin = await app.makeUser('admin')
    const made = async () => {
      const student = await app.makeUser()
      await buy(student, course._id)
      return student
    }
    const one = await made()
    const suspend = () => admin.call(api.admin.suspend, { params: { userId: one.user._id }, body: { reason: 'Test' } })
    expect(await after(one, suspend)).toEqual([visitor])
    const two = await made()
    expect(await after(two, () => two.call(api.accounts.logout))).toEqual([visitor])
    const three = await made()
    expect(await after(three, () => admin.call(api.admin.deleteUser, { params: { userId: three.user._id } }))).toEqual([
      visitor,
    ])
  })

  test('ends at once with a preview, and with the course or the lecture', async () => {
    const edit = (isPreviewFree: 'true' | 'false') =>
      educator.call(api.lectures.edit, { params: { lectureId: lecture._id }, body: { isPreviewFree }, files: {} })
    await edit('true')
    const student = await app.makeUser()
    expect(await after(student, () => edit('false'))).toEqual([stranger])
    await edit('true')
    expect(await after(null, () => publish('false'))).toEqual([gone])
    await publish('true')
    expect(await after(null, () => edit('false'))).toEqual([visitor])
    await edit('true')
    const removeCourse = () => educator.call(api.courses.remove, { params: { courseId: course._id } })
    // buyers keep access
    const address = await addressFor(buyer, lecture)
    expect(await after(student, removeCourse)).toEqual([gone])
    expect(await codeOf(buyer, address)).toBe(302)
    expect(await codeOf(buyer, await addressFor(buyer, lecture))).toBe(200)
  })

  test('ends at once with the lecture, for buyers too', async () => {
    const remove = () => educator.call(api.lectures.remove, { params: { lectureId: lecture._id } })
    expect(await after(buyer, remove)).toEqual([gone])
  })

  test('ends in every process, also in one without notifications from the others', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const other = await createTestApp({
      beside: app.database,
      overrides: { storage: app.deps.storage },
      config: { ...paymentKeys, CODE_SECRET: secret },
    })
    try {
      await expect.poll(() => receivesFromOthers(other.deps.db)).toBe(true)
      const there = fetchesOf(() => other)
      const students = await Promise.all([app.makeUser(), app.makeUser()])
      const addresses = await Promise.all(
        students.map(async (student) => {
          await buy(student, course._id)
          const address = await addressFor(student, lecture)
          // a token of one process is valid in all
          expect(await there.codeOf(student, address)).toBe(200)
          return address
        }),
      )
      const [one, two] = students
      await one?.call(api.accounts.logout)
      await expect.poll(() => there.codeOf(one ?? null, addresses[0] ?? '')).toBe(visitor)
      setReceiving(other.deps.db, false)
      expect(await there.codeOf(two ?? null, addresses[1] ?? '')).toBe(200)
      await two?.call(api.accounts.logout)
      expect(await there.codeOf(two ?? null, addresses[1] ?? '')).toBe(visitor)
    } finally {
      await other.close()
    }
  })
})
