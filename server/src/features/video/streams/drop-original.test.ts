import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@virtual-courses/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { Transcoder } from '#ports/transcoder.ts'
import { createTestApp } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { queueOldVideos, removeOriginal } from './jobs.ts'
import { startStreams } from './stream-worker.ts'

const size = { height: 240, width: 64, resolution: '64x36', frameRate: 25 }
const rendition = { ...size, bandwidth: 9, average: 8, codecs: 'avc1.4d400a', bytes: 8 }
const scripted: Transcoder = {
  grab: async () => null,
  probe: async () => ({ seconds: 4, width: 64, height: 36, frameRate: 25, hasAudio: false }),
  largestStream: () => 1000,
  makeStream: async () => ({ seconds: 4, renditions: [rendition], storyboard: null, files: [] }),
}

const playlist = (seconds: number) => `#EXTM3U\n#EXTINF:${seconds},\n#EXT-X-BYTERANGE:8@0\n240p.mp4\n#EXT-X-ENDLIST\n`

test('an original that is not kept is deleted once the stream is ready, and a rendition plays in its place', async () => {
  const thrifty = await createTestApp({ config: { KEEP_ORIGINALS: 'drop' }, overrides: { transcoder: scripted } })
  onTestFinished(() => thrifty.close())
  const asha = await thrifty.makeUser('educator')
  const course = (await makeCourse(asha))._id
  const { _id } = await makeLecture(asha, course)
  const { videoUrl } = await uploadVideo(asha, _id)
  const streams = startStreams(thrifty.deps)
  onTestFinished(() => streams.stop())
  const row = () => thrifty.deps.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  for (let tries = 0; tries < 600 && (await row()).stream_state !== 'ready'; tries++) await sleep(20)
  const { id, stream_id } = await row()
  const stored = (name: string, bytes: string) =>
    thrifty.deps.storage.putBytes(`streams/${stream_id}/${name}`, Buffer.from(bytes), 'video/mp4')
  const removed = async () => {
    await removeOriginal(thrifty.deps, id)
    return [(await thrifty.deps.storage.locate(`videos/${id}`)) === null, (await row()).original_dropped_at !== null]
  }
  // the original is kept if files of the stream are missing in the store, or the stream ends early
  for (const [name, bytes] of [
    ['240p.m3u8', playlist(1)],
    ['240p.mp4', 'a st'],
    ['240p.mp4', 'a stream'],
  ] as const) {
    expect(await removed()).toEqual([false, false])
    await stored(name, bytes)
  }
  expect(await removed()).toEqual([false, false])
  await stored('240p.m3u8', playlist(4))
  expect(await runJobs(thrifty, 'drop-original')).toEqual([{ videoId: id }])
  expect([await thrifty.deps.storage.locate(`videos/${id}`), (await row()).original_dropped_at]).toEqual([
    null,
    expect.any(Date),
  ])
  const answer = await thrifty.server.inject({ url: videoUrl, headers: { cookie: asha.cookie, range: 'bytes=2-7' } })
  expect([answer.statusCode, answer.payload]).toEqual([206, 'stream'])
})

test('earlier streams are compared with their originals: complete ones let the original be dropped, others are made again', async () => {
  const thrifty = await createTestApp({ config: { KEEP_ORIGINALS: 'drop' }, overrides: { transcoder: scripted } })
  onTestFinished(() => thrifty.close())
  const { db, storage } = thrifty.deps
  const asha = await thrifty.makeUser('educator')
  const course = (await makeCourse(asha))._id
  const before = async (streamId: string, text: string | null) => {
    const { _id } = await makeLecture(asha, course)
    await uploadVideo(asha, _id)
    const { video_id } = await db
      .selectFrom('lectures')
      .select('video_id')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    // as left by versions that did not store the lengths
    const ready = { stream_state: 'ready', stream_id: streamId, renditions: JSON.stringify([rendition]) } as const
    await db
      .updateTable('videos')
      .set(ready)
      .where('id', '=', video_id ?? '')
      .execute()
    await storage.putBytes(`streams/${streamId}/240p.mp4`, Buffer.from('a stream'), 'video/mp4')
    if (text) await storage.putBytes(`streams/${streamId}/240p.m3u8`, Buffer.from(text), 'text/plain')
    return video_id ?? ''
  }
  const [whole, cut, lost] = [
    await before('whole', playlist(4)),
    await before('cut', playlist(1)),
    await before('lost', null),
  ]
  for (const id of [whole, cut, lost]) await removeOriginal(thrifty.deps, id)
  const rows = async () =>
    Promise.all(
      [whole, cut, lost].map(async (id) => {
        const row = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        return [row.stream_state, row.stream_priority, row.stream_id, (await storage.locate(`videos/${id}`)) !== null]
      }),
    )
  expect(await rows()).toEqual([
    ['ready', 0, 'whole', true],
    ['ready', 0, 'cut', true],
    ['ready', 0, 'lost', true],
  ])
  await queueOldVideos(thrifty.deps)
  await runJobs(thrifty, 'drop-original')
  expect(await rows()).toEqual([
    ['ready', 0, 'whole', false],
    ['waiting', 1, 'cut', true],
    ['waiting', 1, 'lost', true],
  ])
})

test('a stream that is shorter than its source never becomes ready, whatever made it', async () => {
  const app = await createTestApp({
    config: { KEEP_ORIGINALS: 'drop' },
    overrides: {
      transcoder: {
        ...scripted,
        makeStream: async () => ({ seconds: 2.9, renditions: [rendition], storyboard: null, files: [] }),
      },
    },
  })
  onTestFinished(() => app.close())
  const asha = await app.makeUser('educator')
  const { _id } = await makeLecture(asha, (await makeCourse(asha))._id)
  await uploadVideo(asha, _id)
  const streams = startStreams(app.deps)
  onTestFinished(() => streams.stop())
  const row = () => app.deps.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).stream_problem, { timeout: 10_000 }).toMatch(/in its whole length/)
  const { id, stream_state, stream_id } = await row()
  expect([stream_state, stream_id]).toEqual(['waiting', null])
  await removeOriginal(app.deps, id)
  expect(await app.deps.storage.locate(`videos/${id}`)).not.toBeNull()
})

test('the length of a video is that of its stream, also in its course', async () => {
  const app = await createTestApp({
    overrides: {
      transcoder: {
        ...scripted,
        probe: async () => ({ seconds: 40, width: 64, height: 36, frameRate: 25, hasAudio: false }),
        makeStream: async () => ({ seconds: 40, renditions: [rendition], storyboard: null, files: [] }),
      },
    },
  })
  onTestFinished(() => app.close())
  const asha = await app.makeUser('educator')
  const course = await makeCourse(asha)
  const { _id } = await makeLecture(asha, course._id)
  await uploadVideo(asha, _id)
  const streams = startStreams(app.deps)
  onTestFinished(() => streams.stop())
  const lecture = async () => (await asha.call(api.lectures.list, { params: { courseId: course._id } })).lectures[0]
  await expect.poll(async () => (await lecture())?.durationSeconds, { timeout: 10_000 }).toBe(40)
  await runJobs(app, 'video-remeasured')
  const row = await app.deps.db.selectFrom('courses').select('total_seconds').executeTakeFirstOrThrow()
  expect(row.total_seconds).toBe(40)
})
