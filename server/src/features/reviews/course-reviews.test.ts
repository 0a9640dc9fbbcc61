import { ApiError, api, type Course, type QueryInput } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let admin: TestUser
/** six students of `course`, who rate it 5, 5, 4, 5, 1 and 2; those at odd places without a comment */
let students: TestUser[]
let course: Course
const stars = [5, 5, 4, 5, 1, 2]
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator', 'Meera Iyer')
  admin = await app.makeUser('admin')
  course = await makeCourse(educator, { title: 'SQL at work', price: 0 })
  students = await Promise.all(stars.map((_, at) => app.makeUser('student', `Student ${at}`)))
  for (const [at, student] of students.entries()) {
    await buy(student, course._id)
    await give(student, stars[at] ?? 0, at % 2 === 0 ? `Number ${at}` : '')
  }
})
afterAll(() => app.close())

type Query = QueryInput<typeof api.reviews.ofCourse>
const give = (who: TestUser, rating: number, comment = '', courseId = course._id) =>
  who.call(api.reviews.give, { body: { rating, comment, courseId } })
const list = (query: Query = {}, who?: TestUser, courseId = course._id) =>
  (who?.call ?? app.visitor)(api.reviews.ofCourse, { params: { courseId }, query })
const remove = (who: TestUser, reviewId: string) => who.call(api.reviews.remove, { params: { reviewId } })
const reply = (who: TestUser, reviewId: string, text = 'Thank you') =>
  who.call(api.reviews.reply, { params: { reviewId }, body: { text } })
const report = (who: TestUser, reviewId: string, text = '') =>
  who.call(api.reviews.report, { params: { reviewId }, body: { reason: 'spam', text } })
const keep = (reviewId: string) => admin.call(api.admin.keepReview, { params: { reviewId } })
const reported = async () => (await admin.call(api.admin.reportedReviews, { query: {} })).reviews
const notificationsOf = async (who: TestUser) =>
  (await who.call(api.notifications.list)).notifications.map(({ message, link }) => ({ message, link }))
const at = (index: number): TestUser => students[index] ?? admin

/** A new student of a course with a review. */
async function reviewer(rating = 4, courseId = course._id): Promise<TestUser & { reviewId: string }> {
  const student = await app.makeUser()
  await buy(student, courseId)
  const { _id: reviewId } = await give(student, rating, 'Words', courseId)
  return { ...student, reviewId }
}

/** Courses and reviews whose counters differ from what they count. */
async function wrongCounters() {
  const { rows } = await sql<{ id: string }>`
    select id from courses where rating_counts <> (
      select array[count(*) filter (where rating = 1), count(*) filter (where rating = 2),
        count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::int[]
      from reviews where course_id = courses.id)
    union all
    select id from reviews where open_reports <> (
      select count(*) from review_reports where review_id = reviews.id and closed_at is null)`.execute(app.deps.db)
  return rows
}

