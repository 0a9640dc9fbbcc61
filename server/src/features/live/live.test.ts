import { createHmac } from 'node:crypto'
import { api, LiveState, problemOf } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectSocket, listen, type TestSocket, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { type LiveClass, makeClass, startLive } from '#test/support/live/live-room.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'

const turn = { TURN_URLS: ['turn:turn.example.org:3478?transport=udp'], TURN_SECRET: 'a-secret-of-the-turn-server' }
let app: TestApp
let address: string
let made: LiveClass
let stranger: TestUser
let admin: TestUser
let rival: TestUser
const lines: TestSocket[] = []
beforeAll(async () => {
  app = await createTestApp({ config: { ...turn, publicUrl: 'https://courses.example.org' } })
  address = await listen(app.server)
  stranger = await app.makeUser()
  rival = await app.makeUser('educator')
  admin = await app.makeUser('admin')
})
beforeEach(async () => {
  made = await makeClass(app, 1)
})
afterAll(async () => {
  for (const { socket } of lines) socket.disconnect()
  await app.close()
})

const student = () => made.students[0] as TestUser
const params = () => ({ lectureId: made.lecture._id })
const inMinutes = (minutes: number): string => new Date(app.clock.ms + minutes * 60_000).toISOString()
const schedule = (liveStartTime: string | null, who = made.educator) =>
  who.call(api.live.schedule, { params: params(), body: { liveStartTime } })
const join = (who: TestUser) => who.call(api.live.join, { params: params() })
const lectureSeenBy = async (who: TestUser) => {
  const { lectures } = await who.call(api.lectures.list, { params: { courseId: made.course._id } })
  const { liveState, isLive, liveStartTime } = lectures[0] ?? {}
  return { liveState, isLive, liveStartTime }
}
async function watch(who: TestUser): Promise<() => unknown[]> {
  const line = await connectSocket(address, { cookie: who.cookie })
  lines.push(line)
  return () => line.received.filter(([name]) => name === 'live-changed').map(([, payload]) => payload)
}

describe('a session', () => {
  test('is started by the educator, once, whatever the number of clicks', async () => {
    const changes = [await watch(student()), await watch(made.educator), await watch(stranger)]
    const answers = await Promise.all([1, 2, 3].map(() => made.educator.call(api.live.start, { params: params() })))
    expect(new Set(answers.map(({ roomId }) => roomId)).size).toBe(1)
    expect(answers[0]).toEqual({ roomId: expect.stringMatching(/^[0-9a-f]{24}$/), message: 'Live session started!' })
    await until(() => changes[0]?.().length === 1 && changes[1]?.().length === 1)
    expect(changes[0]?.()).toEqual([
      {
        courseId: made.course._id,
        lectureId: made.lecture._id,
        liveState: 'live',
        isLive: true,
        liveStartTime: expect.any(String),
      },
    ])
    expect(changes[2]?.()).toEqual([])
    expect(await lectureSeenBy(student())).toMatchObject({ liveState: 'live', isLive: true })
    expect(await join(student())).toEqual({ roomId: answers[0]?.roomId })
    expect(await join(made.educator)).toEqual({ roomId: answers[0]?.roomId })
  })

  test('is announced when it starts, once each time', async () => {
    await startLive(made)
    await startLive(made)
    await runJobs(app, 'announce-live-start', 'announce-lecture', 'announce-enrolment')
    const mine = async () => {
      const { notifications } = await student().call(api.notifications.list)
      return notifications.filter(({ message }) => message === 'Window functions is live now')
    }
    expect(await mine()).toMatchObject([{ link: `/live/${made.lecture._id}` }])
    await made.educator.call(api.live.end, { params: params() })
    await student().call(api.notifications.markAllRead)
    await startLive(made)
    await runJobs(app, 'announce-live-start')
    expect(await mine()).toHaveLength(2)
  })

  test('ends when the educator says so; the next one has another room and no old messages', async () => {
    const roomId = await startLive(made)
    const changes = await watch(student())
    expect(await made.educator.call(api.live.end, { params: params() })).toEqual({ message: 'Live session ended' })
    await made.educator.call(api.live.end, { params: params() })
    await until(() => changes().length === 1)
    expect(changes()).toMatchObject([{ liveState: 'ended', isLive: false }])
    expect(await lectureSeenBy(student())).toMatchObject({ liveState: 'ended', isLive: false })
    for (const who of [student(), made.educator]) await expectProblem(join(who), 409, 'live_not_on')
    expect(await startLive(made)).not.toBe(roomId)
  })

  test('opens for students at its start time, who wait there; the educator then gets the same room', async () => {
    await schedule(inMinutes(10))
    const early = await expectProblem(join(student()), 409, 'live_too_early')
    expect(early.message).toMatch(
      /^This session begins on \d+ \w+ \d{4},? .*\d+:\d\d [ap]m IST\. Please come back then\.$/,
    )
    app.clock.ms += 11 * 60_000
    const { roomId } = await join(student())
    await expectProblem(join(made.educator), 409, 'live_not_on')
    const scheduled = await lectureSeenBy(student())
    expect(await startLive(made)).toBe(roomId)
    expect(await lectureSeenBy(student())).toEqual({ ...scheduled, liveState: 'live' })
  })

  test('that starts before its time may be joined from then on', async () => {
    await schedule(inMinutes(60))
    await startLive(made)
    const { liveStartTime } = await lectureSeenBy(student())
    expect(new Date(liveStartTime ?? '').getTime()).toBeLessThanOrEqual(app.clock.ms)
    await join(student())
  })
})

