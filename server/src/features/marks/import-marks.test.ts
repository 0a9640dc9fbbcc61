import { api, type BodyOf, deletionWord, type MarksPreview, maxMarksBytes } from '@virtual-courses/contract'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAssignment } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { begin, handIn, makeQuiz, save, setQuiz, type TestQuiz, truth, truths } from '#test/support/quiz.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

type Class = TestQuiz & { task: string; anna: TestUser; beno: TestUser }

async function take(student: TestUser, quiz: TestQuiz, right: number): Promise<void> {
  const attempt = await begin(student, quiz)
  const answers = attempt.questions.map(({ question }, at) => ({
    position: question.position,
    answer: truth(at < right),
  }))
  await save(student, attempt._id, answers)
  await handIn(student, attempt._id)
}

/** A course with a quiz of 4 points, half of which pass, and an assignment of 10; Anna has 3 points of the quiz, Beno none. */
async function makeClass(): Promise<Class> {
  const quiz = await makeQuiz(app, { questions: truths(4) })
  await setQuiz(quiz, { passPercent: 50, negativePercent: 0, attempts: null })
  const task = await makeAssignment(quiz.educator, quiz.courseId, {
    rubric: [],
    maxMarks: 10,
    title: '=SUM(A1), or "border"',
  })
  const [anna, beno] = [await app.makeUser('student', 'Anna'), await app.makeUser('student', "=Beno; 'x")]
  for (const student of [anna, beno]) await buy(student, quiz.courseId)
  await take(anna, quiz, 3)
  return { ...quiz, task: task._id, anna, beno }
}

type Table = string[][]
const download = async ({ courseId, educator }: Class): Promise<Table> => {
  const url = `/api/marks/course/${courseId}/csv`
  return parse((await app.server.inject({ url, headers: { cookie: educator.cookie } })).body, { bom: true })
}
/** The table with other cells: by student and entry. */
const edited = (table: Table, cells: readonly [studentId: string, id: string, text: string][]): Table => {
  const places = (id: string) => table[0]?.findIndex((head) => head.endsWith(`[${id}]`)) ?? -1
  return table.map((row) =>
    row.map(
      (cell, at) => cells.find(([who, id]) => row[places('student-id')] === who && places(id) === at)?.[2] ?? cell,
    ),
  )
}
const csv = (table: Table, delimiter = ','): string => stringify(table, { delimiter, record_delimiter: 'windows' })
const preview = ({ courseId, educator }: Class, table: Table | string): Promise<MarksPreview> =>
  educator.call(api.marks.preview, {
    params: { courseId },
    body: { text: typeof table === 'string' ? table : csv(table) },
  })
const apply = ({ courseId, educator }: Class, table: Table, { seen }: { seen: string }, reason = 'Oral exam') =>
  educator.call(api.marks.import, { params: { courseId }, body: { text: csv(table), reason, seen } })
const marksOf = async (student: TestUser, { courseId }: Class) =>
  (await student.call(api.marks.own, { params: { courseId } })).marks.map(
    ({ lectureId, marks, maxMarks, state, set }) => ({
      lectureId,
      marks: [marks, maxMarks],
      state,
      reason: set?.reason,
    }),
  )
const ticks = async (student: TestUser, { courseId }: Class) =>
  (await student.call(api.learning.course, { params: { courseId } })).completedLectures

