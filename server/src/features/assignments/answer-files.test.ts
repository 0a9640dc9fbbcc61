import { api, maxAnswerFiles } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { addFile, form, makeClass, mark, onlyAnswer, read, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const get = (who: TestUser | null, url: string, headers = {}) =>
  app.server.inject({ url, headers: { ...headers, ...(who && { cookie: who.cookie }) } })

describe('deletion', () => {
  test('of the entry takes answers and files with it', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await addFile(student, lectureId)
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    await runJobs(app, 'remove-media')
    const { rows } = await sql`select 1 from answers where lecture_id = ${lectureId}`.execute(app.deps.db)
    expect(rows).toEqual([])
    const files = await sql`select 1 from files where owner_id = ${educator.user._id}`.execute(app.deps.db)
    expect(files.rows).toEqual([])
    await expectProblem(read(student, lectureId), 404, 'not_found')
    await expectProblem(
      write(student, lectureId, 'More', 'handIn').catch((e) => Promise.reject(e)),
      404,
      'not_found',
    )
    await expectProblem(mark(educator, _id, 'accepted'), 404, 'not_found')
  })

  test('of an account takes its answers; a download has them before', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await addFile(student, lectureId, 'Row 1', 'mine.txt')
    await write(student, lectureId, 'My own rows', 'handIn')
    await mark(educator, (await onlyAnswer(educator))._id, 'returned', { comment: 'For you alone' })
    const { body } = await get(student, api.ownAccount.exportData.path)
    for (const text of ['My own rows', 'mine.txt', 'For you alone']) expect(body).toContain(text)
    const admin = await app.makeUser('admin')
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    await runJobs(app, 'remove-media')
    const { rows } = await sql`select 1 from answers where student_id = ${student.user._id}`.execute(app.deps.db)
    expect(rows).toEqual([])
    const files = await sql`select 1 from files where owner_id = ${educator.user._id}`.execute(app.deps.db)
    expect(files.rows).toEqual([])
    expect((await educator.call(api.assignments.answers, { query: { state: 'all' } })).answers).toEqual([])
  })
})

test('a copy of a course has the task with its files, and no answers', async () => {
  const { educator, student, courseId, lectureId } = await makeClass(app, { dueAt: '2099-12-01T18:30' })
  await educator.call(api.assignments.attach, {
    params: { lectureId },
    body: {},
    files: { file: new File(['%PDF-1.7 pattern'], 'pattern.pdf', { type: 'application/pdf' }) },
  })
  await write(student, lectureId, 'Rows', 'handIn')
  const copy = await educator.call(api.courses.duplicate, { params: { courseId } })
  const { assignment } = await read(educator, copy.lectures[0]?._id ?? '')
  expect(assignment).toMatchObject({ task: form.task, rubric: form.rubric, dueAt: '2099-12-01T13:00:00.000Z' })
  expect(assignment.files.map(({ name }) => name)).toEqual(['pattern.pdf'])
  expect(
    (await educator.call(api.assignments.answers, { query: { state: 'all', courseId: copy._id } })).answers,
  ).toEqual([])
})

describe('files of an answer', () => {
  test('are saved and never opened, for the student and the educator alone, and by ranges', async () => {
    const { educator, student, courseId, lectureId } = await makeClass(app)
    const [file] = await addFile(student, lectureId, 'Row 1', 'पंक्ति.txt')
    await write(student, lectureId, 'x', 'handIn')
    const sent = await get(educator, file?.url ?? '')
    expect(sent.headers['content-disposition']).toContain('attachment')
    expect(sent.headers['content-disposition']).toContain(encodeURIComponent('पंक्ति.txt'))
    expect(sent.headers['content-security-policy']).toContain('sandbox')
    expect(sent.headers['cache-control']).toContain('private')
    const part = await get(student, file?.url ?? '', { range: 'bytes=0-2' })
    expect([part.statusCode, part.body]).toEqual([206, 'Row'])
    const classmate = await app.makeUser()
    await buy(classmate, courseId)
    for (const who of [classmate, await app.makeUser('educator'), await app.makeUser('admin')])
      expect((await get(who, file?.url ?? '')).statusCode).toBe(404)
    expect((await get(null, file?.url ?? '')).statusCode).toBe(401)
    await expectProblem(
      classmate.call(api.assignments.removeFile, { params: { fileId: file?._id ?? '' } }),
      404,
      'not_found',
    )
  })

  test('are limited in number, and of a program none is taken', async () => {
    const { student, lectureId } = await makeClass(app)
    const all = await Promise.allSettled(
      Array.from({ length: maxAnswerFiles + 3 }, (_, at) => addFile(student, lectureId, `Row ${at}`, `${at}.txt`)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxAnswerFiles)
    expect((await read(student, lectureId)).answer?.files).toHaveLength(maxAnswerFiles)
    const program = new File(['MZ\u0090\u0000program'], 'a.exe')
    const [file] = (await read(student, lectureId)).answer?.files ?? []
    await student.call(api.assignments.removeFile, { params: { fileId: file?._id ?? '' } })
    await expectProblem(
      student.call(api.assignments.addFile, { params: { lectureId }, body: {}, files: { file: program } }),
      415,
      'wrong_media',
    )
  })

  test('take room of the educator; where there is none the student reads that, and keeps the answer', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await addFile(student, lectureId, 'x'.repeat(5000))
    const { use } = await educator.call(api.storage.own)
    expect(use.files).toBe(5000)
    const settings = app.deps.settings.current()
    const full = { ...settings, accountStorageGb: 0.000001 }
    const before = app.deps.settings.current
    app.deps.settings.current = () => full
    try {
      const problem = await addFile(student, lectureId).catch((error: { code: string; message: string }) => error)
      expect(problem).toMatchObject({
        code: 'storage_full',
        message: expect.stringContaining('educator of this course'),
      })
    } finally {
      app.deps.settings.current = before
    }
    expect((await read(student, lectureId)).answer?.files).toHaveLength(1)
  })
})
