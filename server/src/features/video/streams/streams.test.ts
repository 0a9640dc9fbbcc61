import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type VideoStatus } from '@virtual-courses/contract'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ffmpegTranscoder } from '#adapters/transcoder/ffmpeg.ts'
import { type MadeStream, type Transcoder, VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { connectSocket, listen } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { queueOldVideos } from './jobs.ts'
import { makeStream } from './make-stream.ts'
import { addTurn, claimVideo, finishStream } from './stream-queries.ts'
import { type StreamWorker, startStreams } from './stream-worker.ts'

const real = ffmpegTranscoder()
const facts = { seconds: 4, width: 64, height: 36, frameRate: 25, hasAudio: false }
const made: MadeStream = {
  seconds: 4,
  renditions: [
    {
      height: 240,
      width: 64,
      resolution: '64x36',
      bandwidth: 9,
      average: 8,
      codecs: 'avc1.4d400a',
      frameRate: 25,
      bytes: 1,
    },
  ],
  storyboard: null,
  files: [],
}
/** Outcomes of the next streams; by default they are made at once. */
let result: (signal: AbortSignal | undefined) => Promise<MadeStream>
const scripted: Transcoder = {
  grab: async () => null,
  probe: async () => facts,
  largestStream: () => 1000,
  makeStream: (_source, _facts, { signal }) => result(signal),
}
/** Never finishes; rejects when it is interrupted. */
const endless = (signal: AbortSignal | undefined) =>
  new Promise<MadeStream>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

let app: TestApp
let educator: TestUser
let courseId: string
let worker: StreamWorker | undefined
beforeAll(async () => {
  app = await createTestApp({ overrides: { transcoder: scripted } })
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
  return () => app.close()
})
beforeEach(() => {
  result = async () => made
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await app.deps.db.updateTable('videos').set({ stream_state: 'none', stream_lease_until: null }).execute()
  await app.deps.db.deleteFrom('stream_turns').execute()
})

const start = (deps = app.deps) => {
  worker = startStreams(deps)
}
const newVideo = async (by = educator, course = courseId) => {
  const { _id } = await makeLecture(by, course)
  await uploadVideo(by, _id)
  return _id
}
const statusOf = async (lectureId: string, by = educator, course = courseId): Promise<VideoStatus> => {
  const { videos } = await by.call(api.videos.list, { params: { courseId: course } })
  return videos.find((one) => one.lectureId === lectureId) ?? expect.fail('no such video')
}
const until = async (lectureId: string, state: string) => {
  for (let tries = 0; tries < 600 && (await statusOf(lectureId)).state !== state; tries++) await sleep(50)
  const status = await statusOf(lectureId)
  expect(status.state).toBe(state)
  return status
}
const rowOf = async (lectureId: string) =>
  app.deps.db
    .selectFrom('videos')
    .innerJoin('lectures', 'lectures.video_id', 'videos.id')
    .selectAll('videos')
    .where('lectures.id', '=', lectureId)
    .executeTakeFirstOrThrow()
/** Waits until no work folder is left: a video is ready or canceled a moment before its folder is removed. */
const expectNoWorkFolder = ({ dataDir } = app) =>
  expect.poll(() => readdirSync(join(dataDir, 'video-work'))).toEqual([])

test('an uploaded video becomes a stream of real files, and its educator sees the progress', async () => {
  const whole = await createTestApp({ overrides: { transcoder: real } })
  onTestFinished(() => whole.close())
  const address = await listen(whole.server)
  const asha = await whole.makeUser('educator')
  const { socket, received } = await connectSocket(address, { cookie: asha.cookie })
  onTestFinished(() => void socket.disconnect())
  const course = (await makeCourse(asha))._id
  const { _id } = await makeLecture(asha, course)
  await uploadVideo(asha, _id)
  expect(await asha.call(api.videos.list, { params: { courseId: course } })).toEqual({
    makesStreams: true,
    videos: [{ lectureId: _id, courseId: course, state: 'waiting', percent: 0, place: 1, problem: null, heights: [] }],
  })
  const streams = startStreams(whole.deps)
  onTestFinished(() => streams.stop())
  const states = () =>
    received.filter(([event]) => event === 'video-changed').map(([, payload]) => (payload as VideoStatus).state)
  for (let tries = 0; tries < 600 && !states().includes('ready'); tries++) await sleep(50)
  expect([states().slice(0, 2), states().at(-1)]).toEqual([['waiting', 'running'], 'ready'])
  const row = await whole.deps.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  expect([row.width, row.height, row.has_audio, row.stream_problem]).toEqual([
    expect.any(Number),
    expect.any(Number),
    true,
    null,
  ])
  const folder = join(whole.dataDir, 'media', 'streams', row.stream_id ?? '')
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['240p.m3u8', '240p.mp4', 'storyboard-0.webp']))
  await expectNoWorkFolder(whole)
  const { lectures } = await asha.call(api.lectures.list, { params: { courseId: course } })
  const answer = await whole.server.inject({ url: lectures[0]?.streamUrl ?? '', headers: { cookie: asha.cookie } })
  expect(answer.payload).toMatch(/RESOLUTION=\d+x\d+.*CODECS="avc1\.4d[0-9a-f]{4},mp4a\.40\.2"/)
})

