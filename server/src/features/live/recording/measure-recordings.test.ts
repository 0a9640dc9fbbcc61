import { api, type RecordingState } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import type { LiveMixer } from '#ports/live-mixer.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'

let space: Awaited<ReturnType<LiveMixer['measure']>> | null
const never = () => Promise.reject(new Error('not asked for'))
const liveMixer: LiveMixer = {
  list: never,
  remove: never,
  mix: never,
  measure: () => (space ? Promise.resolve(space) : Promise.reject(new Error('no such folder'))),
}

let app: TestApp
let admin: TestUser
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ overrides: { liveMixer } })
  admin = await app.makeUser('admin')
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

async function record(
  state: RecordingState,
  { bytes = null, used = false }: { bytes?: number | null; used?: boolean } = {},
) {
  const now = app.deps.clock.now()
  const stopped = state === 'recording' ? {} : { stopped_at: now, stopped_by: 'asked' as const }
  const ready = state === 'ready' ? { ready_at: now, seconds: 60, used_at: used ? now : null } : {}
  const row = { id: newId(), owner_id: educator.user._id, media_room: '1', started_at: now, state, bytes }
  const video = used ? { video_id: await makeUsedVideo() } : {}
  await app.deps.db
    .insertInto('live_recordings')
    .values({ ...row, ...stopped, ...ready, ...video })
    .execute()
}
/** Returns the video of a lecture. */
async function makeUsedVideo(): Promise<string> {
  const { _id } = await makeLecture(educator, (await makeCourse(educator))._id)
  await uploadVideo(educator, _id)
  const { video_id } = await app.deps.db
    .selectFrom('lectures')
    .select('video_id')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  return video_id ?? expect.fail('no video')
}
const read = async () => (await admin.call(api.storage.site)).recordings

test('admins see what recordings take, and how much room is left by the settings and on the disk', async () => {
  space = { bytes: 3e9, free: 1e12 }
  expect(await read()).toBeNull()
  await record('recording')
  await record('mixing')
  await record('mixing')
  await record('failed')
  await record('deleted', { bytes: 9e9 })
  await record('ready', { bytes: 5e9 })
  await record('ready', { bytes: 1e9, used: true })
  await record('ready', { bytes: 2e9, used: true })
  const { recordingGb } = app.deps.settings.current()
  const disk = (free: number) => ({ free, least: 2e9 })
  const counts = {
    allowed: recordingGb * 1e9,
    ...{ running: 1, waiting: 2, failed: 1 },
    drafts: { count: 1, bytes: 5e9 },
    used: { count: 2, bytes: 3e9 },
  }
  expect(await read()).toEqual({
    ...counts,
    streams: { bytes: 3e9, left: recordingGb * 1e9 - 3e9, endsBy: 'settings', ...disk(1e12) },
  })
  space = { bytes: 3e9, free: 6e9 }
  expect((await read())?.streams).toEqual({ bytes: 3e9, left: 4e9, endsBy: 'disk', ...disk(6e9) })
  space = { bytes: 3e9, free: 1e9 }
  expect((await read())?.streams).toMatchObject({ left: 0, endsBy: 'disk' })
  space = { bytes: recordingGb * 1e9, free: 1e12 }
  expect((await read())?.streams).toMatchObject({ left: 0, endsBy: 'settings' })
  // where the lecture has another video, the recording is a draft again
  await app.deps.db.updateTable('lectures').set({ video_id: null }).executeTakeFirst()
  expect(await read()).toMatchObject({ drafts: { count: 3, bytes: 8e9 }, used: { count: 0, bytes: 0 } })
  await app.deps.db.deleteFrom('live_recordings').where('used_at', 'is not', null).execute()
  counts.used = { count: 0, bytes: 0 }
  // the folder is not mounted here
  space = null
  expect(await read()).toEqual({ ...counts, streams: null })
})
