import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api, type Lecture, maxUnfinishedUploads, maxVideoBytes, uploadDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { sha256Of, uploader } from '#test/support/video/send-upload.ts'
import { cleanUpUploads } from './finish-upload.ts'

let app: TestApp
let educator: TestUser
let rival: TestUser
let courseId: string
let lecture: Lecture
let port: number
let video: Buffer
let send: ReturnType<typeof uploader>
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port
  rival = await app.makeUser('educator')
  video = Buffer.from(await smallVideo().arrayBuffer())
})
beforeEach(async () => {
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
  lecture = await makeLecture(educator, courseId)
  send = uploader(app, educator)
})
afterAll(() => app.close())

const begin = async (bytes = video.length, metadata: Record<string, string> = {}): Promise<string> => {
  const made = await send.create(bytes, { lectureId: lecture._id, ...metadata })
  expect([made.statusCode, made.body]).toEqual([201, ''])
  return String(made.headers.location)
}
const idOf = (url: string): string => url.split('/').at(-1) ?? ''
const resultOf = (url: string) => educator.call(api.uploads.result, { params: { uploadId: idOf(url) } })
const kept = (): string[] => readdirSync(join(app.dataDir, 'unfinished-uploads'))
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [answer.statusCode, answer.json().code]

describe('behind a proxy that blocks PATCH and DELETE', () => {
  const override = (url: string, method: string, headers: Record<string, string> = {}, payload?: Buffer) =>
    app.server.inject({
      method: 'POST',
      url,
      headers: { cookie: educator.cookie, 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
      ...(payload && { payload }),
    })
  const part = (from: number) => ({ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) })

  test('an upload is sent by POST, and deleted by POST', async () => {
    const url = await begin()
    const half = Math.floor(video.length / 2)
    const first = await override(url, 'PATCH', part(0), video.subarray(0, half))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)])
    expect((await override(url, 'patch', part(half), video.subarray(half))).statusCode).toBe(204)
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).lecture?.videoBytes).toBe(video.length)
    expect((await override(await begin(), 'DELETE')).statusCode).toBe(204)
  })

  test.each([
    ['another method', 'GET', {}, 405],
    ['a wrong offset', 'PATCH', part(7), 409],
  ])('%s is refused', async (_what, method, headers, status) => {
    const url = await begin()
    const { statusCode } = await override(url, method, headers)
    expect([statusCode, (await send.cancel(url)).statusCode]).toEqual([status, 204])
  })
})