describe('the list of a course', () => {
  test('is paged there and back in every order, also where times are the same', async () => {
    await sql`update reviews set created_at = ${new Date(app.clock.ms)} where course_id = ${course._id}`.execute(
      app.deps.db,
    )
    const all = (await list()).reviews
    const byId = all.map(({ _id, rating }) => ({ _id, rating })).sort((one, other) => (one._id < other._id ? 1 : -1))
    const wanted = {
      newest: byId,
      highest: byId.toSorted((one, other) => other.rating - one.rating),
      lowest: byId.toSorted((one, other) => one.rating - other.rating),
    }
    for (const order of ['newest', 'highest', 'lowest'] as const) {
      const ids: string[] = []
      let page = await list({ order, limit: 2 })
      expect(page.previous).toBeNull()
      for (let count = 0; count < 3; count++) {
        ids.push(...page.reviews.map(({ _id }) => _id))
        if (page.next !== null) page = await list({ order, limit: 2, cursor: page.next })
      }
      expect([order, ids]).toEqual([order, wanted[order].map(({ _id }) => _id)])
      expect(page.next).toBeNull()
      const back = await list({ order, limit: 2, cursor: page.previous ?? '' })
      expect(back.reviews.map(({ _id }) => _id)).toEqual(ids.slice(2, 4))
      await expectProblem(
        list({ order: order === 'newest' ? 'lowest' : 'newest', cursor: back.next ?? '' }),
        400,
        'invalid_input',
      )
    }
  })

  test('shows average and counts of all, whatever the filters', async () => {
    const numbers = { average: 3.7, ratingCounts: [1, 1, 0, 1, 3] }
    expect(await list()).toMatchObject({ ...numbers, total: 6, own: null })
    const fives = await list({ rating: 5, order: 'lowest' })
    expect(fives).toMatchObject({ ...numbers, total: 3 })
    expect(fives.reviews.map(({ rating }) => rating)).toEqual([5, 5, 5])
    const commented = await list({ commented: 'true' })
    expect(commented).toMatchObject({ ...numbers, total: 3 })
    expect(commented.reviews.every(({ comment }) => comment !== '')).toBe(true)
    expect(await list({ commented: 'true', rating: 5 })).toMatchObject({ total: 1, reviews: [{ comment: 'Number 0' }] })
    expect(await list({ rating: 3 })).toMatchObject({ total: 0, reviews: [], next: null })
    expect(JSON.stringify(await list())).not.toContain('@')
  })

  test('keeps the own review apart, and says who may report', async () => {
    const answer = await list({ rating: 1 }, at(0))
    expect(answer.own).toMatchObject({ rating: 5, comment: 'Number 0', canReport: false })
    expect(answer.reviews).toMatchObject([{ rating: 1, canReport: true }])
    const own = await list({}, at(0))
    expect([own.total, own.reviews.length]).toEqual([6, 5])
    expect((await list()).reviews.every(({ canReport }) => !canReport)).toBe(true)
  })

  test('calls a learner verified who has completed a lecture, as long as that is so', async () => {
    const { _id: lectureId } = await makeLecture(educator, course._id)
    const verified = async () => (await list()).reviews.filter((review) => review.verified).map(({ user }) => user.name)
    const watch = (who: TestUser, completed?: boolean) =>
      who.call(api.learning.report, {
        params: { lectureId },
        body: { seconds: 1, ...(completed !== undefined && { completed }) },
      })
    await watch(at(1))
    expect(await verified()).toEqual([])
    await watch(at(2), true)
    expect(await verified()).toEqual(['Student 2'])
    await watch(at(2), false)
    expect(await verified()).toEqual([])
  })

  test('of an unpublished course is for its students, its educator and admins; of a removed one for its students', async () => {
    const other = await makeCourse(educator, { price: 0 })
    const student = await reviewer(3, other._id)
    const stranger = await app.makeUser()
    const { params } = { params: { courseId: other._id } }
    await educator.call(api.courses.edit, { params, body: { isPublished: 'false' } })
    for (const who of [student, educator, admin]) expect((await list({}, who, other._id)).total).toBe(1)
    for (const who of [undefined, stranger]) await expectProblem(list({}, who, other._id), 404, 'not_found')
    await expectProblem(report(stranger, student.reviewId), 404, 'not_found')
    await reply(educator, student.reviewId)
    await educator.call(api.courses.remove, { params })
    for (const who of [undefined, stranger, educator, admin])
      await expectProblem(list({}, who, other._id), 404, 'not_found')
    await expectProblem(reply(educator, student.reviewId), 404, 'not_found')
    expect((await list({}, student, other._id)).own).toMatchObject({ rating: 3, reply: { text: 'Thank you' } })
    await remove(student, student.reviewId)
    expect(await wrongCounters()).toEqual([])
  })
})

