import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api, type Lecture } from '@virtual-courses/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { diskStorage } from '#adapters/storage/disk.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { inAll, isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy } from '#test/support/sales/pay.ts'
import { useWatchedSite } from '#test/support/sales/watched-steps.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'
import { makeStream } from '#test/support/video/make-stream.ts'

const { site, purchase, watched, refund, videoLecture } = useWatchedSite()
const { get, addressFor } = fetchesOf(() => site.app)
let { app, folder, educator, student, course } = site
beforeEach(() => {
  ;({ app, folder, educator, student, course } = site)
})

const edit = (lecture: { _id: string }, body: object) =>
  educator.call(api.lectures.edit, { params: { lectureId: lecture._id }, body, files: {} })
const remove = (lecture: { _id: string }) => educator.call(api.lectures.remove, { params: { lectureId: lecture._id } })
const segment = (index: number) => `bytes=${1000 + index * 99_000}-${999 + (index + 1) * 99_000}`
const statusOf = async (...fetched: Parameters<typeof get>) => (await get(...fetched)).statusCode
const play = async (lecture: Lecture, indices: number[], { who = student, file = '720p.m3u8' } = {}) => {
  const address = await addressFor(who, lecture, file)
  for (const index of indices) expect(await statusOf(who, address, { range: segment(index) })).toBe(206)
}

