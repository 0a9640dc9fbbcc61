import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { type LiveClass, makeClass, openTab, startLive, type Tab } from '#test/support/live/live-room.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { startRedis } from '#test/support/services/redis-server.ts'
import { liveJobs } from './jobs.ts'

let app: TestApp
let address: string
let made: LiveClass
let asha: TestUser
const apps: TestApp[] = []
const tabs: Tab[] = []
beforeEach(async () => {
  app = await createTestApp()
  apps.push(app)
  address = await listen(app.server)
  made = await makeClass(app, 2)
  asha = made.students[0] as TestUser
})
afterEach(async () => {
  for (const { socket } of tabs.splice(0)) socket.disconnect()
  for (const one of apps.splice(0).reverse()) await one.close()
})

async function open(who: TestUser, at = address): Promise<Tab> {
  const tab = await openTab(at, who)
  tabs.push(tab)
  return tab
}
const stateOf = async () => (await asha.call(api.live.session, { params: { lectureId: made.lecture._id } })).liveState
/** Time passes, and the rooms are looked after as they are every few seconds. */
async function pass(seconds: number, on = app): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    on.clock.ms += Math.min(left, 5) * 1000
    await on.live.cleanUp()
  }
}
/** A process that has been up for long. */
const settle = () => pass(65)

describe('the educator', () => {
  test('has five minutes to come for the first time', async () => {
    await settle()
    await startLive(made)
    await pass(295)
    expect(await stateOf()).toBe('live')
    await pass(10)
    expect(await stateOf()).toBe('ended')
  })

  test('who is away for a minute ends the session for all participants', async () => {
    await settle()
    const roomId = await startLive(made)
    const [educator, student] = [await open(made.educator), await open(asha)]
    await educator.enter(roomId)
    await student.enter(roomId)
    await pass(600)
    expect(await stateOf()).toBe('live')
    educator.socket.disconnect()
    await student.sees(asha.user.name)
    await pass(55)
    expect([await stateOf(), student.got('live-ended')]).toEqual(['live', []])
    await pass(10)
    await until(() => student.got('live-ended').length === 1)
    expect(student.got('live-ended')).toEqual([{ roomId, reason: 'educator-gone' }])
    expect(await stateOf()).toBe('ended')
    expect(await student.join(roomId)).toMatchObject({ code: 'live_not_on' })
  })

  test('who crashed and comes back in time goes on in the same room', async () => {
    await settle()
    const roomId = await startLive(made)
    const [educator, student] = [await open(made.educator), await open(asha)]
    const { slotToken, peerId } = await educator.enter(roomId)
    await student.enter(roomId)
    educator.vanish()
    await until(() => app.live.counts().people === 1)
    await pass(50)
    const again = await open(made.educator)
    const back = await again.enter(roomId, { slotToken })
    // the place was kept for half a minute: after that it is another one
    expect(back.peerId).not.toBe(peerId)
    await pass(300)
    expect(await stateOf()).toBe('live')
    expect(student.got('live-ended')).toEqual([])
    await until(() => student.got('user-connected').includes(back.peerId))
    educator.socket.disconnect()
  })
})

describe('a session whose', () => {
  test('lecture is removed ends within seconds', async () => {
    const roomId = await startLive(made)
    const student = await open(asha)
    await student.enter(roomId)
    await made.educator.call(api.lectures.remove, { params: { lectureId: made.lecture._id } })
    await until(() => student.got('live-changed').length > 0)
    expect(student.got('live-changed')).toMatchObject([{ liveState: 'none' }])
    await app.live.cleanUp()
    await until(() => student.got('live-ended').length === 1)
    expect(student.got('live-ended')).toEqual([{ roomId, reason: 'course-gone' }])
  })

  test.skipIf(!isWhole)('course is removed ends as well, for students who keep the course too', async () => {
    const roomId = await startLive(made)
    const student = await open(asha)
    await student.enter(roomId)
    await made.educator.call(api.courses.remove, { params: { courseId: made.course._id } })
    await app.live.cleanUp()
    await until(() => student.got('live-ended').length === 1)
    expect(student.got('live-ended')).toEqual([{ roomId, reason: 'course-gone' }])
    expect(await stateOf()).toBe('ended')
  })

  test('time is moved sends those away who waited', async () => {
    const soon = new Date(app.clock.ms + 1000).toISOString()
    const params = { lectureId: made.lecture._id }
    await made.educator.call(api.live.schedule, { params, body: { liveStartTime: soon } })
    app.clock.ms += 2000
    const { roomId } = await asha.call(api.live.join, { params })
    const student = await open(asha)
    await student.enter(roomId)
    await made.educator.call(api.live.schedule, { params, body: { liveStartTime: '2031-01-01T10:00' } })
    await until(() => student.got('live-ended').length === 1)
    expect(await student.join(roomId)).toMatchObject({ code: 'live_not_on' })
    expect(await startLive(made)).not.toBe(roomId)
  })
})