describe('the own review', () => {
  test('keeps place, reply and date when it is edited, and says when that was', async () => {
    const student = await reviewer(2)
    await give(at(5), 2)
    await reply(educator, student.reviewId)
    const { own: before } = await list({}, student)
    const order = (await list()).reviews.map(({ _id }) => _id)
    await give(student, 4, 'Better now')
    const { own } = await list({}, student)
    expect(own).toMatchObject({ rating: 4, comment: 'Better now', createdAt: before?.createdAt, reply: before?.reply })
    expect([before?.updatedAt, (own?.updatedAt ?? '') > (before?.createdAt ?? 'x')]).toEqual([before?.createdAt, true])
    expect((await list()).reviews.map(({ _id }) => _id)).toEqual(order)
    await remove(student, student.reviewId)
  })

  test('is deleted by its author alone, with its stars, reply and reports', async () => {
    const student = await reviewer(1)
    await reply(educator, student.reviewId)
    await report(at(0), student.reviewId)
    const { total, average } = await list()
    for (const who of [at(0), educator, admin]) await expectProblem(remove(who, student.reviewId), 404, 'not_found')
    expect(await remove(student, student.reviewId)).toEqual({ message: 'Review deleted' })
    await expectProblem(remove(student, student.reviewId), 404, 'not_found')
    const after = await list({}, student)
    expect([after.total, after.own]).toEqual([total - 1, null])
    expect(after.average).toBeGreaterThan(average)
    const shown = await app.visitor(api.courses.get, { params: { courseId: course._id } })
    expect([shown.reviewCount, shown.averageRating]).toEqual([after.total, after.average])
    expect((await reported()).map(({ _id }) => _id)).not.toContain(student.reviewId)
    expect(await wrongCounters()).toEqual([])
  })

  test('that is written again does not notify the educator again, and a deleted account leaves no name behind', async () => {
    const own = await makeCourse(educator, { title: 'Quiet', price: 0 })
    const student = await app.makeUser('student', 'Forget Me')
    await buy(student, own._id)
    for (let count = 0; count < 3; count++) await remove(student, (await give(student, 5, '', own._id))._id)
    const { _id } = await give(student, 3, '', own._id)
    await runJobs(app, 'announce-review')
    const about = async () =>
      (await notificationsOf(educator)).filter(({ message }) => message.includes('reviewed Quiet'))
    expect(await about()).toHaveLength(1)
    const other = await reviewer()
    await report(student, other.reviewId)
    await remove(student, _id)
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    expect((await about()).map(({ message }) => message)).toEqual(['Deleted user reviewed Quiet: 3 stars'])
    const left = await app.deps.db
      .selectFrom('review_reports')
      .selectAll()
      .where('user_id', '=', student.user._id)
      .execute()
    expect([left, await wrongCounters()]).toEqual([[], []])
    expect((await reported()).map((review) => review._id)).not.toContain(other.reviewId)
  })

  test('changes in parallel by its author, other students and an admin leave every counter right', async () => {
    const own = await makeCourse(educator, { price: 0 })
    const authors = await Promise.all([1, 2, 3].map((rating) => reviewer(rating, own._id)))
    const lenient = (call: Promise<unknown>) =>
      call.catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code === 'internal') throw error
      })
    for (let round = 0; round < 3; round++)
      await Promise.all(
        authors.flatMap((author, index) => [
          give(author, 1 + ((index + round) % 5), 'a', own._id),
          lenient(remove(author, author.reviewId)),
          lenient(report(at(index), author.reviewId)),
          lenient(keep(author.reviewId)),
          lenient(remove(author, author.reviewId)),
          lenient(admin.call(api.admin.removeReview, { params: { reviewId: author.reviewId }, body: { reason: 'x' } })),
          give(author, 5, 'b', own._id),
          lenient(reply(educator, author.reviewId)),
        ]),
      )
    expect(await wrongCounters()).toEqual([])
    const { ratingCounts, total } = await list({}, undefined, own._id)
    expect(ratingCounts.reduce((sum, count) => sum + count, 0)).toBe(total)
  })
})

