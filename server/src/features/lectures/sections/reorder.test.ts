import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const reorder = (user: TestUser, courseId: string, lectureIds: string[]) =>
  user.call(api.lectures.reorder, { params: { courseId }, body: { lectureIds } })
const order = async (courseId: string): Promise<string[]> =>
  (await app.visitor(api.lectures.list, { params: { courseId } })).lectures.map(({ _id }) => _id)

/** A published course with lectures, and their ids in order. */
async function begin(count = 4): Promise<{ course: Course; ids: string[] }> {
  const course = await makeCourse(educator, { price: 0 })
  const ids: string[] = []
  for (let number = 1; number <= count; number++)
    ids.push((await makeLecture(educator, course._id, `Number ${number}`))._id)
  return { course, ids }
}

describe('reorder', () => {
  test('shows the new order everywhere at once: list, course page, catalogue, player, studio', async () => {
    const { course, ids } = await begin()
    const student = await app.makeUser()
    await buy(student, course._id)
    const catalogue = async () =>
      (await educator.call(api.courses.published)).find(({ _id }) => _id === course._id)?.lectures.map(({ _id }) => _id)
    expect(await catalogue()).toEqual(ids)

    const wanted = ids.toReversed()
    const { lectures } = await reorder(educator, course._id, wanted)
    expect(lectures.map(({ _id }) => _id)).toEqual(wanted)
    expect(lectures[0]?.lectureTitle).toBe('Number 4')
    expect(await order(course._id)).toEqual(wanted)
    expect(await catalogue()).toEqual(wanted)
    const page = await student.call(api.courses.get, { params: { courseId: course._id } })
    expect(page.lectures.map(({ _id }) => _id)).toEqual(wanted)
    const progress = await student.call(api.learning.course, { params: { courseId: course._id } })
    expect(progress.continueLectureId).toBe(wanted[0])
    const [mine] = await educator.call(api.courses.mine)
    expect(mine?.lectures.map(({ _id }) => _id)).toEqual(wanted)
  })

  test('again and again, with lectures added and removed in between', async () => {
    const { course, ids } = await begin(3)
    const [one = '', two = '', three = ''] = ids
    await reorder(educator, course._id, [three, one, two])
    await educator.call(api.lectures.remove, { params: { lectureId: one } })
    const { _id: four } = await makeLecture(educator, course._id)
    expect(await order(course._id)).toEqual([three, two, four])
    await reorder(educator, course._id, [four, three, two])
    await reorder(educator, course._id, [four, three, two])
    const { _id: five } = await makeLecture(educator, course._id)
    expect(await order(course._id)).toEqual([four, three, two, five])
  })

  test('a course without lectures has an order too', async () => {
    const { course } = await begin(0)
    expect(await reorder(educator, course._id, [])).toMatchObject({ lectures: [] })
  })

  test('refuses every list but the exact one, and changes nothing', async () => {
    const { course, ids } = await begin(3)
    const foreign = (await begin(1)).ids
    const [one = '', two = '', three = ''] = ids
    for (const wrong of [
      [],
      [one, two],
      [one, two, two],
      [one, two, three, three],
      [one, two, three, 'unknown'],
      [one, two, 'unknown'],
      [two, one, ...foreign],
      [...foreign, ...ids],
    ]) {
      await expectProblem(reorder(educator, course._id, wrong), 409, 'lectures_changed')
    }
    for (const bad of [undefined, null, {}, { lectureIds: null }, { lectureIds: 'x' }, { lectureIds: [1, 2, 3] }]) {
      const answer = await app.server.inject({
        method: 'POST',
        url: `/api/course/reorderlectures/${course._id}`,
        headers: { cookie: educator.cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(bad ?? {}),
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
    await expectProblem(reorder(educator, course._id, Array(1001).fill(one)), 400, 'invalid_input')
    expect(await order(course._id)).toEqual(ids)
  })

  test('refuses everyone but the owner', async () => {
    const { course, ids } = await begin(2)
    const wanted = ids.toReversed()
    const params = { courseId: course._id }
    const body = { lectureIds: wanted }
    await expectProblem(app.visitor(api.lectures.reorder, { params, body }), 401, 'unauthenticated')
    const student = await app.makeUser()
    await buy(student, course._id)
    await expectProblem(reorder(student, course._id, wanted), 403, 'forbidden')
    await expectProblem(reorder(await app.makeUser('admin'), course._id, wanted), 403, 'forbidden')
    await expectProblem(reorder(await app.makeUser('educator'), course._id, wanted), 404, 'not_found')
    await expectProblem(reorder(educator, 'unknown', wanted), 404, 'not_found')
    expect(await order(course._id)).toEqual(ids)
    await educator.call(api.courses.remove, { params })
    await expectProblem(reorder(educator, course._id, wanted), 404, 'not_found')
  })

  test('orders that meet each other and new lectures leave one of the wanted orders, each lecture once', async () => {
    for (let round = 0; round < 5; round++) {
      const { course, ids } = await begin(4)
      const orders = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)], [...ids.slice(2), ...ids.slice(0, 2)]]
      const outcomes = await Promise.allSettled([
        ...orders.map((wanted) => reorder(educator, course._id, wanted)),
        makeLecture(educator, course._id, 'Late'),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ status: 409, code: 'lectures_changed' })
      const after = await order(course._id)
      expect([ids, ...orders].map(String)).toContain(String(after.slice(0, 4)))
      expect(new Set(after).size).toBe(5)
    }
  })
})
