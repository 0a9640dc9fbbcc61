import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { addEntry } from '../lectures/index.ts'
import { completeEntry } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

test('a quiz is an entry of the curriculum that no tick completes, and stays completed when it is passed again', async () => {
  const [educator, student] = [await app.makeUser('educator'), await app.makeUser()]
  const course = await makeCourse(educator, { price: 0 })
  await makeLecture(educator, course._id)
  await buy(student, course._id)
  const quiz = await transact(app.deps.db, (tx) =>
    addEntry(tx, app.deps, {
      ownerId: educator.user._id,
      courseId: course._id,
      title: 'Knots',
      kind: 'quiz',
      session: { state: 'none', startTime: null },
    }),
  )
  const { lectures } = await student.call(api.lectures.list, { params: { courseId: course._id } })
  expect(lectures.map(({ lectureTitle, kind }) => [lectureTitle, kind])).toEqual([
    [expect.any(String), undefined],
    ['Knots', 'quiz'],
  ])
  await expectProblem(
    student.call(api.learning.report, { params: { lectureId: quiz._id }, body: { completed: true } }),
    400,
    'invalid_input',
  )
  const done = { userId: student.user._id, lectureId: quiz._id, now: new Date() }
  for (let count = 0; count < 2; count++) await transact(app.deps.db, (tx) => completeEntry(tx, done))
  const progress = await student.call(api.learning.course, { params: { courseId: course._id } })
  expect([progress.completedLectures, progress.lectureCount]).toEqual([1, 2])
})