describe('the schedule', () => {
  test('is set, moved and cancelled; students are notified of each, but not of the same time again', async () => {
    const changes = await watch(student())
    const [first, second] = [inMinutes(60), inMinutes(120)]
    expect(await schedule(first)).toMatchObject({
      liveState: 'scheduled',
      liveStartTime: first,
      message: 'Live session scheduled',
    })
    await schedule(first)
    await schedule(second)
    expect(await schedule(null)).toMatchObject({
      liveState: 'none',
      liveStartTime: null,
      message: 'Live session cancelled',
    })
    await schedule(null)
    await until(() => changes().length === 3)
    expect(changes()).toMatchObject([
      { liveState: 'scheduled', isLive: true, liveStartTime: first },
      { liveState: 'scheduled', liveStartTime: second },
      { liveState: 'none', isLive: false, liveStartTime: null },
    ])
    const countNotified = async () => {
      await runJobs(app, 'announce-session', 'announce-lecture', 'announce-enrolment')
      const { notifications } = await student().call(api.notifications.list)
      return notifications.filter(({ message }) => message.startsWith('Live session scheduled in SQL')).length
    }
    expect(await countNotified()).toBe(0)
    await schedule(second)
    expect(await countNotified()).toBe(1)
  })

  test('reads times without a zone on the platform’s clocks, and refuses those that do not exist', async () => {
    expect((await schedule('2031-12-01T18:30')).liveStartTime).toBe('2031-12-01T13:00:00.000Z')
    for (const time of ['2031-02-30T10:00', '2031-12-01T25:00', 'tomorrow', '2031-12-01'])
      await expectProblem(schedule(time), 400, 'invalid_input')
  })

  test('does not change while the session is live; what has ended may be scheduled again', async () => {
    await startLive(made)
    for (const time of [inMinutes(5), null]) await expectProblem(schedule(time), 409, 'live_is_on')
    await made.educator.call(api.live.end, { params: params() })
    expect((await schedule(null)).liveState).toBe('ended')
    expect((await schedule(inMinutes(5))).liveState).toBe('scheduled')
  })

  test('of a new lecture is notified as well', async () => {
    const changes = await watch(student())
    const { lecture } = await made.educator.call(api.lectures.create, {
      params: { courseId: made.course._id },
      body: { lectureTitle: 'Later', isLive: true, liveStartTime: inMinutes(30) },
    })
    await until(() => changes().length === 1)
    expect(changes()).toMatchObject([{ lectureId: lecture._id, liveState: 'scheduled' }])
    await made.educator.call(api.lectures.remove, { params: { lectureId: lecture._id } })
    await until(() => changes().length === 2)
    expect(changes()[1]).toMatchObject({ lectureId: lecture._id, liveState: 'none', isLive: false })
  })

  test('vanishes with its course', async () => {
    await schedule(inMinutes(30))
    const changes = await watch(student())
    await made.educator.call(api.courses.remove, { params: { courseId: made.course._id } })
    await until(() => changes().length === 1)
    expect(await lectureSeenBy(student())).toEqual({ liveState: 'none', isLive: false, liveStartTime: null })
  })
})