describe('a reply', () => {
  test('is the educator’s of the course, replaced and deleted, and notified once', async () => {
    const student = await reviewer(3)
    const rival = await app.makeUser('educator')
    const { reviewId } = student
    await expectProblem(reply(rival, reviewId), 404, 'not_found')
    await expectProblem(reply(student, reviewId), 403, 'forbidden')
    await expectProblem(reply(admin, reviewId), 403, 'forbidden')
    await expectProblem(rival.call(api.reviews.removeReply, { params: { reviewId } }), 404, 'not_found')
    const { review } = await reply(educator, reviewId, '  Thank you, Asha  ')
    expect(review).toMatchObject({ _id: reviewId, reply: { text: 'Thank you, Asha' } })
    await reply(educator, reviewId, 'Thank you')
    expect((await list({}, student)).own?.reply?.text).toBe('Thank you')
    const { reviews } = await educator.call(api.reviews.mine, { query: { course: course._id } })
    expect(reviews.find(({ _id }) => _id === reviewId)?.reply?.text).toBe('Thank you')
    for (let count = 0; count < 2; count++) await educator.call(api.reviews.removeReply, { params: { reviewId } })
    await reply(educator, reviewId, 'Once more')
    await runJobs(app, 'announce-review-reply')
    const notified = (await notificationsOf(student)).filter(({ message }) => message.includes('replied'))
    expect(notified).toEqual([
      { message: 'The educator of SQL at work replied to your review', link: `/viewcourse/${course._id}#reviews` },
    ])
    const exported = await app.server.inject({
      url: api.admin.exportUser.path.replace(':userId', educator.user._id),
      headers: { cookie: admin.cookie },
    })
    expect(exported.json().reviewReplies).toContainEqual(expect.objectContaining({ reply: 'Once more' }))
  })
})

describe('a report', () => {
  test('counts once for each user, is closed by keeping, and can be repeated only about an edited review', async () => {
    const author = await reviewer(1)
    const { reviewId } = author
    await expectProblem(report(author, reviewId), 403, 'own_review')
    await Promise.all([report(at(0), reviewId, 'Advertising'), report(at(0), reviewId), report(at(1), reviewId)])
    const later = await reviewer(2)
    await report(at(0), later.reviewId)
    const [newest, first] = await reported()
    expect(newest).toMatchObject({ _id: later.reviewId, openReports: 1 })
    expect(first).toMatchObject({ _id: reviewId, openReports: 2, courseTitle: 'SQL at work' })
    expect(first?.reports.map(({ reporterName, open }) => [reporterName, open]).sort()).toEqual([
      ['Student 0', true],
      ['Student 1', true],
    ])
    const canReport = async (who: TestUser) =>
      (await list({}, who)).reviews.find(({ _id }) => _id === reviewId)?.canReport
    expect([await canReport(at(0)), await canReport(at(2))]).toEqual([false, true])

    expect(await keep(later.reviewId)).toEqual({ message: 'Review kept' })
    expect(await keep(later.reviewId)).toEqual({ message: 'This review has no open reports' })
    const [stillOpen, kept] = await reported()
    expect([stillOpen?._id, kept?._id, kept?.openReports, kept?.reports[0]?.open]).toEqual([
      reviewId,
      later.reviewId,
      0,
      false,
    ])
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'review-kept' } })
    expect(entries[0]).toMatchObject({
      subject: 'SQL at work',
      detail: 'Review with 2 stars kept: 1 report closed.',
    })
    await report(at(0), later.reviewId)
    expect((await reported())[1]?.openReports).toBe(0)
    await give(later, 2, 'Worse')
    await report(at(0), later.reviewId)
    expect((await reported())[0]).toMatchObject({ _id: later.reviewId, openReports: 1 })

    await admin.call(api.admin.removeReview, { params: { reviewId }, body: { reason: 'Advertising' } })
    await give(author, 1, 'Back')
    const rest = await admin.call(api.admin.reportedReviews, { query: {} })
    expect(rest.reviews.map(({ _id }) => _id)).not.toContain(reviewId)
    const open = rest.reviews.filter(({ openReports }) => openReports > 0).length
    expect([rest.total, rest.open]).toEqual([rest.reviews.length, open])
    expect(await wrongCounters()).toEqual([])
  })

  test('is limited for each user', async () => {
    const keen = await app.makeUser()
    const { reviewId } = (await list()).reviews.map(({ _id }) => ({ reviewId: _id }))[0] ?? { reviewId: '' }
    for (let count = 0; count < 20; count++) await report(keen, reviewId)
    await expectProblem(report(keen, reviewId), 429, 'rate_limited')
    await keep(reviewId)
  })
})