test('a message on its way when the session ends is not written down', async () => {
  const roomId = await startLive(made)
  const [educator, student] = [await open(made.educator), await open(asha)]
  await educator.enter(roomId)
  await student.enter(roomId)
  const [, written] = await Promise.all([
    made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } }),
    student.write(roomId, 'one more question'),
  ])
  const rows = await app.deps.db.selectFrom('live_messages').select('id').execute()
  expect(rows.length).toBe(written.ok ? 1 : 0)
  if (!written.ok) expect(written.code).toBe('not_in_room')
})

describe('a restart', () => {
  test('keeps rooms, places, words and states; the educator has a minute to come back', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const roomId = await startLive(made)
    const [educator, student] = [await open(made.educator), await open(asha)]
    const before = { educator: await educator.enter(roomId), student: await student.enter(roomId, { audio: true }) }
    await student.send('set-state', { roomId, handRaised: true })
    await student.write(roomId, 'Can you hear me?')
    for (const { socket } of tabs) socket.io.reconnection(false)
    await app.server.close()

    const next = await createTestApp({ beside: app.database })
    apps.push(next)
    const there = await listen(next.server)
    // as if ten minutes had passed before the start
    const { db } = next.deps
    await db.updateTable('live_participants').set({ seen_at: sql`seen_at - interval '10 min'` }).execute()
    await db.updateTable('live_sessions').set({ educator_seen_at: sql`educator_seen_at - interval '10 min'` }).execute()
    await pass(25, next)
    const again = await open(asha, there)
    const joined = await again.enter(roomId, { slotToken: before.student.slotToken })
    expect(joined.peerId).toBe(before.student.peerId)
    expect(joined.messages.map(({ message }) => message)).toEqual(['Can you hear me?'])
    expect(joined.participants.find(({ peerId }) => peerId === joined.peerId)).toMatchObject({
      handRaised: true,
      audio: true,
      connected: true,
    })
    await pass(25, next)
    const owner = await open(made.educator, there)
    await owner.enter(roomId, { slotToken: before.educator.slotToken })
    await pass(120, next)
    expect(again.got('live-ended')).toEqual([])
    await again.sees(...[asha, made.educator].map(({ user }) => user.name))
  })
})

