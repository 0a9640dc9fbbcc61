import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, type Lecture } from '@virtual-courses/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { diskStorage } from '#adapters/storage/disk.ts'
import type { TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { oneOf } from '#test/support/in-all.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { buy } from '#test/support/sales/pay.ts'
import { useWatchedSite } from '#test/support/sales/watched-steps.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'

const { site, watched, refund, videoLecture } = useWatchedSite()
const { get, addressFor } = fetchesOf(() => site.app)
let { app, folder, educator, student, course } = site
beforeEach(() => {
  ;({ app, folder, educator, student, course } = site)
})

/** Adds a file to a lecture, and returns its URL. */
const attach = async ({ _id: lectureId }: { _id: string }): Promise<string> => {
  const file = new File(['%PDF-1.7\n%%EOF\n'], 'a.pdf', { type: 'application/pdf' })
  const { attachments } = await educator.call(api.lectures.attach, { params: { lectureId }, body: {}, files: { file } })
  return attachments.at(-1)?.url ?? ''
}
const locating = async (locate: TestApp['deps']['storage']['locate'], then: () => Promise<void>): Promise<void> => {
  const before = app.deps.storage.locate
  app.deps.storage.locate = locate
  await then().finally(() => {
    app.deps.storage.locate = before
  })
}

describe('a player of a whole file', () => {
  const bytes = 60_000_000
  /** Requests a range of the original, and disconnects after `read` bytes. */
  const ask = (lecture: Lecture, range: string, read = 1): Promise<number | undefined> =>
    new Promise((done, failed) => {
      const { port } = app.server.server.address() as AddressInfo // listening on TCP
      const headers = { cookie: student.cookie, range }
      const sent = request({ port, path: lecture.videoUrl, headers, agent: false }, (response) => {
        let got = 0
        response.on('data', (chunk: Buffer) => {
          got += chunk.length
          if (got < read) return
          response.destroy()
          done(response.statusCode)
        })
        response.on('end', () => done(response.statusCode))
      })
      sent.on('error', failed).end()
    })
  const largeLecture = async (): Promise<Lecture> => {
    const lecture = await videoLecture()
    const { video_id: id } = await app.deps.db
      .selectFrom('lectures')
      .select('video_id')
      .where('id', '=', lecture._id)
      .executeTakeFirstOrThrow()
    await app.deps.storage.putBytes(`videos/${id}`, Buffer.alloc(bytes, 7), 'video/mp4')
    return lecture
  }

  const ranges: [what: string, range: string][] = [
    ['more than the file has', 'bytes=0-999999999'],
    ['all up to the last byte', `bytes=0-${bytes - 1}`],
    ['all but the last byte', `bytes=0-${bytes - 2}`],
  ]
  test.each(oneOf(3, ranges))(
    'who asks for %s and breaks off gets what was sent counted, also behind a proxy',
    async (_, range) => {
      const lecture = await largeLecture()
      await buy(student, course._id)
      for (const proxy of [undefined, { proxyPath: '/media-files/' }]) {
        app.clock.ms += 61_000 // the location is cached for a minute
        await locating(diskStorage(folder, proxy).locate, async () => {
          // the proxy sends the range itself, without bytes from this server
          expect(await ask(lecture, 'bytes=0-1', 2)).toBe(proxy ? 200 : 206)
          expect(await ask(lecture, range)).toBe(206)
        })
        await expect.poll(() => watched()).toBeGreaterThan(0)
        expect(await watched()).toBeLessThan(60)
      }
    },
  )

  test('counts the whole file when all of it was fetched', async () => {
    const lecture = await largeLecture()
    await buy(student, course._id)
    expect(await ask(lecture, `bytes=0-${bytes - 1}`, bytes)).toBe(206)
    expect(await watched()).toBe(100)
    await expectProblem(refund(), 409, 'refund_not_allowed')
  })
})

describe('an empty lecture', () => {
  test('does not reduce the share watched, unless it has files', async () => {
    const lecture = await videoLecture()
    const others = [await makeLecture(educator, course._id), await makeLecture(educator, course._id)]
    await buy(student, course._id)
    expect((await get(student, lecture.videoUrl)).statusCode).toBe(200)
    expect(await watched()).toBe(100)
    await expectProblem(refund(), 409, 'refund_not_allowed')
    // the course now has another 300 s of files
    const [other] = others
    if (!other) throw new Error('no lecture')
    const url = await attach(other)
    expect(await watched()).toBe(97)
    expect((await get(student, url)).statusCode).toBe(200)
    expect(await watched()).toBe(100)
  })

  test('counts as not watched when it is alone in its course', async () => {
    const lecture = await makeLecture(educator, course._id)
    await buy(student, course._id)
    await student.call(api.lectures.content, { params: { lectureId: lecture._id } })
    expect(await watched()).toBe(0)
    await refund()
  })
})

describe('a request for headers only', () => {
  test('does not count as watching', async () => {
    const lecture = await videoLecture()
    await buy(student, course._id)
    const file = await addressFor(student, lecture)
    for (const headers of [{}, { range: 'bytes=0-' }, { range: 'bytes=0-1,5-6' }]) {
      expect((await get(student, file, headers, 'HEAD')).statusCode).toBeLessThan(300)
      expect((await get(student, lecture.videoUrl, headers, 'HEAD')).statusCode).toBeLessThan(300)
    }
    expect(await watched()).toBe(0)
  })

  test('gets no URL of an object store, and does not count as watching', async () => {
    const lecture = await videoLecture()
    const attachment = await attach(lecture)
    await buy(student, course._id)
    const address = await addressFor(student, lecture)
    const store = async () => ({ kind: 'url' as const, url: 'https://media.example/signed', bytes: 300_000 })
    await locating(store, async () => {
      for (const url of [address, lecture.videoUrl, attachment]) {
        const answer = await get(student, url, {}, 'HEAD')
        expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined])
        expect(answer.headers['content-length']).toBe('300000')
        const part = await get(student, url, { range: 'bytes=5-9' }, 'HEAD')
        expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 5-9/300000'])
      }
      expect(await watched()).toBe(0)
      // a client that identifies itself as a cache is treated as one
      const answer = await get(student, address, { 'x-stream-check': '1' }, 'HEAD')
      expect(answer.statusCode).toBe(302)
    })
    expect(await watched()).toBe(100)
  })
})
