import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { addFile, makeClass, mark, onlyAnswer, randomRevision, read, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const notes = async (who: TestUser) => {
  await runJobs(app, 'announce-answer', 'announce-marked-answer')
  const { notifications } = await who.call(api.notifications.list, { query: {} })
  return notifications.filter(({ kind }) => kind.includes('answer')).map(({ kind, link }) => [kind, link])
}
const take = (who: TestUser, lectureId: string, attempt: number) =>
  who.call(api.assignments.withdraw, { params: { lectureId }, body: { attempt } })

describe('at the same moment', () => {
  test('two tabs hand in: one answer, one notification; a repeated request counts once', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows')
    const base = (await read(student, lectureId)).answer?.revision ?? null
    const hand = (revision: string) =>
      student.call(api.assignments.handIn, { params: { lectureId }, body: { text: 'Rows', revision, base } })
    const revision = randomRevision()
    const all = await Promise.allSettled([hand(revision), hand(randomRevision()), hand(revision)])
    const states = all.map((one) => (one.status === 'fulfilled' ? one.value.answer.attempt : one.reason.code))
    expect(states.filter((state) => state === 1).length).toBeGreaterThanOrEqual(1)
    expect(states.every((state) => state === 1 || state === 'answer_closed')).toBe(true)
    expect((await onlyAnswer(educator)).attempt).toBe(1)
    expect(await notes(educator)).toHaveLength(1)
  })

  test('two tabs save: the later one does not take the place of what it has not seen', async () => {
    const { student, lectureId } = await makeClass(app)
    const first = await write(student, lectureId, 'One tab')
    const body = { text: 'Another tab', revision: randomRevision(), base: null }
    await expectProblem(student.call(api.assignments.save, { params: { lectureId }, body }), 409, 'changed_elsewhere')
    expect((await read(student, lectureId)).answer?.text).toBe('One tab')
    // the same request again, whose reply was lost
    const again = { text: 'One tab', revision: first.revision ?? '', base: null }
    await student.call(api.assignments.save, { params: { lectureId }, body: again })
  })

  test('an answer is withdrawn and marked: one of them counts', async () => {
    for (let round = 0; round < 6; round++) {
      const { educator, student, lectureId } = await makeClass(app)
      await write(student, lectureId, 'Rows', 'handIn')
      const { _id } = await onlyAnswer(educator)
      const { assignment } = await educator.call(api.assignments.answer, { params: { answerId: _id } })
      const [taken, marked] = await Promise.allSettled([
        take(student, lectureId, 1),
        educator.call(api.assignments.mark, {
          params: { answerId: _id },
          body: {
            outcome: 'accepted',
            attempt: 1,
            rubricVersion: assignment.rubricVersion,
            replaces: null,
            levels: { warp: 'top', weft: 'yes' },
            comments: {},
            comment: '',
            marks: null,
          },
        }),
      ])
      const outcomes = [taken, marked].map(({ status }) => status)
      expect(outcomes.filter((one) => one === 'fulfilled')).toHaveLength(1)
      const { answer } = await read(student, lectureId)
      expect(answer?.state).toBe(taken.status === 'fulfilled' ? 'draft' : 'accepted')
    }
  })

  test('an answer is handed in again while it is returned once more: no marks are lost, no deadlock', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    await mark(educator, _id, 'returned')
    const [again, marked] = await Promise.allSettled([
      write(student, lectureId, 'More rows', 'handIn'),
      mark(educator, _id, 'returned', { comment: 'Look at row 7 too.' }),
    ])
    expect(again.status).toBe('fulfilled')
    const { answer } = await read(student, lectureId)
    expect([answer?.state, answer?.attempts[0]?.outcome]).toEqual(
      answer?.attempts[0]?.outcome === null ? ['handed-in', null] : ['returned', 'returned'],
    )
    if (marked.status === 'rejected') expect(marked.reason.code).toBe('changed_elsewhere')
  })

  test('two tabs mark: the second one reads that first', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    const both = await Promise.allSettled([mark(educator, _id, 'accepted'), mark(educator, _id, 'returned')])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    const { answer } = await read(student, lectureId)
    expect(answer?.attempts).toHaveLength(1)
  })

  test('an entry, or the account, is deleted while an answer is handed in and marked', async () => {
    for (const whose of ['entry', 'account'] as const) {
      const { educator, student, lectureId } = await makeClass(app)
      await write(student, lectureId, 'Rows', 'handIn')
      const { _id } = await onlyAnswer(educator)
      const admin = await app.makeUser('admin')
      const remove =
        whose === 'entry'
          ? educator.call(api.lectures.remove, { params: { lectureId } })
          : admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
      const all = await Promise.allSettled([
        mark(educator, _id, 'accepted'),
        addFile(student, lectureId),
        remove,
        take(student, lectureId, 1),
      ])
      expect(all[2].status).toBe('fulfilled')
      for (const one of all)
        if (one.status === 'rejected')
          expect(['not_found', 'not_entitled', 'unauthenticated', 'changed_elsewhere', 'answer_closed']).toContain(
            one.reason.code,
          )
      const { rows } = await sql`select 1 from answers where id = ${_id}`.execute(app.deps.db)
      expect(rows).toEqual([])
    }
  })
})

test('floods of saves, answers, files and marks are limited, and say when to try again', async () => {
  const { educator, student, lectureId } = await makeClass(app)
  await write(student, lectureId, 'Rows', 'handIn')
  const { _id } = await onlyAnswer(educator)
  const flood = async (count: number, call: () => Promise<unknown>) => {
    const all = await Promise.allSettled(Array.from({ length: count }, call))
    const limited = all
      .flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      .filter(({ code }) => code === 'rate_limited')
    expect(limited.length).toBeGreaterThan(0)
  }
  const body = () => ({ text: 'x', revision: randomRevision(), base: null })
  await flood(185, () => student.call(api.assignments.save, { params: { lectureId }, body: body() }))
  await flood(35, () => student.call(api.assignments.handIn, { params: { lectureId }, body: body() }))
  await flood(65, () => addFile(student, lectureId))
  const { assignment } = await educator.call(api.assignments.answer, { params: { answerId: _id } })
  const marks = {
    outcome: 'returned',
    attempt: 9,
    rubricVersion: assignment.rubricVersion,
    replaces: null,
    levels: {},
    comments: {},
    comment: 'x',
    marks: null,
  } as const
  const refused = await app.server.inject({
    method: 'POST',
    url: `/api/assignments/${lectureId}/answer`,
    headers: { cookie: student.cookie },
    payload: body(),
  })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await flood(245, () => educator.call(api.assignments.mark, { params: { answerId: _id }, body: marks }))
})
