import { api, type Chapter, type Lecture, maxChapters, maxChapterTitle } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'

let app: TestApp
let educator: TestUser
let courseId: string
let lecture: Lecture
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
  lecture = await uploadVideo(educator, (await makeLecture(educator, courseId))._id, true)
  // as long as a lesson
  await app.deps.db.updateTable('videos').set({ duration_seconds: 600 }).execute()
})
afterAll(() => app.close())

const set = (
  user: Pick<TestUser, 'call'>,
  chapters: Chapter[],
  { lectureId = lecture._id, replaces }: { lectureId?: string; replaces?: Chapter[] } = {},
) => user.call(api.lectures.setChapters, { params: { lectureId }, body: { chapters, ...(replaces && { replaces }) } })
const shown = async (lectureId = lecture._id) => {
  const { lectures } = await app.visitor(api.lectures.list, { params: { courseId } })
  return lectures.find(({ _id }) => _id === lectureId)?.chapters
}
const two = [
  { start: 0, title: 'Welcome' },
  { start: 90, title: 'परिचय <b>' },
]

test('are set, shown with the lecture, replaced and removed', async () => {
  expect((await set(educator, two)).lecture.chapters).toEqual(two)
  expect(await shown()).toEqual(two)
  const { lecture: one, message } = await set(educator, [{ start: 0, title: '  All of it ' }])
  expect([one.chapters, message]).toEqual([[{ start: 0, title: 'All of it' }], 'Chapters saved'])
  expect((await set(educator, [])).lecture).not.toHaveProperty('chapters')
  expect(await shown()).toBeUndefined()
})

test('replace only those that the editor showed: of two tabs, the later one is told', async () => {
  await set(educator, two)
  await set(educator, two.slice(0, 1), { replaces: two })
  await expectProblem(set(educator, [{ start: 0, title: 'Mine' }], { replaces: two }), 409, 'chapters_changed')
  expect(await shown()).toEqual(two.slice(0, 1))
})

test('belong to the video: a new one has none', async () => {
  const other = await uploadVideo(educator, (await makeLecture(educator, courseId))._id, true)
  await set(educator, [{ start: 0, title: 'Only' }], { lectureId: other._id })
  await educator.call(api.lectures.edit, { params: { lectureId: other._id }, body: { lectureTitle: 'Renamed' } })
  expect(await shown(other._id)).toHaveLength(1)
  await uploadVideo(educator, other._id, true)
  expect(await shown(other._id)).toBeUndefined()
})

const many = (count: number) => Array.from({ length: count }, (_, start) => ({ start, title: `Part ${start}` }))
test('may be many', async () => {
  expect((await set(educator, many(maxChapters))).lecture.chapters).toHaveLength(maxChapters)
  await set(educator, [{ start: 0, title: '章'.repeat(maxChapterTitle) }])
})

test.each<[string, unknown]>([
  ['the first one later than 0', [{ start: 5, title: 'Late' }]],
  ['two at once', [two[0], { start: 0, title: 'Again' }]],
  ['wrong order', [two[0], { start: 60, title: 'B' }, { start: 30, title: 'C' }]],
  ['one at the end of the video', [two[0], { start: 600, title: 'Behind' }]],
  ['half seconds', [two[0], { start: 10.5, title: 'Half' }]],
  ['a negative start', [{ start: -1, title: 'Before' }]],
  ['an endless start', [two[0], { start: 1e300, title: 'Never' }]],
  ['no title', [{ start: 0, title: '  ' }]],
  ['a long title', [{ start: 0, title: 'x'.repeat(maxChapterTitle + 1) }]],
  ['too many', many(maxChapters + 1)],
  ['a text', 'chapters'],
  ['nothing', undefined],
])('with %s are refused', async (_name, chapters) => {
  await expectProblem(set(educator, chapters as Chapter[]), 400, 'invalid_input')
})

test('that they replace are refused in a form that no chapter has', async () => {
  const replaces = [{ start: 0, title: 'x'.repeat(maxChapterTitle + 1) }]
  await expectProblem(set(educator, two, { replaces }), 400, 'invalid_input')
})

test('need a video, and are set by the owner only', async () => {
  const { _id } = await makeLecture(educator, courseId)
  await expectProblem(set(educator, two, { lectureId: _id }), 400, 'invalid_input')
  await set(educator, [], { lectureId: _id })
  await expectProblem(set(await app.makeUser('educator'), two), 404, 'not_found')
  await expectProblem(set(await app.makeUser(), two), 403, 'forbidden')
  await expectProblem(set({ call: app.visitor }, two), 401, 'unauthenticated')
})