test('what a session is, for who attends', async () => {
  const at = inMinutes(30)
  await schedule(at)
  const session = await student().call(api.live.session, { params: params() })
  expect(session).toEqual({
    lectureId: made.lecture._id,
    lectureTitle: 'Window functions',
    courseId: made.course._id,
    courseTitle: 'SQL at work',
    liveState: 'scheduled',
    liveStartTime: at,
    isOwner: false,
    now: expect.any(String),
    capacity: { most: 6, forwards: false, students: null },
    recording: null,
    canRecord: false,
  })
  expect(await made.educator.call(api.live.session, { params: params() })).toMatchObject({
    isOwner: true,
    capacity: { students: 1 },
  })
})

describe('the calendar file', () => {
  const file = (who: TestUser) =>
    app.server.inject({
      url: `/api/live/calendar/${made.lecture._id}/session.ics`,
      headers: { cookie: who.cookie },
    })
  const unfold = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

  test('holds the session in UTC, with its page; a moved one replaces it', async () => {
    const title = `Joins, "unions"; and\\more: ${'ö'.repeat(60)}`
    const lecture = await makeLecture(made.educator, made.course._id, title)
    made = { ...made, lecture }
    await schedule('2031-12-01T18:30')
    const answer = await file(student())
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="live-session.ics"',
    })
    for (const line of answer.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const found = unfold(answer.body)
    expect(found).toContain('DTSTART:20311201T130000Z')
    expect(found).toContain('DTEND:20311201T140000Z')
    expect(found).toContain(`UID:live-${lecture._id}@courses.example.org`)
    expect(found.filter((line) => line.startsWith('URL'))).toEqual([
      `URL;VALUE=URI:https://courses.example.org/live/${lecture._id}`,
    ])
    expect(found).toContain(`SUMMARY:SQL at work: ${title.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)}`)
    expect(found).toContain('NAME:SQL at work')
    const course = 'SQL, joins; and\\more आरंभ करने वालों के लिए पूरा पाठ्यक्रम'
    const renamed = { params: { courseId: made.course._id }, body: { title: course } }
    await made.educator.call(api.courses.edit, renamed)
    const escaped = course.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    const other = (await file(student())).body
    for (const line of other.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(unfold(other)).toEqual(expect.arrayContaining([`NAME:${escaped}`, `X-WR-CALNAME:${escaped}`]))
    const urdu = { params: { courseId: made.course._id }, body: { title: 'اردو!' } }
    await made.educator.call(api.courses.edit, urdu)
    expect(unfold((await file(student())).body).find((line) => line.startsWith('SUMMARY'))).toContain(
      'SUMMARY:\u2068اردو!\u2069: Joins',
    )
    const sequenceOf = (text: string) => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
    await schedule('2031-12-02T18:30')
    const moved = await file(made.educator)
    expect(sequenceOf(moved.body)).toBeGreaterThan(sequenceOf(answer.body))
    expect(unfold(moved.body)).toContain(`UID:live-${lecture._id}@courses.example.org`)
  })

  test('is in the words of its reader; titles stay', async () => {
    await schedule('2031-12-01T18:30')
    const url = `/api/live/calendar/${made.lecture._id}/session.ics`
    const { body } = await app.server.inject({ url, headers: { cookie: student().cookie, 'x-language': 'hi' } })
    const found = unfold(body)
    expect(found.find((line) => line.startsWith('DESCRIPTION'))).toMatch(/[\u0900-\u097f]/)
    expect(found.find((line) => line.startsWith('SUMMARY'))).toContain(made.lecture.lectureTitle)
    expect(found.find((line) => line.startsWith('PRODID'))).toMatch(/\/\/HI$/)
  })

  test('is there for a scheduled session alone', async () => {
    expect((await file(student())).json()).toMatchObject({ code: 'live_not_on' })
    await startLive(made)
    expect((await file(student())).statusCode).toBe(409)
  })
})

