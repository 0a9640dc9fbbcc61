import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { english } from '#core/languages/language.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { addFile, makeClass, mark, onlyAnswer, read, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { exportAnswers } from './export-answers.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const archive = (who: TestUser, lectureId: string) =>
  app.server.inject({ url: `/api/assignments/${lectureId}/archive`, headers: { cookie: who.cookie } })
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test('the archive has texts, files and marks of all who handed in, under names that are safe', async () => {
  const { educator, student, courseId, lectureId } = await makeClass(app)
  await addFile(student, lectureId, 'First', '../../etc/passwd.txt')
  await addFile(student, lectureId, 'Second', 'passwd.txt')
  await write(student, lectureId, 'Ten *rows*', 'handIn')
  await mark(educator, (await onlyAnswer(educator))._id, 'accepted')
  const others = [await app.makeUser('student', '=HYPERLINK("x")'), await app.makeUser('student', 'आशा / ..')]
  for (const other of others) {
    await buy(other, courseId)
    await write(other, lectureId, 'Later', 'handIn')
  }
  // a draft is no one’s but its student’s
  const writing = await app.makeUser()
  await buy(writing, courseId)
  await write(writing, lectureId, 'Secret draft')
  const answer = await archive(educator, lectureId)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toContain('weave-a-border-answers.zip')
  const files = unzipSync(answer.rawPayload)
  const names = Object.keys(files)
  for (const name of names)
    expect(name).toMatch(/^(marks\.csv|[\p{L}\p{M}\p{N}-]+\/(answer\.md|files\/passwd( \(2\))?\.txt))$/u)
  expect(names).toHaveLength(3 + 2 + 1)
  expect(text(files[names.find((name) => name.endsWith('passwd (2).txt')) ?? ''])).toBe('Second')
  expect(names.map((name) => text(files[name])).filter((one) => one === 'Ten *rows*')).toHaveLength(1)
  const [head, ...rows] = text(files['marks.csv']).trim().split('\r\n')
  expect(head).toBe('Student,Folder,State,Attempt,Handed in,Days late,Marks,Highest marks')
  expect(rows).toHaveLength(3)
  expect(rows.find((row) => row.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK/)
  expect(rows.find((row) => row.startsWith(student.user.name))).toMatch(/,Accepted,1,.*,0,10,10$/)
  expect(JSON.stringify(files)).not.toContain('Secret draft')
})

test('the archive of more answers than a page has all of them, and one without answers the table alone', async () => {
  const { educator, courseId, lectureId } = await makeClass(app)
  expect(Object.keys(unzipSync((await archive(educator, lectureId)).rawPayload))).toEqual(['marks.csv'])
  for (let count = 0; count < 23; count++) {
    const one = await app.makeUser()
    await buy(one, courseId)
    await write(one, lectureId, `Answer ${count}`, 'handIn')
  }
  const files = unzipSync((await archive(educator, lectureId)).rawPayload)
  const texts = Object.values(files).map(text)
  for (let count = 0; count < 23; count++) expect(texts).toContain(`Answer ${count}`)
})

test('a reader who leaves closes the file that is being sent; a file that is gone is left out', async () => {
  const { educator, student, lectureId } = await makeClass(app)
  await addFile(student, lectureId, randomBytes(2_000_000).toString('hex'), 'big.txt')
  await write(student, lectureId, '', 'handIn')
  const opened: Readable[] = []
  const storage = {
    ...app.deps.storage,
    read: async (key: string) => {
      const stream = await app.deps.storage.read(key)
      if (stream) opened.push(stream)
      return stream
    },
  }
  const reply = await exportAnswers({ ...app.deps, storage }, educator.user._id, lectureId, english)
  if (reply.kind !== 'pieces') throw new Error('the archive is not sent in pieces')
  let bytes = 0
  for await (const piece of reply.pieces) {
    bytes += piece.length
    if (bytes > 200_000) break
  }
  expect(opened).toHaveLength(1)
  expect(opened[0]?.destroyed).toBe(true)
  // the file was read as it was sent
  expect(bytes).toBeLessThan(1_000_000)
  const [file] = (await read(student, lectureId)).answer?.files ?? []
  expect(file?.bytes).toBe(4_000_000)
  const gone = { ...app.deps.storage, read: async () => null }
  const rest = await exportAnswers({ ...app.deps, storage: gone }, educator.user._id, lectureId, english)
  const parts: Uint8Array[] = []
  if (rest.kind === 'pieces') for await (const piece of rest.pieces) parts.push(Buffer.from(piece))
  expect(Object.keys(unzipSync(Buffer.concat(parts)))).toEqual(['marks.csv'])
})

test('archives are limited, and say when to try again', async () => {
  const { educator, lectureId } = await makeClass(app)
  const all = []
  for (let count = 0; count < 21; count++) all.push(await archive(educator, lectureId))
  const limited = all.filter(({ statusCode }) => statusCode === 429)
  expect(limited).toHaveLength(1)
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
})
