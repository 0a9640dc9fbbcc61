import { api, draftDays, maxDraftBytes, maxDrafts } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { draftJobs } from './jobs.ts'
import { readDraft } from './store-draft.ts'

let app: TestApp
let educator: TestUser
let courseId: string
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
beforeEach(async () => {
  educator = await app.makeUser('educator')
  courseId = (await makeCourse(educator))._id
})
afterAll(() => app.close())

const version = 'v'.repeat(22)
type Content = Parameters<typeof store>[1]
const store = (
  subject: string,
  content:
    | { kind: 'course'; typed: { title?: string; price?: string; isPublished?: boolean } }
    | { kind: 'lecture'; typed: { text?: string } }
    | { kind: 'reply'; typed: { text?: string } },
  who = educator,
) => who.call(api.drafts.store, { params: { kind: content.kind, subject }, body: { content, version } })
const titled = (title: string): Content => ({ kind: 'course', typed: { title } })
const read = async (subject = courseId, who = educator) =>
  (await who.call(api.drafts.read, { params: { kind: 'course', subject } })).draft
const remove = async (revision?: string, who = educator) =>
  (await who.call(api.drafts.remove, { params: { kind: 'course', subject: courseId }, query: { revision } })).removed

test('keeps what was typed as it was typed, in place of what was typed before', async () => {
  await store(courseId, titled('First'))
  // line breaks, spaces at the ends, and more than the field takes
  const title = ` two\r\nlines, ${'x'.repeat(900)} `
  const { revision, storedAt } = await store(courseId, {
    kind: 'course',
    typed: { title, price: '1e3', isPublished: true },
  })
  expect(await read()).toEqual({ typed: { title, price: '1e3', isPublished: true }, version, revision, storedAt })
})

test('keeps drafts of lectures and of answers', async () => {
  const lectureId = (await makeLecture(educator, courseId))._id
  const student = await app.makeUser()
  await buy(student, courseId)
  const review = await student.call(api.reviews.give, { body: { courseId, rating: 4, comment: 'Good' } })
  await store(lectureId, { kind: 'lecture', typed: { text: '# One' } })
  await store(review._id, { kind: 'reply', typed: { text: 'Thank you' } })
  const texts = await Promise.all(
    (
      [
        ['lecture', lectureId],
        ['reply', review._id],
      ] as const
    ).map(([kind, subject]) => educator.call(api.drafts.read, { params: { kind, subject } })),
  )
  expect(texts.map(({ draft }) => draft?.typed)).toEqual([{ text: '# One' }, { text: 'Thank you' }])
})

test('is the educator’s own, and only for what is theirs', async () => {
  await store(courseId, titled('Mine'))
  const other = await app.makeUser('educator')
  expect(await read(courseId, other)).toBeNull()
  expect(await remove(undefined, other)).toBe(false)
  expect((await read())?.typed).toEqual({ title: 'Mine' })
  await expectProblem(store(courseId, titled('Theirs'), other), 404, 'not_found')
  await expectProblem(store('no-such-course', titled('None')), 404, 'not_found')
  const lectureId = (await makeLecture(educator, courseId))._id
  await expectProblem(store(lectureId, { kind: 'lecture', typed: { text: 'x' } }, other), 404, 'not_found')
  await expectProblem(store(lectureId, { kind: 'reply', typed: { text: 'x' } }), 404, 'not_found')
})

test('is deleted by the tab that stored it, and not what another tab has stored since', async () => {
  const first = await store(courseId, titled('One tab'))
  const second = await store(courseId, titled('Another tab'))
  expect(await remove(first.revision)).toBe(false)
  expect((await read())?.typed).toEqual({ title: 'Another tab' })
  expect([await remove(second.revision), await remove(second.revision)]).toEqual([true, false])
  expect(await read()).toBeNull()
  await store(courseId, titled('Third'))
  expect(await remove()).toBe(true)
})

