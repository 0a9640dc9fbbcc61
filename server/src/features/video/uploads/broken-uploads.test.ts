import { readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo, uploadVideo } from '#test/support/make-course.ts'

let app: TestApp
let educator: TestUser
let lecture: Lecture
let port: number
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port
  educator = await app.makeUser('educator')
  const course = await makeCourse(educator)
  lecture = await makeLecture(educator, course._id)
})
afterAll(() => app.close())

const boundary = 'x-x-x-boundary'
const head = (bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="videoUrl"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
    ),
    bytes,
  ])
const open = (length: number, cookie = educator.cookie): ClientRequest =>
  request({
    port,
    method: 'POST',
    path: `/api/course/editlecture/${lecture._id}`,
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length },
  })
const answerTo = (sent: ClientRequest): Promise<{ status: number; body: { code: string; message: string } }> =>
  new Promise((resolve, reject) => {
    sent.once('response', async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) }),
    )
    sent.once('error', reject)
  })
const state = async () => {
  const { lectures } = await educator.call(api.lectures.list, { params: { courseId: await courseId() } })
  return {
    lectures,
    uploads: readdirSync(join(app.dataDir, 'uploads')),
    videos: readdirSync(join(app.dataDir, 'media/videos')),
  }
}
const courseId = async () => {
  const row = await app.deps.db
    .selectFrom('lectures')
    .select('course_id')
    .where('id', '=', lecture._id)
    .executeTakeFirstOrThrow()
  return row.course_id
}
const start = async () => new Uint8Array(await smallVideo().arrayBuffer())
const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 100 && !done(); attempt++) await sleep(50)
  expect(done()).toBe(true)
}

beforeEach(async () => {
  await uploadVideo(educator, lecture._id)
})

describe('an incomplete upload', () => {
  test('aborted half way: the old video is kept, nothing of the new one is left', async () => {
    const before = await state()
    const sent = open(50_000_000)
    sent.on('error', () => {})
    sent.write(head(await start()))
    sent.write(Buffer.alloc(3_000_000, 1))
    await until(() => readdirSync(join(app.dataDir, 'uploads')).length === 1)
    sent.destroy()
    await until(() => readdirSync(join(app.dataDir, 'uploads')).length === 0)
    expect(await state()).toEqual(before)
    const video = await app.server.inject({
      url: lecture.videoUrl || `/api/media/lectures/${lecture._id}/video`,
      headers: { cookie: educator.cookie },
    })
    expect(video.rawPayload.length).toBe(smallVideo().size)
  })

  test('that ends without its last boundary: refused, nothing changed', async () => {
    const before = await state()
    const body = head(await start())
    const sent = open(body.length)
    sent.end(body)
    expect(await answerTo(sent)).toMatchObject({ status: 400, body: { code: 'broken_upload' } })
    expect(await state()).toEqual(before)
  })

  test('announced as 6 GB: refused before its bytes are read', async () => {
    const before = await state()
    const sent = open(6 * 1024 ** 3)
    sent.on('error', () => {})
    sent.write(head(await start()))
    const answer = await answerTo(sent)
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(answer.body.message).toMatch(/4 GB/)
    sent.destroy()
    expect(await state()).toEqual(before)
  })

  test('from a user without permission: refused before its bytes are read', async () => {
    const stranger = await app.makeUser('educator')
    const before = await state()
    const sent = open(1_000_000_000, stranger.cookie)
    sent.on('error', () => {})
    sent.write(head(await start()))
    expect(await answerTo(sent)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    sent.destroy()
    expect(await state()).toEqual(before)
  })

  test('with a body that is not multipart', async () => {
    const before = await state()
    const socket = connect(port, '127.0.0.1')
    // Not ended: a client that closes its side counts as disconnected.
    socket.write(
      `POST /api/course/editlecture/${lecture._id} HTTP/1.1\r\nhost: x\r\ncookie: ${educator.cookie}\r\nconnection: close\r\n` +
        'content-type: multipart/form-data\r\ncontent-length: 4\r\n\r\nabcd',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(await state()).toEqual(before)
  })
})
