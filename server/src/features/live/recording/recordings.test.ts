import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Recording, type RoomStatus } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '#core/domain-error.ts'
import type { LiveMixer } from '#ports/live-mixer.ts'
import { VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { type LiveClass, makeClass, openTab, startLive, type Tab } from '#test/support/live/live-room.ts'
import { smallVideo, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { type MixWorker, startMixing } from './mix-worker.ts'
import { superviseRecordings } from './record-session.ts'

/** What the mixer was asked to do, and how its next mixes end. */
let mixes: Parameters<LiveMixer['mix']>[1][]
let listed: { room: string; seconds: number }[]
let removed: string[]
let space = { bytes: 0, free: 1e12 }
let result: (signal: AbortSignal | undefined) => Promise<void>
const mixer: LiveMixer = {
  async list({ room, from, to }) {
    listed.push({ room, seconds: (to.getTime() - from.getTime()) / 1000 })
    return [{ path: `/recorded/${room}.mjr`, bytes: 10, sender: 'one', what: 'audio' }]
  },
  remove: async (files) => void removed.push(...files.map(({ path }) => path)),
  measure: async () => space,
  async mix(_, options) {
    mixes.push(options)
    options.onProgress?.(40)
    await result(options.signal)
    mkdirSync(options.folder, { recursive: true })
    const path = join(options.folder, 'recording.mp4')
    writeFileSync(path, Buffer.from(await smallVideo().arrayBuffer()))
    return { path, seconds: 61.5, startedAt: new Date() }
  },
}

let app: TestApp
let address: string
let worker: MixWorker | undefined
const tabs: Tab[] = []
beforeAll(async () => {
  app = await createTestApp({ config: { JANUS_RECORDINGS_DIR: '/recorded' }, overrides: { liveMixer: mixer } })
  address = await listen(app.server)
})
beforeEach(() => {
  ;[mixes, listed, removed] = [[], [], []]
  space = { bytes: 0, free: 1e12 }
  result = async () => {}
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  for (const { socket } of tabs.splice(0)) socket.disconnect()
  await app.deps.db.updateTable('live_recordings').set({ mix_lease_until: null }).execute()
})
afterAll(() => app.close())

const params = ({ lecture }: LiveClass) => ({ params: { lectureId: lecture._id } })
const of = ({ _id }: Recording) => ({ params: { recordingId: _id } })
const start = (who: TestUser, made: LiveClass) => who.call(api.recordings.start, params(made))
const stop = (who: TestUser, made: LiveClass) => who.call(api.recordings.stop, params(made))
const adopt = (made: LiveClass, one: Recording) => made.educator.call(api.recordings.use, { ...of(one), body: {} })
const list = async (made: LiveClass) => (await made.educator.call(api.recordings.list, params(made))).recordings
async function only(made: LiveClass): Promise<Recording> {
  const all = await list(made)
  expect(all).toHaveLength(1)
  return all[0] ?? expect.fail('no recording')
}
async function open(who: TestUser): Promise<Tab> {
  const tab = await openTab(address, who)
  tabs.push(tab)
  return tab
}
let rooms = 1000
/** A live session that a media server carries, as after a seventh entry. */
async function makeLive(students = 1): Promise<LiveClass & { roomId: string; mediaRoom: string }> {
  const made = await makeClass(app, students)
  const roomId = await startLive(made)
  const mediaRoom = rooms++
  await app.deps.db
    .updateTable('live_sessions')
    .set({ media: 'forwarded', media_server: 'one', media_room: mediaRoom })
    .where('id', '=', roomId)
    .execute()
  return { ...made, roomId, mediaRoom: String(mediaRoom) }
}
/** Lets a worker take what waits, without the seconds in which the media server writes the rest. */
async function mixNow(): Promise<void> {
  worker ??= startMixing(app.deps)
  await app.deps.db
    .updateTable('live_recordings')
    .set({ mix_lease_until: null })
    .where('state', '=', 'mixing')
    .execute()
  await worker.run()
}
async function makeRecorded(): Promise<Awaited<ReturnType<typeof makeLive>> & { recording: Recording }> {
  const made = await makeLive()
  await start(made.educator, made)
  await stop(made.educator, made)
  await mixNow()
  return { ...made, recording: await only(made) }
}

describe('a host records a session', () => {
  test('everyone sees it, who comes later too; it is one recording however often it is started', async () => {
    const made = await makeLive(2)
    const [student, late] = made.students as [TestUser, TestUser]
    const tab = await open(student)
    await tab.enter(made.roomId, { forwarded: true })
    const { startedAt } = await start(made.educator, made)
    const status = () => (tab.got('room-status').at(-1) as { status: RoomStatus } | undefined)?.status
    await until(() => status()?.recording?.startedAt === startedAt)
    expect(await start(made.educator, made)).toEqual({ startedAt })
    const entered = await (await open(late)).enter(made.roomId, { forwarded: true })
    expect(entered.room.recording).toEqual({ startedAt })
    const session = await late.call(api.live.session, params(made))
    expect(session).toMatchObject({ recording: { startedAt }, canRecord: true })
    expect(await only(made)).toMatchObject({ state: 'recording', stoppedAt: null, startedAt })
    await expectProblem(made.educator.call(api.recordings.remove, of(await only(made))), 409, 'recording_runs')
    const { stoppedAt } = await stop(made.educator, made)
    await until(() => status()?.recording === null)
    expect(await stop(made.educator, made)).toEqual({ stoppedAt: null })
    expect(await only(made)).toMatchObject({ state: 'mixing', percent: 0, stoppedAt, stoppedBy: 'asked' })
  })

  test('a co-host may; viewers, strangers and other educators may not, by API either', async () => {
    const made = await makeLive(2)
    const [student, helper] = made.students as [TestUser, TestUser]
    const stranger = await app.makeUser('educator')
    await app.deps.db.insertInto('live_cohosts').values({ session_id: made.roomId, user_id: helper.user._id }).execute()
    await expectProblem(start(student, made), 403, 'forbidden')
    await expectProblem(stop(student, made), 403, 'forbidden')
    await expectProblem(start(stranger, made), 403, 'not_enrolled_live')
    await start(helper, made)
    await expectProblem(stop(student, made), 403, 'forbidden')
    await stop(helper, made)
    const recording = await only(made)
    for (const call of [api.recordings.use, api.recordings.retry, api.recordings.remove])
      await expectProblem(stranger.call(call, { ...of(recording), body: {} }), 404, 'not_found')
    const url = `/api/live/recording/${recording._id}/video`
    expect((await app.server.inject({ url, headers: { cookie: stranger.cookie } })).statusCode).toBe(404)
    await expectProblem(helper.call(api.recordings.list, params(made)), 403, 'forbidden')
    await expectProblem(stranger.call(api.recordings.list, params(made)), 404, 'not_found')
    await expectProblem(start(await app.makeUser(), made), 403, 'not_enrolled_live')
  })

  test('two hosts at once begin one recording', async () => {
    const made = await makeLive()
    const both = await Promise.all([start(made.educator, made), start(made.educator, made)])
    expect(both[0]).toEqual(both[1])
    await only(made)
  })

  test('not without a session, in a mesh, without space, or on a site without a folder', async () => {
    const made = await makeClass(app, 1)
    await expectProblem(start(made.educator, made), 409, 'live_not_on')
    await startLive(made)
    await expectProblem(start(made.educator, made), 409, 'recording_needs_server')
    const live = await makeLive()
    space = { bytes: 0, free: 1e6 }
    await expectProblem(start(live.educator, live), 409, 'recording_no_space')
    const { config } = app.deps
    app.deps.config = { ...config, JANUS_RECORDINGS_DIR: undefined }
    await expectProblem(start(live.educator, live), 409, 'recording_off').finally(() => {
      app.deps.config = config
    })
  })

  test('ends with its session, after the hours of the settings, and when the space is used up', async () => {
    const made = await makeLive()
    await start(made.educator, made)
    await made.educator.call(api.live.end, params(made))
    expect(await only(made)).toMatchObject({ state: 'mixing', stoppedBy: 'session' })

    const long = await makeLive()
    await start(long.educator, long)
    app.clock.ms += 2.9 * 3_600_000
    await superviseRecordings(app.deps)
    expect((await only(long)).state).toBe('recording')
    app.clock.ms += 0.2 * 3_600_000
    await superviseRecordings(app.deps)
    expect(await only(long)).toMatchObject({ state: 'mixing', stoppedBy: 'hours' })

    const full = await makeLive()
    await start(full.educator, full)
    space = { bytes: 2e14, free: 1e12 }
    await superviseRecordings(app.deps)
    expect(await only(full)).toMatchObject({ state: 'mixing', stoppedBy: 'space' })
  })
})

describe('a worker makes the video', () => {
  test('of what was recorded while it ran, with the hosts first; it is a draft until the educator uses it', async () => {
    const made = await makeLive()
    const tab = await open(made.educator)
    const { peerId } = await tab.enter(made.roomId, { forwarded: true })
    await start(made.educator, made)
    await stop(made.educator, made)
    await mixNow()
    expect(listed.at(-1)).toMatchObject({ room: made.mediaRoom })
    expect([...(mixes.at(-1)?.hosts ?? [])]).toEqual([peerId])
    const recording = await only(made)
    expect(recording).toMatchObject({ state: 'ready', percent: 100, seconds: 61.5, usedAt: null, problem: null })
    expect(mixes.at(-1)?.until.toISOString()).toBe(recording.stoppedAt)
    expect(readdirSync(join(app.dataDir, 'recording-work'))).toEqual([])
    const { use } = await made.educator.call(api.storage.own)
    expect(use.videos).toBe(recording.bytes)

    const draft = (who: TestUser) =>
      app.server.inject({
        url: `/api/live/recording/${recording._id}/video`,
        headers: { cookie: who.cookie, range: 'bytes=0-9' },
      })
    expect((await draft(made.educator)).statusCode).toBe(206)
    expect((await draft(made.students[0] ?? expect.fail())).statusCode).toBe(403)

    await adopt(made, recording)
    const { lectures } = await made.educator.call(api.lectures.list, { params: { courseId: made.course._id } })
    expect(lectures[0]?.videoUrl).not.toBe('')
    expect((await only(made)).usedAt).not.toBeNull()
  })

  test('what hosts wrote in the chat meanwhile is a draft of its chapters', async () => {
    const made = await makeLive()
    const [student] = made.students as [TestUser]
    const [educator, guest] = [await open(made.educator), await open(student)]
    await educator.enter(made.roomId, { forwarded: true })
    await guest.enter(made.roomId, { forwarded: true })
    await educator.write(made.roomId, 'Before it is recorded')
    await start(made.educator, made)
    app.clock.ms += 40_000
    await educator.write(made.roomId, 'Window functions')
    await guest.write(made.roomId, 'May I ask something?')
    await stop(made.educator, made)
    await mixNow()
    const recording = await only(made)
    const { chapters } = await made.educator.call(api.recordings.chapters, of(recording))
    expect(chapters).toEqual([
      { start: 0, title: 'Beginning' },
      { start: 40, title: 'Window functions' },
    ])
  })

  test('a lecture keeps the video that it uses when the recording is deleted; a draft goes with it', async () => {
    const used = await makeRecorded()
    await uploadVideo(used.educator, used.lecture._id)
    await adopt(used, used.recording)
    await used.educator.call(api.recordings.remove, of(used.recording))
    await runJobs(app, 'remove-media')
    expect((await used.educator.call(api.storage.own)).use.videos).toBe(used.recording.bytes)
    expect(await only(used)).toMatchObject({ state: 'deleted' })
    await expectProblem(adopt(used, used.recording), 409, 'recording_not_ready')

    const draft = await makeRecorded()
    await draft.educator.call(api.recordings.remove, of(draft.recording))
    await runJobs(app, 'remove-media')
    expect((await draft.educator.call(api.storage.own)).use.videos).toBe(0)
    await worker?.run()
    expect(removed).toContain(`/recorded/${draft.mediaRoom}.mjr`)
  })

  test('a failure has a sentence and can be tried again; one that may pass is tried three times', async () => {
    result = () => Promise.reject(new VideoProblem('Nothing was recorded.', { refused: true }))
    const made = await makeRecorded()
    expect(made.recording).toMatchObject({ state: 'failed', problem: 'Nothing was recorded.' })
    await expectProblem(adopt(made, made.recording), 409, 'recording_not_ready')
    result = () => Promise.reject(new Error('a bug'))
    await made.educator.call(api.recordings.retry, of(made.recording))
    for (const state of ['mixing', 'mixing', 'failed']) {
      await mixNow()
      expect(await only(made)).toMatchObject({ state, problem: 'Making the video of this recording failed.' })
    }
    result = async () => {}
    await made.educator.call(api.recordings.retry, of(made.recording))
    await mixNow()
    expect((await only(made)).state).toBe('ready')
    await expectProblem(made.educator.call(api.recordings.retry, of(made.recording)), 409, 'recording_not_failed')
  })

  test('a worker without disk space or program leaves it to others, and it is no attempt', async () => {
    result = () => Promise.reject(new WorkerProblem('The disk is full.', { reach: 'space' }))
    const made = await makeRecorded()
    for (let tries = 0; tries < 4; tries++) await mixNow()
    expect(await only(made)).toMatchObject({ state: 'mixing', problem: 'The disk is full.' })
    result = async () => {}
    await mixNow()
    expect((await only(made)).state).toBe('ready')
  })

  test('a full account fails with what to do', async () => {
    result = () => Promise.reject(new DomainError('storage_full'))
    expect((await makeRecorded()).recording).toMatchObject({ state: 'failed' })
  })

  test('a worker that stops gives it back, and another goes on in the same folder', async () => {
    let begun = (): void => {}
    const began = new Promise<void>((resolve) => {
      begun = resolve
    })
    result = (signal) =>
      new Promise((_, reject) => {
        begun()
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const made = await makeLive()
    await start(made.educator, made)
    await stop(made.educator, made)
    const mixing = mixNow()
    await began
    await worker?.stop()
    await mixing
    worker = undefined
    expect(await only(made)).toMatchObject({ state: 'mixing', problem: null })
    result = async () => {}
    await mixNow()
    expect(mixes.map(({ folder }) => folder)).toEqual([mixes[0]?.folder, mixes[0]?.folder])
    expect((await only(made)).state).toBe('ready')
  })

  test('a deleted lecture takes its recordings with it', async () => {
    const made = await makeRecorded()
    await made.educator.call(api.lectures.remove, { params: { lectureId: made.lecture._id } })
    await worker?.run()
    expect(removed).toContain(`/recorded/${made.mediaRoom}.mjr`)
    await runJobs(app, 'remove-media')
    expect((await made.educator.call(api.storage.own)).use.videos).toBe(0)
  })
})

describe('refuses', () => {
  const { use, retry, remove, chapters, video } = api.recordings
  const calls = [use, retry, remove, chapters, video]
  test.each(['../etc', 'x', ' ', '0'.repeat(300), 'null'])('%.20j as a recording, and as a lecture', async (id) => {
    const educator = await app.makeUser('educator')
    for (const call of calls) {
      const answer = await app.server.inject({
        method: call.method,
        url: call.path.replace(':recordingId', encodeURIComponent(id)),
        headers: { cookie: educator.cookie },
      })
      expect([400, 404, 414]).toContain(answer.statusCode)
    }
    for (const call of [api.recordings.start, api.recordings.stop, api.recordings.list]) {
      const answer = await app.server.inject({
        method: call.method,
        url: call.path.replace(':lectureId', encodeURIComponent(id)),
        headers: { cookie: educator.cookie },
      })
      expect([400, 404, 414]).toContain(answer.statusCode)
    }
  })

  test('more changes than the limit', async () => {
    const educator = await app.makeUser('educator')
    const again = { params: { recordingId: '0123456789abcdef01234567' } }
    for (let tries = 0; tries < 30; tries++)
      await expectProblem(educator.call(api.recordings.retry, again), 404, 'not_found')
    await expectProblem(educator.call(api.recordings.retry, again), 429, 'rate_limited')
  })
})

describe('keeps', () => {
  test('what is not used is deleted after the days of the settings, streams earlier', async () => {
    const made = await makeRecorded()
    const { recording } = made
    const day = 24 * 3_600_000
    expect(Math.round((Date.parse(recording.deletesAt ?? '') - app.clock.ms) / day)).toBe(30)
    const rows = () =>
      app.deps.db.selectFrom('live_recordings').selectAll().where('id', '=', recording._id).executeTakeFirst()
    const clear = async (days: number) => {
      app.clock.ms += days * day
      await worker?.stop()
      worker = undefined
      await mixNow()
      return rows()
    }
    const path = `/recorded/${made.mediaRoom}.mjr`
    expect(await clear(6)).toMatchObject({ state: 'ready', files_removed_at: null })
    expect(removed).not.toContain(path)
    const later = await clear(2)
    expect(later).toMatchObject({ state: 'ready', files_removed_at: expect.any(Date) })
    expect(removed).toContain(path)
    expect(await clear(23)).toMatchObject({ state: 'deleted', video_id: null })
    await runJobs(app, 'remove-media')
    expect(
      await app.deps.db
        .selectFrom('videos')
        .select('id')
        .where('id', '=', later?.video_id ?? '')
        .execute(),
    ).toEqual([])
    expect(await clear(31)).toBeUndefined()
  })
})
