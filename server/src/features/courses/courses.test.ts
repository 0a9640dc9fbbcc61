import { api, type CreatorCourse } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { asListed, makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let otherEducator: TestUser
let student: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  otherEducator = await app.makeUser('educator')
  student = await app.makeUser()
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

type Edit = Parameters<typeof educator.call<typeof api.courses.edit>>[1]['body']
const get = (user: TestUser | null, courseId: string) =>
  (user?.call ?? app.visitor)(api.courses.get, { params: { courseId } })
const edit = (user: TestUser, courseId: string, body: Edit) =>
  user.call(api.courses.edit, { params: { courseId }, body })
const remove = (user: TestUser, courseId: string) => user.call(api.courses.remove, { params: { courseId } })
const mine = (user: TestUser): Promise<CreatorCourse[]> => user.call(api.courses.mine)
const listed = async (courseId: string) =>
  (await educator.call(api.courses.published)).some((course) => course._id === courseId)

describe('create', () => {
  test('starts a draft that only its creator and admins see', async () => {
    const draft = await educator.call(api.courses.create, { body: { title: '  New one ', category: 'AI/ML' } })
    expect(draft).toMatchObject({
      title: 'New one',
      category: 'AI/ML',
      price: null,
      isPublished: false,
      published: false,
    })
    expect(draft).toMatchObject({
      creator: educator.user._id,
      lectures: [],
      reviews: [],
      thumbnail: '',
      averageRating: 0,
    })
    expect((await get(educator, draft._id))._id).toBe(draft._id)
    expect((await get(admin, draft._id))._id).toBe(draft._id)
    for (const user of [null, student, otherEducator]) await expectProblem(get(user, draft._id), 404, 'not_found')
    expect(await listed(draft._id)).toBe(false)
  })

  test('of one educator change 120 times a minute at most', async () => {
    const busy = await app.makeUser('educator')
    const course = await makeCourse(busy)
    for (let count = 0; count < 120; count++) await app.deps.limits.courseEdits.consume(busy.user._id).catch(() => {})
    const edit = busy.call(api.courses.edit, { params: { courseId: course._id }, body: { title: 'Once more' } })
    await expectProblem(edit, 429, 'rate_limited')
  })

  test('is limited in how many drafts an educator starts in a short time', async () => {
    const busy = await app.makeUser('educator')
    const body = { title: 'One of many', category: 'AI/ML' as const }
    for (let count = 0; count < 60; count++) await busy.call(api.courses.create, { body })
    await expectProblem(busy.call(api.courses.create, { body }), 429, 'rate_limited')
  })

  test('refuses users who may not and invalid bodies', async () => {
    const body = { title: 'T', category: 'Others' } as const
    await expectProblem(app.visitor(api.courses.create, { body }), 401, 'unauthenticated')
    await expectProblem(student.call(api.courses.create, { body }), 403, 'forbidden')
    await expectProblem(admin.call(api.courses.create, { body }), 403, 'forbidden')
    for (const bad of [
      {},
      { ...body, title: '   ' },
      { ...body, title: 'x'.repeat(151) },
      { ...body, category: 'Cooking' },
      { ...body, title: 7 },
    ])
      await expectProblem(educator.call(api.courses.create, { body: bad as typeof body }), 400, 'invalid_input')
  })
})

describe('edit', () => {
  test('changes what is sent, keeps what is not, and answers the course', async () => {
    const course = await makeCourse(educator, { price: 499.99 })
    expect(course).toMatchObject({ price: 499.99, level: 'Beginner', isPublished: true })
    const changed = await edit(educator, course._id, { subTitle: 'Other', price: '0' })
    const text = expect.any(String)
    expect(changed).toEqual({ ...course, subTitle: 'Other', price: 0, updatedAt: text, version: text })
    const { version: _, outlineVersion: __, saleVersion: ___, ...shown } = changed
    expect(await get(null, course._id)).toEqual(shown)
  })

  test('keeps points as lines: trimmed, without empty ones and without control characters', async () => {
    const course = await makeCourse(educator)
    expect(course).toMatchObject({ outcomes: [], requirements: [], audience: [] })
    const changed = await edit(educator, course._id, {
      outcomes: '  Count\tonce \r\n\r\n<b>Sum</b>\u0007\n',
      audience: 'Shopkeepers',
    })
    expect(changed).toMatchObject({
      outcomes: ['Count once', '<b>Sum</b>'],
      requirements: [],
      audience: ['Shopkeepers'],
    })
    expect(await edit(educator, course._id, { title: 'Another' })).toMatchObject({ outcomes: changed.outcomes })
    const copy = await educator.call(api.courses.duplicate, { params: { courseId: course._id } })
    expect(copy).toMatchObject({ outcomes: changed.outcomes, audience: changed.audience })
    expect(await edit(educator, course._id, { outcomes: '' })).toMatchObject({ outcomes: [] })
  })

  test('shows the last change of course and lectures, and its educator in numbers', async () => {
    const teacher = await app.makeUser('educator')
    const one = await makeCourse(teacher)
    await makeCourse(teacher, { published: false })
    const two = await makeCourse(teacher)
    expect((await get(null, two._id)).instructor).toEqual({ courses: 2, enrolments: 0, reviews: 0, averageRating: 0 })
    const before = (await get(null, one._id)).updatedAt
    await teacher.call(api.lectures.create, { params: { courseId: one._id }, body: { lectureTitle: 'Later' } })
    expect(Date.parse((await get(null, one._id)).updatedAt)).toBeGreaterThan(Date.parse(before))
  })

  test('clears level and price of a draft, and needs both a category and a price to publish', async () => {
    const course = await makeCourse(educator, { published: false })
    expect(await edit(educator, course._id, { level: '', price: '' })).toMatchObject({ level: null, price: null })
    const problem = await expectProblem(edit(educator, course._id, { isPublished: 'true' }), 400, 'course_incomplete')
    expect(problem.message).toMatch(/price/)
    expect(await edit(educator, course._id, { price: '10', isPublished: 'true' })).toMatchObject({ isPublished: true })
    await expectProblem(edit(educator, course._id, { price: '' }), 400, 'course_incomplete')
    expect((await get(null, course._id)).price).toBe(10)
  })

  test.each(['-1', '1e3', '10.999', '1000000.01', 'free', 'NaN', '٣'])(
    'refuses the price "%s" and keeps the old one',
    async (price) => {
      const course = await makeCourse(educator, { price: 20 })
      await expectProblem(edit(educator, course._id, { price }), 400, 'invalid_input')
      expect((await get(null, course._id)).price).toBe(20)
    },
  )

  test('answers not_found to everyone but the creator', async () => {
    const { _id } = await makeCourse(educator)
    const call = (body: Edit) => app.visitor(api.courses.edit, { params: { courseId: _id }, body })
    await expectProblem(call({ title: 'Mine' }), 401, 'unauthenticated')
    await expectProblem(edit(student, _id, { title: 'Mine' }), 403, 'forbidden')
    await expectProblem(edit(admin, _id, { title: 'Mine' }), 403, 'forbidden')
    await expectProblem(edit(otherEducator, _id, { title: 'Mine' }), 404, 'not_found')
    await expectProblem(edit(educator, 'unknown', { title: 'Mine' }), 404, 'not_found')
    expect((await get(null, _id)).title).toBe('A course about tests')
  })

  test('refuses texts that are too long or of another kind', async () => {
    const { _id } = await makeCourse(educator)
    const bad = [
      { title: '' },
      { subTitle: 'x'.repeat(251) },
      { description: 'x'.repeat(20_001) },
      { category: 'X' },
      { level: 'God' },
      { isPublished: 'maybe' },
      { outcomes: 'line\n'.repeat(13) },
      { requirements: 'x'.repeat(161) },
      { audience: '\n'.repeat(2 * 12 * 162 + 1) },
    ]
    for (const body of bad) await expectProblem(edit(educator, _id, body as Edit), 400, 'invalid_input')
  })

  test('takes JSON without files as well', async () => {
    const course = await makeCourse(educator)
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/course/editcourse/${course._id}`,
      headers: { cookie: educator.cookie },
      payload: { price: 12.5, isPublished: true },
    })
    expect(answer.json()).toMatchObject({ price: 12.5, published: true })
  })
})

describe('who sees what', () => {
  test('only enrolled students keep access to a removed course, and with the creator to an unpublished one', async () => {
    const course = await makeCourse(educator)
    const buyer = await app.makeUser()
    await buy(buyer, course._id)
    await edit(educator, course._id, { isPublished: 'false' })
    expect((await get(buyer, course._id)).isPublished).toBe(false)
    await expectProblem(get(null, course._id), 404, 'not_found')
    await expectProblem(get(student, course._id), 404, 'not_found')
    expect((await get(educator, course._id))._id).toBe(course._id)

    expect(await remove(educator, course._id)).toEqual({ message: 'Course Deleted' })
    expect((await get(buyer, course._id))._id).toBe(course._id)
    for (const user of [null, student, educator, admin]) await expectProblem(get(user, course._id), 404, 'not_found')
    expect((await mine(educator)).some(({ _id }) => _id === course._id)).toBe(false)
    await expectProblem(edit(educator, course._id, { isPublished: 'true' }), 404, 'not_found')
    await expectProblem(remove(educator, course._id), 404, 'not_found')
    await expectProblem(makeLecture(educator, course._id), 404, 'not_found')
  })

  test('a course with an order is kept for its records; one without anything is deleted', async () => {
    const [ordered, unordered] = [await makeCourse(educator), await makeCourse(educator)]
    await makeLecture(educator, unordered._id)
    await student.call(api.enrolments.createOrder, { body: { courseId: ordered._id } })
    await remove(educator, ordered._id)
    await remove(educator, unordered._id)
    const rows = await app.deps.db
      .selectFrom('courses')
      .select(['id', 'is_published'])
      .where('id', 'in', [ordered._id, unordered._id])
      .execute()
    expect(rows).toEqual([{ id: ordered._id, is_published: false }])
    await expectProblem(get(educator, ordered._id), 404, 'not_found')
  })

  test('removing refuses visitors, other roles, other educators and unknown ids', async () => {
    const { _id } = await makeCourse(educator)
    await expectProblem(app.visitor(api.courses.remove, { params: { courseId: _id } }), 401, 'unauthenticated')
    await expectProblem(remove(student, _id), 403, 'forbidden')
    await expectProblem(remove(admin, _id), 403, 'forbidden')
    await expectProblem(remove(otherEducator, _id), 404, 'not_found')
    await expectProblem(remove(educator, 'unknown'), 404, 'not_found')
    expect((await get(null, _id))._id).toBe(_id)
  })

  test.each(['unknown', 'x'.repeat(64), "'; drop table courses; --", '../../etc/passwd', '%', '0'])(
    'there is no course "%s"',
    async (courseId) => {
      await expectProblem(get(null, courseId), 404, 'not_found')
    },
  )

  test('an impossible id is not_found, not an internal error', async () => {
    for (const id of ['%00', 'a%00b', 'x'.repeat(65), '%ED%A0%80'])
      expect((await app.server.inject(`/api/course/getcourse/${id}`)).statusCode, id).toBeOneOf([400, 404])
  })
})

describe('my courses', () => {
  test('are the educator’s own, newest first, with lectures and the ids of students', async () => {
    const teacher = await app.makeUser('educator')
    const [first, second] = [await makeCourse(teacher, { price: 0 }), await makeCourse(teacher, { published: false })]
    const lecture = await makeLecture(teacher, first._id)
    await buy(student, first._id)
    const courses = await mine(teacher)
    expect(courses.map(({ _id }) => _id)).toEqual([second._id, first._id])
    expect(courses[1]).toMatchObject({
      lectures: [asListed(lecture)],
      enrolledStudents: [student.user._id],
      enrolledCount: 1,
      lectureCount: 1,
    })
  })

  test('are none for other roles, and refused to visitors', async () => {
    expect([await mine(student), await mine(admin)]).toEqual([[], []])
    // Old clients ask before anyone is signed in.
    expect(await app.visitor(api.courses.mine)).toEqual([])
    expect(await mine(await app.makeUser('student'))).toEqual([])
    expect(await mine(await app.makeUser('admin'))).toEqual([])
  })

  test('of their own are for educators alone', async () => {
    for (const rule of [api.courses.own, api.courses.teaching]) {
      await expectProblem(app.visitor(rule, {}), 401, 'unauthenticated')
      await expectProblem(student.call(rule, {}), 403, 'forbidden')
    }
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'cursor=x', 'cursor=W10', `cursor=${'x'.repeat(2000)}`])(
    'of their own are refused for ?%s',
    async (query) => {
      const url = `/api/course/own?${query}`
      const answer = await app.server.inject({ url, headers: { cookie: educator.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test('come in pages for the educator’s own pages, and add up for the dashboard', async () => {
    const teacher = await app.makeUser('educator', 'Tara')
    const prices = [499.5, 0, 100]
    const courses = []
    for (const price of prices) courses.push(await makeCourse(teacher, { title: `For ${price}`, price }))
    await edit(teacher, courses[2]?._id ?? '', { isPublished: false })
    const lecture = await makeLecture(teacher, courses[1]?._id ?? '')
    for (const buyer of [student, await app.makeUser()])
      for (const course of courses.slice(0, 2)) await buy(buyer, course._id)
    const start = new Date(app.clock.ms + 86_400_000).toISOString()
    await teacher.call(api.live.schedule, { params: { lectureId: lecture._id }, body: { liveStartTime: start } })
    await makeCourse(educator)

    const page = (cursor?: string | null) =>
      teacher.call(api.courses.own, { query: { limit: 2, ...(cursor && { cursor }) } })
    const first = await page()
    expect(first.courses).toMatchObject([
      { title: 'For 100', isPublished: false, enrolledCount: 0 },
      { title: 'For 0', isPublished: true, enrolledCount: 2, lectureCount: 1, creatorName: 'Tara' },
    ])
    const second = await page(first.next)
    expect([second.courses.map(({ title }) => title), second.next]).toEqual([['For 499.5'], null])
    expect((await page(second.previous)).courses).toEqual(first.courses)
    expect(JSON.stringify([first, second])).not.toContain(student.user._id)

    expect(await teacher.call(api.courses.teaching)).toEqual({
      courses: 3,
      published: 2,
      lectures: 1,
      enrolments: 4,
      earning: 999,
      largest: [
        { _id: courses[2]?._id, title: 'For 100', lectures: 0, students: 0 },
        { _id: courses[1]?._id, title: 'For 0', lectures: 1, students: 2 },
        { _id: courses[0]?._id, title: 'For 499.5', lectures: 0, students: 2 },
      ],
      sessions: [
        {
          lectureId: lecture._id,
          title: lecture.lectureTitle,
          courseId: courses[1]?._id,
          courseTitle: 'For 0',
          startTime: start,
          live: false,
        },
      ],
    })
    expect(await (await app.makeUser('educator')).call(api.courses.teaching)).toMatchObject({ courses: 0, earning: 0 })
  })

  test('no other answer names students', async () => {
    const course = await makeCourse(educator, { price: 0 })
    await buy(student, course._id)
    await makeLecture(educator, course._id)
    await student.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'good' } })
    const urlsFor = (headers: { cookie?: string | undefined }) => [
      '/api/course/getpublishedcoures',
      '/api/course/catalogue',
      `/api/course/getcourse/${course._id}`,
      `/api/course/getcourselecture/${course._id}`,
      '/api/review/allReview',
      ...(headers.cookie ? ['/api/course/own', '/api/course/teaching'] : []),
    ]
    for (const headers of [{}, { cookie: educator.cookie }]) {
      for (const url of urlsFor(headers)) {
        const answer = await app.server.inject({ url, headers })
        expect([answer.statusCode, answer.body.includes(student.user._id)], url).toEqual([200, false])
      }
    }
  })
})

describe('getcreator', () => {
  const creator = (user: TestUser, userId: string) => user.call(api.courses.creator, { body: { userId } })
  test('shows the address of an educator to students only where they switched it on', async () => {
    const own = await app.makeUser('educator')
    const seenBy = async (who: TestUser) => (await creator(who, own.user._id)).email
    const { email } = own.user
    expect([await seenBy(student), await seenBy(educator), await seenBy(own), await seenBy(admin)]).toEqual([
      '',
      '',
      email,
      email,
    ])
    const save = (showEmail?: boolean) =>
      own.call(api.accounts.updateProfile, {
        body: { name: own.user.name, ...(showEmail !== undefined && { showEmail }) },
      })
    expect((await save(true)).showEmail).toBe(true)
    await save()
    expect(await seenBy(student)).toBe(email)
    expect((await save(false)).showEmail).toBe(false)
    expect(await seenBy(student)).toBe('')
  })
  test('returns the public profile of an educator, and of no one else', async () => {
    const face = await creator(student, educator.user._id)
    expect(face).toEqual({
      _id: educator.user._id,
      name: educator.user.name,
      description: '',
      email: '',
      photoUrl: '',
      role: 'educator',
    })
    for (const id of [student.user._id, admin.user._id, 'unknown'])
      await expectProblem(creator(student, id), 404, 'not_found')
    await expectProblem(creator(student, ''), 400, 'invalid_input')
    await expectProblem(
      app.visitor(api.courses.creator, { body: { userId: educator.user._id } }),
      401,
      'unauthenticated',
    )
  })
})
