import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { enqueue } from '#core/jobs.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, confirmation, newPaymentId, paymentKeys } from '#test/support/sales/pay.ts'
import { studentEnrolled } from '../enrolments/index.ts'
import { lectureAdded, sessionScheduled, sessionStarted } from '../lectures/index.ts'
import { paymentRefunded } from '../sales/index.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let course: Course
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  await app.deps.queue.work(allJobs(app.deps))
})
beforeEach(async () => {
  educator = await app.makeUser('educator', 'Meera Iyer')
  student = await app.makeUser('student', 'Asha Rao')
  course = await makeCourse(educator, { title: 'SQL at work', price: 0 })
})
afterAll(() => app.close())

type Shown = { message: string; link: string }
const shownTo = async (who: TestUser): Promise<Shown[]> =>
  (await who.call(api.notifications.list)).notifications.map(({ message, link }) => ({ message, link }))
/** Waits until a user has so many notifications; those of the same moment are in any order. */
async function notificationsOf(who: TestUser, count: number): Promise<Shown[]> {
  for (let attempt = 0; attempt < 400 && (await shownTo(who)).length < count; attempt++) await sleep(25)
  const all = await shownTo(who)
  expect(all).toHaveLength(count)
  return all
}
/** Has every job that was put down been done? */
async function settled(): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from jobs.job
    where (name like 'announce-%' or name = 'send-refund') and state in ('created', 'active', 'retry')`.execute(
    app.deps.db,
  )
  if (rows[0]?.waiting === 0) return
  await sleep(25)
  return settled()
}
const run = (name: string, data: object): Promise<void> => {
  const handler = allJobs(app.deps).find(({ kind }) => kind.name === name)
  if (!handler) throw new Error(`no job is called ${name}`)
  return handler.run(data)
}
const edit = (body: { price?: string; isPublished?: 'true' | 'false' }) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body })
const addLecture = (body: { lectureTitle: string; isLive?: boolean; liveStartTime?: string }) =>
  educator.call(api.lectures.create, { params: { courseId: course._id }, body })
const page = () => `/viewcourse/${course._id}`

describe('an enrolment', () => {
  test('notifies the student and the educator once, free or paid', async () => {
    await buy(student, course._id)
    expect(await notificationsOf(student, 1)).toEqual([
      { message: 'You are enrolled in SQL at work', link: `/viewlecture/${course._id}` },
    ])
    expect(await notificationsOf(educator, 1)).toEqual([
      { message: 'Asha Rao enrolled in SQL at work', link: `/courses/${course._id}/students` },
    ])

    await edit({ price: '499' })
    const payer = await app.makeUser('student', 'Ravi')
    const order = await payer.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    const result = confirmation(order.id)
    await Promise.all([1, 2].map(() => payer.call(api.enrolments.verifyPayment, { body: result })))
    await notificationsOf(payer, 1)
    expect((await notificationsOf(educator, 2))[0]?.message).toBe('Ravi enrolled in SQL at work')
    await run(studentEnrolled.name, { userId: payer.user._id, courseId: course._id })
    await settled()
    expect([(await shownTo(payer)).length, (await shownTo(educator)).length]).toEqual([1, 2])
  })
})

describe('a lecture', () => {
  test('notifies enrolled students only, also of an unpublished course', async () => {
    await buy(student, course._id)
    const stranger = await app.makeUser()
    await edit({ isPublished: 'false' })
    const { lecture } = await addLecture({ lectureTitle: 'Joins' })
    const [newest] = await notificationsOf(student, 2)
    expect(newest).toEqual({
      message: 'New lecture in SQL at work: Joins',
      link: `/viewlecture/${course._id}?lecture=${lecture._id}`,
    })
    await run(lectureAdded.name, { lectureId: lecture._id })
    await settled()
    expect([(await shownTo(student)).length, (await shownTo(stranger)).length]).toEqual([2, 0])
    expect(await shownTo(educator)).toHaveLength(1)
  })

  test('of a draft without students notifies no one later', async () => {
    await edit({ isPublished: 'false' })
    const { lecture } = await addLecture({ lectureTitle: 'Early', isLive: true, liveStartTime: '2026-12-01T18:30' })
    await edit({ isPublished: 'true' })
    await buy(student, course._id)
    await notificationsOf(student, 1)
    await settled()
    expect(await shownTo(student)).toHaveLength(1)
    expect(lecture.liveState).toBe('scheduled')
  })

  test('with a session notifies of its time in the platform’s zone', async () => {
    await buy(student, course._id)
    const { lecture } = await addLecture({
      lectureTitle: 'Ask me anything',
      isLive: true,
      liveStartTime: '2026-12-01T18:30',
    })
    const messages = (await notificationsOf(student, 3)).map(({ message }) => message)
    expect(messages).toContain('New lecture in SQL at work: Ask me anything')
    expect(messages).toContain('Live session scheduled in SQL at work: Ask me anything, 1 Dec 2026, 6:30 pm IST')
    const startTime = lecture.liveStartTime ?? ''
    await run(sessionScheduled.name, { lectureId: lecture._id, startTime })
    expect(await shownTo(student)).toHaveLength(3)
  })

  test('that is live notifies once for each session, with a link to the room', async () => {
    await buy(student, course._id)
    const { lecture } = await addLecture({ lectureTitle: 'Office hour' })
    await notificationsOf(student, 2)
    const first = { lectureId: lecture._id, startedAt: '2026-12-01T13:00:00.000Z' }
    await enqueue(app.deps.db, sessionStarted, first)
    expect((await notificationsOf(student, 3))[0]).toEqual({
      message: 'Office hour is live now',
      link: `/live/${lecture._id}`,
    })
    await run(sessionStarted.name, first)
    await student.call(api.notifications.markAllRead)
    await run(sessionStarted.name, { ...first, startedAt: '2026-12-08T13:00:00.000Z' })
    expect(await shownTo(student)).toHaveLength(4)
  })

  test('that was removed notifies no one, without an error', async () => {
    for (const [name, more] of [
      [lectureAdded.name, {}],
      [sessionScheduled.name, { startTime: '2026-12-01T13:00:00.000Z' }],
      [sessionStarted.name, { startedAt: '2026-12-01T13:00:00.000Z' }],
    ] as const)
      await run(name, { lectureId: 'gone', ...more })
  })
})

test('a review notifies the educator, its replacement does not', async () => {
  await buy(student, course._id)
  await student.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'Clear' } })
  const messages = (await notificationsOf(educator, 2)).map(({ message }) => message)
  expect(messages).toContain('Asha Rao reviewed SQL at work: 4 stars')
  await student.call(api.reviews.give, { body: { courseId: course._id, rating: 1, comment: 'Hm' } })
  await settled()
  expect(await shownTo(educator)).toHaveLength(2)
})

test('a second payment is notified when it was refunded, with course and amount', async () => {
  await edit({ price: '499.50' })
  const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
  await student.call(api.enrolments.verifyPayment, { body: confirmation(order.id) })
  const extra = confirmation(order.id, newPaymentId())
  await student.call(api.enrolments.verifyPayment, { body: extra })
  const messages = await notificationsOf(student, 2)
  expect(messages).toContainEqual({
    message: 'Your extra payment of ₹499.50 for SQL at work was refunded',
    link: page(),
  })
  const refund = { userId: student.user._id, courseId: course._id, amount: 49_950 }
  const { id: refundId } = await app.deps.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', extra.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  await run(paymentRefunded.name, { ...refund, paymentId: extra.razorpay_payment_id, refundId })
  await run('refund-payment', { paymentId: extra.razorpay_payment_id, amount: 49_950 })
  await settled()
  expect(await shownTo(student)).toHaveLength(2)
})

describe('a lower price', () => {
  const addToWishlist = (who: TestUser) => who.call(api.wishlist.add, { body: { courseId: course._id } })

  test('notifies users who have the course on their wishlist and are not enrolled', async () => {
    await buy(student, course._id)
    await edit({ price: '1299' })
    const [wisher, stranger] = [await app.makeUser(), await app.makeUser()]
    await addToWishlist(wisher)
    await addToWishlist(student)
    await edit({ price: '999' })
    expect(await notificationsOf(wisher, 1)).toEqual([
      { message: 'Price drop: SQL at work is now ₹999, down from ₹1,299', link: page() },
    ])
    await settled()
    expect([(await shownTo(stranger)).length, (await shownTo(student)).length]).toEqual([0, 1])
    await edit({ price: '1299' })
    await edit({ price: '999' })
    await settled()
    await notificationsOf(wisher, 1)
    await wisher.call(api.notifications.markAllRead)
    await edit({ price: '899' })
    await notificationsOf(wisher, 2)
  })

  test('is notified when the course is published again cheaper, never for a draft or a price that has changed again', async () => {
    await edit({ price: '500' })
    await addToWishlist(student)
    await edit({ isPublished: 'false' })
    await edit({ price: '400' })
    await settled()
    expect(await shownTo(student)).toEqual([])
    await edit({ price: '300', isPublished: 'true' })
    expect((await notificationsOf(student, 1))[0]?.message).toBe('Price drop: SQL at work is now ₹300, down from ₹400')
    await run('announce-price-drop', { courseId: course._id, from: 30_000, to: 20_000, change: 'gone again' })
    await edit({ price: '300' })
    await edit({ price: '350' })
    await settled()
    expect(await shownTo(student)).toHaveLength(1)
  })
})
