import { randomBytes } from 'node:crypto'
import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#ports/mail.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { messagesOf } from '#test/support/questions.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let admin: TestUser
let courseId: string
const mails: OutgoingMail[] = []
beforeAll(async () => {
  const mail = { send: async (one: OutgoingMail) => void mails.push(one) }
  app = await createTestApp({ config: paymentKeys, overrides: { mail } })
  admin = await app.makeUser('admin')
})
beforeEach(async () => {
  educator = await app.makeUser('educator', 'Meera Iyer')
  student = await app.makeUser('student', 'Asha Rao')
  courseId = (await makeCourse(educator, { title: 'Weaving' }))._id
  await buy(student, courseId)
  await deliver()
  mails.length = 0
})
afterAll(() => app.close())

const key = () => randomBytes(12).toString('base64url')
const words = { title: 'No class on Friday', text: 'We **meet** on Monday.\n\nBring:\n- yarn\n- <b>time</b>' }
const make = async (changes: object = {}, who = educator, course = courseId) =>
  (await who.call(api.announcements.make, { params: { courseId: course }, body: { key: key(), ...words, ...changes } }))
    .announcement
const listOf = (who: TestUser, query = {}) => who.call(api.announcements.ofCourse, { params: { courseId }, query })
const titlesOf = async (who: TestUser) => (await listOf(who)).announcements.map(({ title }) => title)
const at = (announcementId: string) => ({ params: { announcementId } })
const read = (who: TestUser, id: string) => who.call(api.announcements.read, at(id))
const remove = (id: string, who = educator) => who.call(api.announcements.remove, at(id))
/** Everything was sent eight days earlier: sessions do not last as long as the limit. */
const aWeekLater = () => sql`update announcements set created_at = created_at - interval '8 days'`.execute(app.deps.db)
async function deliver(): Promise<void> {
  await runJobs(app, 'announce-to-students')
  await runJobs(app, 'change-about-announcement', 'announce-removed-announcement')
  await runJobs(app, 'mail-notifications', 'mail-group-notifications')
}
const announced = async (who: TestUser) => (await messagesOf(who)).filter(([, link]) => link?.includes('announcement'))
const mailsTo = ({ user }: TestUser) => mails.filter(({ to }) => to === user.email)

