import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Problem } from '@virtual-courses/contract'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, smallVideo } from '#test/support/make-course.ts'
import { createUploadQuota } from './upload-space.ts'
import { defaultPace, receiveUpload, watchPace } from './uploads.ts'

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
  test('with a file in a field that accepts none is refused at once, with the name of the field', async () => {
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

  test('of unannounced length is refused when it exceeds the limit of all its parts together', async () => {
    const sent = begin(user)
    const answer = answerTo(sent)
    // Text before the first boundary does not count towards any part.
    for (let sentBytes = 0; sentBytes < 14_000_000; sentBytes += 500_000) sent.write(Buffer.alloc(500_000, 'x'))
    expect(await answer).toMatchObject({ status: 413, problem: { code: 'too_large' } })
    sent.destroy()
  })

  test('with 51 fields is refused, and with 50 accepted', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => textPart(`field${at}`))
    expect((await post(...fields(50))).status).toBe(200)
    const { status, problem } = await post(...fields(51))
    expect([status, problem.message]).toEqual([400, 'This form has too many parts: at most 50 fields'])
  })

  test('with a named empty file is refused, and an empty file input is ignored', async () => {
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

test("a user's fourth concurrent upload is refused with 429, and accepted when one has ended", async () => {
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
  // others are not affected
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

test('an upload without any bytes for a while is ended, and leaves no file behind', async () => {
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
  const received = receiveUpload({ request: asking, rules, folder }, { pace })
  received.catch(() => {})
  body.write(filePart('videoUrl', 'a.mp4', Buffer.from(await smallVideo().arrayBuffer())))
  await expect(received).rejects.toMatchObject({ code: 'request_timeout', message: /came to a halt/ })
  expect(readdirSync(folder)).toEqual([])
})

test('an upload that sends only a few bytes now and then is ended', async () => {
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
  await expect(receiveUpload({ request: asking, rules, folder }, { pace })).rejects.toMatchObject({
    code: 'request_timeout',
  })
  clearInterval(drip)
})

describe('createUploadQuota', () => {
  const gb = 1024 ** 3
  const mb = 1024 ** 2
  /** Creates a quota over a disk with `free` bytes, and a function that opens an upload of a user at a client address. */
  const openQuota = (free = 100 * gb) => {
    const disk = { free }
    const quota = createUploadQuota(async () => disk.free)
    const dropped: string[] = []
    const open = (user: string, client: string, kind: 'forms' | 'uploads', announced?: number) =>
      quota.open({ kind, user, client, folder, announced, drop: ({ code }) => dropped.push(`${user} ${code}`) })
    return { disk, open, dropped }
  }

  test('announced bytes take no space from others: space is reserved ahead of received bytes', async () => {
    const { open, disk } = openQuota(10 * gb)
    const idle = await Promise.all(
      Array.from({ length: 15 }, (_, at) => open(`hoarder ${at % 5}`, '198.51.100.1', 'uploads', 9 * gb)),
    )
    const honest = await open('asha', '203.0.113.7', 'uploads', 9 * gb)
    for (let arrived = 0; arrived < 9 * gb; arrived += 32 * mb) {
      disk.free = 10 * gb - arrived
      if (!honest.arrived(arrived)) await honest.reserveMore()
    }
    for (const slot of [...idle, honest]) slot.release()
  })

  test('refuses uploads that exceed the free space, and ends uploads that no longer fit', async () => {
    const { open, disk } = openQuota(gb)
    await expect(open('asha', 'a', 'uploads', gb)).rejects.toMatchObject({ code: 'disk_full' })
    const slot = await open('asha', 'a', 'uploads', gb / 2)
    disk.free = 256 * mb
    expect(slot.arrived(200 * mb)).toBe(false)
    await expect(slot.reserveMore()).rejects.toMatchObject({ code: 'disk_full' })
    slot.release()
    await expect(open('asha', 'a', 'uploads')).rejects.toMatchObject({ code: 'disk_full' })
  })

  test('all uploads of a client together leave most of scarce space to others', async () => {
    const { open } = openQuota(256 * mb + 300 * mb)
    const many = await Promise.all(Array.from({ length: 63 }, (_, at) => open(`user ${at}`, 'one client', 'uploads')))
    for (const slot of many) expect(slot.arrived(mb)).toBe(true)
    const others = await Promise.all(
      Array.from({ length: 60 }, (_, at) => open(`other ${at}`, `address ${at}`, 'forms', 200_000)),
    )
    for (const slot of [...many, ...others]) slot.release()
  })

  test('accepts more concurrent short forms, but not an unlimited number', async () => {
    const { open } = openQuota()
    const slots = await Promise.all(Array.from({ length: 16 }, () => open('ana', 'a', 'forms', 2000)))
    await expect(open('ana', 'b', 'forms', 2000)).rejects.toMatchObject({ code: 'rate_limited' })
    const upload = await open('ana', 'a', 'uploads')
    for (const slot of [...slots, upload]) slot.release()
  })

  test.each(['forms', 'uploads'] as const)(
    'a client with all 64 slots for %s loses its slowest upload to others',
    async (kind) => {
      const { open, dropped } = openQuota()
      const slots = await Promise.all(
        Array.from({ length: 64 }, (_, at) => open(`user ${at}`, 'greedy', kind, 100_000)),
      )
      for (const [at, slot] of slots.entries()) slot.arrived(at === 40 ? 1 : 50_000)
      await expect(open('user 64', 'greedy', kind, 100_000)).rejects.toMatchObject({ code: 'unavailable' })
      expect(dropped).toEqual([])
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, at) => open(`other ${at}`, `address ${at}`, kind, 1)),
      )
      expect([dropped[0], dropped.length]).toEqual(['user 40 unavailable', 8])
      // the other kind has its own slots
      const otherKind = await open('asha', 'greedy', kind === 'forms' ? 'uploads' : 'forms', 100)
      for (const slot of [...slots, ...others, otherKind]) slot.release()
    },
  )

  test('accepts at most 64 uploads in total when no client has more than another', async () => {
    const { open, dropped } = openQuota()
    const slots = await Promise.all(
      Array.from({ length: 64 }, (_, at) => open(`user ${at}`, `address ${at}`, 'forms', 1)),
    )
    await expect(open('one more', 'another', 'forms', 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(dropped).toEqual([])
    for (const slot of slots) slot.release()
    ;(await open('one more', 'another', 'forms', 1)).release()
  })
})

test('a 2G phone with 5 kB/s and gaps is fast enough', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    let arrived = 0
    const failed: string[] = []
    const stop = watchPace(
      () => arrived,
      defaultPace,
      ({ code }) => failed.push(code),
    )
    for (let second = 0; second < 600; second++) {
      // nothing arrives during twenty seconds of each minute
      if (second % 60 < 40) arrived += 5000
      vi.advanceTimersByTime(1000)
    }
    expect(failed).toEqual([])
    for (let second = 0; second < 130; second++) {
      arrived += 1000
      vi.advanceTimersByTime(1000)
    }
    expect(failed[0]).toBe('request_timeout')
    stop()
  } finally {
    vi.useRealTimers()
  }
})
