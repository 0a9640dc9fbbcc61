import { api, type Course, type Lecture, maxLectureDescription, maxLectureText } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let buyer: TestUser
let course: Course
let lecture: Lecture
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { price: 0 })
  lecture = await makeLecture(educator, course._id, 'To read')
  await edit({ text: secret, description: 'Short' })
  buyer = await app.makeUser()
  await buy(buyer, course._id)
})
afterAll(() => app.close())

const secret = '# Secret chapter\n\n<script>alert(1)</script> [x](javascript:alert(1))'
type Body = Parameters<typeof educator.call<typeof api.lectures.edit>>[1]['body']
const edit = (body: Body, lectureId = lecture._id) =>
  educator.call(api.lectures.edit, { params: { lectureId }, body, files: {} })
const read = (user: Pick<TestUser, 'call'>, lectureId = lecture._id) =>
  user.call(api.lectures.content, { params: { lectureId } })
const listed = async () => {
  const { lectures } = await app.visitor(api.lectures.list, { params: { courseId: course._id } })
  return lectures.find(({ _id }) => _id === lecture._id)
}

test('texts are kept as they were written, and stay when they are not sent', async () => {
  const content = { lectureId: lecture._id, description: 'Short', text: secret, attachments: [] }
  expect(await read(buyer)).toEqual(content)
  await edit({ lectureTitle: 'Renamed' })
  await uploadVideo(educator, lecture._id)
  expect(await read(buyer)).toEqual(content)
  expect(await listed()).toMatchObject({ hasText: true, hasContent: true })
  await edit({ text: ' \n ' })
  expect(await read(buyer)).toEqual({ ...content, text: '' })
  expect(await listed()).not.toHaveProperty('hasText')
  await edit({ description: '' })
  expect(await listed()).not.toHaveProperty('hasContent')
  await edit({ text: `a\u0000b\u0007c${secret}`, description: 'Short' })
  expect((await read(buyer)).text).toBe(`abc${secret}`)
  await edit({ text: secret })
})

test('are for anyone who may watch the lecture, and in no list', async () => {
  const admin = await app.makeUser('admin')
  const stranger = await app.makeUser('educator')
  const visitor = { call: app.visitor }
  for (const user of [buyer, educator, admin]) expect((await read(user)).text).toBe(secret)
  await expectProblem(read(visitor), 401, 'unauthenticated')
  await expectProblem(read(stranger), 403, 'not_entitled')
  await expectProblem(read(buyer, 'unknown'), 404, 'not_found')
  await edit({ isPreviewFree: true })
  for (const user of [visitor, stranger]) expect((await read(user)).text).toBe(secret)
  await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'false' } })
  for (const user of [visitor, stranger]) await expectProblem(read(user), 404, 'not_found')
  expect((await read(buyer)).text).toBe(secret)
  await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })
  await edit({ isPreviewFree: false })
  const path = { params: { courseId: course._id } }
  const lists = [
    await app.visitor(api.courses.get, path),
    await app.visitor(api.lectures.list, path),
    await app.visitor(api.courses.published),
    await educator.call(api.courses.mine),
    await app.visitor(api.publicPages.course, path),
  ]
  for (const list of lists) expect(JSON.stringify(list)).not.toMatch(/Secret chapter|"description":"Short"/)
  const answer = await app.server.inject({
    url: `/api/course/lecture/${lecture._id}`,
    headers: { cookie: buyer.cookie },
  })
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  expect(answer.headers['content-type']).toContain('application/json')
})

test('are no longer readable after a refund or a suspension', async () => {
  const refunded = await app.makeUser()
  await buy(refunded, course._id)
  expect((await read(refunded)).text).toBe(secret)
  await app.deps.db.deleteFrom('enrolments').where('user_id', '=', refunded.user._id).execute()
  await expectProblem(read(refunded), 403, 'not_entitled')
  const suspended = await app.makeUser()
  await buy(suspended, course._id)
  const admin = await app.makeUser('admin')
  await admin.call(api.admin.suspend, { params: { userId: suspended.user._id }, body: { reason: 'Test' } })
  await expectProblem(read(suspended), 401, 'unauthenticated')
})

test.each([
  [{ text: 'x'.repeat(maxLectureText + 1) }],
  [{ description: 'x'.repeat(maxLectureDescription + 1) }],
  [{ text: 5 }],
  [{ description: ['x'] }],
])('refuses %#, and changes nothing', async (body) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/course/editlecture/${lecture._id}`,
    headers: { cookie: educator.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  expect(await read(educator)).toMatchObject({ text: secret, description: 'Short' })
})

test('edits are bounded: each has lists made again', async () => {
  const busy = await app.makeUser('educator')
  const own = await makeLecture(busy, (await makeCourse(busy, { price: 0 }))._id)
  for (let count = 0; count < 120; count++) await app.deps.limits.lectureEdits.consume(busy.user._id).catch(() => {})
  const send = (user: TestUser, lectureId: string) =>
    app.server.inject({
      method: 'POST',
      url: `/api/course/editlecture/${lectureId}`,
      headers: { cookie: user.cookie },
      payload: { text: 'x' },
    })
  const answer = await send(busy, own._id)
  expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await send(busy, lecture._id)).statusCode).toBe(404)
  expect((await send(educator, lecture._id)).statusCode).toBe(200)
  await edit({ text: secret })
})

test('takes the longest text, as a form and as JSON', async () => {
  const { _id } = await makeLecture(educator, course._id)
  const text = `${'अ'.repeat(maxLectureText - 2000)}${'\n'.repeat(1999)}.`
  await edit({ text }, _id)
  expect((await read(educator, _id)).text).toBe(text)
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/course/editlecture/${_id}`,
    headers: { cookie: educator.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify({ text, description: 'x'.repeat(maxLectureDescription) }),
  })
  expect(answer.statusCode).toBe(200)
})

test('a lecture without a video is completed by its tick, and can be where a student goes on', async () => {
  const { _id } = await makeLecture(educator, course._id, 'Last')
  await edit({ text: 'Read me' }, _id)
  const report = (body: object) => buyer.call(api.learning.report, { params: { lectureId: _id }, body })
  expect(await report({ seconds: 0 })).toMatchObject({ completed: false, seconds: 0 })
  const progress = () => buyer.call(api.learning.course, { params: { courseId: course._id } })
  expect(await progress()).toMatchObject({ lastLectureId: _id, continueLectureId: _id })
  expect(await report({ completed: true })).toMatchObject({ completed: true })
  expect(await report({ seconds: 0 })).toMatchObject({ completed: true })
  expect((await progress()).completedLectures).toBe(1)
})

test('are part of what their author downloads of themselves', async () => {
  await educator.call(api.sections.create, {
    params: { courseId: course._id },
    body: { title: 'Start', firstLectureId: lecture._id },
  })
  const admin = await app.makeUser('admin')
  const url = `/api/admin/users/${educator.user._id}/export`
  const answer = await app.server.inject({ url, headers: { cookie: admin.cookie } })
  expect(answer.json().lectures[0]).toEqual({
    course: course.title,
    section: 'Start',
    title: 'Renamed',
    description: 'Short',
    text: secret,
    files: [],
  })
})

test('are copied with their course', async () => {
  const copy = await educator.call(api.courses.duplicate, { params: { courseId: course._id } })
  const [first] = copy.lectures
  expect(first).toMatchObject({ hasText: true })
  expect(await read(educator, first?._id)).toMatchObject({ text: secret, description: 'Short' })
})
