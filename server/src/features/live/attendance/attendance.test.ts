import { api } from '@virtual-courses/contract'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeClass, startLive, useTabs } from '#test/support/live/live-room.ts'
import { runJobs } from '#test/support/run-jobs.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

/** Time passes, and the rooms are looked after as they are every few seconds. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes * 12; left > 0; left--) {
    app.clock.ms += 5000
    await app.live.cleanUp()
  }
}

/** Ten minutes with the educator: Asha is there for all of them, Ravi leaves after four and comes back for two, Late comes after the end. */
async function holdSession() {
  const made = await makeClass(app, 3)
  const params = { lectureId: made.lecture._id }
  const [asha, ravi, late] = made.students as [TestUser, TestUser, TestUser]
  const roomId = await startLive(made)
  await open(made.educator, roomId)
  await open(asha, roomId)
  const first = await open(ravi, roomId)
  await pass(4)
  await first.send('leave-room', { roomId })
  await pass(4)
  await open(ravi, roomId)
  await pass(2)
  await made.educator.call(api.live.end, { params })
  const isDone = async (who: TestUser) => {
    const { lectures } = await who.call(api.learning.course, { params: { courseId: made.course._id } })
    return lectures.some(({ lectureId, completed }) => lectureId === made.lecture._id && completed)
  }
  return { ...made, params, asha, ravi, late, isDone }
}

test('minutes are added up over visits, listed for the educator alone, and saved as CSV', async () => {
  const { educator, params, asha, ravi, late } = await holdSession()
  const { sessions, sessionId, attendees, completesAt } = await educator.call(api.liveAttendance.read, { params })
  expect([sessions.length, sessions[0]?._id, sessions[0]?.students, completesAt]).toEqual([1, sessionId, 2, null])
  const byName = new Map(attendees.map((one) => [one.student._id, one]))
  expect(byName.get(asha.user._id)).toMatchObject({ minutes: 10, percent: 100, visits: 1 })
  expect(byName.get(ravi.user._id)).toMatchObject({ minutes: 6, visits: 2 })
  expect(byName.has(late.user._id)).toBe(false)
  expect(JSON.stringify(attendees)).not.toContain(asha.user.email)
  const download = (who: TestUser) =>
    app.server.inject({
      url: `/api/live/attendance/${params.lectureId}/attendance.csv`,
      headers: { cookie: who.cookie },
    })
  const answer = await download(educator)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const table: string[][] = parse(answer.body, { bom: true })
  expect(table.map(([, , id, minutes]) => [id, minutes])).toEqual(
    expect.arrayContaining([
      ['Student ID', 'Minutes'],
      [asha.user._id, '10'],
      [ravi.user._id, '6'],
    ]),
  )
  const other = await app.makeUser('educator')
  expect((await download(other)).statusCode).toBe(404)
  await expectProblem(other.call(api.liveAttendance.read, { params }), 404, 'not_found')
  await expectProblem(other.call(api.liveAttendance.set, { params, body: { completesAt: 50 } }), 404, 'not_found')
  await expectProblem(educator.call(api.liveAttendance.read, { params, query: { session: 'x' } }), 404, 'not_found')
  await expectProblem(
    educator.call(api.liveAttendance.read, { params, query: { session: 'x'.repeat(65) } }),
    400,
    'invalid_input',
  )
})

test('attending enough completes the lecture where the educator has switched that on, sessions before it included', async () => {
  const { educator, params, asha, ravi, isDone } = await holdSession()
  await runJobs(app, 'tick-attended')
  expect(await isDone(asha)).toBe(false)
  const { version } = await educator.call(api.liveAttendance.set, { params, body: { completesAt: 75 } })
  await runJobs(app, 'tick-attended')
  expect([await isDone(asha), await isDone(ravi)]).toEqual([true, false])
  await educator.call(api.liveAttendance.set, { params, body: { completesAt: 50, version } })
  const late = educator.call(api.liveAttendance.set, { params, body: { completesAt: 90, version } })
  await expectProblem(late, 409, 'changed_elsewhere')
  await runJobs(app, 'tick-attended')
  await educator.call(api.liveAttendance.set, { params, body: { completesAt: null } })
  expect([await isDone(ravi), (await educator.call(api.liveAttendance.read, { params })).completesAt]).toEqual([
    true,
    null,
  ])
})

/** A session with Asha in it, and what the educator reads of her afterwards. */
async function attend() {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  const [asha] = made.students as [TestUser]
  await open(made.educator, roomId)
  const tab = await open(asha)
  const { slotToken } = await tab.enter(roomId)
  const end = async () => {
    await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
    const { attendees } = await made.educator.call(api.liveAttendance.read, { params: { lectureId: made.lecture._id } })
    return attendees[0]
  }
  const place = app.deps.db.selectFrom('live_participants').select('connected').where('user_id', '=', asha.user._id)
  /** Waits until the loss of the connection is noted: an entry might overtake that. A cleanup may have deleted the slot by then. */
  const lost = () => expect.poll(async () => (await place.executeTakeFirst())?.connected ?? false).toBe(false)
  return { roomId, asha, tab, slotToken, end, lost }
}
/** Time passes in a process that looks after its rooms once a minute. */
async function passSlowly(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left--) {
    app.clock.ms += 60_000
    await app.live.cleanUp(60_000)
  }
}

test('who stayed connected was there all the time, however slow the process was', async () => {
  const { end } = await attend()
  await passSlowly(4)
  // and not at all in the last minutes
  app.clock.ms += 90_000
  await app.live.cleanUp(90_000)
  app.clock.ms += 30_000
  expect(await end()).toMatchObject({ minutes: 6, percent: 100, visits: 1 })
})

test('a short loss of the connection counts, a long one does not, also in a slow process', async () => {
  const { roomId, asha, tab, slotToken, end, lost } = await attend()
  await passSlowly(1)
  app.clock.ms += 50_000
  tab.vanish()
  await lost()
  app.clock.ms += 20_000
  const second = await open(asha)
  await second.enter(roomId, { slotToken })
  app.clock.ms += 50_000
  await app.live.cleanUp(60_000)
  second.vanish()
  await lost()
  app.clock.ms += 120_000
  await app.live.cleanUp(60_000)
  const third = await open(asha)
  await third.enter(roomId, { slotToken })
  app.clock.ms += 120_000
  await app.live.cleanUp(60_000)
  expect(await end()).toMatchObject({ minutes: 5, visits: 2 })
  for (const { socket } of [tab, second]) socket.disconnect()
})

test('a lost connection ends a visit when it is lost, not when the session is free to note it', async () => {
  const { roomId, tab, end, lost } = await attend()
  await passSlowly(3)
  await app.deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('live_sessions').select('id').where('id', '=', roomId).forUpdate().execute()
    tab.vanish()
    await until(() => app.live.counts().people === 1)
    app.clock.ms += 240_000
  })
  await lost()
  expect(await end()).toMatchObject({ minutes: 3, visits: 1 })
})

test.each([9, 101, 50.5, '50', undefined])('refuses %j as the share that counts', async (completesAt) => {
  const { educator, lecture } = await makeClass(app, 0)
  await expectProblem(
    educator.call(api.liveAttendance.set, {
      params: { lectureId: lecture._id },
      body: { completesAt: completesAt as number },
    }),
    400,
    'invalid_input',
  )
})
