import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Problem } from '@virtual-courses/contract'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo } from '#test/support/make-course.ts'
import { createUploadQuota } from './upload-space.ts'
import { receiveUpload } from './uploads.ts'

let app: TestApp
let user: TestUser
let port: number
const folder = mkdtempSync(join(tmpdir(), 'vc-uploads-'))
beforeAll(async () => {
  app = await createTestApp()
  user = await app.makeUser()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port // listening on TCP
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const boundary = 'x-x-x-boundary'
const filePart = (field: string, name: string, content: Uint8Array = new Uint8Array()) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
const textPart = (field: string, value = 'x') =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
const end = Buffer.from(`--${boundary}--\r\n`)

/** Begins an upload; without a length it is sent in chunks. */
const begin = (
  { cookie }: TestUser,
  path: string = api.accounts.updateProfile.path,
  length?: number,
): ClientRequest => {
  const sent = request({
    port,
    method: 'POST',
    path,
    headers: {
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length !== undefined && { 'content-length': length }),
    },
  })
  sent.on('error', () => {})
  return sent
}
type Answer = { status: number; retryAfter: string | undefined; problem: Problem }
const answerTo = (sent: ClientRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    sent.once('response', async (answer) =>
      resolve({
        status: answer.statusCode ?? 0,
        retryAfter: answer.headers['retry-after'],
        problem: JSON.parse(await text(answer)),
      }),
    )
    sent.once('error', reject)
  })
const post = (...parts: Uint8Array[]) => {
  const sent = begin(user)
  const answer = answerTo(sent)
  sent.end(Buffer.concat([...parts, end]))
  return answer
}
const uploads = () => {
  const path = join(app.dataDir, 'uploads')
  return existsSync(path) ? readdirSync(path) : []
}
const until = async (done: () => boolean | Promise<boolean>) => {
  for (let attempt = 0; attempt < 500 && !(await done()); attempt++) await sleep(20)
  expect(await done()).toBe(true)
}

describe('a multipart body', () => {
  test('with a file in a field that takes none is refused at once, by the name of the field', async () => {
    const sent = begin(user)
    const answer = answerTo(sent)
    sent.write(filePart('attachment', 'a.bin', Buffer.alloc(1000, 1)))
    expect(await answer).toMatchObject({
      status: 400,
      problem: {
        code: 'invalid_input',
        message: 'The field "attachment" takes no file',
        fields: [{ path: 'attachment' }],
      },
    })
    sent.destroy()
    expect(uploads()).toEqual([])
  })

  test('of unannounced length that has more bytes than all its parts may have is refused', async () => {
    const sent = begin(user)
    const answer = answerTo(sent)
    // Before the first boundary stands text that no part counts.
    for (let sentBytes = 0; sentBytes < 14_000_000; sentBytes += 500_000) sent.write(Buffer.alloc(500_000, 'x'))
    expect(await answer).toMatchObject({ status: 413, problem: { code: 'too_large' } })
    sent.destroy()
  })

  test('with 51 fields is refused, and with 50 taken', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => textPart(`field${at}`))
    expect((await post(...fields(50))).status).toBe(200)
    const { status, problem } = await post(...fields(51))
    expect([status, problem.message]).toEqual([400, 'This form has too many parts: at most 50 fields'])
  })

  test('with an empty file that has a name is refused, and a file that was not picked is none', async () => {
    const { status, problem } = await post(filePart('photoUrl', 'me.png'))
    expect([status, problem.message]).toEqual([400, 'The file "me.png" is empty. Please choose another one.'])
    expect(problem.fields).toEqual([{ path: 'photoUrl', message: 'This file is empty' }])
    expect((await post(filePart('photoUrl', ''))).status).toBe(200)
    expect((await post(textPart('photoUrl', 'null'))).status).toBe(200)
    expect(uploads()).toEqual([])
  })

  test('with two files in one field is refused', async () => {
    const { status, problem } = await post(filePart('photoUrl', ''), filePart('photoUrl', ''))
    expect([status, problem.message]).toEqual([400, 'The field "photoUrl" takes one file'])
  })
})

