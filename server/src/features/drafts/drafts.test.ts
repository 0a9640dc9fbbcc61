import { api, draftDays, maxDraftBytes, maxDrafts, newSubject, type ReplyOf } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { draftJobs } from './jobs.ts'
import { readDraft, storeDraft } from './store-draft.ts'

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
type Content =
  | { kind: 'course'; typed: { title?: string; price?: string; isPublished?: boolean } }
  | { kind: 'lecture'; typed: { text?: string } }
  | { kind: 'newLecture'; typed: { lectureTitle?: string; isLive?: boolean; liveStartTime?: string } }
  | { kind: 'bundle'; typed: { title?: string; courses?: string } }
  | { kind: 'reply'; typed: { text?: string } }
type Stored = ReplyOf<typeof api.drafts.store>
/** A page that has seen the draft `seen` stores. */
const storeAfter = (seen: string | null, subject: string, content: Content, who = educator): Promise<Stored> =>
  who.call(api.drafts.store, { params: { kind: content.kind, subject }, body: { content, version, seen } })
/** A page that has seen what is stored does. */
async function store(subject: string, content: Content, who = educator) {
  const { draft } = await who.call(api.drafts.read, { params: { kind: content.kind, subject } })
  const outcome = await storeAfter(draft?.revision ?? null, subject, content, who)
  if (outcome.outcome !== 'stored') throw new Error('another page has stored a draft meanwhile')
  return outcome
}
const titled = (title: string) => ({ kind: 'course', typed: { title } }) as const
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
  await expectProblem(storeAfter(null, courseId, titled('Theirs'), other), 404, 'not_found')
  await expectProblem(storeAfter(null, 'no-such-course', titled('None')), 404, 'not_found')
  const lectureId = (await makeLecture(educator, courseId))._id
  await expectProblem(storeAfter(null, lectureId, { kind: 'lecture', typed: { text: 'x' } }, other), 404, 'not_found')
  await expectProblem(storeAfter(null, lectureId, { kind: 'reply', typed: { text: 'x' } }), 404, 'not_found')
})

describe('of two devices', () => {
  test('the second one gets the text and the time of the first, and changes nothing', async () => {
    const first = await store(courseId, titled('Phone'))
    const second = await storeAfter(null, courseId, titled('Desktop'))
    expect(second).toEqual({
      outcome: 'conflict',
      other: { typed: { title: 'Phone' }, version, revision: first.revision, storedAt: first.storedAt },
    })
    expect((await read())?.typed).toEqual({ title: 'Phone' })
    // it was shown both, and keeps its own
    expect(await storeAfter(first.revision, courseId, titled('Desktop'))).toMatchObject({ outcome: 'stored' })
    // the first device has not seen that
    expect(await storeAfter(first.revision, courseId, titled('Phone again'))).toMatchObject({
      outcome: 'conflict',
      other: { typed: { title: 'Desktop' } },
    })
    expect((await read())?.typed).toEqual({ title: 'Desktop' })
  })

  test('the same text is none: the reply of the first call was lost', async () => {
    const { revision } = await store(courseId, titled('Phone'))
    // the first device has seen it
    expect(await storeAfter(null, courseId, titled('Phone'))).toMatchObject({ outcome: 'stored', revision })
  })

  test('a draft that was saved or discarded elsewhere, or is too old, keeps no one', async () => {
    const first = await store(courseId, titled('Phone'))
    await remove()
    expect(await storeAfter(first.revision, courseId, titled('Desktop'))).toMatchObject({ outcome: 'stored' })
    app.clock.ms += (draftDays + 1) * 24 * 3600 * 1000
    const body = { content: titled('Later'), version, seen: null }
    const later = await storeDraft(app.deps, educator.user._id, { kind: 'course', subject: courseId }, body)
    expect(later.outcome).toBe('stored')
  })

  test('of those that store at the same moment one wins, and the others get its text', async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `Device ${index}`)
    const outcomes = await Promise.all(titles.map((title) => storeAfter(null, courseId, titled(title))))
    const won = titles.filter((_, index) => outcomes[index]?.outcome === 'stored')
    expect(won).toHaveLength(1)
    const others = outcomes.flatMap((one) => (one.outcome === 'conflict' ? [one.other.typed.title] : []))
    expect(others).toEqual(Array.from({ length: 7 }, () => won[0]))
    expect((await read())?.typed).toEqual({ title: won[0] })
  })
})

test('keeps what is being created: a course, a bundle, the next lecture of an own course', async () => {
  const other = await app.makeUser('educator')
  await store(newSubject, titled('Not there yet'))
  await store(newSubject, { kind: 'bundle', typed: { title: 'Shelf', courses: `${courseId} ${courseId}` } })
  const lecture = { lectureTitle: 'Two', isLive: true, liveStartTime: '2027-01-01T10:00' }
  await store(courseId, { kind: 'newLecture', typed: lecture })
  expect((await read(newSubject))?.typed).toEqual({ title: 'Not there yet' })
  // each account has its own
  expect(await read(newSubject, other)).toBeNull()
  for (const [subject, content] of [
    [courseId, { kind: 'newLecture', typed: lecture }],
    [newSubject, { kind: 'newLecture', typed: lecture }],
    [newSubject, { kind: 'lecture', typed: { text: 'x' } }],
    [newSubject, { kind: 'reply', typed: { text: 'x' } }],
    [courseId, { kind: 'bundle', typed: { title: 'x' } }],
  ] as const)
    await expectProblem(storeAfter(null, subject, content, other), 404, 'not_found')
})

test('keeps drafts of own bundles, and of no one else’s', async () => {
  const courseIds = [courseId, (await makeCourse(educator))._id]
  const { _id } = await educator.call(api.ownOffers.createBundle, {
    body: { title: 'Shelf', description: '', price: 100, courseIds, isPublished: false },
  })
  await store(_id, { kind: 'bundle', typed: { title: 'Longer shelf' } })
  const other = await app.makeUser('educator')
  await expectProblem(storeAfter(null, _id, { kind: 'bundle', typed: { title: 'x' } }, other), 404, 'not_found')
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
  const body = (changes: object) => ({ content: titled('x'), version, seen: null, ...changes })
  test.each([
    ['no body', undefined],
    ['no content', body({ content: undefined })],
    ['no version', body({ version: undefined })],
    ['nothing of what was seen', body({ seen: undefined })],
    ['an empty revision that was seen', body({ seen: '' })],
    ['a long one', body({ seen: 'x'.repeat(65) })],
    ['one with control characters', body({ seen: 'a\u0000' })],
    ['one that is no text', body({ seen: 5 })],
    ['several', body({ seen: ['a', 'b'] })],
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
      body: { content: { kind: 'course', typed }, version, seen: null },
    })
    expect(Buffer.byteLength(JSON.stringify(typed))).toBeGreaterThan(maxDraftBytes)
    await expectProblem(refused, 413, 'too_large')
  })
})

test('an account keeps so many drafts, also of tabs that store at the same moment; the one that it has can be changed', async () => {
  const ids: string[] = []
  for (let count = 0; count < maxDrafts + 3; count++) ids.push((await makeLecture(educator, courseId))._id)
  const outcomes = await Promise.allSettled(
    ids.map((id) => storeAfter(null, id, { kind: 'lecture', typed: { text: 'x' } })),
  )
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
