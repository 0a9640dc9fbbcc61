import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Room } from '#core/call.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { removeMedia } from './remove-media.ts'
import { findStorageTotal, findStorageUse, repairStorageUse } from './storage-queries.ts'
import { releaseRoom, requireStorage, reserveRoom } from './storage-room.ts'
import { adoptVideo, storeFile, storeImage, storeVideo } from './store-media.ts'

let app: TestApp
let educator: TestUser
let id: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  educator = await app.makeUser('educator')
  id = educator.user._id
  await limit({ accountStorageGb: 100, siteStorageGb: 0 })
})
afterAll(() => app.close())

const limit = async (settings: { accountStorageGb?: number; siteStorageGb?: number }) => {
  const admin = await app.makeUser('admin')
  await admin.call(api.admin.saveSettings, { body: settings })
}
const use = () => findStorageUse(app.deps.db, id)
const execute = (text: string) => sql.raw(text).execute(app.deps.db)
const video = (bytes: number) =>
  storeVideo(app.deps, { ownerId: id, contentType: 'video/mp4', data: new Uint8Array(bytes) })
const none = { videos: 0, streams: 0, files: 0, images: 0, unfinished: 0, texts: 0, total: 0 }

describe('what an account has in the store', () => {
  test('is the sum of its originals, streams, files and images, and of the reserved room', async () => {
    const before = await findStorageTotal(app.deps.db)
    const videoId = await video(5000)
    const fileId = await storeFile(app.deps, { ownerId: id, contentType: 'text/plain', data: new Uint8Array(70) })
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#7a4' } })
      .jpeg()
      .toBuffer()
    const imageId = await storeImage(app.deps, id, { bytes })
    const folder = join(app.dataDir, 'media/images', imageId)
    const stored = await Promise.all(
      readdirSync(folder).map((name) => app.deps.storage.locate(`images/${imageId}/${name}`)),
    )
    const images = stored.reduce((sum, one) => sum + (one?.bytes ?? 0), 0)
    const room = await reserveRoom(app.deps, id, 900)
    await execute(`update videos set stream_bytes = 3000 where id = '${videoId}'`)
    const all = { videos: 5000, streams: 3000, files: 70, images, unfinished: 900, texts: 0 }
    expect(await use()).toEqual({ ...all, total: 8970 + images })
    expect((await findStorageTotal(app.deps.db)).total - before.total).toBe(8970 + images)

    await execute(`update videos set original_dropped_at = now() where id = '${videoId}'`)
    expect(await use()).toMatchObject({ videos: 0, streams: 3000 })
    await room.release()
    await room.release()
    await removeMedia(app.deps, { videos: [videoId], files: [fileId], images: [imageId] })
    expect(await use()).toEqual(none)
    expect(await findStorageTotal(app.deps.db)).toEqual(before)
  })

  test('takes the room of an upload once, also where its reservation has expired', async () => {
    await limit({ accountStorageGb: 1 })
    const moved: string[] = []
    const arrived = { id: 'arrived', ownerId: id, contentType: 'video/mp4', bytes: 6e8, sha256: 'a'.repeat(64) }
    const move = async (key: string) => {
      moved.push(key)
      await app.deps.storage.putBytes(key, Buffer.from('bytes'), 'video/mp4')
    }
    for (let runs = 0; runs < 2; runs++) await adoptVideo(app.deps, { ...arrived, reservationId: 'expired' }, move)
    expect([moved, (await use()).total]).toEqual([['videos/arrived'], 6e8])
  })

  test('counts a video of a duplicated course once', async () => {
    const course = await makeCourse(educator)
    const lecture = await makeLecture(educator, course._id)
    const videoId = await video(4000)
    await execute(`update lectures set video_id = '${videoId}' where id = '${lecture._id}'`)
    await educator.call(api.courses.duplicate, { params: { courseId: course._id } })
    expect(await use()).toMatchObject({ videos: 4000 })
  })

  test('stays exact whatever happens, and the check repairs what someone changed by hand', async () => {
    const others = [educator, await app.makeUser('educator'), await app.makeUser('educator')]
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % below
    }
    for (let count = 0; count < 300; count++) {
      const owner = others[next(others.length)]?.user._id ?? ''
      const key = `p${next(40)}`
      const steps = [
        `insert into videos (id, owner_id, content_type, bytes, stream_bytes, created_at)
          values ('${key}', '${owner}', 'video/mp4', ${1 + next(1e9)}, ${next(1e9)}, now()) on conflict do nothing`,
        `insert into files (id, owner_id, content_type, bytes, created_at)
          values ('${key}', '${owner}', 'text/plain', ${next(1e6)}, now()) on conflict do nothing`,
        `insert into images (id, owner_id, width, height, bytes, created_at)
          values ('${key}', ${next(3) ? `'${owner}'` : 'null'}, 1, 1, ${next(3) ? next(1e6) : 'null'}, now()) on conflict do nothing`,
        `insert into storage_reservations values ('${key}', '${owner}', ${next(1e9)}, now()) on conflict do nothing`,
        `update videos set bytes = ${1 + next(1e9)}, stream_bytes = ${next(1e9)}, owner_id = '${owner}',
          original_dropped_at = ${next(2) ? 'now()' : 'null'} where id in ('${key}', 'p3', 'p5')`,
        `update images set bytes = ${next(1e6)} where id <= '${key}'`,
        `update videos set stream_percent = ${next(100)}`,
        `insert into courses (id, creator_id, title, description, created_at, updated_at)
          values ('${key}', '${owner}', 'T', repeat('é', ${next(900)}), now(), now()) on conflict do nothing`,
        `insert into lectures (id, course_id, position, title, body, created_at)
          select id || '-' || n, id, n, 'L', repeat('x', ${next(5000)}), now() from courses, generate_series(1, 3) as n
          where id = '${key}' on conflict do nothing`,
        `update lectures set description = repeat('ab', ${next(200)}), chapters = '[{"start": 0, "title": "A"}]' where course_id <= '${key}'`,
        `update courses set outcomes = array['one', repeat('o', ${next(90)})], enrolment_count = 0 where id <= '${key}'`,
        `insert into caption_texts select 't' || id, owner_id, repeat('v', ${next(9000)}) from lectures on conflict do nothing`,
        `insert into lecture_captions select id, 'en', 'English', now(), 'file', 't' || id from lectures
          where exists (select from caption_texts where id = 't' || lectures.id) on conflict do nothing`,
        `insert into transcriptions (lecture_id, id, owner_id, video_id, transcript, language, state, seconds, requested_at, changed_at)
          select id, id, owner_id, 'v', 'Some words', 'en', 'waiting', 1, now(), now() from lectures on conflict do nothing`,
        `update transcriptions set lines = lines || '[{"text": "a"}]'::jsonb where lecture_id <= '${key}-1'`,
        `delete from lectures where id = '${key}-2'`,
        `delete from courses where id = '${key}'`,
        `delete from ${['videos', 'files', 'images', 'storage_reservations'][next(4)]} where id = '${key}'`,
      ]
      await execute(steps[next(steps.length)] ?? '')
    }
    expect(await repairStorageUse(app.deps.db, 100)).toEqual([])
    const [exact, total] = [await use(), await findStorageTotal(app.deps.db)]
    await execute(`update storage_usage set videos = videos + 5, images = 0 where owner_id = '${id}'`)
    await execute(
      'update storage_totals set streams = streams + 1 where shard = (select min(shard) from storage_totals)',
    )
    expect(await repairStorageUse(app.deps.db, 100)).toEqual([id, 'all'])
    expect([await use(), await findStorageTotal(app.deps.db)]).toEqual([exact, total])
    for (const table of ['videos', 'files', 'images', 'storage_reservations', 'courses', 'caption_texts'])
      await execute(`delete from ${table} where id like 'p%' or id like 'tp%'`)
    expect(await repairStorageUse(app.deps.db, 100)).toEqual([])
  })
})