test("a user's fourth upload at once is refused with 429, and taken when one has ended", async () => {
  const educator = await app.makeUser('educator')
  const lecture = await makeLecture(educator, (await makeCourse(educator))._id)
  const path = api.lectures.edit.path.replace(':lectureId', lecture._id)
  const video = Buffer.from(await smallVideo().arrayBuffer())
  const running = Array.from({ length: 3 }, () => {
    const sent = begin(educator, path, 50_000_000)
    sent.write(filePart('videoUrl', 'a.mp4', video))
    return sent
  })
  await until(() => uploads().length === 3)
  const fourth = begin(educator, path, 50_000_000)
  const refused = answerTo(fourth)
  fourth.write(filePart('videoUrl', 'a.mp4', video))
  const { status, retryAfter, problem } = await refused
  expect([status, problem.code, Number(retryAfter)]).toEqual([429, 'rate_limited', 30])
  fourth.destroy()
  // others are not concerned
  expect((await post(textPart('description', 'me'))).status).toBe(200)
  running[0]?.destroy()
  await until(() => uploads().length === 2)
  await until(async () => {
    const again = begin(educator, path)
    const answer = answerTo(again)
    again.end(Buffer.concat([textPart('isPreviewFree', 'true'), end]))
    return (await answer).status === 200
  })
  for (const sent of running) sent.destroy()
  await until(() => uploads().length === 0)
})

test('an upload that brings nothing for a while is ended, and leaves no file', async () => {
  const body = new PassThrough()
  const asking = {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    viewer: { id: 'someone slow' },
    ip: '127.0.0.1',
    log: app.deps.log,
  } as unknown as FastifyRequest // what receiveUpload uses of it
  const rules = { videoUrl: { kind: 'video', maxBytes: 1e9 } } as const
  const pace = { idleMs: 200, windowMs: 60_000, minBytesInWindow: 1, checkMs: 20 }
  const received = receiveUpload(asking, rules, folder, pace)
  received.catch(() => {})
  body.write(filePart('videoUrl', 'a.mp4', Buffer.from(await smallVideo().arrayBuffer())))
  await expect(received).rejects.toMatchObject({ code: 'broken_upload', message: /too slow/ })
  expect(readdirSync(folder)).toEqual([])
})

test('an upload of a few bytes now and then is ended', async () => {
  const body = new PassThrough()
  const asking = {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    viewer: { id: 'someone slower' },
    ip: '127.0.0.1',
    log: app.deps.log,
  } as unknown as FastifyRequest // what receiveUpload uses of it
  const rules = { videoUrl: { kind: 'video', maxBytes: 1e9 } } as const
  const pace = { idleMs: 60_000, windowMs: 200, minBytesInWindow: 1e6, checkMs: 20 }
  const drip = setInterval(() => body.write('x'), 10)
  await expect(receiveUpload(asking, rules, folder, pace)).rejects.toMatchObject({ code: 'broken_upload' })
  clearInterval(drip)
})

describe('createUploadQuota', () => {
  test('reserves the space of running uploads: two that fit only one by one are not both taken', async () => {
    const quota = createUploadQuota()
    const disk = await statfs(folder)
    const most = Math.floor(disk.bavail * disk.bsize * 0.6)
    const first = await quota.open('ana', folder, most)
    await expect(quota.open('ben', folder, most)).rejects.toMatchObject({ code: 'disk_full' })
    first.release()
    const second = await quota.open('ben', folder, most)
    second.release()
  })

  test('takes more of short forms at once, and not without end', async () => {
    const quota = createUploadQuota()
    const slots = await Promise.all(Array.from({ length: 16 }, () => quota.open('ana', folder, 2000)))
    await expect(quota.open('ana', folder, 2000)).rejects.toMatchObject({ code: 'rate_limited' })
    const upload = await quota.open('ana', folder, undefined)
    for (const slot of [...slots, upload]) slot.release()
  })

  test('takes at most 64 uploads of all users', async () => {
    const quota = createUploadQuota()
    const slots = await Promise.all(Array.from({ length: 64 }, (_, at) => quota.open(`user ${at}`, folder, 1)))
    await expect(quota.open('one more', folder, 1)).rejects.toMatchObject({ code: 'unavailable' })
    for (const slot of slots) slot.release()
  })
})