describe('two processes', () => {
  test('hold one room: signals, words, people, removal and end go across', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const other = await createTestApp({ beside: app.database })
    apps.push(other)
    const there = await listen(other.server)
    await until(() => receivesFromOthers(app.deps.db) && receivesFromOthers(other.deps.db))
    const roomId = await startLive(made)
    const [educator, student] = [await open(made.educator), await open(asha, there)]
    const peers = [(await educator.enter(roomId)).peerId, (await student.enter(roomId)).peerId]
    await until(() => educator.got('user-connected').length === 1)
    expect(educator.got('user-connected')).toEqual([peers[1]])
    const names = [made.educator.user.name, asha.user.name]
    await educator.sees(...names)
    await student.sees(...names)

    const offer = { type: 'offer', sdp: '₹'.repeat(16_000) }
    await educator.send('offer', { offer, roomId, to: peers[1] })
    await until(() => student.got('offer').length === 1)
    expect(student.got('offer')).toEqual([{ offer, sender: peers[0] }])
    await student.send('answer', { type: 'answer', sdp: 'v=0', roomId })
    await until(() => educator.got('answer').length === 1)

    for (let index = 0; index < 5; index++) await student.write(roomId, `${index} ${'ह'.repeat(1990)}`)
    await until(() => educator.got('receive-message').length === 5)
    const texts = educator.got('receive-message').map((message) => (message as { message: string }).message.slice(0, 1))
    expect(texts).toEqual(['0', '1', '2', '3', '4'])
    expect(student.got('receive-message')).toEqual([])

    const ravi = made.students[1] as TestUser
    const [here, elsewhere] = [await open(ravi), await open(ravi, there)]
    await here.enter(roomId)
    await elsewhere.enter(roomId)
    await until(() => here.got('removed-from-room').length === 1)
    expect(await here.write(roomId, 'still here')).toMatchObject({ code: 'not_in_room' })
    const people = await educator.sees(...names, ravi.user.name)
    await educator.send('remove-participant', { roomId, peerId: people[2]?.peerId })
    await until(() => elsewhere.got('removed-from-room').length === 1)
    expect(elsewhere.got('removed-from-room')).toEqual([{ roomId, reason: 'removed' }])

    await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
    await until(() => student.got('live-ended').length === 1)
    expect(await student.send('offer', { offer, roomId })).toMatchObject({ code: 'not_in_room' })
    await until(() => student.got('live-changed').length === 1)
  })

  test('exchange signals over Redis, and through the database while it is away', async ({ skip }) => {
    const { database } = app
    if (!database.url) return skip('the embedded database serves one process')
    const redis = await startRedis()
    const options = { beside: database, config: { REDIS_URL: redis.url } }
    const [one, other] = [await createTestApp(options), await createTestApp(options)]
    apps.push(one, other)
    await until(() => receivesFromOthers(one.deps.db) && receivesFromOthers(other.deps.db))
    const roomId = await startLive(made)
    const educator = await open(made.educator, await listen(one.server))
    const student = await open(asha, await listen(other.server))
    const { peerId: sender } = await educator.enter(roomId)
    const { peerId: to } = await student.enter(roomId)
    let sent = 0
    const exchange = async (): Promise<void> => {
      const offer = { type: 'offer', sdp: `${++sent} ${'₹'.repeat(16_000)}` }
      expect(await educator.send('offer', { offer, roomId, to })).toEqual({ ok: true })
      await until(() => student.got('offer').length === sent)
      expect(student.got('offer').at(-1)).toEqual({ offer, sender })
      await student.send('answer', { type: 'answer', sdp: 'v=0', roomId })
      await until(() => educator.got('answer').length === sent)
    }
    const stored = () => one.deps.redis?.xLen('messages')
    await exchange()
    const before = await stored()
    expect(before).toBeGreaterThan(1)
    await redis.stop()
    await exchange()
    await student.write(roomId, 'still here')
    await until(() => educator.got('receive-message').length === 1)
    await redis.start()
    await until(() => [one, other].every(({ deps }) => deps.redis?.isReady))
    await exchange()
    expect(await stored()).toBe(before)
    await redis.close()
  })

  test('one dies, the other takes its places away and ends what no one holds', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const other = await createTestApp({ beside: app.database })
    apps.push(other)
    await until(() => receivesFromOthers(other.deps.db))
    const there = await listen(other.server)
    await settle()
    const roomId = await startLive(made)
    const student = await open(asha)
    await student.enter(roomId)
    const educator = await open(made.educator, there)
    other.clock.ms = app.clock.ms
    const { peerId } = await educator.enter(roomId)
    // as after kill -9: the place says that it is connected, and no one says so any more
    await pass(35)
    await until(() => student.got('user-disconnected').length === 1)
    expect(student.got('user-disconnected')).toEqual([peerId])
    await pass(30)
    await until(() => student.got('live-ended').length === 1)
    expect(student.got('live-ended')).toMatchObject([{ reason: 'educator-gone' }])
  })
})

