import { randomBytes } from 'node:crypto'
import { api, type BodyInput, deletedNoteDays, maxNotesOfCourse } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { noteJobs } from './jobs.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let courseId: string
let lectureId: string
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator')
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  student = await app.makeUser()
  courseId = (await makeCourse(educator, { title: 'Weaving' }))._id
  lectureId = (await makeLecture(educator, courseId, 'The loom'))._id
  await buy(student, courseId)
})
afterAll(() => app.close())

type Body = BodyInput<typeof api.notes.save>
/** `replaces`: the revision that was read, and those without a reply */
type Changes = Partial<Body> & { replaces?: string[] }
const random = () => randomBytes(12).toString('base64url')
const at = (second: number): Body['place'] => ({ kind: 'video', second, videoId: 'v1' })
const body = ({ replaces = [], ...changes }: Changes = {}): Body => ({
  lectureId,
  place: at(83),
  text: 'Warp first',
  revision: random(),
  base: replaces[0] ?? null,
  attempts: replaces.slice(1),
  ...changes,
})
const save = async (changes: Changes = {}, { id = random(), who = student } = {}) =>
  (await who.call(api.notes.save, { params: { noteId: id }, body: body(changes) })).note
const list = (who = student) => who.call(api.notes.ofCourse, { params: { courseId } })
const texts = async (who = student) => (await list(who)).lectures.flatMap(({ notes }) => notes.map(({ text }) => text))
const remove = (id: string, replaces: string, revision = random()) =>
  student.call(api.notes.remove, { params: { noteId: id }, query: { revision, replaces } })