describe('an announcement', () => {
  test('reaches those who are enrolled, in the app and by mail, once', async () => {
    const other = await app.makeUser()
    const { _id, sent } = await make()
    expect(sent).toEqual({ students: 1, notified: 0, done: false })
    await deliver()
    const link = `/viewlecture/${courseId}?announcement=${_id}`
    expect(await announced(student)).toEqual([['Announcement in Weaving: No class on Friday', link]])
    expect(await announced(other)).toEqual([])
    expect(await announced(educator)).toEqual([])
    const [mail, ...more] = mailsTo(student)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('No class on Friday')
    expect(mail?.text).toContain('We **meet** on Monday.\n\nBring:\n- yarn')
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain('Bring:<br>- yarn<br>- &lt;b&gt;time&lt;/b&gt;')
    expect(mail?.unsubscribeUrl).toContain('/unsubscribe?token=')
    expect((await listOf(educator)).announcements[0]?.sent).toEqual({ students: 1, notified: 1, done: true })
  })

  test('is read by students, the educator and admins, who see no more of it than they need', async () => {
    const { _id } = await make()
    const [own] = (await listOf(educator)).announcements
    expect(own).toMatchObject({ _id, ...words, editedAt: null, version: expect.any(String) })
    for (const who of [student, admin]) {
      const { announcements, nextOne } = await listOf(who)
      expect(announcements).toEqual([{ _id, ...words, createdAt: own?.createdAt, editedAt: null, canReport: true }])
      expect(nextOne).toBeUndefined()
      expect((await read(who, _id)).announcement).toEqual(announcements[0])
      expect((await listOf(who, { named: _id })).named).toEqual(announcements[0])
    }
  })

  test('is not there for strangers, other educators, and those who gave the course back', async () => {
    const { _id } = await make()
    const stranger = await app.makeUser('educator')
    const elsewhere = await make({}, educator, (await makeCourse(educator))._id)
    for (const named of [elsewhere._id, 'unknown']) expect((await listOf(student, { named })).named).toBeNull()
    const body = { ...words, title: 'Changed' }
    await expectProblem(listOf(stranger), 404, 'not_found')
    await expectProblem(read(stranger, _id), 404, 'not_found')
    await expectProblem(make({}, stranger), 404, 'not_found')
    await expectProblem(stranger.call(api.announcements.edit, { ...at(_id), body }), 404, 'not_found')
    await expectProblem(remove(_id, stranger), 404, 'not_found')
    await expectProblem(
      student.call(api.announcements.make, { params: { courseId }, body: { key: key(), ...words } }),
      403,
      'forbidden',
    )
    await runJobs(app, 'announce-to-students')
    await withdraw(app, student)
    await expectProblem(listOf(student), 404, 'not_found')
    await expectProblem(read(student, _id), 404, 'not_found')
    // the mail that waited is not sent
    await deliver()
    expect(mailsTo(student).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('No class'))
  })

  test('is read, but not announced, to those who enrol later', async () => {
    await make()
    app.clock.ms += 1000
    const late = await app.makeUser()
    await buy(late, courseId)
    await deliver()
    expect(await announced(late)).toEqual([])
    expect(mailsTo(late).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('No class'))
    expect(await titlesOf(late)).toEqual(['No class on Friday'])
  })

  test('comes as its reader has chosen, and no mail after one click on its link', async () => {
    const choose = (choice: object) =>
      student.call(api.notifications.saveSetting, { body: { subject: 'announcements', ...choice } })
    await choose({ inApp: false })
    await make()
    await deliver()
    expect([await announced(student), mailsTo(student).length]).toEqual([[], 1])
    const url = new URL(mailsTo(student)[0]?.unsubscribeUrl ?? '')
    const token = url.searchParams.get('token') ?? ''
    await student.call(api.notifications.unsubscribe, { body: { token } })
    await choose({ inApp: true })
    await make({ title: 'Another' })
    await deliver()
    expect((await announced(student)).map(([message]) => message)).toEqual(['Announcement in Weaving: Another'])
    expect(mailsTo(student)).toHaveLength(1)
  })

  test('is the same one when the request is sent again, also beyond the limit and after a deletion', async () => {
    const same = key()
    const first = await make({ key: same })
    const second = await make()
    expect((await make({ key: same, title: 'Changed' })).title).toBe(words.title)
    expect((await listOf(educator)).announcements.map(({ _id }) => _id)).toEqual([second._id, first._id])
    await remove(first._id)
    await expectProblem(make({ key: same }), 404, 'not_found')
  })

  test('is one page of a list', async () => {
    for (let week = 0; week < 2; week++) {
      await make({ title: `${week} first` })
      app.clock.ms += 1
      await make({ title: `${week} second` })
      await aWeekLater()
    }
    const first = await listOf(student, { limit: 3 })
    expect(first.announcements.map(({ title }) => title)).toEqual(['1 second', '1 first', '0 second'])
    const rest = await listOf(student, { limit: 3, cursor: first.next })
    expect([rest.announcements.map(({ title }) => title), rest.next]).toEqual([['0 first'], null])
  })

  test('is not carried over by a copy of the course', async () => {
    await make()
    const copy = await educator.call(api.courses.duplicate, { params: { courseId } })
    expect((await educator.call(api.announcements.ofCourse, { params: { courseId: copy._id } })).announcements).toEqual(
      [],
    )
  })

  test('is part of the download of its author’s data, and goes with its course', async () => {
    const { _id } = await make()
    const file = await app.server.inject({
      url: api.ownAccount.exportData.path,
      headers: { cookie: educator.cookie },
    })
    expect(file.json().announcements).toMatchObject([{ course: 'Weaving', ...words, editedAt: null }])
    const empty = (await makeCourse(educator))._id
    await make({}, educator, empty)
    await educator.call(api.courses.remove, { params: { courseId: empty } })
    await educator.call(api.courses.remove, { params: { courseId } })
    const { rows } = await sql<{ id: string }>`
      select id from announcements where course_id in (${courseId}, ${empty})`.execute(app.deps.db)
    // students keep the course that they have bought
    expect(rows).toEqual([{ id: _id }])
    expect(await titlesOf(student)).toEqual(['No class on Friday'])
    await expectProblem(listOf(educator), 404, 'not_found')
  })

  test('stays in a course that students keep when the account of its educator is deleted, while it is sent, too', async () => {
    const teacher = await app.makeUser('educator')
    const free = (await makeCourse(teacher, { price: 0 }))._id
    await buy(student, free)
    await make({}, teacher, free)
    await teacher.call(api.courses.edit, { params: { courseId: free }, body: { isPublished: 'false' } })
    await admin.call(api.admin.deleteUser, { params: { userId: teacher.user._id } })
    await deliver()
    const { announcements } = await student.call(api.announcements.ofCourse, { params: { courseId: free } })
    expect(announcements).toHaveLength(1)
    expect([(await announced(student)).length, mailsTo(student).length]).toEqual([1, 1])
  })
})

