import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Lecture, uploadSliceBytes } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { sha256Of, uploader } from '#test/support/video/send-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { compareSlices } from './upload-checksums.ts'
import { withUploadLease } from './upload-lease.ts'

let app: TestApp
let educator: TestUser
let rival: TestUser
let lecture: Lecture
let video: Buffer
let send: ReturnType<typeof uploader>
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  rival = await app.makeUser('educator')
  lecture = await makeLecture(educator, (await makeCourse(educator))._id)
  video = Buffer.from(await smallVideo().arrayBuffer())
  send = uploader(app, educator)
})
afterAll(() => app.close())

const begin = async (bytes = video.length): Promise<string> => {
  const made = await send.create(bytes, { lectureId: lecture._id })
  expect([made.statusCode, made.body]).toEqual([201, ''])
  return String(made.headers.location)
}
const idOf = (url: string): string => url.split('/').at(-1) ?? ''
const resultOf = (url: string) => educator.call(api.uploads.result, { params: { uploadId: idOf(url) } })

test('a complete upload of an account that is suspended before its check becomes no video', async () => {
  const owner = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(owner)
  const { _id: lectureId } = await makeLecture(owner, courseId)
  const sent = uploader(app, owner)
  const url = String((await sent.create(video.length, { lectureId })).headers.location)
  await sent.append(url, 0, video)
  const admin = await app.makeUser('admin')
  const params = { userId: owner.user._id }
  await admin.call(api.admin.suspend, { params, body: { reason: 'Stolen videos' } })
  await runJobs(app, 'finish-upload')
  const row = (table: 'uploads' | 'lectures', id: string) =>
    app.deps.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await row('uploads', idOf(url))).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/upload it again/),
  })
  expect(await row('lectures', lectureId)).toMatchObject({ video_id: null })
})

test('a complete upload whose check begins before its last part is answered is not refused for that', async () => {
  const url = await begin()
  const { handle } = app.deps.uploads
  app.deps.uploads.handle = async (request) => {
    const reply = await handle(request)
    if (request.method !== 'PATCH') return reply
    await app.deps.db.updateTable('uploads').set({ release_wanted: true }).where('id', '=', idOf(url)).execute()
    // the holder of the lease sees each second whether it is wanted
    await sleep(1500)
    return reply
  }
  const last = await send.append(url, 0, video)
  app.deps.uploads.handle = handle
  expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(video.length)])
  await runJobs(app, 'finish-upload')
  expect((await resultOf(url)).upload.state).toBe('done')
})

describe('a complete upload of which not all can be read', () => {
  const half = () => Math.floor(video.length / 2)
  const arrive = async () => {
    const made = await send.create(video.length, { lectureId: lecture._id, sha256: sha256Of(video) })
    const url = String(made.headers.location)
    await send.append(url, 0, video)
    return url
  }

  test('goes on where its bytes end, when the disk has lost the rest', async () => {
    const url = await arrive()
    truncateSync(join(app.dataDir, 'unfinished-uploads', idOf(url)), half())
    // its check waited for longer than an upload lasts
    await app.deps.db
      .updateTable('uploads')
      .set({ expires_at: app.deps.clock.now() })
      .where('id', '=', idOf(url))
      .execute()
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload).toMatchObject({ state: 'receiving', received: half(), problem: null })
    expect((await send.head(url)).headers['upload-offset']).toBe(String(half()))
    await send.append(url, half(), video.subarray(half()))
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload.state).toBe('done')
  })

  test('is read again, when the store broke off', async () => {
    const url = await arrive()
    const { read } = app.deps.uploads
    app.deps.uploads.read = async () => Readable.from([video.subarray(0, half())])
    await expect(runJobs(app, 'finish-upload')).rejects.toThrow('could be read')
    app.deps.uploads.read = read
    expect((await resultOf(url)).upload.state).toBe('checking')
    await finishUpload(app.deps, idOf(url))
    expect((await resultOf(url)).upload.state).toBe('done')
  })
})