const exported = async (who = student, query = `?courseId=${courseId}`) => {
  const answer = await app.server.inject({ url: `/api/notes/export${query}`, headers: { cookie: who.cookie } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
const rowsOf = async ({ user }: TestUser) =>
  (await sql<{ text: string }>`select text from notes where user_id = ${user._id}`.execute(app.deps.db)).rows

test('notes and bookmarks of a course are listed by lecture, in the order of time and of the text', async () => {
  const second = (await makeLecture(educator, courseId, 'The weft'))._id
  await save({ lectureId: second, place: { kind: 'text', block: 7, quote: 'Now pull' }, text: '' })
  await save({ place: at(120), text: 'later' })
  await save({ place: at(5), text: 'sooner\r\nin two lines ' })
  expect(await list()).toMatchObject({
    course: { _id: courseId, title: 'Weaving', open: true },
    lectures: [
      { lectureId, title: 'The loom', state: 'open', notes: [{ text: 'sooner\nin two lines' }, { text: 'later' }] },
      { lectureId: second, notes: [{ text: '', place: { kind: 'text', block: 7, quote: 'Now pull' } }] },
    ],
  })
  expect((await student.call(api.notes.courses)).courses).toMatchObject([{ _id: courseId, notes: 3, open: true }])
})

test('a request counts once, and a change names what it has read', async () => {
  const id = random()
  const first = body({ text: 'one' })
  const call = (sent: Body) => student.call(api.notes.save, { params: { noteId: id }, body: sent })
  const { note } = await call(first)
  expect(await call(first)).toEqual({ note })
  // the reply of `r2` was lost, so the next one replaces either
  const r2 = await save({ text: 'two', replaces: [note.revision] }, { id })
  const r3 = await save({ text: 'three', replaces: [note.revision, r2.revision] }, { id })
  // what was delayed comes too late
  await expectProblem(call(body({ text: 'delayed', replaces: [note.revision] })), 409, 'changed_elsewhere')
  await expectProblem(call(first), 409, 'changed_elsewhere')
  expect((await student.call(api.notes.read, { params: { noteId: id } })).note).toEqual(r3)
  expect(r3).toMatchObject({ text: 'three', createdAt: note.createdAt })
})

test('two devices that change a note at once: one of them is told', async () => {
  const note = await save()
  const both = await Promise.allSettled(
    ['phone', 'desk'].map((text) => save({ text, replaces: [note.revision] }, { id: note._id })),
  )
  const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  const [kept] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : []))
  expect(failed).toEqual(['changed_elsewhere'])
  expect(await texts()).toEqual([kept])
})

test('the same new note from two tabs is one', async () => {
  const [id, sent] = [random(), body()]
  const all = await Promise.all(
    [1, 2, 3].map(() => student.call(api.notes.save, { params: { noteId: id }, body: sent })),
  )
  expect(new Set(all.map(({ note }) => note.createdAt)).size).toBe(1)
  expect(await texts()).toEqual(['Warp first'])
})

describe('a deleted note', () => {
  test('loses its text at once, and is brought back by the device that deleted it', async () => {
    const note = await save({ text: 'secret thought' })
    const deletion = random()
    expect(await remove(note._id, note.revision, deletion)).toEqual({ removed: true })
    expect(await remove(note._id, note.revision, deletion)).toEqual({ removed: false })
    expect(await rowsOf(student)).toEqual([{ text: '' }])
    expect(await texts()).toEqual([])
    await expectProblem(student.call(api.notes.read, { params: { noteId: note._id } }), 404, 'not_found')
    // what another device still shows does not bring it back
    await expectProblem(save({ text: 'late', replaces: [note.revision] }, { id: note._id }), 404, 'not_found')
    await save({ text: 'secret thought', replaces: [deletion] }, { id: note._id })
    expect(await texts()).toEqual(['secret thought'])
  })

  test('stays when another device has changed it', async () => {
    const note = await save()
    await save({ text: 'changed', replaces: [note.revision] }, { id: note._id })
    await expectProblem(remove(note._id, note.revision), 409, 'changed_elsewhere')
    expect(await texts()).toEqual(['changed'])
  })

  test('races a change of it: either is whole', async () => {
    const note = await save()
    const [removed, changed] = await Promise.allSettled([
      remove(note._id, note.revision),
      save({ text: 'changed', replaces: [note.revision] }, { id: note._id }),
    ])
    expect([removed.status, changed.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await texts()).toEqual(changed.status === 'fulfilled' ? ['changed'] : [])
  })

  test('has no row after some days', async () => {
    const note = await save()
    await remove(note._id, note.revision)
    const run = async () => {
      for (const job of noteJobs(app.deps)) await job.run({})
    }
    await run()
    expect(await rowsOf(student)).toHaveLength(1)
    app.clock.ms += deletedNoteDays * 24 * 3600 * 1000
    await run()
    expect(await rowsOf(student)).toEqual([])
    app.clock.ms -= deletedNoteDays * 24 * 3600 * 1000
  })
})

describe('are their author’s alone', () => {
  test('another user, the educator and an admin see, change and delete none, under the same id either', async () => {
    const note = await save({ text: 'private' })
    const admin = await app.makeUser('admin')
    const other = await app.makeUser()
    for (const who of [other, educator, admin]) {
      await expectProblem(who.call(api.notes.read, { params: { noteId: note._id } }), 404, 'not_found')
      expect((await who.call(api.notes.find, { query: { text: 'private' } })).notes).toEqual([])
      expect((await who.call(api.notes.courses)).courses).toEqual([])
      expect(await texts(who)).toEqual([])
      const query = { revision: random(), replaces: note.revision }
      expect(await who.call(api.notes.remove, { params: { noteId: note._id }, query })).toEqual({ removed: false })
    }
    // a note of their own with the same id is another note
    await save({ text: 'theirs' }, { id: note._id, who: educator })
    expect([await texts(), await texts(educator)]).toEqual([['private'], ['theirs']])
    const { body: file } = await app.server.inject({
      url: `/api/admin/users/${student.user._id}/export`,
      headers: { cookie: admin.cookie },
    })
    expect(file).toContain(student.user.email)
    expect(file).not.toContain('private')
  })

  test('they are in the download of the own data, and go with the account, also in a race', async () => {
    await save({ text: 'private' })
    const { body: file } = await app.server.inject({
      url: api.ownAccount.exportData.path,
      headers: { cookie: student.cookie },
    })
    expect(JSON.parse(file).notes).toMatchObject([
      { course: 'Weaving', lecture: 'The loom', videoSecond: 83, text: 'private' },
    ])
    const admin = await app.makeUser('admin')
    await Promise.allSettled([
      ...[1, 2, 3].map((second) => save({ place: at(second) })),
      admin.call(api.admin.deleteUser, { params: { userId: student.user._id } }),
      ...[4, 5, 6].map((second) => save({ place: at(second) })),
    ])
    expect(await rowsOf(student)).toEqual([])
  })

  test('visitors are refused', async () => {
    await expectProblem(app.visitor(api.notes.courses), 401, 'unauthenticated')
    await expectProblem(
      app.visitor(api.notes.save, { params: { noteId: random() }, body: body() }),
      401,
      'unauthenticated',
    )
    expect((await app.server.inject({ url: '/api/notes/export' })).statusCode).toBe(401)
  })
})

describe('who may write', () => {
  test('only who may watch the lecture begins a note in it', async () => {
    const other = await app.makeUser()
    await expectProblem(save({}, { who: other }), 403, 'not_entitled')
    await expectProblem(save({ lectureId: 'no-such-lecture' }), 404, 'not_found')
    const hidden = await makeCourse(educator, { published: false })
    const draft = (await makeLecture(educator, hidden._id))._id
    await expectProblem(save({ lectureId: draft }), 404, 'not_found')
    await save({ lectureId: draft, text: 'mine' }, { who: educator })
  })

  test('who lost access reads, changes, deletes and exports what they wrote, and begins nothing', async () => {
    const note = await save({ text: 'kept' })
    await sql`delete from enrolments where user_id = ${student.user._id}`.execute(app.deps.db)
    expect((await list()).lectures).toMatchObject([{ state: 'closed', title: 'The loom', videoId: null }])
    await save({ text: 'kept and changed', replaces: [note.revision] }, { id: note._id })
    await expectProblem(save(), 403, 'not_entitled')
    expect((await exported()).text).toContain(`[1:23](${app.deps.config.publicUrl}/viewcourse/${courseId})`)
    // nor does a course that was taken off the list show what it is called now
    await educator.call(api.courses.edit, { params: { courseId }, body: { title: 'Next', isPublished: 'false' } })
    expect((await list()).course).toMatchObject({ open: false, title: 'Weaving' })
    expect((await exported()).text).toContain('**1:23**')
    expect((await student.call(api.notes.find, { query: { text: 'changed' } })).notes).toMatchObject([
      { course: { open: false }, lectureState: 'closed', lectureTitle: 'The loom' },
    ])
  })

  test('a note stays in its lecture', async () => {
    const note = await save()
    const other = (await makeLecture(educator, courseId))._id
    await expectProblem(save({ lectureId: other, replaces: [note.revision] }, { id: note._id }), 400, 'invalid_input')
  })
})

describe('outlive', () => {
  test('a lecture that is removed: the title stays', async () => {
    const note = await save({ text: 'old' })
    const [, later] = await Promise.allSettled([
      educator.call(api.lectures.remove, { params: { lectureId } }),
      save({ text: 'in the middle' }),
    ])
    expect((await list()).lectures).toMatchObject([{ lectureId, title: 'The loom', state: 'removed', videoId: null }])
    expect(await texts()).toEqual(
      later.status === 'fulfilled' ? expect.arrayContaining(['old', 'in the middle']) : ['old'],
    )
    await save({ text: 'still mine', replaces: [note.revision] }, { id: note._id })
    expect((await exported()).text).toContain('## The loom (removed from the course)')
  })

  test('a course that is deleted', async () => {
    const course = await makeCourse(educator, { title: 'Never sold', published: false })
    const lecture = (await makeLecture(educator, course._id, 'Draft'))._id
    await save({ lectureId: lecture, text: 'mine' }, { who: educator })
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    const found = await educator.call(api.notes.ofCourse, { params: { courseId: course._id } })
    expect(found).toMatchObject({
      course: { title: 'Never sold', open: false },
      lectures: [{ title: 'Draft', state: 'removed', notes: [{ text: 'mine' }] }],
    })
    expect((await exported(educator, `?courseId=${course._id}`)).text).toContain('# Never sold')
  })

  test('a course that is neither visible nor noted is not found', async () => {
    const other = await app.makeUser()
    const { _id } = await makeCourse(educator, { published: false })
    for (const id of [_id, 'no-such-course']) {
      await expectProblem(other.call(api.notes.ofCourse, { params: { courseId: id } }), 404, 'not_found')
      expect((await exported(other, `?courseId=${id}`)).status).toBe(404)
    }
  })
})

test('are found by all words, whatever their case, accents and spelling, a page at a time', async () => {
  for (const text of ['हिन्दी में क्लोज़र', 'Résumé of closures', 'closures and loops']) await save({ text })
  await save({ place: { kind: 'text', block: 1, quote: 'Loops in depth' }, text: '' })
  const find = async (text: string) =>
    (await student.call(api.notes.find, { query: { text } })).notes.map((one) => one.text).sort()
  expect(await find('हिंदी')).toEqual(['हिन्दी में क्लोज़र'])
  expect(await find('क्लोजर')).toEqual(['हिन्दी में क्लोज़र'])
  expect(await find('RESUME closures')).toEqual(['Résumé of closures'])
  expect(await find('loops')).toEqual(['', 'closures and loops'])
  expect(await find("%' or 1=1 _")).toEqual([])
  const first = await student.call(api.notes.find, { query: { text: '', limit: 3 } })
  const rest = await student.call(api.notes.find, { query: { text: '', limit: 3, cursor: first.next ?? '' } })
  expect([first.notes.length, rest.notes.length, rest.next]).toEqual([3, 1, null])
})

test('are exported as Markdown that nothing in it can break, with links to their places', async () => {
  const title = '[Free](https://evil.example) <b>'
  const other = (await makeLecture(educator, courseId, title))._id
  await save({ text: 'one\n# two' })
  await save({ lectureId: other, place: { kind: 'text', block: 4, quote: '=cmd|x' }, text: '' })
  const { status, headers, text } = await exported()
  const address = `${app.deps.config.publicUrl}/viewlecture/${courseId}?lecture=`
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    'no-store',
  ])
  expect(headers['content-disposition']).toContain('filename="weaving-notes.md"')
  expect(text).toBe(`# Weaving

## The loom

- [1:23](${address}${lectureId}&t=83) (for an earlier video of this lecture)

  one\\
  \\# two

## \\[Free\\](https://evil.example) \\<b\\>

- [\\=cmd\\|x](${address}${other}&part=4) Bookmark
`)
  expect((await exported(student, '')).text).toBe(text)
})