describe('the servers for a call', () => {
  test('come with credentials of one’s own that end', async () => {
    const { iceServers, expiresAt } = await student().call(api.live.ice, { params: params() })
    const [stun, relay] = iceServers
    expect(stun).toEqual({ urls: ['stun:stun.l.google.com:19302', 'stun:stun.cloudflare.com:3478'] })
    const [expiry, userId] = relay?.username?.split(':') ?? []
    expect(userId).toBe(student().user._id)
    expect(new Date(Number(expiry) * 1000).toISOString()).toBe(expiresAt)
    expect(Number(expiry) * 1000 - app.clock.ms).toBeGreaterThan(5 * 3600_000)
    const expected = createHmac('sha1', turn.TURN_SECRET)
      .update(relay?.username ?? '')
      .digest('base64')
    expect(relay).toEqual({ urls: turn.TURN_URLS, username: relay?.username, credential: expected })
  })
})

describe('who may do what', () => {
  const calls = {
    start: (who: TestUser) => who.call(api.live.start, { params: params() }),
    end: (who: TestUser) => who.call(api.live.end, { params: params() }),
    schedule: (who: TestUser) => schedule(inMinutes(1), who),
    join,
    session: (who: TestUser) => who.call(api.live.session, { params: params() }),
    ice: (who: TestUser) => who.call(api.live.ice, { params: params() }),
    messages: (who: TestUser) => who.call(api.live.messages, { params: params(), query: {} }),
    calendar: async (who: TestUser) => {
      const url = api.live.calendar.path.replace(':lectureId', made.lecture._id)
      const answer = await app.server.inject({ url, headers: { cookie: who.cookie } })
      if (answer.statusCode !== 200) throw problemOf(answer.statusCode, answer.json())
    },
  }
  const educators = ['start', 'end', 'schedule'] as const
  const attendees = ['join', 'session', 'ice', 'messages', 'calendar'] as const

  test.each(educators)('%s: neither students nor admins, and other people’s lectures are not there', async (name) => {
    for (const who of [student(), stranger, admin]) await expectProblem(calls[name](who), 403, 'forbidden')
    await expectProblem(calls[name](rival), 404, 'not_found')
    expect(await lectureSeenBy(student())).toMatchObject({ liveState: 'none' })
  })

  test.each(attendees)(
    '%s: not enrolled, another educator and admins get an error that says to enroll',
    async (name) => {
      await startLive(made)
      for (const who of [stranger, rival, admin]) await expectProblem(calls[name](who), 403, 'not_enrolled_live')
    },
  )

  test.each(attendees)('%s: what one cannot see is not there', async (name) => {
    await made.educator.call(api.courses.edit, {
      params: { courseId: made.course._id },
      body: { isPublished: 'false' },
    })
    for (const who of [stranger, rival]) await expectProblem(calls[name](who), 404, 'not_found')
    await expectProblem(calls[name](admin), 403, 'not_enrolled_live')
    made = { ...made, lecture: { ...made.lecture, _id: 'nonsense' } }
    for (const who of [student(), made.educator, admin]) await expectProblem(calls[name](who), 404, 'not_found')
  })

  test('students of a course that was unpublished or removed keep its sessions', async () => {
    const roomId = await startLive(made)
    await made.educator.call(api.courses.edit, {
      params: { courseId: made.course._id },
      body: { isPublished: 'false' },
    })
    expect(await join(student())).toEqual({ roomId })
  })

  test('repeated starts are limited, because students are notified each time', async () => {
    const attempts = async () => {
      for (let round = 0; round < 40; round++) {
        await startLive(made)
        await made.educator.call(api.live.end, { params: params() })
      }
    }
    await expectProblem(attempts(), 429, 'rate_limited')
    expect(LiveState.parse((await lectureSeenBy(student())).liveState)).toBe('ended')
  })
})
