import type { Course, Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'
import { makeStream, streamBytes } from '#test/support/video/make-stream.ts'

let app: TestApp
let educator: TestUser
let buyer: TestUser
let course: Course
let lecture: Lecture
let stream: Awaited<ReturnType<typeof makeStream>>
const { get, textOf, addressesIn, addressFor, codeOf } = fetchesOf(() => app)
const renew = async (price = 0) => {
  course = await makeCourse(educator, { price })
  lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
  stream = await makeStream(app, lecture._id)
  await buy(buyer, course._id)
}
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
  buyer = await app.makeUser()
  await renew()
})
afterAll(() => app.close())

describe('playlists', () => {
  test('list the renditions from the lowest up, and may not be cached', async () => {
    const main = await get(buyer, textOf(lecture, 'main.m3u8'))
    expect(main.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(main.body.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-STREAM-INF:BANDWIDTH=480000,AVERAGE-BANDWIDTH=360000,RESOLUTION=426x240,FRAME-RATE=25.000,CODECS="avc1.4d401e,mp4a.40.2"',
      '240p.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=1440000,AVERAGE-BANDWIDTH=1080000,RESOLUTION=1280x720,FRAME-RATE=25.000,CODECS="avc1.4d401e,mp4a.40.2"',
      '720p.m3u8',
      '',
    ])
    const head = await get(buyer, textOf(lecture, 'main.m3u8'), {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect((await get(buyer, textOf(lecture, '360p.m3u8'))).statusCode).toBe(404)
    expect((await get(buyer, textOf(lecture, '480p.m3u8'))).statusCode).toBe(400)
  })

  test('have the URL of one file with a token for each segment', async () => {
    const { body } = await get(buyer, textOf(lecture, '720p.m3u8'))
    const address = await addressFor(buyer, lecture)
    expect(address).toMatch(new RegExp(`^/api/media/streams/${stream.streamId}/720p\\.mp4\\?token=[\\w.-]+$`))
    expect(body).toContain(`#EXT-X-MAP:URI="${address}",BYTERANGE="1000@0"\n`)
    expect(body).toContain(`#EXTINF:4.000000,\n#EXT-X-BYTERANGE:99000@100000\n${address}\n`)
    expect(body.split(address)).toHaveLength(5)
    expect(body).toMatch(/#EXT-X-ENDLIST\n$/)
    // repeated within minutes it is the same, so that browsers can use their cache
    expect(await addressFor(buyer, lecture)).toBe(address)
  })

  test('are compressed when they are long', async () => {
    await renew()
    const key = `streams/${stream.streamId}/240p.m3u8`
    const segments = Array.from({ length: 900 }, (_, at) => `#EXTINF:4,\n#EXT-X-BYTERANGE:9@${at * 9}\n240p.mp4`)
    await app.deps.storage.putBytes(key, Buffer.from(['#EXTM3U', ...segments, ''].join('\r\n')), 'text/plain')
    const packed = await get(buyer, textOf(lecture, '240p.m3u8'), { 'accept-encoding': 'gzip' })
    expect([packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual(['gzip', 'private, no-store'])
    expect(packed.rawPayload.length).toBeLessThan(20_000)
    const plain = await get(buyer, textOf(lecture, '240p.m3u8'))
    expect(plain.body.match(/240p\.mp4\?token=/g)).toHaveLength(900)
  })

  test('a storyboard shows parts of images, which are fetched like segments', async () => {
    const answer = await get(buyer, textOf(lecture, 'storyboard.vtt'))
    expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8')
    const sheets = await addressesIn(buyer, lecture, 'storyboard.vtt')
    expect(sheets.map((sheet) => /storyboard-\d/.exec(sheet)?.[0])).toEqual(['storyboard-0', 'storyboard-1'])
    expect(answer.body.split('\n\n')).toEqual([
      'WEBVTT',
      `00:00:00.000 --> 00:00:05.000\n${sheets[0]}#xywh=0,0,160,90`,
      `00:00:05.000 --> 00:00:10.000\n${sheets[0]}#xywh=160,0,160,90`,
      `00:00:10.000 --> 00:00:15.000\n${sheets[0]}#xywh=0,90,160,90`,
      `00:00:15.000 --> 00:00:20.000\n${sheets[0]}#xywh=160,90,160,90`,
      `00:00:20.000 --> 00:00:25.000\n${sheets[1]}#xywh=0,0,160,90\n`,
    ])
    const picture = await get(buyer, sheets[1] ?? '')
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(picture.rawPayload.equals(stream.bytes['storyboard-1.webp'] ?? Buffer.alloc(0))).toBe(true)
  })

  test('of a video without a stream do not exist', async () => {
    const other = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
    for (const file of ['main.m3u8', '240p.m3u8', 'storyboard.vtt'])
      expect(await codeOf(buyer, textOf(other, file))).toBe('404 not_found')
    const empty = await makeLecture(educator, course._id)
    expect(await codeOf(buyer, textOf(empty, 'main.m3u8'))).toBe('404 not_found')
  })
})

describe('files of a stream', () => {
  test('are served whole, in ranges, to HEAD requests, and as not modified', async () => {
    const address = await addressFor(buyer, lecture)
    const bytes = stream.bytes['720p.mp4'] ?? Buffer.alloc(0)
    const whole = await get(buyer, address)
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600, immutable',
      etag: `"${stream.streamId}-720p.mp4"`,
      'x-content-type-options': 'nosniff',
    })
    const part = await get(buyer, address, { range: 'bytes=1000-99999' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 1000-99999/${streamBytes}`])
    expect(part.rawPayload.equals(bytes.subarray(1000, 100_000))).toBe(true)
    const beyond = await get(buyer, address, { range: `bytes=${streamBytes}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${streamBytes}`])
    const head = await get(buyer, address, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(streamBytes), ''])
    expect((await get(buyer, address, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
  })

  test('exist as soon as they are made, also for viewers of the original', async () => {
    const other = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
    expect((await get(buyer, other.videoUrl, { range: 'bytes=0-9' })).statusCode).toBe(206)
    await makeStream(app, other._id)
    expect((await get(buyer, await addressFor(buyer, other))).statusCode).toBe(200)
  })

  test('need no database query while the viewer is cached', async () => {
    const address = await addressFor(buyer, lecture)
    await get(buyer, address, { range: 'bytes=0-9' })
    await get(buyer, lecture.videoUrl, { range: 'bytes=0-9' })
    const pool = app.deps.pool as unknown as { connect: () => unknown }
    const { connect } = pool
    pool.connect = () => {
      throw new Error('the database was asked')
    }
    try {
      const seen = new Set<number>()
      for (let at = 0; at < 20; at++) {
        seen.add((await get(buyer, address, { range: `bytes=${at}-${at + 9}` })).statusCode)
        seen.add((await get(buyer, lecture.videoUrl, { range: `bytes=${at}-${at + 9}` })).statusCode)
      }
      expect([...seen]).toEqual([206])
    } finally {
      pool.connect = connect
    }
  })

  test('need the token of this viewer, lecture, stream and time', async () => {
    const address = await addressFor(buyer, lecture)
    const other = await app.makeUser()
    await buy(other, course._id)
    const [path = '', token = ''] = address.split('?token=')
    const [end = '', lectureId = '', mac = ''] = token.split('.')
    const second = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
    const theirs = await makeStream(app, second._id)
    expect(await codeOf(buyer, address)).toBe(200)
    // another viewer, who may watch the same lecture
    expect(await codeOf(other, address)).toBe('403 not_entitled')
    expect(await codeOf(null, address)).toBe('401 unauthenticated')
    // an ended session, and an invented one
    expect((await app.server.inject({ url: address, headers: { cookie: 'vc_session=made-up' } })).statusCode).toBe(401)
    const foreign = await addressFor(other, lecture)
    const wrong = [
      path,
      `${path}?token=`,
      `${path}?token=${foreign.split('token=')[1]}`,
      // another lecture or stream, a later expiry, a changed bit of the signature
      `${path}?token=${end}.${second._id}.${mac}`,
      `${path.replace(stream.streamId, theirs.streamId)}?token=${token}`,
      `${path}?token=${(Number.parseInt(end, 36) + 1000).toString(36)}.${lectureId}.${mac}`,
      `${path}?token=${end}.${lectureId}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${path}?token=${end}.${lectureId}.`,
      `${path}?token=${'A'.repeat(200)}`,
    ]
    for (const url of wrong) expect(await codeOf(buyer, url), url).toBe('403 not_entitled')
    // the token is for the files of its stream, and for nothing else
    expect(await codeOf(buyer, address.replace('720p', '1080p'))).toBe('404 not_found')
    expect(await codeOf(buyer, address.replace('720p', '240p'))).toBe(200)
  })

  test('with an expired token redirect to a new one, while the viewer may watch', async () => {
    const address = await addressFor(buyer, lecture)
    const stranger = await app.makeUser()
    app.clock.ms += 11 * 60_000
    const answer = await get(buyer, address, { range: 'bytes=0-9' })
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([302, 'private, no-store', ''])
    const renewed = String(answer.headers.location)
    expect(renewed.split('?')[0]).toBe(address.split('?')[0])
    expect(await codeOf(buyer, renewed)).toBe(200)
    for (const user of [stranger, null])
      expect(await codeOf(user, address)).toBeOneOf(['403 not_entitled', '401 unauthenticated'])
    app.clock.ms += 24 * 3600_000
    expect(await codeOf(buyer, address)).toBe('403 not_entitled')
  })

  test.each([
    '720p.mp4/..',
    '..%2f..%2f..%2fetc%2fpasswd',
    '720p.m3u8',
    '720P.MP4',
    '00720p.mp4',
    'storyboard-.webp',
    'storyboard-99999.webp',
    '%00',
    '720p.mp4%00',
  ])('there is none called %s', async (file) => {
    const address = await addressFor(buyer, lecture)
    expect((await get(buyer, address.replace('720p.mp4', file))).statusCode).toBeOneOf([400, 404])
  })

  test('random tokens, ids and file names are refused without a server error', async () => {
    const address = await addressFor(buyer, lecture)
    const [, token = ''] = address.split('token=')
    const texts = [
      '',
      '.',
      '..',
      "'",
      '%27--',
      '%F0%9F%8E%A5',
      '%ED%A0%80',
      '%',
      '%0d%0ax:1',
      'x'.repeat(500),
      '%00',
      '[]',
      '-1',
      '1e9',
      'null',
    ]
    const urls = texts.flatMap((text) => [
      `/api/media/streams/${text}/720p.mp4?token=${token}`,
      `/api/media/streams/${stream.streamId}/${text}?token=${token}`,
      `/api/media/streams/${stream.streamId}/720p.mp4?token=${text}`,
      `/api/media/streams/${stream.streamId}/720p.mp4?token=${token}&token=${text}`,
      `/api/media/lectures/${text}/stream/main.m3u8`,
      `/api/media/lectures/${lecture._id}/stream/${text}`,
      ...Array.from(
        { length: 15 },
        (_, at) => `/api/media/streams/${stream.streamId}/720p.mp4?token=${token.slice(0, at * 3)}x${text}`,
      ),
    ])
    expect(urls.length).toBeGreaterThan(300)
    for (const url of urls) {
      const { statusCode } = await get(buyer, url)
      expect([400, 401, 403, 404, 414], url).toContain(statusCode)
    }
  })

  test('are redirected to presigned URLs of a store, valid for minutes', async () => {
    await renew()
    const address = await addressFor(buyer, lecture)
    const { storage } = app.deps
    const { locate } = storage
    const asked: unknown[] = []
    storage.locate = async (key, options) => {
      asked.push([key, options])
      return { kind: 'url', url: 'https://media.example/signed', bytes: 5 }
    }
    try {
      for (let time = 0; time < 3; time++) {
        const answer = await get(buyer, address, { range: 'bytes=0-9' })
        expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
          302,
          'https://media.example/signed',
          'no-store',
        ])
      }
      expect(asked).toEqual([[`streams/${stream.streamId}/720p.mp4`, { seconds: 300 }]])
      expect(await codeOf(null, address)).toBe('401 unauthenticated')
    } finally {
      storage.locate = locate
    }
  })

  test('of a replaced video no longer exist', async () => {
    await renew()
    const address = await addressFor(buyer, lecture)
    await uploadVideo(educator, lecture._id)
    expect(await codeOf(buyer, address)).toBe('404 not_found')
    expect(await codeOf(buyer, textOf(lecture, 'main.m3u8'))).toBe('404 not_found')
  })

  test('replace an original that was not kept', async () => {
    await renew()
    await app.deps.storage.remove(`videos/${stream.videoId}`)
    const answer = await get(buyer, lecture.videoUrl, { range: 'bytes=5-9' })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers.etag]).toEqual([
      206,
      'video/mp4',
      `"${stream.streamId}-720p"`,
    ])
    expect(answer.rawPayload.equals((stream.bytes['720p.mp4'] ?? Buffer.alloc(0)).subarray(5, 10))).toBe(true)
  })
})
