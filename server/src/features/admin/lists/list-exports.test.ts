import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let admin: TestUser
let student: TestUser
const formula = '=HYPERLINK("http://x")'
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin', 'Head Admin')
  student = await app.makeUser('student', formula)
  const educator = await app.makeUser('educator', 'Meera Iyer')
  const { _id: courseId } = await makeCourse(educator, { title: '+Rated', price: 0 })
  await makeCourse(educator, { title: 'A draft', published: false })
  await buy(student, courseId)
  const body = { courseId, rating: 2, comment: '-1; =2\nsecond line' }
  const { _id: reviewId } = await student.call(api.reviews.give, { body })
  await educator.call(api.reviews.report, { params: { reviewId }, body: { reason: 'spam', text: '@all' } })
  await admin.call(api.admin.unlist, { params: { courseId }, body: { reason: '=1+1' } })
})
afterAll(() => app.close())

type Name = keyof typeof api.listExports
const get = (name: Name, query = '', { cookie } = admin, language?: string) =>
  app.server.inject({
    url: `${api.listExports[name].path}?${query}`,
    headers: { cookie: `${cookie}${language ? `; vc_language=${language}` : ''}` },
  })
const linesOf = async (name: Name, query = '') => (await get(name, query)).body.trimEnd().split('\r\n')

test('users are those of the filter, with nothing that a spreadsheet computes', async () => {
  const answer = await get('users', 'role=student&text=HYPERLINK')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="users.csv"'),
    'cache-control': 'no-store',
  })
  const lines = answer.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffUser,Name,Email,Role,Status,Reason,Email verified,Second step,Courses,Enrollments,Joined,Last active',
  )
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")",${student.user.email},student,active,,no,no,0,1,`)
})

test('courses, reviews, reports and the audit log are as their lists show them', async () => {
  expect((await linesOf('courses')).slice(1).map((line) => line.split(',').slice(1, 6))).toEqual([
    ['A draft', 'Meera Iyer', 'Web Development', 'draft', ''],
    ["'+Rated", 'Meera Iyer', 'Web Development', 'unlisted', "'=1+1"],
  ])
  expect(await linesOf('courses', 'state=draft')).toHaveLength(2)
  const [review] = (await linesOf('reviews', 'rating=2')).slice(1)
  expect(review).toContain("2,'-1;' =2 second line,")
  expect(await linesOf('reviews', 'rating=5')).toHaveLength(1)
  const [reported] = (await linesOf('reportedReviews')).slice(1)
  expect(reported).toMatch(/,1,\d{4}-.*,"spam, Meera Iyer, @all"$/)
  const [entry] = (await linesOf('audit', 'action=course-unlisted')).slice(1)
  expect(entry).toMatch(/,course-unlisted,'\+Rated,\w+,Taken off the list: =1\+1,Head Admin$/)
})

test('the head is in the language of the reader', async () => {
  const { body } = await get('users', '', admin, 'hi')
  expect(body.split('\r\n')[0]).toMatch(/^\ufeff[\u0900-\u097f ]+,/)
})

test.each([
  ['users', 'users-exported', 'role=student&text=asha', 'Users downloaded as CSV: role student, filtered by words.'],
  ['courses', 'courses-exported', 'state=draft', 'Courses downloaded as CSV: state draft.'],
  ['reviews', 'reviews-exported', 'rating=2', 'Reviews downloaded as CSV: rating 2.'],
  ['reportedReviews', 'reviews-exported', '', 'Reported reviews downloaded as CSV.'],
  ['audit', 'audit-exported', 'action=user-deleted', 'Audit log downloaded as CSV: action user-deleted.'],
] as const)('a table of %s is written to the audit log', async (name, action, query, detail) => {
  await get(name, query)
  const { entries } = await admin.call(api.admin.audit, { query: { action } })
  expect(entries[0]).toMatchObject({ adminName: 'Head Admin', detail })
})

describe('a download', () => {
  const names = Object.keys(api.listExports) as Name[] // the keys of a literal object
  test.each(names)('of %s is for admins alone', async (name) => {
    expect((await get(name, '', student)).statusCode).toBe(403)
    expect((await get(name, '', { ...student, cookie: '' })).statusCode).toBe(401)
  })

  test.each([
    ['users', 'role=boss'],
    ['users', `text=${'x'.repeat(101)}`],
    ['courses', 'state=gone'],
    ['reviews', 'rating=6'],
    ['audit', 'action=everything'],
    ['audit', `adminId=${'x'.repeat(65)}`],
  ] as const)('of %s?%s is refused', async (name, query) => {
    expect((await get(name, query)).statusCode).toBe(400)
  })

  test('is limited, over all lists', async () => {
    const other = await app.makeUser('admin')
    const statuses: number[] = []
    for (let time = 0; time < 21; time++)
      statuses.push((await get(names[time % names.length] ?? 'users', '', other)).statusCode)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