describe('bad input', () => {
  const body = (changes: object) => ({ content: titled('x'), version, ...changes })
  test.each([
    ['no body', undefined],
    ['no content', { version }],
    ['no version', { content: titled('x') }],
    ['another version', body({ version: 'x' })],
    ['nothing typed', body({ content: { kind: 'course', typed: {} } })],
    ['another kind than the address', body({ content: { kind: 'reply', typed: { text: 'x' } } })],
    ['an unknown kind', body({ content: { kind: 'password', typed: { text: 'x' } } })],
    ['a field of another form', body({ content: { kind: 'course', typed: { text: 'x' } } })],
    ['a field that is no one’s', body({ content: { kind: 'course', typed: { password: 'secret' } } })],
    ['a number', body({ content: { kind: 'course', typed: { price: 5 } } })],
    ['an object', body({ content: { kind: 'course', typed: { title: { a: 1 } } } })],
    ['a switch as text', body({ content: { kind: 'course', typed: { isPublished: 'true' } } })],
    ['a text beyond measure', body({ content: titled('x'.repeat(1001)) })],
    ['more than the fields', body({ more: true })],
    ['a list', []],
  ])('%s is refused', async (_name, payload) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/drafts/course/${courseId}`,
      headers: { cookie: educator.cookie },
      ...(payload && { payload }),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    expect(await read()).toBeNull()
  })

  test.each([
    '/api/drafts/bank/x',
    `/api/drafts/course/${'x'.repeat(65)}`,
    '/api/drafts/course/%00',
    '/api/drafts/course/',
  ])('%s is refused', async (url) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.server.inject({ method, url, headers: { cookie: educator.cookie } })
      expect([400, 404]).toContain(answer.statusCode)
    }
  })

  test.each([`revision=${'x'.repeat(65)}`, 'revision=', 'revision=%00'])('?%s is refused', async (query) => {
    const url = `/api/drafts/course/${courseId}?${query}`
    const answer = await app.server.inject({ method: 'DELETE', url, headers: { cookie: educator.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('texts that are too long together are refused with a sentence', async () => {
    // of six bytes each
    const text = '\u0001'.repeat(20_000)
    const typed = { description: text, outcomes: text, requirements: text }
    const refused = educator.call(api.drafts.store, {
      params: { kind: 'course', subject: courseId },
      body: { content: { kind: 'course', typed }, version },
    })
    expect(Buffer.byteLength(JSON.stringify(typed))).toBeGreaterThan(maxDraftBytes)
    await expectProblem(refused, 413, 'too_large')
  })
})

test('an account keeps so many drafts, also of tabs that store at the same moment; the one that it has can be changed', async () => {
  const ids: string[] = []
  for (let count = 0; count < maxDrafts + 3; count++) ids.push((await makeLecture(educator, courseId))._id)
  const outcomes = await Promise.allSettled(ids.map((id) => store(id, { kind: 'lecture', typed: { text: 'x' } })))
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(codes).toEqual(['drafts_full', 'drafts_full', 'drafts_full'])
  const stored = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  expect(stored).toHaveLength(maxDrafts)
  await store(stored[0] ?? '', { kind: 'lecture', typed: { text: 'more' } })
})

test('are gone after so many days without a change', async () => {
  await store(courseId, titled('Old'))
  const day = 24 * 3600 * 1000
  const key = { kind: 'course', subject: courseId } as const
  const deleteOld = async () => {
    for (const job of draftJobs(app.deps)) await job.run({})
  }
  // the session of the educator ends before
  const readLater = () => readDraft(app.deps, educator.user._id, key)
  app.clock.ms += (draftDays - 1) * day
  expect(await readLater()).not.toBeNull()
  await deleteOld()
  expect(await readLater()).not.toBeNull()
  app.clock.ms += day
  expect(await readLater()).toBeNull()
  await deleteOld()
  await deleteOld()
  const { rows } = await sql`select 1 from drafts where user_id = ${educator.user._id}`.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('are in the file of the account’s data, and go with the account', async () => {
  const draft = await makeCourse(educator, { published: false })
  await store(draft._id, titled('Not yet'))
  const admin = await app.makeUser('admin')
  const { body } = await app.server.inject({
    url: `/api/admin/users/${educator.user._id}/export`,
    headers: { cookie: admin.cookie },
  })
  expect(body).toContain('Not yet')
  await admin.call(api.admin.deleteUser, { params: { userId: educator.user._id } })
  const { rows } = await sql`select 1 from drafts where user_id = ${educator.user._id}`.execute(app.deps.db)
  expect(rows).toEqual([])
})
