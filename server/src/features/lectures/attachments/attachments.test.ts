import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course, type Lecture, maxAttachments } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { allJobs } from '#app/job-registry.ts'
import { downloadHeader } from '#core/files/download.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { oneOf } from '#test/support/in-all.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { attachFile } from './attach-file.ts'
import { attachmentName } from './attachment-name.ts'

let app: TestApp
let educator: TestUser
let buyer: TestUser
let course: Course
let lecture: Lecture
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  await app.deps.queue.work(allJobs(app.deps))
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { price: 0 })
  buyer = await app.makeUser()
  await buy(buyer, course._id)
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  lecture = await makeLecture(educator, course._id)
})
afterAll(() => app.close())

type Content = string | Uint8Array<ArrayBuffer>
const file = (content: Content, name: string, type = 'application/pdf') => new File([content], name, { type })
const pdf = (name = 'notes.pdf') => file(`%PDF-1.7\n${'x'.repeat(5000)}\n%%EOF`, name)
const attach = (user: Pick<TestUser, 'call'>, content: File | undefined = pdf(), lectureId = lecture._id) =>
  user.call(api.lectures.attach, { params: { lectureId }, body: {}, files: { file: content } })
const detach = (user: Pick<TestUser, 'call'>, attachmentId: string) =>
  user.call(api.lectures.detach, { params: { attachmentId } })
const content = (user: Pick<TestUser, 'call'>, lectureId = lecture._id) =>
  user.call(api.lectures.content, { params: { lectureId } })
const added = async (attached: ReturnType<typeof attach>) => {
  const one = (await attached).attachments.at(-1)
  if (!one) throw new Error('nothing was attached')
  return one
}
const download = (user: TestUser | null, url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers: { ...headers, ...(user && { cookie: user.cookie }) } })
const stored = (): string[] => {
  const folder = join(app.dataDir, 'media/files')
  return existsSync(folder) ? readdirSync(folder) : []
}
const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 150 && !done(); attempt++) await sleep(100)
  expect(done()).toBe(true)
}

/** An archive with one stored file. */
function zip(name: string, text: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(text.length, 18)
  head.writeUInt32LE(text.length, 22)
  head.writeUInt16LE(name.length, 26)
  return new Uint8Array(Buffer.concat([head, Buffer.from(name), Buffer.from(text), Buffer.alloc(64)]))
}

