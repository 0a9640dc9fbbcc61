import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const gib = 1024 ** 3

test('admins see that the disk is the cause of what fails, or will be soon', async () => {
  const { uploads } = app.deps
  const measure = uploads.freeBytes
  const read = async (free: () => Promise<number | null>) => {
    uploads.freeBytes = free
    return (await admin.call(api.storage.site)).disk
  }
  const least = gib / 2
  expect(await read(async () => 40 * gib)).toEqual({ free: 40 * gib, least, state: 'ok' })
  expect(await read(async () => gib)).toEqual({ free: gib, least, state: 'low' })
  expect(await read(async () => gib / 4)).toEqual({ free: gib / 4, least, state: 'full' })
  // a bucket takes the uploads: the server's own disk counts
  expect((await read(async () => null))?.free).toBeGreaterThan(0)
  expect(await read(() => Promise.reject(new Error('no such folder')))).toBeNull()
  uploads.freeBytes = measure
})

test('admins see how many videos and recordings wait for disk space of a worker', async () => {
  const read = async () => (await admin.call(api.storage.site)).waitForSpace
  expect(await read()).toBe(0)
  const educator = await app.makeUser('educator')
  const { db, clock } = app.deps
  const { _id } = await makeLecture(educator, (await makeCourse(educator))._id)
  await uploadVideo(educator, _id)
  const problem = (what: string) => `The server has too little disk space for this ${what} at the moment.`
  await db
    .updateTable('videos')
    .set({ stream_state: 'waiting', stream_problem: problem('video') })
    .where('owner_id', '=', educator.user._id)
    .execute()
  const now = clock.now()
  const row = { owner_id: educator.user._id, media_room: '1', started_at: now, stopped_at: now }
  const stopped = { stopped_by: 'asked' as const, state: 'mixing' as const }
  await db
    .insertInto('live_recordings')
    .values([
      { id: newId(), ...row, ...stopped, problem: problem('recording') },
      { id: newId(), ...row, ...stopped },
    ])
    .execute()
  expect(await read()).toBe(2)
})
