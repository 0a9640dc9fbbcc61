import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { addEntry } from './index.ts'

let app: TestApp
let educator: TestUser
let courseId: string
let lectureId: string
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
  await makeLecture(educator, courseId)
  const entry = { ownerId: educator.user._id, courseId, title: 'Weave a border', kind: 'assignment' } as const
  const session = { state: 'none', startTime: null } as const
  lectureId = (await transact(app.deps.db, (tx) => addEntry(tx, app.deps, { ...entry, session })))._id
})
afterAll(() => app.close())

const params = () => ({ params: { lectureId } })
const pdf = () => new File(['%PDF-1.7 notes'], 'notes.pdf', { type: 'application/pdf' })
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'
const edit = (body: object) => () => educator.call(api.lectures.edit, { ...params(), body, files: {} })

test.each<[string, () => Promise<unknown>]>([
  ['a text', edit({ text: 'Read this' })],
  ['a description', edit({ description: 'Read this' })],
  ['a free preview', edit({ isPreviewFree: true })],
  ['a file', () => educator.call(api.lectures.attach, { ...params(), body: {}, files: { file: pdf() } })],
  ['captions', () => educator.call(api.lectures.setCaptions, { ...params(), body: { language: 'en', text: vtt } })],
  ['chapters', () => educator.call(api.lectures.setChapters, { ...params(), body: { chapters: [] } })],
  ['a session', () => educator.call(api.live.schedule, { ...params(), body: { liveStartTime: '2099-01-01T10:00' } })],
  ['a live room', () => educator.call(api.live.start, params())],
])('%s is given to a lecture alone, not to an assignment', async (_name, give) => {
  await expectProblem(give(), 400, 'invalid_input')
})

test('an upload of a video begins for a lecture alone', async () => {
  const metadata = `lectureId ${Buffer.from(lectureId).toString('base64')},filename ${Buffer.from('a.mp4').toString('base64')}`
  const answer = await app.server.inject({
    method: 'POST',
    url: api.uploads.create.path,
    headers: {
      cookie: educator.cookie,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': metadata,
    },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test('an assignment gets another title as a lecture does, is copied as one, and removed', async () => {
  const { lecture } = await educator.call(api.lectures.edit, {
    ...params(),
    body: { lectureTitle: 'Weave' },
    files: {},
  })
  expect([lecture.lectureTitle, lecture.kind]).toEqual(['Weave', 'assignment'])
  const copy = await educator.call(api.courses.duplicate, { params: { courseId } })
  expect(copy.lectures.map(({ kind }) => kind)).toEqual([undefined, 'assignment'])
  await educator.call(api.lectures.remove, params())
  const { lectures } = await educator.call(api.lectures.list, { params: { courseId } })
  expect(lectures).toHaveLength(1)
})