describe('what was watched', () => {
  test('is what the server sent, whatever the player reports', async () => {
    const lectures = [await videoLecture(), await videoLecture()]
    await buy(student, course._id)
    expect(await watched()).toBe(0)
    for (const lecture of lectures) await play(lecture, [0, 1, 2])
    for (const lecture of lectures)
      for (const body of [
        { seconds: 1, completed: true },
        { seconds: 0, completed: false },
      ])
        await student.call(api.learning.report, { params: { lectureId: lecture._id }, body })
    expect(await watched()).toBe(100)
    expect((await expectProblem(refund(), 409, 'refund_not_allowed')).message).toMatch(/100 %/)
  })

  test.skipIf(!isWhole)('does not depend on what the player says was watched', async () => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    const body = { seconds: 100, completed: true }
    await student.call(api.learning.report, { params: { lectureId: lecture._id }, body })
    expect(await watched()).toBe(0)
    await refund()
  })

  test('counts each part of a video once, in any quality, and by time', async () => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    await play(lecture, [0, 0, 0])
    await play(lecture, [0], { file: '240p.m3u8' })
    expect(await watched()).toBe(33)
    // one byte of a segment counts as the segment; bytes before the first segment do not count
    const address = await addressFor(student, lecture)
    expect(await statusOf(student, address, { range: 'bytes=0-999' })).toBe(206)
    expect(await watched()).toBe(33)
    expect(await statusOf(student, address, { range: 'bytes=250000-250000' })).toBe(206)
    expect(await watched()).toBe(67)
  })

  type Sent = [what: string, headers: Record<string, string>, status: number]
  const always: Sent[] = [
    ['several ranges', { range: 'bytes=0-9,20-29' }, 200],
    ['an open range', { range: 'bytes=0-' }, 206],
  ]
  const more: Sent[] = [
    ['no range', {}, 200],
    ['a failed precondition', { range: 'bytes=0-9', 'if-range': '"x"' }, 200],
  ]
  test.each(inAll(always, more))('counts what is sent for %s', async (_, headers, status) => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    expect(await statusOf(student, await addressFor(student, lecture), headers)).toBe(status)
    expect(await watched()).toBe(100)
  })

  test('counts the parts of an original by bytes, and not headers, playlists, thumbnails or repeated requests', async () => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    const whole = await get(student, lecture.videoUrl, {}, 'HEAD')
    const bytes = Number(whole.headers['content-length'])
    await addressFor(student, lecture)
    expect(await statusOf(student, await addressFor(student, lecture, 'storyboard.vtt'))).toBe(200)
    expect(await statusOf(student, lecture.videoUrl, { 'if-none-match': String(whole.headers.etag) })).toBe(304)
    expect(await watched()).toBe(0)
    const range = `bytes=${Math.ceil(bytes / 2)}-${Math.ceil(bytes / 2) + Math.floor(bytes / 10)}`
    expect(await statusOf(student, lecture.videoUrl, { range })).toBe(206)
    expect(await watched()).toBeOneOf([9, 10])
    expect(await statusOf(student, lecture.videoUrl)).toBe(200)
    expect(await watched()).toBe(100)
  })

  test('counts only the bytes that were sent of an aborted download', async () => {
    const lecture = await videoLecture()
    const { video_id: id } = await app.deps.db
      .selectFrom('lectures')
      .select('video_id')
      .where('id', '=', lecture._id)
      .executeTakeFirstOrThrow()
    await app.deps.storage.putBytes(`videos/${id}`, Buffer.alloc(60_000_000, 7), 'video/mp4')
    await buy(student, course._id)
    const { port } = app.server.server.address() as AddressInfo // listening on TCP
    const headers = { cookie: student.cookie, range: 'bytes=0-' }
    await new Promise<void>((done, failed) => {
      const sent = request({ port, path: lecture.videoUrl, headers, agent: false }, (response) =>
        response.once('data', () => {
          response.destroy()
          done()
        }),
      )
      sent.on('error', failed).end()
    })
    await expect.poll(() => watched()).toBeGreaterThan(0)
    expect(await watched()).toBeLessThan(60)
  })

  test('counts texts by their reading time and files by their number', async () => {
    const text = await makeLecture(educator, course._id)
    // 1500 bytes take 100 s to read
    await edit(text, { text: 'x'.repeat(1500) })
    const files = await makeLecture(educator, course._id)
    await edit(files, { text: 'x'.repeat(1500) })
    const urls: string[] = []
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) {
      const file = new File(['%PDF-1.7\n%%EOF\n'], name, { type: 'application/pdf' })
      const { attachments } = await educator.call(api.lectures.attach, {
        params: { lectureId: files._id },
        body: {},
        files: { file },
      })
      urls.push(attachments.at(-1)?.url ?? '')
    }
    await buy(student, course._id)
    expect(await statusOf(student, urls[0] ?? '', {}, 'HEAD')).toBe(200)
    expect(await watched()).toBe(0)
    for (let time = 0; time < 2; time++) expect(await statusOf(student, urls[0] ?? '')).toBe(200)
    expect(await watched()).toBe(12)
    await student.call(api.lectures.content, { params: { lectureId: text._id } })
    expect(await watched()).toBe(62)
    for (const url of urls) await get(student, url)
    expect(await watched()).toBe(100)
  })

  test('does not count free previews, neither as watched nor as sold', async () => {
    const preview = await videoLecture()
    const lecture = await videoLecture()
    await edit(preview, { isPreviewFree: 'true' })
    await buy(student, course._id)
    await play(preview, [0, 1, 2])
    expect(await watched()).toBe(0)
    await play(lecture, [0])
    expect(await watched()).toBe(33)
    // the end of a preview does not increase the buyer's share
    await edit(preview, { isPreviewFree: 'false' })
    expect(await watched()).toBe(16)
  })

  test('is not recorded for its educator, admins, previews by strangers and free enrolments', async () => {
    const lecture = await videoLecture()
    const free = await makeCourse(educator, { price: 0 })
    const given = await uploadVideo(educator, (await makeLecture(educator, free._id))._id)
    await buy(student, free._id)
    await get(student, given.videoUrl)
    for (const who of [educator, await app.makeUser('admin')]) await play(lecture, [0], { who })
    await edit(lecture, { isPreviewFree: 'true' })
    await play(lecture, [1])
    const ids = [course._id, free._id]
    expect(await app.deps.db.selectFrom('served_lectures').selectAll().where('course_id', 'in', ids).execute()).toEqual(
      [],
    )
  })

  test('is kept when a refund by an admin is followed by a new purchase, and deleted with the account', async () => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    await play(lecture, [0, 1, 2])
    const admin = await app.makeUser('admin')
    const { _id: orderId } = await purchase()
    await admin.call(api.adminOrders.refund, { params: { orderId }, body: { reason: 'A test' } })
    expect(await statusOf(student, lecture.videoUrl)).toBe(403)
    await buy(student, course._id)
    expect(await watched()).toBe(100)
    const data = (await app.server.inject({ url: api.ownAccount.exportData.path, headers: { cookie: student.cookie } }))
      .body
    expect(data).toContain('"videoPercent": 100')
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    const rows = app.deps.db.selectFrom('served_lectures').selectAll().where('user_id', '=', student.user._id)
    expect(await rows.execute()).toEqual([])
  })
})