describe('an upload in parts', () => {
  test('becomes the video of its lecture, unchanged; the last part may be sent again', async () => {
    const url = await begin(video.length, { sha256: sha256Of(video) })
    const half = Math.floor(video.length / 2)
    const first = await send.append(url, 0, video.subarray(0, half))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)])
    expect((await educator.call(api.uploads.list)).uploads).toMatchObject([
      {
        lectureTitle: lecture.lectureTitle,
        fileName: 'lesson.mp4',
        received: half,
        bytes: video.length,
        state: 'receiving',
      },
    ])
    const asked = await send.head(url)
    expect(asked.headers).toMatchObject({ 'upload-offset': String(half), 'upload-length': String(video.length) })
    expect(Date.parse(String(asked.headers['upload-expires']))).toBeGreaterThan(app.clock.ms)
    const last = await send.append(url, half, video.subarray(half))
    expect(last.statusCode).toBe(204)
    expect((await resultOf(url)).upload.state).toBe('checking')
    // its reply was lost
    expect((await send.append(url, video.length, Buffer.alloc(0))).headers['upload-offset']).toBe(String(video.length))
    expect((await send.head(url)).headers['upload-offset']).toBe(String(video.length))
    expect(codeOf(await send.append(url, half, video.subarray(half)))).toEqual([409, 'upload_conflict'])
    expect(await runJobs(app, 'finish-upload')).toHaveLength(1)
    const { upload, lecture: changed } = await resultOf(url)
    expect([upload.state, upload.problem, changed?.videoBytes]).toEqual(['done', null, video.length])
    expect(changed?.durationSeconds).toBeGreaterThan(0)
    const served = await app.server.inject({ url: changed?.videoUrl ?? '', headers: { cookie: educator.cookie } })
    expect([served.headers['content-type'], sha256Of(served.rawPayload)]).toEqual(['video/mp4', sha256Of(video)])
    const row = await app.deps.db
      .selectFrom('videos')
      .select('sha256')
      .where('owner_id', '=', educator.user._id)
      .execute()
    expect(row).toEqual([{ sha256: sha256Of(video) }])
    expect(kept()).toEqual([])
    expect((await educator.call(api.uploads.list)).uploads).toEqual([])
    expect((await send.head(url)).headers['upload-offset']).toBe(String(video.length))
  })

  test('replaces the old video, whose captions and bytes are deleted', async () => {
    const before = await uploadVideo(educator, lecture._id)
    const url = await begin()
    await send.append(url, 0, video)
    await runJobs(app, 'finish-upload')
    await runJobs(app, 'remove-media')
    const videos = await app.deps.db
      .selectFrom('videos')
      .select('id')
      .where('owner_id', '=', educator.user._id)
      .execute()
    expect([videos.length, (await resultOf(url)).lecture?.videoUrl]).toEqual([1, before.videoUrl])
  })

  test('is finished by the next run if the server was killed after the bytes were moved', async () => {
    const url = await begin(video.length, { sha256: sha256Of(video) })
    await send.append(url, 0, video)
    const { moveTo } = app.deps.uploads
    app.deps.uploads.moveTo = async (...input) => {
      await moveTo(...input)
      throw new Error('killed here')
    }
    await expect(runJobs(app, 'finish-upload')).rejects.toThrow('killed here')
    app.deps.uploads.moveTo = moveTo
    expect((await resultOf(url)).upload.state).toBe('checking')
    const [job] = await app.deps.db.selectFrom('uploads').select('id').where('id', '=', idOf(url)).execute()
    const { finishUpload } = await import('./finish-upload.ts')
    await finishUpload(app.deps, job?.id ?? '')
    expect((await resultOf(url)).lecture?.videoBytes).toBe(video.length)
    await finishUpload(app.deps, idOf(url))
    expect((await resultOf(url)).upload.state).toBe('done')
  })

  test('is finished if the server was killed between storing the last byte and recording it', async () => {
    const url = await begin()
    await send.append(url, 0, video)
    await app.deps.db
      .updateTable('uploads')
      .set({ state: 'receiving', received: 0 })
      .where('id', '=', idOf(url))
      .execute()
    await runJobs(app, 'finish-upload')
    expect((await send.head(url)).headers['upload-offset']).toBe(String(video.length))
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload.state).toBe('done')
  })
})