describe('educators and admins', () => {
  test('see what is used and allowed', async () => {
    const one = await video(6000)
    await limit({ accountStorageGb: 3, siteStorageGb: 7 })
    expect(await educator.call(api.storage.own)).toEqual({
      use: { ...none, videos: 6000, total: 6000 },
      allowed: 3e9,
    })
    const admin = await app.makeUser('admin')
    const others = [await app.makeUser('educator', 'Large Files'), await app.makeUser('educator', 'Larger Files')]
    for (const [at, { user }] of others.entries())
      await storeFile(app.deps, { ownerId: user._id, contentType: 'text/plain', data: new Uint8Array(7000 + at) })
    const { total } = await findStorageTotal(app.deps.db)
    const first = await admin.call(api.storage.site, { query: { limit: 1 } })
    expect(first).toMatchObject({
      site: { use: { total }, allowed: 7e9 },
      allowedEach: 3e9,
      previous: null,
      check: null,
    })
    const names = [first.accounts[0]?.name]
    for (let { next } = first; next; ) {
      const page = await admin.call(api.storage.site, { query: { limit: 1, cursor: next } })
      names.push(page.accounts[0]?.name)
      next = page.next
    }
    expect(names.length).toBe(first.total)
    expect(names.filter((name) => name?.endsWith('Files'))).toEqual(['Larger Files', 'Large Files'])
    const found = await admin.call(api.storage.site, { query: { text: 'larger fi' } })
    expect(found.accounts).toEqual([expect.objectContaining({ use: { ...none, files: 7001, total: 7001 } })])
    await expectProblem(admin.call(api.storage.site, { query: { limit: 0 } }), 400, 'invalid_input')
    await expectProblem(admin.call(api.storage.site, { query: { cursor: 'x' } }), 400, 'invalid_input')
    await expectProblem(educator.call(api.storage.site), 403, 'forbidden')
    await expectProblem(admin.call(api.storage.own), 403, 'forbidden')
    await removeMedia(app.deps, { videos: [one] })
  })
})