describe('limits', () => {
  test('a course has so many notes, also of devices that save at once; each can be changed', async () => {
    const full = app.deps.db
    await sql`
      insert into notes (user_id, id, course_id, course_title, lecture_id, lecture_title, kind, second, video_id, quote, text, folded,
        revision, created_at, changed_at)
      select ${student.user._id}, 'note-' || n, ${courseId}, 'Weaving', ${lectureId}, 'The loom', 'video', n, 'v1', '', 'x', 'x',
        'revision-one', now(), now()
      from generate_series(1, ${maxNotesOfCourse - 2}::int) as n`.execute(full)
    const saves = await Promise.allSettled([1, 2, 3, 4].map((second) => save({ place: at(second) })))
    const codes = saves.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(codes).toEqual(['notes_full', 'notes_full'])
    const [first] = saves.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (!first) throw new Error('nothing was saved')
    const changed = await save({ text: 'changed', replaces: [first.revision] }, { id: first._id })
    await remove(first._id, changed.revision)
    await save()
  })

  test('notes that are made and deleted without end leave a thousand rows, those of the last', async () => {
    await sql`
      insert into notes (user_id, id, course_id, course_title, lecture_id, lecture_title, kind, second, video_id, quote, text, folded,
        revision, created_at, changed_at, deleted_at)
      select ${student.user._id}, 'gone-' || n, ${courseId}, 'Weaving', ${lectureId}, 'The loom', 'video', n, 'v1', '', '', '',
        'revision-one', now(), now(), ${new Date(app.clock.ms - 1000)}
      from generate_series(1, 1500) as n`.execute(app.deps.db)
    const note = await save()
    const deletion = random()
    await remove(note._id, note.revision, deletion)
    expect(await rowsOf(student)).toHaveLength(1000)
    await save({ replaces: [deletion] }, { id: note._id })
    expect(await texts()).toEqual(['Warp first'])
  })

  test('saves and searches that come too often say when to try again', async () => {
    const answers = []
    for (let count = 0; count < 181; count++)
      answers.push(
        await app.server.inject({
          method: 'DELETE',
          url: `/api/notes/note/${random()}?revision=${random()}&replaces=${random()}`,
          headers: { cookie: student.cookie },
        }),
      )
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
