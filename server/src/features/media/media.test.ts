import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course, imageFormats, imageWidths } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage } from '#adapters/storage/disk.ts'
import { allJobs } from '#app/job-registry.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { deleteUnusedMedia } from './jobs.ts'
import { renditionKey } from './keys.ts'
import { storeImage, storeVideo } from './store-media.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a4' } })
    .jpeg()
    .toBuffer()
const fileOf = (bytes: Uint8Array | string, name: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
const setThumbnail = (course: Course, thumbnail: Blob) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: {}, files: { thumbnail } })
const fetchUrl = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.server.inject({ url, headers, method })
const folders = (kind: 'images' | 'videos') => readdirSync(join(app.dataDir, 'media', kind))
const idIn = (thumbnail: string) => thumbnail.split('/')[4] ?? ''
const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 150 && !done(); attempt++) await sleep(100)
  expect(done()).toBe(true)
}

describe('a thumbnail', () => {
  test('is served in every size and format, for ever', async () => {
    const course = await setThumbnail(await makeCourse(educator), fileOf(await picture(900, 500), 'a.jpg'))
    expect(course.thumbnail).toMatch(/^\/api\/media\/images\/[0-9a-f]{24}\/640\.webp$/)
    for (const width of imageWidths) {
      for (const format of imageFormats) {
        const answer = await fetchUrl(course.thumbnail.replace('640.webp', `${width}.${format}`))
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${format}`])
        expect(answer.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        expect((await sharp(answer.rawPayload).metadata()).width).toBe(Math.min(width, 900))
      }
    }
    const { headers } = await fetchUrl(course.thumbnail)
    expect((await fetchUrl(course.thumbnail, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  test('replaces the old one, whose files are removed', async () => {
    const first = await setThumbnail(await makeCourse(educator), fileOf(await picture(40, 40), 'a.jpg'))
    const second = await setThumbnail(first, fileOf(await picture(50, 50), 'b.jpg'))
    expect(second.thumbnail).not.toBe(first.thumbnail)
    expect((await fetchUrl(second.thumbnail)).statusCode).toBe(200)
    await until(() => !folders('images').includes(idIn(first.thumbnail)))
    expect((await fetchUrl(first.thumbnail)).statusCode).toBe(404)
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg'],
    ['an SVG that calls itself a PNG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png'],
    ['a page', '<!doctype html><h1>hello</h1>', 'a.jpg'],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), 'a.jpg'],
  ])('cannot be %s', async (_name, bytes, name) => {
    const course = await makeCourse(educator)
    await expectProblem(setThumbnail(course, fileOf(bytes, name)), 415, 'wrong_media')
    expect((await educator.call(api.courses.get, { params: { courseId: course._id } })).thumbnail).toBe('')
    expect(readdirSync(join(app.dataDir, 'uploads'))).toEqual([])
  })

  test('is at most 10 MB', async () => {
    const course = await makeCourse(educator)
    const large = Buffer.concat([await picture(40, 40), Buffer.alloc(10 * 1024 ** 2)])
    const problem = await expectProblem(setThumbnail(course, fileOf(large, 'a.jpg')), 413, 'too_large')
    expect(problem.message).toMatch(/10 MB/)
    expect(readdirSync(join(app.dataDir, 'uploads'))).toEqual([])
  })

  test('of an edit that is refused leaves nothing behind', async () => {
    const course = await makeCourse(educator)
    const before = folders('images')
    const thumbnail = fileOf(await picture(40, 40), 'a.jpg')
    const edit = educator.call(api.courses.edit, {
      params: { courseId: course._id },
      body: { price: '' },
      files: { thumbnail },
    })
    await expectProblem(edit, 400, 'course_incomplete')
    expect(folders('images')).toEqual(before)
    expect(await app.deps.db.selectFrom('images').select('id').execute()).toHaveLength(before.length)
  })

  test('of unknown name, size or format is not there', async () => {
    const { thumbnail } = await setThumbnail(await makeCourse(educator), fileOf(await picture(40, 40), 'a.jpg'))
    const folder = thumbnail.replace('640.webp', '')
    for (const url of [
      `${folder}641.webp`,
      `${folder}320.webp/..`,
      '/api/media/images/unknown/640.webp',
      '/api/media/images/..%2f..%2fetc/640.webp',
      '/api/media/images/%2e%2e/640.webp',
      '/api/media/images/%00/640.webp',
    ])
      expect((await fetchUrl(url)).statusCode, url).toBeOneOf([400, 404])
    expect((await fetchUrl(`${folder}640.jpg`)).statusCode).toBe(400)
  })
})

describe('a video', () => {
  let course: Course
  let url: string
  let previewUrl: string
  let buyer: TestUser
  const size = smallVideo().size
  let bytes: Buffer
  beforeAll(async () => {
    bytes = Buffer.from(await smallVideo().arrayBuffer())
    course = await makeCourse(educator, { price: 0 })
    url = (await uploadVideo(educator, (await makeLecture(educator, course._id))._id)).videoUrl
    previewUrl = (await uploadVideo(educator, (await makeLecture(educator, course._id))._id, true)).videoUrl
    buyer = await app.makeUser()
    await buy(buyer, course._id)
  })
  const as = (user: TestUser | null, address = url, headers: Record<string, string> = {}) =>
    fetchUrl(address, { ...headers, ...(user && { cookie: user.cookie }) })

  test('is for its owner, admins, enrolled students, and as a preview for everyone', async () => {
    const users = {
      visitor: null,
      student: await app.makeUser(),
      otherEducator: await app.makeUser('educator'),
      owner: educator,
      admin: await app.makeUser('admin'),
      buyer,
    }
    const codes = async (address: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(users).map(async ([name, user]) => {
            const answer = await as(user, address)
            return [name, answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().code}`]
          }),
        ),
      )
    const watching = { owner: 200, admin: 200, buyer: 200 }
    expect(await codes(url)).toEqual({
      visitor: '401 unauthenticated',
      student: '403 not_entitled',
      otherEducator: '403 not_entitled',
      ...watching,
    })
    expect(await codes(previewUrl)).toEqual({ visitor: 200, student: 200, otherEducator: 200, ...watching })

    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'false' } })
    const gone = { visitor: '404 not_found', student: '404 not_found', otherEducator: '404 not_found' }
    for (const address of [url, previewUrl]) expect(await codes(address)).toEqual({ ...gone, ...watching })
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })

    for (const address of ['/api/media/lectures/unknown/video', '/api/media/lectures/%00/video'])
      expect((await as(educator, address)).statusCode).toBeOneOf([400, 404])
    const empty = await makeLecture(educator, course._id)
    expect((await as(educator, `/api/media/lectures/${empty._id}/video`)).statusCode).toBe(404)
  })

  test('is decided at each fetch: right after the purchase, and a range of it too', async () => {
    const student = await app.makeUser()
    expect((await as(student, url, { range: 'bytes=0-9' })).statusCode).toBe(403)
    await buy(student, course._id)
    expect((await as(student, url, { range: 'bytes=0-9' })).statusCode).toBe(206)
  })

  test('is left to the reverse proxy where it can read the files, after the same checks', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const storage = diskStorage(join(app.dataDir, 'media'), { proxyPath: '/media-files/' })
    const proxied = await createTestApp({ beside: app.database, overrides: { storage }, config: paymentKeys })
    const ask = (user: TestUser | undefined, headers: Record<string, string> = {}) =>
      proxied.server.inject({ url, headers: { ...headers, ...(user && { cookie: user.cookie }) } })
    const sent = await ask(buyer, { range: 'bytes=0-9' })
    expect([sent.statusCode, sent.body, sent.headers['content-type']]).toEqual([200, '', 'video/mp4'])
    expect(sent.headers['x-accel-redirect']).toMatch(/^\/media-files\/videos\/[0-9a-f]{24}$/)
    expect(sent.headers['content-security-policy']).toMatch(/sandbox/)
    const refused = await ask(undefined)
    expect([refused.statusCode, refused.headers['x-accel-redirect']]).toEqual([401, undefined])
    expect((await ask(buyer, { 'if-none-match': String(sent.headers.etag) })).statusCode).toBe(304)
    await proxied.close()
  })

  test('is sent whole, or the requested range', async () => {
    const whole = await as(buyer)
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(size),
      'accept-ranges': 'bytes',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    })
    expect(whole.headers['cache-control']).toMatch(/private/)
    expect(whole.headers['content-security-policy']).toMatch(/sandbox/)
    const parts: [string, number, number][] = [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-100', size - 100, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
    ]
    for (const [range, start, end] of parts) {
      const part = await as(buyer, url, { range })
      expect([part.statusCode, part.headers['content-range']], range).toEqual([206, `bytes ${start}-${end}/${size}`])
      expect(part.rawPayload.equals(bytes.subarray(start, end + 1)), range).toBe(true)
    }
  })

  test('has nothing beyond its end', async () => {
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const answer = await as(buyer, url, { range })
      expect([answer.statusCode, answer.headers['content-range'], answer.json().code], range).toEqual([
        416,
        `bytes */${size}`,
        'range_not_satisfiable',
      ])
    }
  })

  test('is sent whole for invalid ranges', async () => {
    for (const range of ['bytes=9-3', 'bytes=a-b', 'bytes=-', 'items=0-5', 'bytes=0-1,4-5'])
      expect((await as(buyer, url, { range })).statusCode, range).toBe(200)
  })

  test('answers HEAD with its size', async () => {
    const answer = await fetchUrl(url, { cookie: buyer.cookie }, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([
      200,
      String(size),
      0,
    ])
    expect((await fetchUrl(url, {}, 'HEAD')).statusCode).toBe(401)
  })

  test('resumes only while the video is the same', async () => {
    const lecture = await makeLecture(educator, course._id)
    const { videoUrl } = await uploadVideo(educator, lecture._id)
    const tag = String((await as(buyer, videoUrl)).headers.etag)
    const resume = () => as(buyer, videoUrl, { range: 'bytes=10-', 'if-range': tag })
    expect((await resume()).statusCode).toBe(206)
    expect((await as(buyer, videoUrl, { 'if-none-match': tag })).statusCode).toBe(304)
    await uploadVideo(educator, lecture._id)
    expect((await resume()).statusCode).toBe(200)
    expect((await as(null, videoUrl, { 'if-none-match': tag })).statusCode).toBe(401)
  })

  test('is redirected to a store that serves its own addresses', async () => {
    const { storage } = app.deps
    const locate = storage.locate
    // where a file is, is known for a minute
    app.clock.ms += 61_000
    storage.locate = async () => ({ kind: 'url', url: 'https://media.example/signed', bytes: 5 })
    try {
      const answer = await as(buyer)
      expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
        302,
        'https://media.example/signed',
        'no-store',
      ])
      expect((await as(null)).statusCode).toBe(401)
    } finally {
      storage.locate = locate
      app.clock.ms += 61_000
    }
  })

  test('whose bytes are lost is not_found, and nothing breaks', async () => {
    const { videoUrl } = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
    const head = await fetchUrl(videoUrl, { cookie: buyer.cookie }, 'HEAD')
    const id = String(head.headers.etag).replaceAll('"', '')
    await app.deps.storage.remove(`videos/${id}`)
    expect((await as(buyer, videoUrl)).statusCode).toBe(404)
  })
})

