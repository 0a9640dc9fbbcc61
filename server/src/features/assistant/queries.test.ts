import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { findLearnedWith } from './queries.ts'

let app: TestApp
let asha: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: { AI_EMBEDDINGS: 'off' } })
  asha = await app.makeUser('educator', 'Asha Rao')
})
afterAll(() => app.close())

const enrol = async (student: TestUser, ...ids: string[]): Promise<void> => {
  for (const courseId of ids) await student.call(api.enrolments.createOrder, { body: { courseId } })
}

test('what many learn beside a course is named from five people on, the most frequent first, published ones only', async () => {
  const made = []
  for (const title of ['Pottery', 'Glazing', 'Firing', 'Weaving', 'Raku'])
    made.push(await makeCourse(asha, { title, price: 0 }))
  const [pottery = '', glazing = '', firing = '', weaving = '', raku = ''] = made.map(({ _id }) => _id)
  for (let at = 0; at < 6; at++) {
    const student = await app.makeUser()
    await enrol(student, pottery, glazing, raku, ...(at < 5 ? [firing] : []), ...(at < 4 ? [weaving] : []))
  }
  await asha.call(api.courses.edit, { params: { courseId: raku }, body: { isPublished: 'false' } })
  expect(await findLearnedWith(app.deps.db, pottery, 5)).toEqual([glazing, firing])
  expect(await findLearnedWith(app.deps.db, pottery, 1)).toEqual([glazing])
  expect(await findLearnedWith(app.deps.db, weaving, 5)).toEqual([])
})