describe('the limit', () => {
  test('of two a week is said with the time of the next one, and deleted ones count', async () => {
    const first = await make()
    await remove(first._id)
    app.clock.ms += 3600_000
    await make()
    const nextAt = new Date(Date.parse(first.createdAt) + 7 * 24 * 3600_000).toISOString()
    const payload = { key: key(), ...words }
    const url = `/api/announcements/course/${courseId}`
    const refused = await app.server.inject({ method: 'POST', url, headers: { cookie: educator.cookie }, payload })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(refused.json().message).toMatch(/at most 2 announcements in seven days/)
    const seconds = Number(refused.headers['retry-after'])
    expect(Math.abs(seconds - 167 * 3600)).toBeLessThan(60)
    expect((await listOf(educator)).nextOne).toEqual({ students: 1, at: nextAt })
    await aWeekLater()
    expect((await listOf(educator)).nextOne).toEqual({ students: 1, at: null })
    expect((await make(payload)).title).toBe(words.title)
  })
})

describe('an announcement that was sent', () => {
  test('is edited: it says so, notifications follow, and no other mail is sent', async () => {
    const { _id, version } = await make()
    await deliver()
    const edit = (body: { title: string; text: string; version?: string | undefined }) =>
      educator.call(api.announcements.edit, { ...at(_id), body })
    app.clock.ms += 1000
    const { announcement } = await edit({ ...words, title: 'No class on Thursday', version })
    expect(announcement.editedAt).not.toBeNull()
    await deliver()
    expect((await announced(student)).map(([message]) => message)).toEqual([
      'Announcement in Weaving: No class on Thursday',
    ])
    expect(mailsTo(student)).toHaveLength(1)
    await expectProblem(edit({ ...words, version }), 409, 'changed_elsewhere')
    // nothing changed: it is not edited again
    app.clock.ms += 1000
    const same = await edit({ ...words, title: 'No class on Thursday', version: announcement.version })
    expect(same.announcement.editedAt).toBe(announcement.editedAt)
  })

  test('is mailed as it is when the mail is written', async () => {
    const { _id } = await make()
    await runJobs(app, 'announce-to-students')
    await educator.call(api.announcements.edit, { ...at(_id), body: { title: 'Moved', text: 'To Monday' } })
    await deliver()
    expect(mailsTo(student)[0]?.subject).toContain('Moved')
    expect(mailsTo(student)[0]?.text).toContain('To Monday')
  })

  test('is deleted with its words, its notifications and the mails that wait', async () => {
    const { _id } = await make()
    await runJobs(app, 'announce-to-students')
    expect(await announced(student)).toHaveLength(1)
    await remove(_id)
    await deliver()
    expect([await announced(student), mailsTo(student), await titlesOf(student)]).toEqual([[], [], []])
    await expectProblem(read(student, _id), 404, 'not_found')
    await expectProblem(remove(_id), 404, 'not_found')
    await expectProblem(educator.call(api.announcements.edit, { ...at(_id), body: words }), 404, 'not_found')
    const { rows } = await sql`select title, text from announcements where id = ${_id}`.execute(app.deps.db)
    expect(rows).toEqual([{ title: '', text: '' }])
  })

  test('is deleted by an admin with a reason, which the educator and the audit log learn', async () => {
    const { _id } = await make()
    await deliver()
    const withReason = { ...at(_id), body: { reason: 'Advertising' } }
    await admin.call(api.announcements.removeByAdmin, withReason)
    await deliver()
    expect(await announced(student)).toEqual([])
    expect(await announced(educator)).toEqual([
      [
        'Your announcement No class on Friday in Weaving was deleted by an administrator: Advertising',
        `/courses/${courseId}/announcements`,
      ],
    ])
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'announcement-removed' } })
    expect(entries[0]).toMatchObject({ subjectId: courseId, subject: 'Weaving' })
    expect(entries[0]?.detail).toContain('Advertising')
    await expectProblem(admin.call(api.announcements.removeByAdmin, withReason), 404, 'not_found')
    await expectProblem(educator.call(api.announcements.removeByAdmin, withReason), 403, 'forbidden')
  })
})