describe('attachments', () => {
  test('are listed with what there is to read, saved under their names, and never opened by a browser', async () => {
    const bytes = await pdf().arrayBuffer()
    const one = await added(attach(educator, pdf('Übung – 1.pdf')))
    expect(one).toEqual({ _id: one._id, name: 'Übung – 1.pdf', bytes: bytes.byteLength, url: one.url })
    const two = await added(attach(educator, file('a,b\n1,2\n', 'table.csv', 'text/html')))
    expect((await content(buyer)).attachments).toEqual([one, two])
    const { lectures } = await app.visitor(api.lectures.list, { params: { courseId: course._id } })
    expect(lectures.at(-1)).toMatchObject({ _id: lecture._id, hasContent: true })
    expect(JSON.stringify(lectures)).not.toContain(one._id)

    const answer = await download(buyer, one.url)
    expect([answer.statusCode, answer.rawPayload.equals(Buffer.from(bytes))]).toEqual([200, true])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="_bung _ 1.pdf"; filename*=UTF-8''%C3%9Cbung%20%E2%80%93%201.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const part = await download(buyer, one.url, { range: 'bytes=0-3' })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
    const again = { 'if-none-match': String(answer.headers.etag) }
    expect((await download(buyer, one.url, again)).statusCode).toBe(304)
    expect((await download(null, one.url, again)).statusCode).toBe(401)
    expect((await download(buyer, two.url)).headers['content-type']).toMatch(/^text\/csv/)
  })

  test('are voice memos of telephones, whatever brand they have, which as a video are refused with a sentence', async () => {
    for (const name of ['voice-3gp4.m4a', 'voice-mp42.m4a']) {
      const bytes = readFileSync(new URL(`../../../../test/files/${name}`, import.meta.url))
      const { url } = await added(attach(educator, new File([bytes], name, { type: 'audio/mp4' })))
      expect((await download(buyer, url)).headers['content-type']).toBe('audio/x-m4a')
      const video = new File([bytes], 'lesson.mp4', { type: 'video/mp4' })
      const edit = { params: { lectureId: lecture._id }, body: {}, files: { videoUrl: video } }
      const { message } = await expectProblem(educator.call(api.lectures.edit, edit), 415, 'wrong_media')
      expect(message).toMatch(/sound but no picture/)
    }
  })

  test('are for anyone who may watch the lecture, with the errors of its video', async () => {
    const { url } = await added(attach(educator))
    const stranger = await app.makeUser('educator')
    const codes = async () => {
      const users = [null, await app.makeUser(), stranger, buyer, educator, await app.makeUser('admin')]
      return Promise.all(users.map(async (user) => (await download(user, url)).statusCode))
    }
    expect(await codes()).toEqual([401, 403, 403, 200, 200, 200])
    const edit = (body: object) =>
      educator.call(api.lectures.edit, { params: { lectureId: lecture._id }, body, files: {} })
    await edit({ isPreviewFree: true })
    expect(await codes()).toEqual([200, 200, 200, 200, 200, 200])
    const publish = (isPublished: 'true' | 'false') =>
      educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished } })
    await publish('false')
    expect(await codes()).toEqual([404, 404, 404, 200, 200, 200])
    await publish('true')
    await edit({ isPreviewFree: false })
    await buy(stranger, course._id).catch(() => {})
    const suspended = await app.makeUser()
    await buy(suspended, course._id)
    const admin = await app.makeUser('admin')
    await admin.call(api.admin.suspend, { params: { userId: suspended.user._id }, body: { reason: 'Test' } })
    expect((await download(suspended, url)).statusCode).toBe(401)
  })

  test('are refused at once after a refund', async () => {
    const paid = await makeCourse(educator, { price: 499 })
    const { _id } = await makeLecture(educator, paid._id)
    const { url } = await added(attach(educator, pdf(), _id))
    // the file is less of the course than a refund allows
    for (let more = 0; more < 5; more++) await attach(educator, pdf(), (await makeLecture(educator, paid._id))._id)
    const student = await app.makeUser()
    await buy(student, paid._id)
    expect((await download(student, url)).statusCode).toBe(200)
    await withdraw(app, student)
    const refused = await download(student, url)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_entitled'])
    await expectProblem(content(student, _id), 403, 'not_entitled')
  })

  test.each(['unknown', '..%2f..%2fetc%2fpasswd', '%00', 'x'.repeat(65)])('%s is no attachment', async (id) => {
    expect((await download(educator, `/api/media/attachments/${id}`)).statusCode).toBeOneOf([400, 404])
  })

  const taken: [name: string, bytes: Content, type: string][] = [
    ['notes.docx', zip('[Content_Types].xml', '<x/>'), 'officedocument.wordprocessingml'],
    ['all.zip', zip('a.txt', 'hello'), 'application/zip'],
    ['macro.jar', zip('a.txt', 'hello'), 'application/zip'],
    ['read.md', '# नमस्ते', 'text/markdown'],
    // these begin like a bitmap, a sound and a document
    ['people.csv', 'BMI,weight\n22,70\n', 'text/csv'],
    ['sound.txt', 'ID3 tags are written first', 'text/plain'],
    ['format.md', '%PDF-1.7 is how a document begins', 'text/markdown'],
    ['long.txt', `${'अ'.repeat(1366)}a`, 'text/plain'],
    // what a PDF, a text or a program begins with
    ['newline.pdf', '\n%PDF-1.4\n1 0 obj\n', 'application/pdf'],
    ['marked.pdf', '\ufeff%PDF-1.4\n1 0 obj\n', 'application/pdf'],
    ['printer.pdf', `\u001b%-12345X@PJL JOB\r\n${'x'.repeat(900)}%PDF-1.4\n`, 'application/pdf'],
    ['readme.md', '<h1 align="center">Title</h1>\n\n# नमस्ते', 'text/markdown'],
    ['marked.md', '\ufeff<p>x</p>', 'text/markdown'],
    ['notes.txt', '<html> is the first tag', 'text/plain'],
    ['run.py', '#!/usr/bin/env python3\nprint(1)\n', 'text/plain'],
    ['lesson.ipynb', '{"cells": []}', 'application/x-ipynb+json'],
    ['data.json', '[1]', 'application/json'],
    ['schema.sql', '-- tables\nselect 1;', 'text/plain'],
    ['config.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['Main.java', 'class Main {}', 'text/plain'],
    ['app.tsx', 'export const a = <b>1</b>', 'text/plain'],
    ['build.sh', '#!/bin/sh\nmake', 'text/plain'],
    ['old.csv', new Uint8Array([0x6e, 0x61, 0xef, 0x76, 0x65, 0x2c, 0x92, 0x0a]), 'text/csv'],
    ['wide.csv', new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x2c, 0x00]), 'text/csv'],
    [
      'all.tar.gz',
      new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      'application/gzip',
    ],
  ]
  test.each(oneOf(3, taken))('takes %s by its bytes', async (name, bytes, type) => {
    const one = await added(attach(educator, file(bytes, name, 'text/html')))
    const { headers } = await download(educator, one.url)
    expect(headers['content-type']).toContain(type)
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
    })
    expect(one.name).toBe(name === 'macro.jar' ? 'macro.jar.zip' : name)
  })

  test.each<[string, Content]>([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['page.pdf', '<html><body>%PDF-1.7</body></html>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['late.pdf', `${'x'.repeat(1100)}%PDF-1.7`],
    ['setup.py', `MZ${'\0'.repeat(200)}`],
    ['setup.bat', '@echo off'],
    ['setup.exe', `MZ${'\0'.repeat(200)}`],
    ['setup.pdf', `MZ${'\0'.repeat(200)}%PDF-1.7`],
    ['setup.zip', `MZ${'\0'.repeat(200)}PK\u0003\u0004`],
    ['program.pdf', '\u007fELF\u0002\u0001\u0001'],
    ['script.js', 'alert(1)'],
    ['noextension', 'plain words'],
    ['nul.txt', 'a\0b'],
    ['old.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(0)])],
    ['video.pdf', new Uint8Array(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'))],
  ])('refuses %s, with a sentence that does not name its kind as accepted', async (name, bytes) => {
    const refused = attach(educator, file(bytes, name))
    await expectProblem(refused, 415, 'wrong_media')
    const { message } = await refused.then(
      () => expect.fail(),
      (error: Error) => error,
    )
    const ending = /\.\w+$/.exec(name)?.[0]
    if (ending) expect(message).toContain(ending)
    expect(message).not.toMatch(/choose/i)
    expect((await content(educator)).attachments).toEqual([])
  })

  test('refuses empty and missing files, and those that are too large', async () => {
    await expectProblem(attach(educator, file('', 'a.pdf')), 400, 'invalid_input')
    await expectProblem(
      educator.call(api.lectures.attach, { params: { lectureId: lecture._id }, body: {}, files: {} }),
      400,
      'invalid_input',
    )
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/course/attachment/${lecture._id}`,
      headers: {
        cookie: educator.cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(60 * 1024 ** 2),
      },
      payload: '--x--',
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  test('belong to the owner of the course alone', async () => {
    const one = await added(attach(educator))
    const others: [Pick<TestUser, 'call'>, number, Parameters<typeof expectProblem>[2]][] = [
      [{ call: app.visitor }, 401, 'unauthenticated'],
      [buyer, 403, 'forbidden'],
      [await app.makeUser('admin'), 403, 'forbidden'],
      [await app.makeUser('educator'), 404, 'not_found'],
    ]
    for (const [user, status, code] of others) {
      await expectProblem(attach(user), status, code)
      await expectProblem(detach(user, one._id), status, code)
    }
    await expectProblem(attach(educator, pdf(), 'unknown'), 404, 'not_found')
    await expectProblem(detach(educator, 'unknown'), 404, 'not_found')
    expect((await content(educator)).attachments).toEqual([one])
  })

  test('are bounded in number, also when they come at once, and in uploads of an educator', async () => {
    for (let count = 0; count < maxAttachments - 1; count++) await attach(educator, pdf(`${count}.pdf`))
    const before = stored().length
    const outcomes = await Promise.allSettled([1, 2, 3].map((number) => attach(educator, pdf(`late ${number}.pdf`))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectProblem(attach(educator), 400, 'invalid_input')
    expect((await content(educator)).attachments).toHaveLength(maxAttachments)
    expect(stored()).toHaveLength(before + 1)
    for (let count = 0; count < 100; count++) await limits.attachments.consume(educator.user._id).catch(() => {})
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/course/attachment/${lecture._id}`,
      headers: { cookie: educator.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    })
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('are not kept, and no file of theirs, when their upload is stopped', async () => {
    const before = stored()
    const path = join(app.dataDir, 'stopped.part')
    writeFileSync(path, '%PDF-1.7')
    const received = { path, bytes: 8, contentType: 'application/pdf', name: 'stopped.pdf', sha256: '' }
    let checks = 0
    // stopped before anything is stored, and while it is stored
    const stops = [0, 1].map((after) => ({ throwIfAborted: () => expect(checks++).toBeLessThan(after) }))
    for (const signal of stops) {
      checks = 0
      await expect(
        attachFile(app.deps, educator.user._id, lecture._id, { received, signal: signal as unknown as AbortSignal }),
      ).rejects.toThrow()
    }
    expect((await content(educator)).attachments).toEqual([])
    expect(stored()).toEqual(before)
  })

  test('are not kept, and no file of theirs, when the lecture or its course was removed during the upload', async () => {
    const before = stored()
    const own = await makeCourse(educator, { price: 0 })
    const late = async (lectureId: string) => {
      const path = join(app.dataDir, 'late.part')
      writeFileSync(path, '%PDF-1.7')
      const received = { path, bytes: 8, contentType: 'application/pdf', name: 'late.pdf', sha256: '' }
      await expect(attachFile(app.deps, educator.user._id, lectureId, { received })).rejects.toMatchObject({
        code: 'not_found',
      })
      expect(stored()).toEqual(before)
    }
    const [first, second] = [await makeLecture(educator, own._id), await makeLecture(educator, own._id)]
    await educator.call(api.lectures.remove, { params: { lectureId: first._id } })
    await late(first._id)
    await buy(buyer, own._id)
    await educator.call(api.courses.remove, { params: { courseId: own._id } })
    await late(second._id)
  })

  test('are deleted one by one, with their lecture and with their course, unless a copy has them', async () => {
    const begun = stored().length
    const own = await makeCourse(educator, { price: 0 })
    const lectures = [await makeLecture(educator, own._id), await makeLecture(educator, own._id)]
    const [first, second] = lectures.map(({ _id }) => _id)
    const one = await added(attach(educator, pdf(), first))
    const two = await added(attach(educator, pdf(), first))
    const three = await added(attach(educator, pdf(), second))
    expect(stored()).toHaveLength(begun + 3)
    expect(await detach(educator, one._id)).toEqual({ attachments: [two], message: 'File removed' })
    await expectProblem(detach(educator, one._id), 404, 'not_found')
    expect((await download(educator, one.url)).statusCode).toBe(404)
    await until(() => stored().length === begun + 2)

    const copy = await educator.call(api.courses.duplicate, { params: { courseId: own._id } })
    const copied = (await content(educator, copy.lectures[0]?._id)).attachments
    expect(copied).toMatchObject([{ name: two.name, bytes: two.bytes }])
    expect(copied[0]?._id).not.toBe(two._id)
    await educator.call(api.lectures.remove, { params: { lectureId: first ?? '' } })
    await educator.call(api.courses.remove, { params: { courseId: own._id } })
    expect((await download(educator, two.url)).statusCode).toBe(404)
    expect((await download(educator, three.url)).statusCode).toBe(404)
    await sleep(500)
    expect((await download(educator, copied[0]?.url ?? '')).statusCode).toBe(200)
    expect(stored()).toHaveLength(begun + 2)
    await educator.call(api.courses.remove, { params: { courseId: copy._id } })
    await until(() => stored().length === begun)
  })
})

describe('names', () => {
  test.each([
    ['notes.pdf', 'notes.pdf'],
    ['NOTES.PDF', 'NOTES.pdf'],
    ['invoice.pdf.exe', 'invoice.pdf.exe.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\temp\\..\\a.pdf', 'a.pdf'],
    ['a\u202efdp.exe', 'afdp.exe.pdf'],
    ['a\r\nx-header: 1.pdf', 'a x-header- 1.pdf'],
    ['"; filename="x.exe', '-- filename=-x.exe.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['con.pdf', 'file-con.pdf'],
    ['...', 'file.pdf'],
    ['', 'file.pdf'],
    [`${'क'.repeat(300)}.pdf`, `${'क'.repeat(66)}.pdf`],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
    [`${'👩‍🌾'.repeat(300)}.pdf`, `${'👩‍🌾'.repeat(18)}.pdf`],
    ['a<b>|?*.pdf', 'a-b----.pdf'],
  ])('%j is saved as %j', (sent, name) => expect(attachmentName(sent, 'application/pdf')).toBe(name))

  test('are read no further than a file system could keep them', () => {
    const before = performance.now()
    expect(attachmentName(`x${'.'.repeat(80_000)}!`, 'application/pdf')).toBe('x.pdf')
    // took 13 seconds
    expect(performance.now() - before).toBeLessThan(1000)
  })

  test('keep one of several extensions of a type', () => {
    expect(attachmentName('a.JPEG', 'image/jpeg')).toBe('a.jpeg')
    expect(attachmentName('a.png', 'image/jpeg')).toBe('a.png.jpg')
  })

  test('are written in a header that has nothing but printable ASCII', () => {
    const header = downloadHeader('it\'s 100% "a" \\ ü \ud800.pdf')
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    expect(header).toBe(
      `attachment; filename="it's 100% _a_ _ _ _.pdf"; filename*=UTF-8''it%27s%20100%25%20%22a%22%20%5C%20%C3%BC%20%EF%BF%BD.pdf`,
    )
  })
})