describe('what an educator changes after the sale', () => {
  test('does not remove the right to a refund', async () => {
    const short = await videoLecture()
    const long = await videoLecture(90_000)
    await buy(student, course._id)
    await play(short, [0, 1, 2])
    expect(await watched()).toBe(9)
    await remove(long)
    expect(await watched()).toBe(9)
    await refund()
    expect((await purchase()).status).toBe('refund_pending')
  })

  test('counts by the original lengths when a video is replaced by a shorter one', async () => {
    const short = await videoLecture()
    const long = await videoLecture(90_000)
    await buy(student, course._id)
    await play(short, [0, 1, 2])
    await uploadVideo(educator, long._id)
    const { videoId } = await makeStream(app, long._id)
    await app.deps.db.updateTable('videos').set({ duration_seconds: 1 }).where('id', '=', videoId).execute()
    expect(await watched()).toBe(9)
    await refund()
  })

  test('also counts in favour of the buyer when lectures are added', async () => {
    await videoLecture().then((lecture) => buy(student, course._id).then(() => play(lecture, [0])))
    expect(await watched()).toBe(33)
    await videoLecture(90_000)
    expect(await watched()).toBe(3)
  })

  test('keeps the record of a lecture that is moved or whose video is replaced, and of a removed course', async () => {
    const lectures = [await videoLecture(), await videoLecture()]
    const [one] = lectures
    if (!one) throw new Error('no lecture')
    await buy(student, course._id)
    await play(one, [0, 1, 2])
    const lectureIds = lectures.map(({ _id }) => _id).reverse()
    await educator.call(api.lectures.reorder, { params: { courseId: course._id }, body: { lectureIds } })
    await uploadVideo(educator, one._id)
    const { videoId } = await makeStream(app, one._id)
    await app.deps.db.updateTable('videos').set({ duration_seconds: 10_000 }).where('id', '=', videoId).execute()
    expect(await watched()).toBe(49)
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    expect(await watched()).toBe(49)
    await expectProblem(refund(), 409, 'refund_not_allowed')
  })

  test('is stored as one row for all sales of the same outline, and as a new one after a change', async () => {
    const lecture = await videoLecture()
    const buyers = await Promise.all([1, 2, 3].map(() => app.makeUser()))
    await Promise.all(buyers.map((buyer) => buy(buyer, course._id)))
    const outlines = async () =>
      (
        await app.deps.db
          .selectFrom('order_items')
          .select('outline_id')
          .distinct()
          .where('course_id', '=', course._id)
          .execute()
      ).length
    expect(await outlines()).toBe(1)
    await edit(lecture, { text: 'More to read' })
    await buy(student, course._id)
    expect(await outlines()).toBe(2)
  })
})

describe('behind a proxy that sends files', () => {
  const through = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    const { locate } = app.deps.storage
    app.deps.storage.locate = diskStorage(folder, { proxyPath: '/media-files/' }).locate
    try {
      const address = await addressFor(student, lecture)
      const path = join(folder, `${/streams\/[^?]+/.exec(address)?.[0] ?? ''}`)
      const { mtimeMs, size } = await stat(path)
      const tag = `"${Math.floor(mtimeMs / 1000).toString(16)}-${size.toString(16)}"`
      const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', tag)]))
      const answer = await get(student, address, own, method)
      return [answer.statusCode, answer.headers['x-accel-redirect'] !== undefined, await watched()]
    } finally {
      app.deps.storage.locate = locate
    }
  }
  type Row = [
    what: string,
    headers: Record<string, string>,
    method: 'GET' | 'HEAD',
    expected: [status: number, isByProxy: boolean, percent: number],
  ]
  const always: Row[] = [
    ['a range counts as requested', { range: segment(0) }, 'GET', [200, true, 33]],
    [
      'a precondition with a foreign validator is evaluated here',
      { range: segment(0), 'if-range': '"x"' },
      'GET',
      [200, false, 100],
    ],
    ['a HEAD request of a cache counts', { range: segment(1) }, 'HEAD', [200, true, 33]],
    ['a HEAD request of anyone else gets nothing', {}, 'HEAD', [200, true, 0]],
  ]
  const more: Row[] = [
    [
      'a range with the precondition of the proxy counts as requested',
      { range: segment(0), 'if-range': 'TAG' },
      'GET',
      [200, true, 33],
    ],
    ['an open range is sent by this server', { range: 'bytes=199000-' }, 'GET', [206, false, 33]],
    [
      'a range with an explicit last byte is sent by this server',
      { range: 'bytes=199000-299999' },
      'GET',
      [206, false, 33],
    ],
    ['several ranges', { range: 'bytes=0-1,5-6' }, 'GET', [200, false, 100]],
    [
      'a HEAD request of a cache without a range counts as the whole',
      { 'x-stream-check': '1' },
      'HEAD',
      [200, false, 100],
    ],
    ['a HEAD request of anyone else for an open range gets nothing', { range: 'bytes=0-' }, 'HEAD', [200, true, 0]],
  ]
  test.each(inAll(always, more))('%s', async (_, headers, method, expected) => {
    expect(await through(headers, method)).toEqual(expected)
  })
})

describe('from an object store', () => {
  const through = async (headers: Record<string, string>) => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    const address = await addressFor(student, lecture)
    const { locate } = app.deps.storage
    const asked: unknown[] = []
    app.deps.storage.locate = async (_, options) => {
      asked.push(options)
      return { kind: 'url', url: 'https://media.example/signed', bytes: 300_000 }
    }
    try {
      expect(await statusOf(student, address, headers)).toBe(302)
      return [asked.at(-1), await watched()]
    } finally {
      app.deps.storage.locate = locate
    }
  }
  test('a URL is bound to the range that was counted', async () => {
    const range = { header: segment(0), bytes: 300_000 }
    expect(await through({ range: segment(0) })).toEqual([{ seconds: 300, range }, 33])
  })
  test.each([[{}], [{ range: 'bytes=5-' }], [{ range: segment(0), 'if-range': '"x"' }]])(
    'a URL for %j counts as the whole file',
    async (headers) => {
      expect(await through(headers)).toEqual([{ seconds: 300 }, 100])
    },
  )
})