describe('races', () => {
  test('two starts make one session, and two first students one room', async () => {
    const at = new Date(app.clock.ms).toISOString()
    const params = { lectureId: made.lecture._id }
    await made.educator.call(api.live.schedule, { params, body: { liveStartTime: at } })
    const answers = await Promise.all([
      ...made.students.map((student) => student.call(api.live.join, { params })),
      ...[1, 2, 3].map(() => made.educator.call(api.live.start, { params })),
    ])
    expect(new Set(answers.map(({ roomId }) => roomId)).size).toBe(1)
    await runJobs(app, 'announce-live-start')
    expect(await app.deps.db.selectFrom('live_sessions').select('id').execute()).toHaveLength(1)
  })

  test('the last place is given once', async () => {
    const { settings } = app.deps
    settings.current = () => ({ ...settings.defaults, livePeople: 2 })
    const roomId = await startLive(made)
    const lines = [await open(asha), await open(made.students[1] as TestUser)]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(lines.map((tab) => tab.join(roomId)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ message: expect.stringMatching(/^This room is full: 2 /) })
      for (const tab of lines) await tab.send('leave-room', { roomId })
    }
  })

  test.skipIf(!isWhole)('one user in many windows has one place', async () => {
    const roomId = await startLive(made)
    const windows = await Promise.all([1, 2, 3, 4].map(() => open(asha)))
    const answers = await Promise.all(windows.map((tab) => tab.join(roomId)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    await until(() => windows.filter((tab) => tab.got('removed-from-room').length === 1).length === 3)
    expect(await app.deps.db.selectFrom('live_participants').select('peer_id').execute()).toHaveLength(1)
    expect(app.live.counts()).toMatchObject({ rooms: 1, people: 1 })
  })

  test('an end and an entry at once leave no one inside', async () => {
    const params = { lectureId: made.lecture._id }
    const tab = await open(asha)
    for (let round = 0; round < 5; round++) {
      const roomId = await startLive(made)
      await Promise.all([tab.join(roomId), made.educator.call(api.live.end, { params })])
      expect(await tab.write(roomId, 'anybody here?')).toMatchObject({
        code: expect.stringMatching(/not_in_room|rate/),
      })
      expect(app.live.counts().people).toBe(0)
    }
  })
})

test('a student whose purchase was refunded leaves the room, and cannot come back', async () => {
  const roomId = await startLive(made)
  const [tab, teacher] = [await open(asha), await open(made.educator)]
  await teacher.enter(roomId)
  await tab.enter(roomId)
  const [userId, courseId] = [asha.user._id, made.course._id]
  const endAccess = () =>
    liveJobs(app.deps)
      .find(({ kind }) => kind.name === 'end-access')
      ?.run({ userId, courseId })
  const { db } = app.deps
  await db.insertInto('live_cohosts').values({ session_id: roomId, user_id: userId }).execute()
  const cohosts = () => db.selectFrom('live_cohosts').select('user_id').where('session_id', '=', roomId).execute()
  // of an enrolment that is there the job takes nothing away
  await endAccess()
  expect(tab.got('removed-from-room')).toEqual([])
  expect(await cohosts()).toHaveLength(1)
  await db.deleteFrom('enrolments').where('user_id', '=', userId).execute()
  await endAccess()
  await until(() => tab.got('removed-from-room').length === 1)
  expect(tab.got('removed-from-room')).toEqual([{ roomId, reason: 'refunded' }])
  expect(await cohosts()).toEqual([])
  expect(await tab.join(roomId)).toMatchObject({ ok: false, code: 'not_enrolled_live' })
})

test('messages of old sessions are deleted', async () => {
  const roomId = await startLive(made)
  const tab = await open(asha)
  await tab.enter(roomId)
  await tab.write(roomId, 'Keep this')

  await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
  const trim = async () => {
    await liveJobs(app.deps)[0]?.run({})
    return (await app.deps.db.selectFrom('live_messages').select('id').execute()).length
  }
  expect(await trim()).toBe(1)
  app.clock.ms += 31 * 24 * 3600 * 1000
  expect(await trim()).toBe(0)
})
