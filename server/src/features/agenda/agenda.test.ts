import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAssignment, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { setOpening } from '#test/support/openings.ts'
import { answerAll, begin, handIn, makeQuiz } from '#test/support/quiz.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let courseId: string
let lectureIds: string[]
beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, publicUrl: 'https://courses.example.org' } })
})
beforeEach(async () => {
  ;[educator, student] = [await app.makeUser('educator'), await app.makeUser()]
  courseId = (await makeCourse(educator, { title: 'Weaving, by hand' }))._id
  lectureIds = []
  for (const title of ['The loom', 'The weft', 'The knot'])
    lectureIds.push((await makeLecture(educator, courseId, title))._id)
  await buy(student, courseId)
})
afterAll(() => app.close())

const lecture = (index: number): string => lectureIds[index] ?? ''
const inDays = (days: number): string => new Date(app.clock.ms + days * 86_400_000).toISOString()
const schedule = (index: number, liveStartTime: string | null) =>
  educator.call(api.live.schedule, { params: { lectureId: lecture(index) }, body: { liveStartTime } })
const read = (who = student) => who.call(api.agenda.read, {})
const datesOf = async (who = student) =>
  (await read(who)).dates.map(({ lectureTitle, isLive }) => [lectureTitle, isLive])

describe('the agenda', () => {
  test('has the sessions of the coming days for those who take or teach the course, the one that runs first', async () => {
    await schedule(0, inDays(3))
    await schedule(1, inDays(1))
    await schedule(2, inDays(15))
    expect(await datesOf()).toEqual([
      ['The weft', false],
      ['The loom', false],
    ])
    expect(await datesOf(educator)).toHaveLength(2)
    expect(await datesOf(await app.makeUser())).toEqual([])
    await educator.call(api.live.start, { params: { lectureId: lecture(2) } })
    expect((await datesOf())[0]).toEqual(['The knot', true])
    await educator.call(api.live.end, { params: { lectureId: lecture(2) } })
    await schedule(1, null)
    expect(await datesOf()).toEqual([['The loom', false]])
  })

  test('has what a student has to hand in until they have, and the quizzes that they have to pass', async () => {
    const assignment = await makeAssignment(educator, courseId, { dueAt: inDays(2), title: 'Weave a border' })
    const quiz = await makeQuiz(app, { settings: { closesAt: inDays(3) } })
    await buy(student, quiz.courseId)
    const listed = async (who = student) => (await read(who)).dates.map(({ kind, lectureId }) => [kind, lectureId])
    expect(await listed()).toEqual([
      ['due', assignment._id],
      ['closes', quiz.lectureId],
    ])
    // who teaches it has nothing to hand in
    expect([await listed(educator), await listed(quiz.educator)]).toEqual([[], []])
    await write(student, assignment._id, 'Ten rows', 'handIn')
    const attempt = await begin(student, quiz)
    await answerAll(student, attempt)
    expect(await listed()).toEqual([['closes', quiz.lectureId]])
    await handIn(student, attempt._id)
    expect(await listed()).toEqual([])
  })

  test('has what opens, named by the first of what opens together, and so has the calendar', async () => {
    for (const index of [1, 2]) await setOpening(educator, courseId, lecture(index), { kind: 'days', days: 3 })
    const late = (await makeLecture(educator, courseId, 'The fringe'))._id
    await setOpening(educator, courseId, late, { kind: 'date', at: inDays(60) })
    const ordered = (await makeLecture(educator, courseId, 'The end'))._id
    await setOpening(educator, courseId, ordered, { kind: 'order' })
    expect((await read()).dates.map(({ kind, lectureId }) => [kind, lectureId])).toEqual([['opens', lecture(1)]])
    const { url } = await student.call(api.agenda.renewAddress, {})
    const feed = async () =>
      (await app.server.inject({ url: new URL(url ?? '').pathname })).body.replaceAll('\r\n ', '').split('\r\n')
    const lines = await feed()
    expect(lines.filter((line) => line.startsWith('SUMMARY:'))).toEqual([
      'SUMMARY:Weaving\\, by hand: The weft',
      'SUMMARY:Weaving\\, by hand: The fringe',
    ])
    expect(lines).toContain(`UID:opens-${lecture(1)}@courses.example.org`)
    expect(lines.find((line) => line.startsWith('DESCRIPTION:It opens then\\, with 1 more'))).toBeDefined()
    expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([])
    // the teacher's own calendar has none of it
    expect((await read(educator)).dates).toEqual([])
    app.clock.ms += 3 * 86_400_000 + 1000
    expect((await feed()).filter((line) => line.startsWith('SUMMARY:'))).toHaveLength(1)
  })

  test('says where a user goes on, and nothing of courses that they have completed', async () => {
    const next = async () =>
      (await read()).next.map(({ lectureTitle, courseTitle, kind }) => [lectureTitle, courseTitle, kind])
    expect(await next()).toEqual([['The loom', 'Weaving, by hand', 'lecture']])
    const tick = (index: number) =>
      student.call(api.learning.report, { params: { lectureId: lecture(index) }, body: { completed: true } })
    await tick(0)
    expect(await next()).toEqual([['The weft', 'Weaving, by hand', 'lecture']])
    await tick(1)
    await tick(2)
    expect(await next()).toEqual([])
    expect((await read(educator)).next).toEqual([])
  })
})

