import { randomBytes } from 'node:crypto'
import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { messagesOf } from '#test/support/questions.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let other: TestUser
let admin: TestUser
let courseId: string
let announcementId: string
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
beforeEach(async () => {
  ;[educator, student, other] = await Promise.all([
    app.makeUser('educator', 'Meera Iyer'),
    app.makeUser('student', 'Asha Rao'),
    app.makeUser('student', 'Ravi Sen'),
  ])
  courseId = (await makeCourse(educator, { title: 'Weaving' }))._id
  for (const who of [student, other]) await buy(who, courseId)
  announcementId = await announce('Buy my yarn')
})
afterAll(() => app.close())

const key = () => randomBytes(12).toString('base64url')
async function announce(title: string): Promise<string> {
  const body = { key: key(), title, text: 'Ask me' }
  return (await educator.call(api.announcements.make, { params: { courseId }, body })).announcement._id
}
const at = (id = announcementId) => ({ params: { announcementId: id } })
const report = (who: TestUser, id = announcementId) =>
  who.call(api.announcements.report, { ...at(id), body: { reason: 'spam', text: 'An advert' } })
const keep = () => admin.call(api.announcements.keepByAdmin, at())
const removeByAdmin = () => admin.call(api.announcements.removeByAdmin, { ...at(), body: { reason: 'Advertising' } })
const listed = async (query: { show?: 'reported' | 'hidden'; text?: string } = {}) =>
  (await admin.call(api.adminPosts.list, { query })).posts.filter((one) => one.courseId === courseId)
const mayReport = async (who: TestUser) => (await who.call(api.announcements.read, at())).announcement.canReport

describe('reports of announcements', () => {
  test('lead to the list of the admins, once for each student', async () => {
    const before = (await admin.call(api.adminPosts.list)).open
    expect(await mayReport(student)).toBe(true)
    await Promise.all([report(student), report(student), report(other)])
    expect([await mayReport(student), await mayReport(educator)]).toEqual([false, false])
    expect(await listed({ show: 'reported' })).toMatchObject([
      {
        _id: announcementId,
        kind: 'announcement',
        title: 'Buy my yarn',
        text: 'Ask me',
        courseTitle: 'Weaving',
        userId: educator.user._id,
        userName: 'Meera Iyer',
        openReports: 2,
        reports: [{ reason: 'spam', text: 'An advert', open: true }, { reason: 'spam' }],
      },
    ])
    expect((await admin.call(api.adminPosts.list)).open).toBe(before + 1)
  })

  test('are of those who read it', async () => {
    const stranger = await app.makeUser()
    const teacher = await app.makeUser('educator')
    for (const who of [stranger, teacher]) await expectProblem(report(who), 404, 'not_found')
    await expectProblem(report(educator), 403, 'own_post')
    await withdraw(app, other)
    await expectProblem(report(other), 404, 'not_found')
    expect(await listed({ show: 'reported' })).toEqual([])
  })

  test('close when it is kept, and open again once it is edited', async () => {
    await report(student)
    expect(await keep()).toEqual({ message: 'Kept' })
    expect(await keep()).toEqual({ message: 'There are no open reports' })
    await report(student)
    expect(await listed({ show: 'reported' })).toMatchObject([{ openReports: 0, reports: [{ open: false }] }])
    app.clock.ms += 1000
    const body = { title: 'Buy my yarn now', text: 'Ask me' }
    await educator.call(api.announcements.edit, { ...at(), body })
    expect(await mayReport(student)).toBe(true)
    await report(student)
    expect(await listed({ show: 'reported' })).toMatchObject([{ openReports: 1, reports: [{ open: true }] }])
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'announcement-kept' } })
    expect(entries[0]).toMatchObject({ subject: 'Weaving', detail: 'Announcement Buy my yarn kept: 1 report closed.' })
  })

  test('end with the announcement, which an admin or its educator deletes', async () => {
    const own = await announce('Ask for my scarves')
    await Promise.all([report(student), report(student, own)])
    await removeByAdmin()
    await educator.call(api.announcements.remove, at(own))
    expect(await listed({ show: 'reported' })).toEqual([])
    expect(await listed({ show: 'hidden' })).toEqual([])
    expect(await listed()).toEqual([])
    for (const call of [keep, () => report(student)]) await expectProblem(call(), 404, 'not_found')
    await runJobs(app, 'announce-removed-announcement')
    expect((await messagesOf(educator)).map(([text]) => text)).toContainEqual(expect.stringContaining('Advertising'))
  })

  test('are no longer there when the account of the reporter is deleted', async () => {
    await Promise.all([report(student), report(other)])
    await admin.call(api.admin.deleteUser, { params: { userId: other.user._id } })
    expect(await listed({ show: 'reported' })).toMatchObject([
      { openReports: 1, reports: [{ reporterName: 'Asha Rao' }] },
    ])
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    expect(await listed({ show: 'reported' })).toEqual([])
  })

  test('count for the same limit as those of questions', async () => {
    for (let count = 0; count < 20; count++) await report(student)
    await expectProblem(report(student), 429, 'rate_limited')
  })
})

test('admins find announcements among questions and answers, by their words, course and educator', async () => {
  const lecture = { lectureTitle: 'The loom', isLive: false, liveStartTime: null }
  const made = await educator.call(api.lectures.create, { params: { courseId }, body: lecture })
  app.clock.ms += 1000
  const body = { key: key(), title: 'Which yarn is best?' }
  const { question } = await student.call(api.questions.ask, { params: { lectureId: made.lecture._id }, body })
  expect((await listed()).map(({ _id, kind }) => [_id, kind])).toEqual([
    [question._id, 'question'],
    [announcementId, 'announcement'],
  ])
  const found = async (text: string) => (await listed({ text })).map(({ _id }) => _id)
  expect(await found('buy MY yarn')).toEqual([announcementId])
  expect(await found('Meera')).toEqual([announcementId])
  expect(await found('Weaving')).toEqual([question._id, announcementId])
  const page = await admin.call(api.adminPosts.list, { query: { text: 'Weaving', limit: 1 } })
  const cursor = page.next ?? undefined
  const next = await admin.call(api.adminPosts.list, { query: { text: 'Weaving', limit: 1, cursor } })
  expect([page.posts, next.posts].flat().map(({ _id }) => _id)).toEqual([question._id, announcementId])
})