describe('unused media', () => {
  test('removes what was never referred to after a day, and nothing else', async () => {
    const course = await setThumbnail(await makeCourse(educator), fileOf(await picture(40, 40), 'a.jpg'))
    const lecture = await makeLecture(educator, course._id)
    await uploadVideo(educator, lecture._id)
    const kept = { images: folders('images').length, videos: folders('videos').length }
    const imageId = await storeImage(app.deps, educator.user._id, { bytes: await picture(30, 30) })
    const videoId = await storeVideo(app.deps, {
      ownerId: educator.user._id,
      contentType: 'video/mp4',
      data: new Uint8Array(10),
    })
    await deleteUnusedMedia(app.deps)
    expect([folders('images'), folders('videos')]).toEqual([
      expect.arrayContaining([imageId]),
      expect.arrayContaining([videoId]),
    ])
    const streams = ['served', 'unfinished']
    for (const stream of streams)
      await app.deps.storage.putBytes(renditionKey(stream, 240), Buffer.from('x'), 'video/mp4')
    await app.deps.db
      .updateTable('videos')
      .set({ stream_id: 'served', stream_next_id: 'unfinished' })
      .where('id', '=', videoId)
      .execute()
    app.clock.ms += 25 * 3600 * 1000
    await deleteUnusedMedia(app.deps)
    for (const stream of streams) expect(await app.deps.storage.locate(renditionKey(stream, 240))).toBeNull()
    expect({ images: folders('images').length, videos: folders('videos').length }).toEqual(kept)
    expect((await fetchUrl(course.thumbnail)).statusCode).toBe(200)
  })
})
