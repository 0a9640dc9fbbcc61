import { randomBytes } from 'node:crypto'
import { type ApiError, api, type BodyInput, type BulkResult, mostAtOnce, undoMinutes } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { deleteOldActs } from './run-bulk.ts'

let app: TestApp
let admin: TestUser
let other: TestUser
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  other = await app.makeUser('admin', 'Other Admin')
  educator = await app.makeUser('educator', 'Meera Iyer')
})
beforeEach(async () => {
  admin = await app.makeUser('admin', 'Head Admin')
})
afterAll(() => app.close())

const newKey = () => randomBytes(16).toString('hex')
type Body<Name extends 'users' | 'courses' | 'reviews'> = Omit<BodyInput<(typeof api.bulk)[Name]>, 'key'> & {
  key?: string
}
const users = (body: Body<'users'>, who = admin) => who.call(api.bulk.users, { body: { key: newKey(), ...body } })
const courses = (body: Body<'courses'>, who = admin) => who.call(api.bulk.courses, { body: { key: newKey(), ...body } })
const reviews = (body: Body<'reviews'>, who = admin) => who.call(api.bulk.reviews, { body: { key: newKey(), ...body } })
const undo = (done: Pick<BulkResult, 'undo'>, who = admin) =>
  who.call(api.bulk.undo, { params: { actId: done.undo?._id ?? '' } })
const outcomes = ({ rows }: { rows: { outcome: string }[] }) => rows.map(({ outcome }) => outcome)
const last = async (list: 'users' | 'courses' | 'reviews', who = admin) =>
  (await who.call(api.bulk.last, { query: { list } })).last
const makeUsers = (count: number) => Promise.all(Array.from({ length: count }, () => app.makeUser()))
const idsOf = (people: readonly TestUser[]) => people.map(({ user }) => user._id)
const account = async ({ user }: TestUser) =>
  app.deps.db
    .selectFrom('users')
    .select(['suspended_at', 'suspended_reason'])
    .where('id', '=', user._id)
    .executeTakeFirstOrThrow()
