import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Transcoder } from '#ports/transcoder.ts'
import { createTestApp } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { removeOriginal } from './jobs.ts'
import { startStreams } from './stream-worker.ts'

const size = { height: 240, width: 64, resolution: '64x36', frameRate: 25 }
const rendition = { ...size, bandwidth: 9, average: 8, codecs: 'avc1.4d400a', bytes: 8 }
const scripted: Transcoder = {
  grab: async () => null,
  probe: async () => ({ seconds: 4, width: 64, height: 36, frameRate: 25, hasAudio: false }),
  largestStream: () => 1000,
  makeStream: async () => ({ seconds: 4, renditions: [rendition], storyboard: null, files: [] }),
}

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
  // a stream of which something is missing in the store is no reason to delete the original
  for (const [name, bytes] of [
    ['240p.m3u8', 'a playlist'],
    ['240p.mp4', 'a st'],
  ] as const) {
    await removeOriginal(thrifty.deps, id)
    expect([(await thrifty.deps.storage.locate(`videos/${id}`)) !== null, (await row()).original_dropped_at]).toEqual([
      true,
      null,
    ])
    await stored(name, bytes)
  }
  await removeOriginal(thrifty.deps, id)
  expect((await row()).original_dropped_at).toBeNull()
  await stored('240p.mp4', 'a stream')
  expect(await runJobs(thrifty, 'drop-original')).toEqual([{ videoId: id }])
  expect([await thrifty.deps.storage.locate(`videos/${id}`), (await row()).original_dropped_at]).toEqual([
    null,
    expect.any(Date),
  ])
  const answer = await thrifty.server.inject({ url: videoUrl, headers: { cookie: asha.cookie, range: 'bytes=2-7' } })
  expect([answer.statusCode, answer.payload]).toEqual([206, 'stream'])
})