describe('the limit', () => {
  const upload = (size: number, lectureId: string) =>
    educator.call(api.lectures.attach, {
      params: { lectureId },
      body: {},
      files: { file: new File([`%PDF-1.7\n${'x'.repeat(size)}`], 'a.pdf') },
    })

  test('of two uploads that together exceed it one wins, and its room is free again when it is given up', async () => {
    await limit({ accountStorageGb: 1 })
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => reserveRoom(app.deps, id, 600e6)))
    const won = attempts.filter((one) => one.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await expect(reserveRoom(app.deps, id, 500e6)).rejects.toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('already take 600 MB of the 1.0 GB that you may use'),
    })
    await won[0]?.value.release()
    await reserveRoom(app.deps, id, 1e9)
  })

  test('of the site holds for all accounts together', async () => {
    const { total } = await findStorageTotal(app.deps.db)
    const filler = await video(1)
    await execute(`update videos set bytes = ${Math.ceil(total / 1e9) * 1e9 - total} where id = '${filler}'`)
    await limit({ siteStorageGb: Math.ceil(total / 1e9) + 1, accountStorageGb: 0 })
    const other = await app.makeUser('educator')
    // each may begin, since each would fit; only one may arrive
    const rooms = await Promise.all([id, other.user._id].map((owner) => reserveRoom(app.deps, owner, 9e8)))
    const arrive = async (room: Room) => {
      for (let arrived = 0; arrived < 9e8; arrived += 30e6) if (!room.covers(arrived)) await room.grow(arrived)
    }
    const ends = await Promise.allSettled(rooms.map(arrive))
    const refused = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused[0]).toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('tell the operator'),
    })
    expect((await findStorageTotal(app.deps.db)).total).toBeLessThanOrEqual((Math.ceil(total / 1e9) + 1) * 1e9)
    for (const room of rooms) await room.release()
    await expect(reserveRoom(app.deps, id, 11e8)).rejects.toMatchObject({ code: 'storage_full' })
    await removeMedia(app.deps, { videos: [filler] })
  })

  test('announcements take nothing from other accounts, and of the account itself until nothing comes for minutes', async () => {
    const { total } = await findStorageTotal(app.deps.db)
    await limit({ siteStorageGb: Math.ceil(total / 1e9) + 1, accountStorageGb: 1 })
    const others = await Promise.all(Array.from({ length: 4 }, () => app.makeUser('educator')))
    for (const { user } of others) await reserveRoom(app.deps, user._id, 9e8)
    const mine = await reserveRoom(app.deps, id, 9e8)
    await expect(reserveRoom(app.deps, id, 2e8)).rejects.toMatchObject({ code: 'storage_full' })
    await mine.grow(100)
    app.clock.ms += 4 * 60_000
    const second = await reserveRoom(app.deps, id, 9e8)
    // of the first one counts what has arrived, and nothing of those of which nothing has
    expect((await use()).unfinished).toBe(100 + 32 * 1024 ** 2)
    expect((await findStorageTotal(app.deps.db)).unfinished).toBe(100 + 32 * 1024 ** 2)
    // it asks again when it goes on
    await expect(mine.grow(200)).rejects.toMatchObject({ code: 'storage_full' })
    await second.release()
    await mine.grow(200)
    await mine.release()
    app.clock.ms += 25 * 3600 * 1000
    await (await reserveRoom(app.deps, id, 1)).release()
  })

  test('refuses an upload before its bytes are read, and a small one when it is stored', async () => {
    await limit({ accountStorageGb: 1 })
    const lecture = await makeLecture(educator, (await makeCourse(educator))._id)
    await upload(200_000, lecture._id)
    expect(await use()).toMatchObject({ unfinished: 0 })
    const { files, total } = await use()
    expect(files).toBeGreaterThan(200_000)
    const filler = await video(1)
    await execute(`update videos set bytes = ${1e9 - total - 1000} where id = '${filler}'`)
    // A body without an end: only the announced length can have been judged.
    const begun = await app.server.inject({
      method: 'POST',
      url: api.lectures.attach.path.replace(':lectureId', lecture._id),
      headers: {
        cookie: educator.cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '500000',
      },
    })
    expect([begun.statusCode, begun.json()]).toEqual([413, expect.objectContaining({ code: 'storage_full' })])
    await expectProblem(upload(2000, lecture._id), 413, 'storage_full')
    expect(readdirSync(join(app.dataDir, 'uploads'))).toEqual([])
    await upload(500, lecture._id)
    expect((await use()).total).toBeLessThanOrEqual(1e9)
  })

  test('keeps room that was reserved although the limit was lowered meanwhile', async () => {
    const room = await reserveRoom(app.deps, id, 2e9)
    await limit({ accountStorageGb: 1 })
    const path = join(app.dataDir, 'one')
    await writeFile(path, 'text')
    const stored = { ownerId: id, contentType: 'text/plain', path, bytes: 4 }
    await storeFile(app.deps, { ...stored, reservationId: room.id })
    expect(await use()).toMatchObject({ files: 4, unfinished: 0 })
  })

  test('forgets the room of uploads that ended without a word, after a day', async () => {
    await limit({ accountStorageGb: 1 })
    const { id: lost } = await reserveRoom(app.deps, id, 1e9)
    app.clock.ms += 25 * 3600 * 1000
    const { release } = await reserveRoom(app.deps, id, 1e9)
    await release()
    await releaseRoom(app.deps.db, id, lost)
    expect(await use()).toEqual(none)
  })

  test('cannot be given back by another account', async () => {
    const { id: room } = await reserveRoom(app.deps, id, 10)
    await releaseRoom(app.deps.db, (await app.makeUser('educator')).user._id, room)
    expect(await use()).toMatchObject({ unfinished: 10 })
  })

  test('0 is none', async () => {
    await limit({ accountStorageGb: 0, siteStorageGb: 0 })
    await transact(app.deps.db, (tx) => requireStorage(tx, app.deps, id, 1e15))
  })
})