const course = (id: string) =>
  app.deps.db
    .selectFrom('courses')
    .select(['is_published', 'unlisted_at', 'unlisted_reason', 'unlisted_published', 'rating_count', 'rating_sum'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const auditOf = async (id: string) =>
  (
    await app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'admin_id', 'detail'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute()
  ).map(({ action, admin_id, detail }) => [action, admin_id, detail])

describe('accounts', () => {
  test('are suspended as one by one, with an entry for each, and what cannot be is named', async () => {
    const [asha, ravi, kiran] = await makeUsers(3)
    if (!asha || !ravi || !kiran) throw new Error('three users')
    await admin.call(api.admin.suspend, { params: { userId: ravi.user._id }, body: { reason: 'Before' } })
    const ids = [...idsOf([asha, ravi, kiran]), admin.user._id, 'no-one']
    const done = await users({ act: 'suspend', ids, reason: 'Spam' })
    expect(outcomes(done)).toEqual(['done', 'unchanged', 'done', 'failed', 'failed'])
    expect(done.rows[3]).toMatchObject({ message: 'You cannot do this to your own account', name: 'Head Admin' })
    expect(done.rows[4]?.name).toBe('')
    expect(done.undo).toMatchObject({ act: 'suspend', count: 2 })
    expect(await account(asha)).toMatchObject({ suspended_reason: 'Spam' })
    expect(await account(ravi)).toMatchObject({ suspended_reason: 'Before' })
    await expectProblem(asha.call(api.notifications.list), 401, 'unauthenticated')
    expect(await auditOf(asha.user._id)).toEqual([['user-suspended', admin.user._id, 'Suspended: Spam']])

    expect(outcomes(await undo(done))).toEqual(['undone', 'undone'])
    expect(await account(asha)).toEqual({ suspended_at: null, suspended_reason: '' })
    expect(await account(ravi)).toMatchObject({ suspended_reason: 'Before' })
    expect((await auditOf(asha.user._id))[1]).toEqual(['user-restored', admin.user._id, 'Suspension ended.'])
  })

  test('are suspended again as they were when the end of their suspensions is undone', async () => {
    const people = await makeUsers(2)
    await users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' }, other)
    const before = await Promise.all(people.map(account))
    const done = await users({ act: 'restore', ids: idsOf(people) })
    expect(outcomes(done)).toEqual(['done', 'done'])
    expect(outcomes(await undo(done))).toEqual(['undone', 'undone'])
    expect(await Promise.all(people.map(account))).toEqual(before)
  })

  test('stay as others have left them since', async () => {
    const people = await makeUsers(4)
    const [again, given, elsewhere, mine] = people
    if (!again || !given || !elsewhere || !mine) throw new Error('four users')
    const done = await users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' })
    const of = ({ user }: TestUser) => ({ params: { userId: user._id } })
    // restored and suspended again; another reason; restored
    await other.call(api.admin.restore, of(again))
    await other.call(api.admin.suspend, { ...of(again), body: { reason: 'Spam' } })
    await other.call(api.admin.suspend, { ...of(given), body: { reason: 'Fraud' } })
    await other.call(api.admin.restore, of(elsewhere))
    const undone = await undo(done)
    const became = new Map(undone.rows.map(({ _id, outcome, message }) => [_id, [outcome, message]]))
    const since = 'It was changed since, and stays as it is.'
    expect(idsOf(people).map((id) => became.get(id))).toEqual([
      ['changed', since],
      ['changed', since],
      ['changed', since],
      ['undone', ''],
    ])
    expect((await account(again)).suspended_reason).toBe('Spam')
    expect((await account(given)).suspended_reason).toBe('Fraud')
    // what was rolled back left no entry
    expect((await auditOf(given.user._id)).map(([action]) => action)).toEqual(['user-suspended', 'user-suspended'])
    expect(await last('users')).toBeNull()
  })

  test('that were deleted since are named', async () => {
    const people = await makeUsers(2)
    const done = await users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' })
    await other.call(api.admin.deleteUser, { params: { userId: people[0]?.user._id ?? '' } })
    expect(outcomes(await undo(done)).sort()).toEqual(['failed', 'undone'])
    expect(await last('users')).toBeNull()
  })
})

describe('a repetition', () => {
  test('with the same key changes no row twice, also at once', async () => {
    const people = await makeUsers(3)
    const key = newKey()
    const ask = () => users({ key, act: 'suspend', ids: idsOf(people), reason: 'Spam' })
    const [first, second] = await Promise.all([ask(), ask()])
    expect([outcomes(first), outcomes(second)]).toEqual(Array(2).fill(['done', 'done', 'done']))
    expect(first.undo).toEqual(second.undo)
    for (const { user } of people) expect(await auditOf(user._id)).toHaveLength(1)
  })

  test('with the same key and another act, or after it was undone, changes nothing', async () => {
    const [asha, ravi] = await makeUsers(2)
    if (!asha || !ravi) throw new Error('two users')
    const key = newKey()
    const done = await users({ key, act: 'suspend', ids: idsOf([asha]), reason: 'Spam' })
    await expectProblem(users({ key, act: 'restore', ids: idsOf([asha]) }), 409, 'changed_elsewhere')
    const repeat = () => users({ key, act: 'suspend', ids: idsOf([asha, ravi]), reason: 'Spam' })
    await undo(done)
    await expectProblem(repeat(), 409, 'changed_elsewhere')
    for (const one of [asha, ravi]) expect((await account(one)).suspended_at).toBeNull()
  })

  test('of the undoing changes nothing more', async () => {
    const people = await makeUsers(2)
    const done = await users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' })
    const [first, second] = await Promise.all([undo(done), undo(done)])
    expect([outcomes(first), outcomes(second)]).toEqual(Array(2).fill(['undone', 'undone']))
    for (const { user } of people) expect(await auditOf(user._id)).toHaveLength(2)
  })

  test('by two admins at once changes each row once', async () => {
    const people = await makeUsers(5)
    const ask = (who: TestUser) => users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' }, who)
    const both = await Promise.all([ask(admin), ask(other)])
    const pairs = people.map((_, at) => both.map((one) => one.rows[at]?.outcome).sort())
    expect(pairs).toEqual(Array(5).fill(['done', 'unchanged']))
    // each undoes their own rows alone
    for (const [at, who] of [admin, other].entries()) if (both[at]?.undo) await undo(both[at] ?? { undo: null }, who)
    for (const one of people) expect((await account(one)).suspended_at).toBeNull()
  })
})

describe('the undoing', () => {
  test('is one’s own, of the last act, and ends with its time', async () => {
    const people = await makeUsers(3)
    const [first, second] = [people.slice(0, 1), people.slice(1)]
    await users({ act: 'suspend', ids: idsOf(first), reason: 'Spam' })
    const done = await users({ act: 'suspend', ids: idsOf(second), reason: 'Spam' })
    expect(await last('users')).toEqual(done.undo)
    expect([await last('users', await app.makeUser('admin')), await last('courses')]).toEqual([null, null])
    await expectProblem(undo(done, other), 404, 'not_found')
    app.clock.ms += undoMinutes * 60_000
    expect(await last('users')).toBeNull()
    await expectProblem(undo(done), 409, 'undo_over')
    expect((await account(second[0] ?? admin)).suspended_at).not.toBeNull()
    app.clock.ms += 60 * 60_000
    await deleteOldActs(app.deps)
    await expectProblem(undo(done), 404, 'not_found')
    expect(await app.deps.db.selectFrom('bulk_rows').selectAll().execute()).toEqual([])
  })

  test('is offered for nothing where nothing was changed', async () => {
    const done = await users({ act: 'restore', ids: idsOf(await makeUsers(2)) })
    expect([outcomes(done), done.undo]).toEqual([['unchanged', 'unchanged'], null])
    expect(await last('users')).toBeNull()
  })

  test('does not help an admin who is none any more', async () => {
    const done = await users({ act: 'suspend', ids: idsOf(await makeUsers(1)), reason: 'Spam' })
    await other.call(api.admin.suspend, { params: { userId: admin.user._id }, body: { reason: 'x' } })
    await expectProblem(undo(done), 401, 'unauthenticated')
  })
})

describe('courses', () => {
  test('leave the list and come back as they were, and their educator is notified of both', async () => {
    const [published, draft] = [
      await makeCourse(educator, { title: 'Odd promises' }),
      await makeCourse(educator, { published: false }),
    ]
    const ids = [published._id, draft._id, 'no-course']
    const done = await courses({ act: 'unlist', ids, reason: 'Promises a job' })
    expect(outcomes(done)).toEqual(['done', 'done', 'failed'])
    expect(await course(published._id)).toMatchObject({ is_published: false, unlisted_reason: 'Promises a job' })
    expect(outcomes(await undo(done))).toEqual(['undone', 'undone'])
    expect(await course(published._id)).toMatchObject({ is_published: true, unlisted_at: null })
    expect(await course(draft._id)).toMatchObject({ is_published: false, unlisted_at: null })
    await runJobs(app, 'announce-listing')
    const received = (await educator.call(api.notifications.list)).notifications.map(({ message }) => message)
    expect(received).toContain('An administrator took Odd promises off the list: Promises a job')
    expect(received).toContain('An administrator put Odd promises back')
  })

  test('are unlisted again as they were when a relisting is undone', async () => {
    const [kept, hidden] = [await makeCourse(educator), await makeCourse(educator)]
    const ids = [kept._id, hidden._id]
    await courses({ act: 'unlist', ids, reason: 'Promises a job' }, other)
    const before = await Promise.all(ids.map(course))
    const done = await courses({ act: 'relist', ids })
    // what the educator does meanwhile counts
    await educator.call(api.courses.edit, { params: { courseId: hidden._id }, body: { isPublished: 'false' } })
    expect(outcomes(await undo(done))).toEqual(['undone', 'undone'])
    expect(await course(kept._id)).toEqual(before[0])
    expect(await course(hidden._id)).toEqual({ ...before[1], unlisted_published: false })
  })
})

describe('reviews', () => {
  async function makeReviews(count: number) {
    const { _id: courseId } = await makeCourse(educator, { title: 'Rated', price: 0 })
    const authors = await makeUsers(count)
    const ids: string[] = []
    for (const [at, author] of authors.entries()) {
      await buy(author, courseId)
      const body = { courseId, rating: at + 1, comment: `Number ${at}` }
      ids.push((await author.call(api.reviews.give, { body }))._id)
    }
    return { courseId, authors, ids }
  }
  const stored = () => ({
    reviews: app.deps.db.selectFrom('reviews').selectAll().orderBy('id').execute(),
    reports: app.deps.db.selectFrom('review_reports').selectAll().orderBy('review_id').execute(),
  })
  const everything = async () => ({ reviews: await stored().reviews, reports: await stored().reports })
  const report = (who: TestUser, reviewId: string) =>
    who.call(api.reviews.report, { params: { reviewId }, body: { reason: 'spam', text: 'Look' } })

  test('are removed and put back with stars, replies and reports', async () => {
    const { courseId, authors, ids } = await makeReviews(3)
    await educator.call(api.reviews.reply, { params: { reviewId: ids[0] ?? '' }, body: { text: 'Thank you' } })
    await report(educator, ids[1] ?? '')
    const [before, counts] = [await everything(), await course(courseId)]
    const done = await reviews({ act: 'remove', ids, reason: 'Insults' })
    expect(outcomes(done)).toEqual(['done', 'done', 'done'])
    expect((await course(courseId)).rating_count).toBe(0)
    expect(outcomes(await undo(done))).toEqual(['undone', 'undone', 'undone'])
    expect(await everything()).toEqual(before)
    expect(await course(courseId)).toEqual(counts)
    // removed once more: the author is notified of that, too
    await admin.call(api.admin.removeReview, { params: { reviewId: ids[0] ?? '' }, body: { reason: 'After all' } })
    await runJobs(app, 'announce-review-removal', 'announce-review-return')
    const received = (await authors[0]?.call(api.notifications.list))?.notifications.map(({ message }) => message)
    expect(received).toEqual(
      expect.arrayContaining([
        'An administrator removed your review of Rated: Insults',
        'An administrator put your review of Rated back',
        'An administrator removed your review of Rated: After all',
      ]),
    )
    expect((await auditOf(ids[1] ?? '')).map(([action]) => action)).toEqual(['review-removed', 'review-restored'])
  })

  test('stay removed where their author has written another one, and lose the reports of deleted accounts', async () => {
    const { courseId, authors, ids } = await makeReviews(2)
    const reporter = await app.makeUser()
    for (const id of ids) await report(reporter, id)
    const done = await reviews({ act: 'remove', ids, reason: 'Insults' })
    await authors[0]?.call(api.reviews.give, { body: { courseId, rating: 5, comment: 'Once more' } })
    await other.call(api.admin.deleteUser, { params: { userId: reporter.user._id } })
    const undone = await undo(done)
    const outcomeOf = (id = '') => undone.rows.find(({ _id }) => _id === id)?.outcome
    expect([outcomeOf(ids[0]), outcomeOf(ids[1])]).toEqual(['changed', 'undone'])
    expect(undone.rows.find(({ outcome }) => outcome === 'changed')?.name).toBe(authors[0]?.user.name)
    const back = await app.deps.db
      .selectFrom('reviews')
      .selectAll()
      .where('id', '=', ids[1] ?? '')
      .executeTakeFirst()
    expect(back).toMatchObject({ comment: 'Number 1', open_reports: 0, reported_at: null })
    expect(await course(courseId)).toMatchObject({ rating_count: 2, rating_sum: 7 })
  })

  test('are kept, and their reports opened again, beside those that came since', async () => {
    const { ids } = await makeReviews(3)
    for (const id of ids.slice(0, 2)) await report(educator, id)
    const done = await reviews({ act: 'keep', ids })
    expect(outcomes(done)).toEqual(['done', 'done', 'unchanged'])
    await report(await app.makeUser('student'), ids[0] ?? '')
    expect(outcomes(await undo(done))).toEqual(['undone', 'undone'])
    const open = await app.deps.db
      .selectFrom('reviews')
      .select('open_reports')
      .where('id', 'in', ids)
      .orderBy('created_at')
    expect((await open.execute()).map(({ open_reports }) => open_reports)).toEqual([2, 1, 0])
    const again = await reviews({ act: 'keep', ids: ids.slice(0, 1) })
    await admin.call(api.admin.removeReview, { params: { reviewId: ids[0] ?? '' }, body: { reason: 'x' } })
    expect(outcomes(await undo(again))).toEqual(['failed'])
  })
})

test('acts and their undoing are limited together', async () => {
  const ids = idsOf(await makeUsers(1))
  const codes: string[] = []
  const note = (call: Promise<unknown>) =>
    call.then(
      () => codes.push('ok'),
      (error: ApiError) => codes.push(error.code),
    )
  const done = await users({ act: 'suspend', ids, reason: 'x' })
  for (let time = 0; time < 30; time++) {
    await note(undo(done))
    await note(users({ act: 'restore', ids }))
  }
  expect(codes.slice(-2)).toEqual(['ok', 'rate_limited'])
})

describe('bad input', () => {
  const ids = ['a']
  test.each([
    ['users', {}],
    ['users', { act: 'suspend', ids, reason: 'x', key: 'short' }],
    ['users', { act: 'suspend', ids, reason: 'x', key: 'A'.repeat(32) }],
    ['users', { act: 'suspend', ids: [], reason: 'x' }],
    ['users', { act: 'suspend', ids: ['a', 'a'], reason: 'x' }],
    ['users', { act: 'suspend', ids: Array.from({ length: mostAtOnce + 1 }, (_, at) => `u${at}`), reason: 'x' }],
    ['users', { act: 'suspend', ids: ['\u0000'], reason: 'x' }],
    ['users', { act: 'suspend', ids: 'a', reason: 'x' }],
    ['users', { act: 'suspend', ids }],
    ['users', { act: 'suspend', ids, reason: '  ' }],
    ['users', { act: 'suspend', ids, reason: 'x'.repeat(501) }],
    ['users', { act: 'delete', ids, reason: 'x' }],
    ['users', { act: 'unlist', ids, reason: 'x' }],
    ['courses', { act: 'unlist', ids, reason: '' }],
    ['courses', { act: 'suspend', ids, reason: 'x' }],
    ['reviews', { act: 'remove', ids }],
    ['reviews', { act: 'keep', ids: [7] }],
  ] as const)('%s %j is refused', async (list, body) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: api.bulk[list].path,
      headers: { cookie: admin.cookie },
      payload: { key: newKey(), ...body },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each(['list=orders', '', 'list=users&list=courses'])('last?%s is refused', async (query) => {
    const answer = await app.server.inject({ url: `${api.bulk.last.path}?${query}`, headers: { cookie: admin.cookie } })
    expect(answer.statusCode).toBe(400)
  })

  test.each(['x', "' or 1=1 --", '💥', 'a'.repeat(64)])('undo of %s finds nothing', async (actId) => {
    await expectProblem(admin.call(api.bulk.undo, { params: { actId } }), 404, 'not_found')
  })

  test.each(['student', 'educator'] as const)('a %s may do none of it', async (role) => {
    const who = await app.makeUser(role)
    await expectProblem(users({ act: 'restore', ids: [admin.user._id] }, who), 403, 'forbidden')
    await expectProblem(courses({ act: 'relist', ids: ['x'] }, who), 403, 'forbidden')
    await expectProblem(reviews({ act: 'keep', ids: ['x'] }, who), 403, 'forbidden')
    await expectProblem(who.call(api.bulk.last, { query: { list: 'users' } }), 403, 'forbidden')
    await expectProblem(who.call(api.bulk.undo, { params: { actId: 'x' } }), 403, 'forbidden')
  })
})

test('a hundred rows are the most, and are done in one call', async () => {
  const people = await makeUsers(mostAtOnce)
  const done = await users({ act: 'suspend', ids: idsOf(people), reason: 'Spam' })
  expect(done.undo?.count).toBe(mostAtOnce)
  expect(outcomes(await undo(done)).every((outcome) => outcome === 'undone')).toBe(true)
})