describe('what is refused', () => {
  const send = (who: TestUser, method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object) =>
    app.server.inject({ method, url, headers: { cookie: who.cookie }, ...(payload && { payload }) })
  const ids = ['x', "' or 1=1 --", '%', '../../etc/passwd', '💥', 'a'.repeat(64)]

  test.each(ids)('an unknown id %s is a 404 of every call', async (id) => {
    const one = encodeURIComponent(id)
    const answers = await Promise.all([
      send(at(0), 'GET', `/api/review/course/${one}`),
      send(at(0), 'DELETE', `/api/review/${one}`),
      send(at(0), 'POST', `/api/review/${one}/report`, { reason: 'spam' }),
      send(educator, 'POST', `/api/review/${one}/reply`, { text: 'x' }),
      send(educator, 'DELETE', `/api/review/${one}/reply`),
    ])
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['report', {}],
    ['report', { reason: 'because' }],
    ['report', { reason: 'spam', text: 501 }],
    ['report', { reason: ['spam'] }],
    ['reply', {}],
    ['reply', { text: ' \n ' }],
    ['reply', { text: 2001 }],
    ['reply', { text: { $ne: 1 } }],
  ])('%s %j', async (name, { text, ...rest }: { text?: unknown; reason?: unknown }) => {
    // a number stands for a text that is so long
    const body = { ...rest, ...(text !== undefined && { text: typeof text === 'number' ? 'x'.repeat(text) : text }) }
    const answer = await send(name === 'reply' ? educator : at(0), 'POST', `/api/review/x/${name}`, body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each([
    ...['rating=0', 'rating=6', 'rating=x', 'order=best', 'commented=false', 'limit=0', 'limit=101', 'cursor=x'],
    `cursor=${Buffer.from('[1,"0000-01-01T00:00:00Z","x"]').toString('base64url')}`,
    ...['2026-01-01T00:00:00+23:59', '2026-01-01T00:00:00-16:00', `2026-01-01T00:00:00.${'1'.repeat(200)}Z`].map(
      (time) => `cursor=${Buffer.from(JSON.stringify([1, time, 'x'])).toString('base64url')}`,
    ),
    `order=lowest&cursor=${Buffer.from('[1,1e9,"2026-01-01T00:00:00Z","x"]').toString('base64url')}x`,
  ])('a list with ?%s', async (query) => {
    const answer = await send(at(0), 'GET', `/api/review/course/${course._id}?${query}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('texts of strangers stay texts', async () => {
    const student = await reviewer(5)
    const text = '<script>alert(1)</script>\u0000 \u202e🙂 { "a": 1 }'
    await give(student, 5, text)
    await reply(educator, student.reviewId, text)
    await report(at(3), student.reviewId, text)
    const { own } = await list({}, student)
    const kept = '<script>alert(1)</script> \u202e🙂 { "a": 1 }'
    expect([own?.comment, own?.reply?.text]).toEqual([kept, kept])
    expect((await reported()).find(({ _id }) => _id === student.reviewId)?.reports[0]?.text).toBe(kept)
  })
})