describe('refused before bytes are sent', () => {
  test.each([
    ['more than 4 GB', maxVideoBytes + 1, {}, 413, 'too_large'],
    ['an empty file', 0, {}, 400, 'invalid_input'],
    ['an HTML page', 100, { filename: 'page.html', filetype: 'text/html' }, 415, 'wrong_media'],
    [
      'a kind that browsers cannot play',
      100,
      { filename: 'lesson.mkv', filetype: 'video/x-matroska' },
      415,
      'wrong_media',
    ],
    ['a file without a name', 100, { filename: '' }, 400, 'invalid_input'],
    ['an invalid checksum', 100, { sha256: 'abc' }, 400, 'invalid_input'],
    ['an unknown lecture', 100, { lectureId: 'nothing' }, 404, 'not_found'],
  ])('%s', async (_what, bytes, metadata, status, code) => {
    const answer = await send.create(bytes, { lectureId: lecture._id, ...metadata })
    expect(codeOf(answer)).toEqual([status, code])
    expect(kept()).toEqual([])
  })

  test('someone else’s lecture, another version of the protocol, and a deferred length', async () => {
    const other = uploader(app, rival)
    expect(codeOf(await other.create(100, { lectureId: lecture._id }))).toEqual([404, 'not_found'])
    const old = await send.create(100, { lectureId: lecture._id }, { 'tus-resumable': '0.2.0' })
    expect([...codeOf(old), old.headers['tus-version']]).toEqual([412, 'tus_version', '1.0.0'])
    const headers = { cookie: educator.cookie, 'tus-resumable': '1.0.0', 'upload-defer-length': '1' }
    const later = await app.server.inject({ method: 'POST', url: '/api/uploads', headers })
    expect(later.statusCode).toBe(400)
    expect((await educator.call(api.uploads.list)).uploads).toEqual([])
  })

  test(`more than ${maxUnfinishedUploads} unfinished uploads of one educator`, async () => {
    const urls: string[] = []
    for (let count = 0; count < maxUnfinishedUploads; count++) urls.push(await begin(1000))
    const more = await send.create(1000, { lectureId: lecture._id })
    expect(codeOf(more)).toEqual([429, 'rate_limited'])
    expect(more.headers['retry-after']).toBeDefined()
    expect((await send.cancel(urls[0] ?? '')).statusCode).toBe(204)
    for (const url of [...urls.slice(1), await begin(1000)]) await send.cancel(url)
    expect(kept()).toEqual([])
  })

  test('more bytes than one educator may have unfinished', async () => {
    for (let count = 0; count < 5; count++) await begin(maxVideoBytes).catch(() => {})
    const more = await send.create(1000, { lectureId: lecture._id })
    // the machine's disk may be full first
    expect([429, 507, 201]).toContain(more.statusCode)
    const { uploads } = await educator.call(api.uploads.list)
    expect(uploads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(5 * maxVideoBytes)
    for (const { _id } of uploads) await send.cancel(`/api/uploads/${_id}`)
  })
})

describe('someone else’s upload', () => {
  test('is not found by any request', async () => {
    const url = await begin()
    const other = uploader(app, rival)
    expect((await other.head(url)).statusCode).toBe(404)
    expect(codeOf(await other.append(url, 0, video))).toEqual([404, 'not_found'])
    expect(codeOf(await other.cancel(url))).toEqual([404, 'not_found'])
    await expect(rival.call(api.uploads.result, { params: { uploadId: idOf(url) } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await rival.call(api.uploads.list)).uploads).toEqual([])
    expect((await send.head(url)).headers['upload-offset']).toBe('0')
    await send.cancel(url)
  })
})

describe('parts', () => {
  test('at a wrong offset, beyond the end, or of another type are refused, and change nothing', async () => {
    const url = await begin(1000)
    expect(codeOf(await send.append(url, 10, video.subarray(0, 10)))).toEqual([409, 'upload_conflict'])
    expect(codeOf(await send.append(url, 0, Buffer.alloc(1001)))).toEqual([413, 'too_large'])
    expect(codeOf(await send.append(url, 'x', Buffer.alloc(10)))).toEqual([400, 'invalid_input'])
    const typed = await send.append(url, 0, Buffer.from('{}'), { 'content-type': 'application/json' })
    expect(typed.statusCode).toBeGreaterThanOrEqual(400)
    expect((await send.head(url)).headers['upload-offset']).toBe('0')
    for (const wrong of ['nothing', '..%2F..%2Fetc', 'x'.repeat(100)])
      expect((await send.head(`/api/uploads/${wrong}`)).statusCode).toBeGreaterThanOrEqual(400)
    await send.cancel(url)
  })

  /** Sends the first bytes of a part, then leaves the connection silent. */
  const hang = async (url: string, offset: number, bytes: Buffer, announced: number) => {
    const sent = request({
      port,
      method: 'PATCH',
      path: url,
      headers: {
        cookie: educator.cookie,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'content-length': announced,
      },
    })
    sent.on('error', () => {})
    sent.write(bytes)
    await expect.poll(() => kept().length).toBeGreaterThan(0)
    return sent
  }
  const offsetOf = async (url: string) => Number((await send.head(url)).headers['upload-offset'])

  test('whose connection breaks are kept as far as they arrived, and the rest can follow', async () => {
    const url = await begin(3_000_000)
    const sent = await hang(url, 0, Buffer.alloc(1_000_000, 1), 3_000_000)
    await expect
      .poll(async () => (await educator.call(api.uploads.list)).uploads[0]?.received, { timeout: 10_000 })
      .toBe(1_000_000)
    sent.destroy()
    expect(await offsetOf(url)).toBe(1_000_000)
    expect((await send.append(url, 1_000_000, Buffer.alloc(10))).headers['upload-offset']).toBe('1000010')
    await send.cancel(url)
  })

  test('over a silent connection give way to a new connection', async () => {
    const url = await begin(3_000_000)
    const silent = await hang(url, 0, Buffer.alloc(500_000, 1), 3_000_000)
    await expect
      .poll(async () => (await educator.call(api.uploads.list)).uploads[0]?.received, { timeout: 10_000 })
      .toBe(500_000)
    expect(await offsetOf(url)).toBe(500_000)
    expect((await send.append(url, 500_000, Buffer.alloc(5))).statusCode).toBe(204)
    silent.destroy()
    await send.cancel(url)
  })
})

describe('a complete upload', () => {
  const refused = async (bytes: Buffer, metadata: Record<string, string> = {}) => {
    const url = await begin(bytes.length, metadata)
    await send.append(url, 0, bytes)
    await runJobs(app, 'finish-upload')
    const { upload, lecture: changed } = await resultOf(url)
    expect([upload.state, changed]).toEqual(['refused', null])
    expect(kept()).toEqual([])
    expect(
      readdirSync(join(app.dataDir, 'media'))
        .filter((name) => name === 'videos')
        .flatMap((name) => readdirSync(join(app.dataDir, 'media', name))),
    ).not.toContain(upload._id)
    return upload.problem
  }

  test('that is not a video is refused, and leaves nothing behind', async () => {
    expect(await refused(Buffer.from('<html><script>alert(1)</script></html>'))).toMatch(/choose an MP4, MOV or WebM/)
    const list = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
    expect(await refused(list, { filename: 'playlist.mp4' })).toMatch(/choose an MP4, MOV or WebM/)
  })

  test('that is not of the type that the browser declared is refused', async () => {
    expect(await refused(video, { sha256: '0'.repeat(64) })).toMatch(/damaged on the way/)
  })

  test('whose lecture was removed meanwhile is refused', async () => {
    const url = await begin()
    await send.append(url, 0, video)
    await educator.call(api.lectures.remove, { params: { lectureId: lecture._id } })
    await runJobs(app, 'finish-upload')
    expect((await resultOf(url)).upload).toMatchObject({ state: 'refused', problem: expect.stringMatching(/removed/) })
    expect((await educator.call(api.uploads.list)).uploads).toHaveLength(1)
    expect((await send.cancel(url)).statusCode).toBe(204)
  })

  test('that waits for its check can be canceled, and leaves nothing behind', async () => {
    const url = await begin()
    await send.append(url, 0, video)
    expect((await send.cancel(url)).statusCode).toBe(204)
    await runJobs(app, 'finish-upload')
    expect((await send.head(url)).statusCode).toBe(404)
    expect(kept()).toEqual([])
  })

  test('is checked again after all attempts failed, and is not deleted before that', async () => {
    const url = await begin()
    await send.append(url, 0, video)
    // the last attempt of a long outage
    await sql`delete from jobs.job where name = 'finish-upload'`.execute(app.deps.db)
    await sql`update uploads set expires_at = now() - interval '1 day', arrived_at = now() - interval '4 hours'
      where id = ${idOf(url)}`.execute(app.deps.db)
    await cleanUpUploads(app.deps)
    expect(kept().length).toBeGreaterThan(0)
    expect(await runJobs(app, 'finish-upload')).toHaveLength(1)
    expect((await resultOf(url)).upload.state).toBe('done')
  })
})

describe('a store that fails', () => {
  test('is reported as unavailable, and loses no upload; only a missing upload is deleted, with its remains', async () => {
    const url = await begin(1000)
    await send.append(url, 0, Buffer.alloc(400))
    const { handle } = app.deps.uploads
    app.deps.uploads.handle = async () => {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    }
    expect((await send.head(url)).statusCode).toBe(503)
    expect(codeOf(await send.append(url, 400, Buffer.alloc(10)))).toEqual([503, 'unavailable'])
    app.deps.uploads.handle = handle
    expect((await send.head(url)).headers['upload-offset']).toBe('400')
    rmSync(join(app.dataDir, 'unfinished-uploads', `${idOf(url)}.json`))
    expect((await send.head(url)).statusCode).toBe(404)
    expect([kept(), (await educator.call(api.uploads.list)).uploads]).toEqual([[], []])
  })
})

describe('bytes without a row', () => {
  test('are removed after a day', async () => {
    const url = await begin(1000)
    await send.append(url, 0, Buffer.alloc(400))
    await app.deps.db.deleteFrom('uploads').where('id', '=', idOf(url)).execute()
    await cleanUpUploads(app.deps)
    expect(kept().length).toBeGreaterThan(0)
    const old = new Date(app.clock.ms - 25 * 3600 * 1000)
    for (const name of kept()) utimesSync(join(app.dataDir, 'unfinished-uploads', name), old, old)
    await cleanUpUploads(app.deps)
    expect(kept()).toEqual([])
  })
})

describe('an expired upload', () => {
  test('is not found, and a job deletes its bytes', async () => {
    const url = await begin(1000)
    await send.append(url, 0, Buffer.alloc(500))
    app.clock.ms += uploadDays * 24 * 3600 * 1000
    expect((await send.head(url)).statusCode).toBe(401) // the session has expired too
    const { deleteExpiredUploads } = await import('./finish-upload.ts')
    await deleteExpiredUploads(app.deps)
    expect(kept()).toEqual([])
    expect(await app.deps.db.selectFrom('uploads').selectAll().where('id', '=', idOf(url)).execute()).toEqual([])
  })
})