describe('the calendar', () => {
  const address = async (who = student) => (await who.call(api.agenda.address, {})).url
  const renew = async (who = student) => (await who.call(api.agenda.renewAddress, {})).url ?? ''
  const feed = (url: string) => app.server.inject({ url: new URL(url).pathname })
  const unfold = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

  test('is read without a session, has the dates of its owner, and keeps what was in the last days', async () => {
    expect(await address()).toBeNull()
    await schedule(0, inDays(1))
    await schedule(1, inDays(200))
    const url = await renew()
    expect(url).toMatch(/^https:\/\/courses\.example\.org\/api\/agenda\/feed\/[0-9a-f]{24}-[0-9a-f]{32}\/courses\.ics$/)
    expect(await address()).toBe(url)
    const answer = await feed(url)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'x-robots-tag': 'noindex',
    })
    const events = (text: string) => unfold(text).filter((line) => line.startsWith('SUMMARY:'))
    expect(events(answer.body)).toEqual([
      'SUMMARY:Weaving\\, by hand: The loom',
      'SUMMARY:Weaving\\, by hand: The weft',
    ])
    await educator.call(api.live.start, { params: { lectureId: lecture(0) } })
    await educator.call(api.live.end, { params: { lectureId: lecture(0) } })
    expect(events((await feed(url)).body)).toHaveLength(2)
    app.clock.ms += 40 * 86_400_000
    expect(events((await feed(url)).body)).toHaveLength(1)
  })

  test('has what is due, at that time and for as long as it is not handed in', async () => {
    const { _id } = await makeAssignment(educator, courseId, { dueAt: inDays(2), title: 'Weave a border' })
    const url = await renew()
    const lines = unfold((await feed(url)).body)
    expect(lines).toContain(`UID:due-${_id}@courses.example.org`)
    expect(lines.some((line) => line.startsWith('DTEND'))).toBe(false)
    await write(student, _id, 'Ten rows', 'handIn')
    expect((await feed(url)).body).not.toContain('BEGIN:VEVENT')
  })

  test('speaks the language of its owner', async () => {
    await student.call(api.accounts.setLanguage, { body: { language: 'hi' } })
    await schedule(0, inDays(1))
    const { body } = await feed(await renew())
    expect(unfold(body).find((line) => line.startsWith('DESCRIPTION'))).toMatch(/[\u0900-\u097f]/)
  })

  test('is gone at once when its owner ends it, makes another one, is suspended, or deletes the account', async () => {
    const gone = async (url: string) => (await feed(url)).statusCode
    const first = await renew()
    const second = await renew()
    expect([await gone(first), await gone(second)]).toEqual([404, 200])
    expect((await student.call(api.agenda.endAddress, {})).url).toBeNull()
    expect((await student.call(api.agenda.endAddress, {})).url).toBeNull()
    expect(await gone(second)).toBe(404)
    const third = await renew()
    const admin = await app.makeUser('admin')
    const whom = { params: { userId: student.user._id } }
    await admin.call(api.admin.suspend, { ...whom, body: { reason: 'Spam' } })
    expect(await gone(third)).toBe(404)
    await admin.call(api.admin.restore, whom)
    expect(await gone(third)).toBe(200)
    await admin.call(api.admin.deleteUser, whom)
    expect(await gone(third)).toBe(404)
  })

  test('of two that were made at the same moment one works', async () => {
    const made = await Promise.all([renew(), renew()])
    const statuses = await Promise.all(made.map(async (url) => (await feed(url)).statusCode))
    expect(statuses.toSorted()).toEqual([200, 404])
  })

  test.each([
    ['an id alone', 'a'.repeat(24)],
    ['another secret', `${'a'.repeat(24)}-${'b'.repeat(32)}`],
    ['a secret that is too long', `${'a'.repeat(24)}-${'b'.repeat(33)}`],
    ['capital letters', `${'A'.repeat(24)}-${'b'.repeat(32)}`],
    ['a path', '..%2F..%2Fetc'],
    ['a zero byte', '%00'],
  ])('%s opens no calendar', async (_name, token) => {
    const answer = await app.server.inject({ url: `/api/agenda/feed/${token}/courses.ics` })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('VCALENDAR')
  })

  test('another id with the secret of an address opens nothing', async () => {
    const [, id = '', secret = ''] = /feed\/(\w+)-(\w+)/.exec(await renew()) ?? []
    const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    expect((await app.server.inject({ url: `/api/agenda/feed/${other}-${secret}/courses.ics` })).statusCode).toBe(404)
  })

  test('new addresses and reads by a client are limited, and say when to try again', async () => {
    for (let count = 0; count < 20; count++) await renew(educator)
    const refused = await app.server.inject({
      method: 'POST',
      url: '/api/agenda/calendar',
      headers: { cookie: educator.cookie },
    })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })
})
