import { api, type Course, captionsPath, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { upsertCaptions } from '../captions/caption-queries.ts'

const vtt = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nनमस्ते, welcome ₹\n'

let app: TestApp
let educator: TestUser
let buyer: TestUser
let course: Course
let lecture: Lecture
let preview: Lecture
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { price: 0 })
  lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
  preview = await uploadVideo(educator, (await makeLecture(educator, course._id))._id, true)
  for (const { _id } of [lecture, preview]) await addCaptions(_id)
  buyer = await app.makeUser()
  await buy(buyer, course._id)
})
afterAll(() => app.close())

async function addCaptions(lectureId: string, language = 'en', label = 'English'): Promise<void> {
  await transact(app.deps.db, (tx) =>
    upsertCaptions(
      tx,
      { id: lectureId, ownerId: educator.user._id },
      { language, label, vtt, source: 'file' },
      app.deps.clock.now(),
    ),
  )
}
const get = (user: TestUser | null, url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers: { ...headers, ...(user && { cookie: user.cookie }) } })

test('are listed with a lecture on the pages of its course, not in lists of courses', async () => {
  await addCaptions(preview._id, 'hi', 'हिन्दी')
  const english = { language: 'en', label: 'English', url: captionsPath(preview._id, 'en'), source: 'file' }
  const both = [english, { language: 'hi', label: 'हिन्दी', url: captionsPath(preview._id, 'hi'), source: 'file' }]
  const params = { courseId: course._id }
  const { lectures } = await app.visitor(api.lectures.list, { params })
  expect(lectures.map(({ captions }) => captions?.length)).toEqual([1, 2])
  expect(lectures[1]?.captions).toEqual(both)
  expect((await app.visitor(api.courses.get, { params })).lectures).toEqual(lectures)
  expect((await buyer.call(api.courses.get, { params })).lectures).toEqual(lectures)
  const published = (await educator.call(api.courses.published)).find(({ _id }) => _id === course._id)
  const mine = (await educator.call(api.courses.mine)).find(({ _id }) => _id === course._id)
  for (const listed of [published, mine]) {
    expect(listed?.lectures[1]?._id).toBe(preview._id)
    expect(listed?.lectures[1]).not.toHaveProperty('captions')
  }
})

test('are served as WebVTT that clients revalidate each time', async () => {
  const answer = await get(buyer, captionsPath(lecture._id, 'en'))
  expect([answer.statusCode, answer.body]).toEqual([200, vtt])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/vtt; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const tag = { 'if-none-match': String(answer.headers.etag) }
  expect((await get(buyer, captionsPath(lecture._id, 'en'), tag)).statusCode).toBe(304)
  for (const passedOn of [`W/${tag['if-none-match']}`, tag['if-none-match'].replace(/"$/, '-gzip"')])
    expect((await get(buyer, captionsPath(lecture._id, 'en'), { 'if-none-match': passedOn })).statusCode).toBe(304)
  expect((await get(null, captionsPath(lecture._id, 'en'), tag)).statusCode).toBe(401)
  await app.deps.db
    .updateTable('caption_texts')
    .set({ vtt: `${vtt}\n` })
    .where('owner_id', '=', educator.user._id)
    .execute()
  expect((await get(buyer, captionsPath(lecture._id, 'en'), tag)).statusCode).toBe(200)
})

test('are for anyone who may watch the video; others get the errors of the video', async () => {
  const users = {
    visitor: null,
    student: await app.makeUser(),
    otherEducator: await app.makeUser('educator'),
    owner: educator,
    admin: await app.makeUser('admin'),
    buyer,
  }
  const codes = async (url: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(users).map(async ([name, user]) => {
          const answer = await get(user, url)
          return [name, answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().code}`]
        }),
      ),
    )
  const same = async () => {
    for (const { _id, videoUrl } of [lecture, preview])
      expect(await codes(captionsPath(_id, 'en'))).toEqual(await codes(videoUrl))
    return codes(captionsPath(lecture._id, 'en'))
  }
  expect(await same()).toMatchObject({ visitor: '401 unauthenticated', student: '403 not_entitled', buyer: 200 })
  await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'false' } })
  expect(await same()).toMatchObject({ visitor: '404 not_found', student: '404 not_found', buyer: 200, owner: 200 })
  await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })
})

test('are refused at once after a refund', async () => {
  const paid = await makeCourse(educator, { price: 499 })
  const { _id } = await uploadVideo(educator, (await makeLecture(educator, paid._id))._id)
  await addCaptions(_id)
  const student = await app.makeUser()
  await buy(student, paid._id)
  const url = captionsPath(_id, 'en')
  const { statusCode, headers } = await get(student, url)
  expect(statusCode).toBe(200)
  await withdraw(app, student)
  const refused = await get(student, url, { 'if-none-match': String(headers.etag) })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_entitled'])
})

test('of another language, lecture or file name are not_found', async () => {
  for (const url of [
    captionsPath(lecture._id, 'hi'),
    captionsPath(lecture._id, 'EN'),
    captionsPath('unknown', 'en'),
    `/api/media/lectures/${lecture._id}/captions/en.srt`,
    `/api/media/lectures/${lecture._id}/captions/en`,
    `/api/media/lectures/${lecture._id}/captions/..%2f..%2fetc%2fpasswd.vtt`,
    `/api/media/lectures/${lecture._id}/captions/e%00n.vtt`,
    `/api/media/lectures/${lecture._id}/captions/.vtt`,
  ])
    expect((await get(buyer, url)).statusCode, url).toBeOneOf([400, 404])
})

test('are removed with their lecture or their video', async () => {
  const one = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
  await addCaptions(one._id)
  await educator.call(api.lectures.edit, { params: { lectureId: one._id }, body: { lectureTitle: 'Renamed' } })
  expect((await get(buyer, captionsPath(one._id, 'en'))).statusCode).toBe(200)
  expect((await uploadVideo(educator, one._id)).captions).toEqual([])
  expect((await get(buyer, captionsPath(one._id, 'en'))).statusCode).toBe(404)
  await addCaptions(one._id)
  await educator.call(api.lectures.remove, { params: { lectureId: one._id } })
  const left = app.deps.db.selectFrom('lecture_captions').select('language').where('lecture_id', '=', one._id)
  expect(await left.execute()).toEqual([])
})