describe('checksums of slices', () => {
  const note = (url: string, first: number, sha256: string[], as = educator) =>
    as.call(api.uploads.checksums, { params: { uploadId: idOf(url) }, body: { first, sha256 } })

  test('detect a different file before its bytes are sent, and a damaged one after it has arrived', async () => {
    const url = await begin()
    expect(await note(url, 0, [sha256Of(video)])).toEqual({ noted: 1 })
    expect(await note(url, 0, [sha256Of(video)])).toEqual({ noted: 1 })
    await expect(note(url, 0, ['0'.repeat(64)])).rejects.toMatchObject({ code: 'other_file' })
    const damaged = Buffer.from(video)
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)
    await send.append(url, 0, damaged)
    await expect(note(url, 0, [sha256Of(video)])).rejects.toMatchObject({ code: 'upload_conflict' })
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload).toMatchObject({
      state: 'refused',
      problem: expect.stringMatching(/damaged on the way/),
    })
  })

  test('of a file that arrived intact change nothing', async () => {
    const url = await begin()
    await note(url, 0, [sha256Of(video)])
    await send.append(url, 0, video)
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload.state).toBe('done')
  })

  test('are compared slice by slice', () => {
    const bytes = Buffer.alloc(uploadSliceBytes + 10, 3)
    const [first, second] = [sha256Of(bytes.subarray(0, uploadSliceBytes)), sha256Of(bytes.subarray(uploadSliceBytes))]
    const differs = (checksums: Record<string, string>) => {
      const slices = compareSlices(checksums)
      slices.add(bytes.subarray(0, 1000))
      slices.add(bytes.subarray(1000))
      return slices.differs()
    }
    expect([{}, { 1: second }, { 0: first, 1: second }].map(differs)).toEqual([false, false, false])
    expect([{ 0: second }, { 0: first, 1: first }].map(differs)).toEqual([true, true])
  })

  test.each([
    ['a slice beyond the end', 1, ['a'.repeat(64)]],
    ['an invalid checksum', 0, ['abc']],
    ['none', 0, []],
    ['more than one call accepts', 0, Array.from({ length: 65 }, () => 'a'.repeat(64))],
    ['an invalid number', -1, ['a'.repeat(64)]],
  ])('refused: %s', async (_what, first, sha256) => {
    const url = await begin(1000)
    await expect(note(url, first, sha256)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    await send.cancel(url)
  })

  test('of someone else’s upload are not found', async () => {
    const url = await begin(1000)
    await expect(note(url, 0, ['a'.repeat(64)], rival)).rejects.toMatchObject({ status: 404 })
    await send.cancel(url)
  })
})

describe('a request that waits while the last part is checked', () => {
  test.each<[string, (url: string) => ReturnType<typeof send.head>]>([
    ['asks how much arrived', (url) => send.head(url)],
    ['sends the last part again', (url) => send.append(url, video.length, Buffer.alloc(0))],
  ])('and %s learns that all is there, and deletes nothing', async (_what, ask) => {
    const url = await begin()
    const uploadOf = () => app.deps.db.selectFrom('uploads').selectAll().where('id', '=', idOf(url)).executeTakeFirst()
    const answer = await withUploadLease(app.deps, idOf(url), async () => {
      const asked = ask(url)
      await expect.poll(async () => (await uploadOf())?.release_wanted, { timeout: 10_000 }).toBe(true)
      // the state that the check leaves: the bytes are now a video of the lecture
      await app.deps.uploads.remove(idOf(url))
      const done = { state: 'done', received: video.length } as const
      await app.deps.db.updateTable('uploads').set(done).where('id', '=', idOf(url)).execute()
      return { asked }
    })
    expect((await answer.asked).headers['upload-offset']).toBe(String(video.length))
    expect((await uploadOf())?.state).toBe('done')
  })
})