test('a video that cannot be read fails with its message; other failures are attempted three times, with delays', async () => {
  result = () => Promise.reject(new VideoProblem('This one is broken.', { refused: true }))
  start()
  const broken = await newVideo()
  expect(await until(broken, 'failed')).toMatchObject({ problem: 'This one is broken.', place: null })
  result = () => Promise.reject(new VideoProblem('The disk is full.'))
  const unlucky = await newVideo()
  for (const attempt of [1, 2]) {
    let row = await rowOf(unlucky)
    for (let tries = 0; tries < 400 && !(row.stream_state === 'waiting' && row.stream_problem !== null); tries++) {
      await sleep(20)
      row = await rowOf(unlucky)
    }
    expect([row.stream_problem, row.stream_attempts]).toEqual(['The disk is full.', attempt])
    expect((row.stream_lease_until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(attempt * 50_000)
    await app.deps.db
      .updateTable('videos')
      .set({ stream_lease_until: null, stream_problem: null })
      .where('id', '=', row.id)
      .execute()
    // what the next poll does
    await worker?.stop()
    start()
    for (let tries = 0; tries < 200 && (await rowOf(unlucky)).stream_attempts === attempt; tries++) await sleep(20)
  }
  expect(await until(unlucky, 'failed')).toMatchObject({ problem: 'The disk is full.' })
  result = async () => made
  const again = await educator.call(api.videos.retry, { params: { lectureId: unlucky } })
  expect([again.state, again.problem]).toEqual(['waiting', null])
  expect(await until(unlucky, 'ready')).toMatchObject({ percent: 100, heights: [240] })
  await expectNoWorkFolder()
})

test('a problem of the worker does not count as an attempt: the video waits, and the process pauses when no video can be processed', async () => {
  const reaches = [
    ['all', 25, 31],
    ['space', 800, 901],
  ] as const
  for (const [reach, least, most] of reaches) {
    let begun = 0
    result = () => {
      begun++
      return Promise.reject(new WorkerProblem('Not now.', { reach }))
    }
    const [one, two] = [await newVideo(), await newVideo()]
    start()
    const waits = async (lectureId: string) => (await rowOf(lectureId)).stream_problem === 'Not now.'
    const expected = reach === 'all' ? [true, false] : [true, true]
    await expect.poll(() => Promise.all([waits(one), waits(two)]), { timeout: 10_000 }).toEqual(expected)
    await sleep(200)
    expect(begun).toBe(reach === 'all' ? 1 : 2)
    const row = await rowOf(one)
    expect([row.stream_state, row.stream_attempts]).toEqual(['waiting', 0])
    const seconds = ((row.stream_lease_until?.getTime() ?? 0) - Date.now()) / 1000
    expect([seconds > least, seconds < most]).toEqual([true, true])
    await worker?.stop()
    await app.deps.db.updateTable('videos').set({ stream_state: 'none', stream_lease_until: null }).execute()
  }
})

test('a store that does not respond is not a problem of the video; one that refuses its file is', async () => {
  const { storage } = app.deps
  const { putFile, check } = storage
  onTestFinished(() => void Object.assign(storage, { putFile, check }))
  result = async () => made
  const withFile: Transcoder = {
    ...scripted,
    makeStream: async (_source, _facts, { folder }) => {
      writeFileSync(join(folder, '240p.mp4'), 'a')
      return { ...made, files: [{ name: '240p.mp4', contentType: 'video/mp4' }] }
    },
  }
  const lectureId = await newVideo()
  storage.putFile = () => Promise.reject(new Error('connect ECONNREFUSED'))
  storage.check = () => Promise.reject(new Error('connect ECONNREFUSED'))
  start({ ...app.deps, transcoder: withFile })
  await expect.poll(async () => (await rowOf(lectureId)).stream_problem).toMatch(/store .* does not answer/)
  expect((await rowOf(lectureId)).stream_attempts).toBe(0)
  await worker?.stop()
  storage.check = check
  await app.deps.db.updateTable('videos').set({ stream_lease_until: null, stream_problem: null }).execute()
  start({ ...app.deps, transcoder: withFile })
  await expect.poll(async () => (await rowOf(lectureId)).stream_problem).toMatch(/Preparing this video failed/)
  expect((await rowOf(lectureId)).stream_attempts).toBe(1)
})

test('a stream is kept if its commit succeeded although the connection broke', async () => {
  const { db } = app.deps
  const lectureId = await newVideo()
  const claim = (await claimVideo(db, 'committed')) ?? expect.fail('nothing waits')
  const withFile: Transcoder = {
    ...scripted,
    makeStream: async (_source, _facts, { folder }) => {
      writeFileSync(join(folder, '240p.mp4'), 'a')
      // the commit that this process does not learn about: its own then fails
      await finishStream(db, claim, { made, bytes: 1, sourceSeconds: 4 })
      return { ...made, files: [{ name: '240p.mp4', contentType: 'video/mp4' }] }
    },
  }
  const options = { onProgress: () => {}, signal: new AbortController().signal }
  expect(await makeStream(app.deps, withFile, claim, options)).toBe(true)
  expect((await rowOf(lectureId)).stream_id).toBe('committed')
  expect(await app.deps.storage.locate('streams/committed/240p.mp4')).not.toBeNull()
})

test('the educator with the least recent work comes first, also when its results are deleted', async () => {
  const other = await app.makeUser('educator')
  const otherCourse = (await makeCourse(other))._id
  const [mine, theirs] = [await newVideo(), await newVideo(other, otherCourse)]
  const [ownerId, otherId] = [educator.user._id, other.user._id]
  await addTurn(app.deps.db, { ownerId }, 3000)
  await addTurn(app.deps.db, { ownerId: otherId }, 20)
  expect([(await statusOf(theirs, other, otherCourse)).place, (await statusOf(mine)).place]).toEqual([1, 2])
  expect((await claimVideo(app.deps.db, 'first'))?.ownerId).toBe(otherId)
  // work from days ago hardly counts
  await app.deps.db
    .updateTable('stream_turns')
    .set({ counted_at: new Date(Date.now() - 20 * 24 * 3600 * 1000) })
    .where('owner_id', '=', ownerId)
    .execute()
  await app.deps.db
    .updateTable('videos')
    .set({ stream_lease_until: null })
    .where('stream_next_id', '=', 'first')
    .execute()
  expect((await claimVideo(app.deps.db, 'second'))?.ownerId).toBe(ownerId)
})

test('the educator removes a video from the queue or its worker, and queues it again', async () => {
  result = endless
  const waiting = await newVideo()
  await educator.call(api.videos.cancel, { params: { lectureId: waiting } })
  await expectProblem(educator.call(api.videos.cancel, { params: { lectureId: waiting } }), 409, 'video_moved_on')
  start()
  const running = await newVideo()
  await until(running, 'running')
  expect((await educator.call(api.videos.cancel, { params: { lectureId: running } })).state).toBe('canceled')
  await expectNoWorkFolder()
  result = async () => made
  for (const lectureId of [waiting, running]) {
    await educator.call(api.videos.retry, { params: { lectureId } })
    await until(lectureId, 'ready')
    await expectProblem(educator.call(api.videos.retry, { params: { lectureId } }), 409, 'video_moved_on')
  }
})

test('a worker that stops returns its video; the video of a dead worker is claimed when its lease has expired, at most three times', async () => {
  result = endless
  const lectureId = await newVideo()
  start()
  await until(lectureId, 'running')
  await worker?.stop()
  expect(await rowOf(lectureId)).toMatchObject({ stream_state: 'waiting', stream_attempts: 0, stream_next_id: null })

  const dead = await app.deps.db.transaction().execute((on) => claimVideo(on, 'dead'))
  await app.deps.storage.putBytes('streams/dead/240p.mp4', Buffer.from('half'), 'video/mp4')
  mkdirSync(join(app.dataDir, 'video-work', 'dead'), { recursive: true })
  expect(await claimVideo(app.deps.db, 'other')).toBeNull()
  await app.deps.db
    .updateTable('videos')
    .set({ stream_lease_until: new Date(0) })
    .where('id', '=', dead?.videoId ?? '')
    .execute()
  result = async () => made
  start()
  await until(lectureId, 'ready')
  expect(await app.deps.storage.locate('streams/dead/240p.mp4')).toBeNull()
  await expectNoWorkFolder()

  await worker?.stop()
  const deadly = await newVideo()
  const ended = { stream_state: 'running', stream_attempts: 3, stream_lease_until: new Date(0) } as const
  await app.deps.db
    .updateTable('videos')
    .set(ended)
    .where('id', '=', (await rowOf(deadly)).id)
    .execute()
  start()
  expect((await until(deadly, 'failed')).problem).toMatch(/has ended the program that does it several times/)
})

test('a video that is removed while it is processed leaves nothing behind', async () => {
  result = endless
  start()
  const lectureId = await newVideo()
  await until(lectureId, 'running')
  const { id, stream_next_id } = await rowOf(lectureId)
  await educator.call(api.lectures.remove, { params: { lectureId } })
  await runJobs(app, 'remove-media')
  expect(await app.deps.db.selectFrom('videos').where('id', '=', id).execute()).toEqual([])
  await worker?.stop()
  await expectNoWorkFolder()
  expect(await app.deps.storage.locate(`streams/${stream_next_id}/240p.mp4`)).toBeNull()
})

test('educators take turns, new videos come before earlier ones, and no video is taken twice', async () => {
  const other = await app.makeUser('educator')
  const otherCourse = (await makeCourse(other))._id
  const old = await rowOf(await newVideo())
  await app.deps.db.updateTable('videos').set({ stream_state: 'none' }).execute()
  await queueOldVideos(app.deps)
  const [first, second, third] = [await newVideo(), await newVideo(), await newVideo()]
  const theirs = await newVideo(other, otherCourse)
  expect((await Promise.all([first, second, third].map((one) => statusOf(one)))).map(({ place }) => place)).toEqual([
    1, 3, 4,
  ])
  expect((await statusOf(theirs, other, otherCourse)).place).toBe(2)
  const ids = new Map(
    await Promise.all([first, second, third, theirs].map(async (one) => [(await rowOf(one)).id, one] as const)),
  )
  const taken: (string | undefined)[] = []
  for (const streamId of ['a', 'b']) taken.push(ids.get((await claimVideo(app.deps.db, streamId))?.videoId ?? ''))
  expect([...taken].sort()).toEqual([first, theirs].sort())
  const rest = await Promise.all(['c', 'd'].map((streamId) => claimVideo(app.deps.db, streamId)))
  expect(rest.map((one) => ids.get(one?.videoId ?? '')).sort()).toEqual([second, third].sort())
  const before: string[] = []
  for (
    let claim = await claimVideo(app.deps.db, 'e0');
    claim;
    claim = await claimVideo(app.deps.db, `e${before.length}`)
  )
    before.push(claim.videoId)
  expect(before).toContain(old.id)
  expect(before.some((id) => ids.has(id))).toBe(false)
})

test('without ffmpeg videos play as they are, and the educator is shown why', async () => {
  const plain = await createTestApp()
  onTestFinished(() => plain.close())
  const asha = await plain.makeUser('educator')
  const course = (await makeCourse(asha))._id
  const { _id: lectureId } = await makeLecture(asha, course)
  const lecture = await uploadVideo(asha, lectureId)
  const listed = await asha.call(api.videos.list, { params: { courseId: course } })
  expect([listed.makesStreams, listed.videos[0]?.state]).toEqual([false, 'none'])
  await expectProblem(asha.call(api.videos.retry, { params: { lectureId } }), 409, 'no_streams')
  const answer = await plain.server.inject({
    url: lecture.videoUrl,
    headers: { cookie: asha.cookie, range: 'bytes=0-3' },
  })
  expect(answer.statusCode).toBe(206)
})

test('the state of a video is visible only to its educator', async () => {
  const lectureId = await newVideo()
  const stranger = await app.makeUser('educator')
  await expectProblem(stranger.call(api.videos.list, { params: { courseId } }), 404, 'not_found')
  for (const change of [api.videos.retry, api.videos.cancel])
    await expectProblem(stranger.call(change, { params: { lectureId } }), 404, 'not_found')
  const empty = await makeLecture(educator, courseId)
  await expectProblem(educator.call(api.videos.retry, { params: { lectureId: empty._id } }), 404, 'not_found')
})
