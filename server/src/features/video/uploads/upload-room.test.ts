import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, emptyUploadMinutes, uploadDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { uploader } from '#test/support/video/send-upload.ts'
import { growRoom, reserveRoom } from '../../media/index.ts'
import { deleteUnusedMedia } from '../../media/jobs.ts'
import { cleanUpUploads, finishUpload } from './finish-upload.ts'
import { withUploadLease } from './upload-lease.ts'

const gb = 1024 ** 3
const mb = 1024 ** 2

let app: TestApp
let free: number
beforeAll(async () => {
  app = await createTestApp()
  app.deps.uploads.freeBytes = async () => free
})
beforeEach(async () => {
  free = 100 * gb
  await limit({ accountStorageGb: 100, siteStorageGb: 0 })
})
afterAll(() => app.close())

const limit = async (settings: { accountStorageGb?: number; siteStorageGb?: number }) =>
  (await app.makeUser('admin')).call(api.admin.saveSettings, { body: settings })
const enter = async () => {
  const educator: TestUser = await app.makeUser('educator')
  const lecture = await makeLecture(educator, (await makeCourse(educator))._id)
  const send = uploader(app, educator)
  return { educator, send, begin: (bytes: number) => send.create(bytes, { lectureId: lecture._id }) }
}
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [answer.statusCode, answer.json().code]
const reservations = async () => {
  const { rows } = await sql<{ bytes: number; stored: number; announced: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(stored), 0)::float8 as stored,
      coalesce(sum(announced), 0)::float8 as announced from storage_reservations`.execute(app.deps.db)
  return rows[0] ?? { bytes: 0, stored: 0, announced: 0 }
}

describe('uploads that are announced and not sent', () => {
  test('by four accounts do not block others', async () => {
    free = 60 * gb
    for (let account = 0; account < 4; account++) {
      const { begin } = await enter()
      for (let count = 0; count < 5; count++) expect((await begin(3.75 * gb)).statusCode).toBe(201)
    }
    expect((await reservations()).bytes).toBe(0)
    const { educator, send, begin } = await enter()
    const video = Buffer.from(await smallVideo().arrayBuffer())
    const made = await begin(video.length)
    expect(made.statusCode).toBe(201)
    const url = String(made.headers.location)
    // almost no space is left, and senders may use it
    free = 512 * mb + 2 * mb
    expect((await send.append(url, 0, video)).statusCode).toBe(204)
    await runJobs(app, 'finish-upload')
    const { upload } = await educator.call(api.uploads.result, { params: { uploadId: url.split('/').at(-1) ?? '' } })
    expect(upload.state).toBe('done')
  })

  test('that exceed the account’s limit or the free space are refused at once, with a message', async () => {
    await limit({ accountStorageGb: 2 })
    const { begin } = await enter()
    const refused = await begin(3e9)
    expect(codeOf(refused)).toEqual([413, 'storage_full'])
    expect(refused.json().message).toMatch(/This needs 3.0 GB, .* of the 2.0 GB that you may use/)
    // two that fit only one at a time
    expect((await begin(1.5e9)).statusCode).toBe(201)
    expect(codeOf(await begin(1.5e9))).toEqual([413, 'storage_full'])
    free = gb
    expect(codeOf(await begin(0.75 * gb))).toEqual([413, 'storage_full'])
    await limit({ accountStorageGb: 100 })
    expect(codeOf(await begin(0.75 * gb))).toEqual([507, 'disk_full'])
  })

  test('lose their reservation within minutes, and continue later while there is space', async () => {
    await limit({ accountStorageGb: 1 })
    const { send, begin } = await enter()
    const url = String((await begin(9e8)).headers.location)
    expect((await send.append(url, 0, randomBytes(3000))).statusCode).toBe(204)
    expect(codeOf(await begin(9e8))).toEqual([413, 'storage_full'])
    app.clock.ms += 4 * 60_000
    const second = String((await begin(9e8)).headers.location)
    expect(codeOf(await send.append(url, 3000, randomBytes(10)))).toEqual([413, 'storage_full'])
    expect((await send.head(url)).headers['upload-offset']).toBe('3000')
    await send.cancel(second)
    expect((await send.append(url, 3000, randomBytes(10))).statusCode).toBe(204)
    await send.cancel(url)
  })

  test(`expire after ${emptyUploadMinutes} minutes without any bytes, and are deleted from the store too; others expire after days`, async () => {
    const { educator, send, begin } = await enter()
    const [empty, begun] = [await begin(1000), await begin(1000)].map(({ headers }) => String(headers.location))
    const answer = await send.append(begun ?? '', 0, randomBytes(10))
    expect(Date.parse(String(answer.headers['upload-expires']))).toBeGreaterThan(app.clock.ms + 6 * 24 * 3600 * 1000)
    app.clock.ms += emptyUploadMinutes * 60_000 + 1000
    expect((await send.head(empty ?? '')).statusCode).toBe(404)
    const before: string[] = []
    for await (const { id } of app.deps.uploads.list()) before.push(id)
    await cleanUpUploads(app.deps)
    const after: string[] = []
    for await (const { id } of app.deps.uploads.list()) after.push(id)
    const idOf = (url = '') => url.split('/').at(-1) ?? ''
    expect([before.includes(idOf(empty)), after.includes(idOf(empty)), after.includes(idOf(begun))]).toEqual([
      true,
      false,
      true,
    ])
    expect((await educator.call(api.uploads.list)).uploads.map(({ _id }) => _id)).toEqual([idOf(begun)])
    await send.cancel(begun ?? '')
  })
})

describe('space for arriving bytes', () => {
  test('is reserved ahead of them in any process, and the rest of an upload that no longer fits is refused', async () => {
    const { send, begin } = await enter()
    const url = String((await begin(40 * mb)).headers.location)
    expect((await send.append(url, 0, randomBytes(34 * mb))).statusCode).toBe(204)
    const kept = await reservations()
    expect([kept.bytes, kept.stored]).toEqual([34 * mb, 34 * mb])
    free = 512 * mb
    expect(codeOf(await send.append(url, 34 * mb, randomBytes(mb)))).toEqual([507, 'disk_full'])
    expect((await send.head(url)).headers['upload-offset']).toBe(String(34 * mb))
    free = gb
    expect((await send.append(url, 34 * mb, randomBytes(mb))).statusCode).toBe(204)
    await send.cancel(url)
  })

  test.each([
    ['PATCH', 'PATCH'],
    ['POST in place of PATCH', 'POST'],
  ] as const)('is not taken by %s with an offset that is not true', async (_what, method) => {
    const { educator, send, begin } = await enter()
    const before = await reservations()
    const total = 4 * gb
    const url = String((await begin(total)).headers.location)
    const part = (offset: string | null, payload: Buffer, headers: Record<string, string> = {}) =>
      app.server.inject({
        method,
        url,
        headers: {
          cookie: educator.cookie,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          ...(method === 'POST' && { 'x-http-method-override': 'PATCH' }),
          ...(offset !== null && { 'upload-offset': offset }),
          ...headers,
        },
        payload,
      })
    const taken = async () => {
      const now = await reservations()
      return [now.bytes - before.bytes, now.stored - before.stored]
    }
    expect((await part('0', randomBytes(1))).statusCode).toBe(204)
    for (const wrong of [total - 6, total, total + 1, Number.MAX_SAFE_INTEGER, 0, 2, '1e+21']) {
      expect([wrong, ...codeOf(await part(String(wrong), randomBytes(100)))]).toEqual([wrong, 409, 'upload_conflict'])
      expect([wrong, ...(await taken())]).toEqual([wrong, 1, 1])
    }
    for (const malformed of ['-1', '-4294967290', 'NaN', 'Infinity', '1.5', '0x1', '1e3', '', null]) {
      expect([malformed, ...codeOf(await part(malformed, randomBytes(100)))]).toEqual([malformed, 400, 'invalid_input'])
      expect([malformed, ...(await taken())]).toEqual([malformed, 1, 1])
    }
    // at the correct offset, but nothing is stored
    const typed = await part('1', Buffer.from('{}'), { 'content-type': 'application/json' })
    expect(typed.statusCode).toBeGreaterThanOrEqual(400)
    expect(await taken()).toEqual([1, 1])
    app.clock.ms += 4 * 60_000
    const next = await part('1', randomBytes(10))
    expect([next.statusCode, next.headers['upload-offset']]).toEqual([204, '11'])
    expect(await taken()).toEqual([11, 11])
    await send.cancel(url)
    expect(await taken()).toEqual([0, 0])
  })

  test('for a part that the store refuses equals what the store has afterwards', async () => {
    const { send, begin } = await enter()
    const before = await reservations()
    const url = String((await begin(1000)).headers.location)
    expect((await send.append(url, 0, randomBytes(400))).statusCode).toBe(204)
    expect(codeOf(await send.append(url, 400, randomBytes(5000)))).toEqual([413, 'too_large'])
    const { handle } = app.deps.uploads
    app.deps.uploads.handle = async (request) => {
      if (request.method === 'PATCH') throw new Error('the disk is gone')
      return handle(request)
    }
    try {
      expect(codeOf(await send.append(url, 400, randomBytes(100)))).toEqual([503, 'unavailable'])
    } finally {
      app.deps.uploads.handle = handle
    }
    const after = await reservations()
    expect([after.bytes - before.bytes, after.stored - before.stored]).toEqual([400, 400])
    expect((await send.append(url, 400, randomBytes(600))).statusCode).toBe(204)
    await runJobs(app, 'finish-upload')
  })

  test('for many uploads that grow at once never exceeds what is free, and never goes entirely to one account', async () => {
    const [greedy, honest] = [await app.makeUser('educator'), await app.makeUser('educator')]
    const left = 400 * mb
    const rooms = await Promise.all(
      Array.from({ length: 30 }, () => reserveRoom(app.deps, greedy.user._id, 2 * gb).then(({ id }) => id)),
    )
    const grow = (id: string, ownerId: string) =>
      transact(app.deps.db, (tx) =>
        growRoom(tx, app.deps, { id, ownerId, total: 2 * gb, arrived: 0, free: 512 * mb + left }),
      )
    // reservations without a limit no longer count
    await sql`update storage_reservations set bytes = 0`.execute(app.deps.db)
    await Promise.all(rooms.map((id) => grow(id, greedy.user._id)))
    const taken = (await reservations()).bytes
    expect(taken).toBeLessThan(left / 2)
    const { id } = await reserveRoom(app.deps, honest.user._id, 2 * gb)
    await sql`update storage_reservations set bytes = 0 where id = ${id}`.execute(app.deps.db)
    expect(await grow(id, honest.user._id)).toBeGreaterThan(5 * mb)
    await sql`delete from storage_reservations`.execute(app.deps.db)
  })
})

describe('a complete upload whose check waits for days', () => {
  const days = 24 * 3600_000
  const arrive = async () => {
    const { send, begin, ...rest } = await enter()
    const video = Buffer.from(await smallVideo().arrayBuffer())
    const url = String((await begin(video.length)).headers.location)
    expect((await send.append(url, 0, video)).statusCode).toBe(204)
    const id = url.split('/').at(-1) ?? ''
    const outcome = () =>
      app.deps.db.selectFrom('uploads').select(['state', 'problem']).where('id', '=', id).executeTakeFirst()
    return { ...rest, id, outcome }
  }

  test('keeps its room: what takes the rest of the account meanwhile does not have it refused', async () => {
    await limit({ accountStorageGb: 1 })
    const { educator, id, outcome } = await arrive()
    app.clock.ms += (uploadDays + 1) * days
    // ends reservations that have expired
    const rival = await app.makeUser('educator')
    await (await reserveRoom(app.deps, rival.user._id, 1000)).release()
    await sql`insert into files (id, owner_id, content_type, bytes, created_at)
      values ('large', ${educator.user._id}, 'application/pdf', 999990000, now())`.execute(app.deps.db)
    await finishUpload(app.deps, id)
    await sql`delete from files where id = 'large'`.execute(app.deps.db)
    expect(await outcome()).toEqual({ state: 'done', problem: null })
  })

  test('keeps its bytes when the store has them already, and the job that removes unused media comes by', async () => {
    const { id, outcome } = await arrive()
    const { moveTo } = app.deps.uploads
    app.deps.uploads.moveTo = async (...input) => {
      await moveTo(...input)
      throw new Error('killed here')
    }
    try {
      await expect(finishUpload(app.deps, id)).rejects.toThrow('killed here')
    } finally {
      app.deps.uploads.moveTo = moveTo
    }
    app.clock.ms += 2 * days
    await deleteUnusedMedia(app.deps)
    await finishUpload(app.deps, id)
    expect(await outcome()).toEqual({ state: 'done', problem: null })
  })
})

test('an upload whose first bytes come while the job that deletes expired ones waits for them is kept', async () => {
  const { send, begin } = await enter()
  const url = String((await begin(1000)).headers.location)
  const id = url.split('/').at(-1) ?? ''
  const stopped = Promise.withResolvers<void>()
  const receiving = withUploadLease(
    app.deps,
    id,
    async () => {
      app.clock.ms += emptyUploadMinutes * 60_000 + 1000
      const cleaned = cleanUpUploads(app.deps)
      await stopped.promise
      await sql`update uploads set received = 10, expires_at = ${new Date(app.clock.ms + 1e6)} where id = ${id}`.execute(
        app.deps.db,
      )
      return { cleaned }
    },
    { onStop: () => stopped.resolve() },
  )
  await (await receiving).cleaned
  expect((await send.head(url)).statusCode).toBe(200)
  await send.cancel(url)
})

describe('the lease of an upload', () => {
  test('passes to a waiting request by notification: the holder is notified at once, and nothing polls', async () => {
    const { begin } = await enter()
    const id =
      String((await begin(1000)).headers.location)
        .split('/')
        .at(-1) ?? ''
    let asked = 0
    const { updateTable } = app.deps.db
    app.deps.db.updateTable = ((table: Parameters<typeof updateTable>[0]) => {
      if (table === 'uploads') asked++
      return updateTable.call(app.deps.db, table)
    }) as typeof updateTable // the same function, counted
    try {
      const held = Promise.withResolvers<void>()
      let notified = 0
      const holder = withUploadLease(app.deps, id, () => held.promise, { onStop: () => notified++ })
      await sleep(50)
      const began = performance.now()
      const waiter = withUploadLease(app.deps, id, async () => performance.now() - began)
      await expect.poll(() => notified, { interval: 10, timeout: 900 }).toBe(1)
      await sleep(1500)
      const before = asked
      held.resolve()
      await holder
      const waited = await waiter
      // the first attempt, the request for it, the attempt after it, and one renewal a second: no polling
      expect(before).toBeLessThanOrEqual(10)
      expect(waited).toBeLessThan(1500 + 900 + 600)
    } finally {
      app.deps.db.updateTable = updateTable
    }
  })

  test('passes between processes in the same way', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const other = await createTestApp({ beside: app.database })
    try {
      await expect.poll(() => receivesFromOthers(other.deps.db)).toBe(true)
      const { begin } = await enter()
      const id =
        String((await begin(1000)).headers.location)
          .split('/')
          .at(-1) ?? ''
      const held = Promise.withResolvers<void>()
      const holder = withUploadLease(app.deps, id, () => held.promise, { onStop: () => held.resolve() })
      await sleep(50)
      let done = false
      const waiter = withUploadLease(other.deps, id, async () => {
        done = true
      })
      await expect.poll(() => done, { interval: 10, timeout: 1500 }).toBe(true)
      await Promise.all([holder, waiter])
    } finally {
      await other.close()
    }
  })
})