describe('marks that come in', () => {
  test('are previewed, set with a reason that students read, and once', async () => {
    const one = await makeClass()
    const { anna, beno, lectureId, task } = one
    const table = await download(one)
    expect((await preview(one, table)).changesTotal).toBe(0)
    const file = edited(table, [
      [beno.user._id, lectureId, '2'],
      [anna.user._id, task, '7,25'],
      [beno.user._id, task, '०.५'],
    ])
    const seen = await preview(one, file)
    expect(seen).toMatchObject({ changesTotal: 3, studentsTotal: 2, conflictsTotal: 0, unreadTotal: 0 })
    expect(
      seen.changes.map(({ line, student, from, to, maxMarks, passed }) => [
        line,
        student.name,
        from,
        to,
        maxMarks,
        passed,
      ]),
    ).toEqual([
      [2, "=Beno; 'x", null, 2, 4, true],
      [2, "=Beno; 'x", null, 0.5, 10, null],
      [3, 'Anna', null, 7.25, 10, null],
    ])
    expect(await marksOf(beno, one)).toEqual([])
    expect(await apply(one, file, seen)).toEqual({ changed: 3, students: 2 })
    expect(await marksOf(beno, one)).toEqual([
      { lectureId, marks: [2, 4], state: 'done', reason: 'Oral exam' },
      { lectureId: task, marks: [0.5, 10], state: 'done', reason: 'Oral exam' },
    ])
    expect(await ticks(beno, one)).toBe(1)
    // a reply that was lost
    expect(await apply(one, file, seen)).toEqual({ changed: 0, students: 0 })
    expect((await preview(one, file)).changesTotal).toBe(0)
    await runJobs(app, 'announce-set-marks')
    const notes = async (student: TestUser) =>
      (await student.call(api.notifications.list)).notifications.flatMap(({ kind, message, link }) =>
        kind.endsWith('marks-set') ? [[message, link]] : [],
      )
    const link = `/marks/${one.courseId}`
    expect(await notes(anna)).toEqual([[expect.stringMatching(/border.* 7\.25\. Reason: Oral exam/), link]])
    expect(await notes(beno)).toEqual([[expect.stringMatching(/2 entries of .* Reason: Oral exam/), link]])
    const params = { courseId: one.courseId, studentId: beno.user._id }
    const { corrections } = await one.educator.call(api.completion.student, { params })
    expect(corrections.map(({ done, marks, reason }) => [done, marks?.to, reason]).toSorted()).toEqual([
      [null, 0.5, 'Oral exam'],
      [true, 2, 'Oral exam'],
    ])
  })

  test('stand until they are changed or emptied, whatever the student reaches', async () => {
    const one = await makeClass()
    const { anna, lectureId } = one
    const lower = edited(await download(one), [[anna.user._id, lectureId, '1']])
    await apply(one, lower, await preview(one, lower), 'Copied')
    expect(await marksOf(anna, one)).toEqual([{ lectureId, marks: [1, 4], state: 'failed', reason: 'Copied' }])
    expect(await ticks(anna, one)).toBe(0)
    await take(anna, one, 4)
    expect(await marksOf(anna, one)).toMatchObject([{ marks: [1, 4] }])
    const emptied = edited(await download(one), [[anna.user._id, lectureId, '']])
    const seen = await preview(one, emptied)
    expect(seen.changes).toMatchObject([{ from: 1, to: 4, passed: true }])
    await apply(one, emptied, seen, 'It was a mistake')
    expect(await marksOf(anna, one)).toEqual([{ lectureId, marks: [4, 4], state: 'done', reason: undefined }])
    expect(await apply(one, emptied, seen)).toEqual({ changed: 0, students: 0 })
    // what students have reached themselves stays
    const empty = edited(await download(one), [[anna.user._id, lectureId, ' ']])
    expect((await preview(one, empty)).changesTotal).toBe(0)
    const { rows } = await sql`select from mark_corrections where user_id = ${anna.user._id}`.execute(app.deps.db)
    expect(rows).toHaveLength(2)
  })

  test('of a course that was completed leave it so', async () => {
    const one = await makeClass()
    const { anna, lectureId, task, educator, courseId } = one
    await educator.call(api.completion.correct, {
      params: { courseId, studentId: anna.user._id },
      body: { lectureId: task, done: true, reason: 'Seen' },
    })
    const file = edited(await download(one), [[anna.user._id, lectureId, '0']])
    await apply(one, file, await preview(one, file))
    const { completion } = await educator.call(api.completion.student, {
      params: { courseId, studentId: anna.user._id },
    })
    expect(completion).toMatchObject({ completedAt: expect.any(String), met: 1 })
  })

  test('are not written over those that have changed since the download, nor since the preview', async () => {
    const one = await makeClass()
    const { anna, beno, lectureId, task } = one
    const file = edited(await download(one), [
      [anna.user._id, lectureId, '2'],
      [beno.user._id, task, '9'],
    ])
    const seen = await preview(one, file)
    await take(anna, one, 4)
    const late = apply(one, file, seen)
    await expectProblem(late, 409, 'changed_elsewhere')
    await expect(late).rejects.toThrow(/Now: Anna, Knots: 4/)
    expect(await marksOf(beno, one)).toEqual([])
    const again = await preview(one, file)
    expect(again.conflicts).toMatchObject([{ student: { name: 'Anna' }, exported: 3, now: 4, wanted: 2 }])
    expect(again.changes).toMatchObject([{ student: { name: "=Beno; 'x" }, to: 9 }])
    expect(await apply(one, file, again)).toEqual({ changed: 1, students: 1 })
    expect(await marksOf(anna, one)).toMatchObject([{ marks: [4, 4] }])
    // a cell that was not touched is no conflict
    await take(beno, one, 1)
    expect((await preview(one, file)).conflictsTotal).toBe(1)
  })

  test.each([';', '\t'])(
    'may come with %j and decimal commas, in another order, without other columns',
    async (delimiter) => {
      const one = await makeClass()
      const table = edited(await download(one), [[one.anna.user._id, one.task, '7,5']])
      const moved = table.map((row) => [row[4], row[5], row[1], row[6]].map((cell) => cell ?? '')).toReversed()
      const text = csv([moved.at(-1) ?? [], ...moved.slice(0, -1)], delimiter)
      expect((await preview(one, `\ufeff${text}`)).changes).toMatchObject([{ line: 2, to: 7.5 }])
      expect(await preview(one, text)).toMatchObject({ changesTotal: 1, unreadTotal: 0 })
    },
  )

  test.each([
    ['abc', /not a number/],
    ['5 of 10', /not a number/],
    ['50 %', /not a number/],
    ['07. May', /not a number/],
    ['=1+1', /not a number/],
    ["'=1+1", /not a number/],
    ['-1', /below 0/],
    ['1.234', /two decimals/],
    ['10.01', /more than the 10 marks/],
    ['1e3', /more than the 10 marks/],
    ['Infinity', /not a number/],
  ])('of %j are not read', async (text, why) => {
    const one = await shared()
    const { changesTotal, unread } = await preview(one, edited(one.table, [[one.anna.user._id, one.task, text]]))
    expect([changesTotal, unread]).toEqual([
      0,
      [{ line: 3, source: expect.stringContaining('Anna'), message: expect.stringMatching(why) }],
    ])
  })

  let known: Promise<Class & { table: Table }> | undefined
  const shared = () => {
    known ??= makeClass().then(async (one) => ({ ...one, table: await download(one) }))
    return known
  }
  type Change = (table: Table, one: Class) => Table | string
  test.each<[string, Change, (string | RegExp)[]]>([
    ['nothing', () => '', [/student-id/]],
    ['text', () => 'Dear students,\nhello', [/student-id/]],
    ['no IDs', (table) => table.map((row) => row.toSpliced(1, 1)), [/student-id/]],
    ['no last column', (table) => table.map((row) => row.slice(0, -1)), [/exported/]],
    ['a student twice', (table) => [...table, table[2] ?? []], [/2 lines/, /2 lines/]],
    [
      'an unknown student',
      (table, { anna }) => JSON.parse(JSON.stringify(table).replaceAll(anna.user._id, 'no-one')),
      [/No student/],
    ],
    [
      'no ID in a line',
      (table, { anna }) => JSON.parse(JSON.stringify(table).replaceAll(anna.user._id, '')),
      [/no student ID/],
    ],
    [
      'an unknown entry',
      (table, { task }) => JSON.parse(JSON.stringify(table).replaceAll(task, 'elsewhere')),
      [/no quiz and no assignment/],
    ],
    ['an entry twice', (table) => table.map((row) => row.toSpliced(5, 0, row[5] ?? '')), [/Two columns/]],
    ['a column without an ID', (table) => table.map((row) => [...row, 'Extra']), [/names no entry/]],
    [
      'a changed last column',
      (table) => table.map((row, at) => (at === 2 ? row.with(-1, 'v1 x') : row)),
      [/last column/],
    ],
    ['quotation marks that do not fit', (table) => `${csv(table)}"x"y,1`, [/quotation marks/, /quotation marks/]],
  ])('with %s say so', async (_, change, expected) => {
    const one = await shared()
    const { changesTotal, conflictsTotal, unread } = await preview(one, change(one.table, one))
    expect([changesTotal, conflictsTotal]).toEqual([0, 0])
    expect(unread.map(({ message }) => message)).toEqual(expected.map((why) => expect.stringMatching(why)))
  })

  test('with quotation marks that do not fit are read up to the hundredth place of them', async () => {
    const one = await shared()
    for (const broken of ['x"', 'x"\n', '"a"b,']) {
      const seen = await preview(one, `${csv(one.table)}${broken.repeat(12_000 / broken.length)}`)
      expect(seen.unreadTotal).toBe(101)
      const said = seen.unread.map(({ message }) => message)
      expect(said).toContainEqual(expect.stringMatching(/Too many rows have quotation .* From here on nothing is read/))
    }
  })

  test('of a student who has deleted their account are not set', async () => {
    const one = await makeClass()
    const file = edited(await download(one), [[one.beno.user._id, one.task, '9']])
    const seen = await preview(one, file)
    await one.beno.call(api.ownAccount.deleteAccount, {
      body: { current: 'correct horse battery', confirm: deletionWord },
    })
    await expectProblem(apply(one, file, seen), 409, 'changed_elsewhere')
    expect((await preview(one, file)).unread).toMatchObject([{ line: 2, message: expect.stringMatching(/No student/) }])
  })

  test('of a line that was added are set where there are none', async () => {
    const one = await makeClass()
    const table = (await download(one)).map((row, at) => (at === 0 ? row : row.with(-1, '')))
    const file = edited(table, [
      [one.anna.user._id, one.lectureId, '2'],
      [one.beno.user._id, one.lectureId, '2'],
    ])
    expect(await preview(one, file)).toMatchObject({
      changes: [{ student: { name: "=Beno; 'x" } }],
      conflicts: [{ student: { name: 'Anna' }, exported: null, now: 3 }],
    })
  })

  type Body = BodyOf<typeof api.marks.import>
  test.each<[string, object]>([
    ['no text', { text: undefined }],
    ['more than 2 MB', { text: 'ग'.repeat(maxMarksBytes / 2) }],
    ['no reason', { reason: undefined }],
    ['a reason of spaces', { reason: '    ' }],
    ['a long reason', { reason: 'x'.repeat(501) }],
    ['no version', { seen: undefined }],
    ['another version', { seen: 'x' }],
    ['another field', { marks: 5 }],
  ])('with %s are refused', async (_, changes) => {
    const { courseId, educator } = await shared()
    const body: Body = { text: 'x', reason: 'Oral exam', seen: 'x'.repeat(22) }
    const url = `/api/marks/course/${courseId}`
    const payload = { ...body, ...changes }
    const reply = await app.server.inject({ method: 'POST', url, headers: { cookie: educator.cookie }, payload })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  test('are of own courses alone', async () => {
    const one = await shared()
    const other = { ...one, educator: await app.makeUser('educator') }
    await expectProblem(preview(other, one.table), 404, 'not_found')
    await expectProblem(apply(other, one.table, { seen: 'x'.repeat(22) }), 404, 'not_found')
    await expectProblem(preview({ ...one, educator: one.anna }, one.table), 403, 'forbidden')
  })

  test('meet a limit that says when to try again', async () => {
    const one = await shared()
    const { courseId, educator } = one
    const send = () =>
      app.server.inject({
        method: 'POST',
        url: `/api/marks/course/${courseId}/preview`,
        headers: { cookie: educator.cookie },
        payload: { text: 'x' },
      })
    let reply = await send()
    for (let tries = 0; reply.statusCode === 200 && tries < 100; tries++) reply = await send()
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test.skipIf(!isWhole)('imports at the same moment, beside attempts that are handed in, end in one order', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await makeClass()
    const { anna, beno, lectureId, task } = one
    const table = await download(one)
    const files = ['1', '2', '2'].map((text) =>
      edited(table, [
        [anna.user._id, lectureId, text],
        [beno.user._id, task, text],
      ]),
    )
    const seen = await Promise.all(files.map((file) => preview(one, file)))
    const results = await Promise.allSettled([
      ...files.map((file, at) => apply(one, file, seen[at] ?? { seen: '' })),
      take(beno, one, 4),
      take(anna, one, 4),
    ])
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code ?? result.reason] : [],
    )
    expect(codes.filter((code) => code !== 'changed_elsewhere')).toEqual([])
    const { rows } = await sql<{ count: number; stand: number }>`
      select count(*)::int as count, (count(*) filter (where stands))::int as stand from mark_corrections
      where user_id = ${beno.user._id} and of_marks`.execute(app.deps.db)
    const changed = results.flatMap((result) =>
      result.status === 'fulfilled' && result.value ? [result.value.changed] : [],
    )
    expect(rows[0]).toEqual(changed.some((count) => count > 0) ? { count: 1, stand: 1 } : { count: 0, stand: 0 })
    expect(changed.filter((count) => count > 0).length).toBeLessThan(2)
  }
})
