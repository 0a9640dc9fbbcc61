import { api, type CourseDetails, type SiteSettings } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from './support/create-test-app.ts'
import { expectProblem } from './support/expect-problem.ts'
import { makeCourse, makeLecture, smallVideo } from './support/make-course.ts'
import { buy, paymentKeys } from './support/sales/pay.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const details = (educator: TestUser, courseId: string): Promise<CourseDetails> =>
  educator.call(api.courses.get, { params: { courseId } })
const inTwoDays = () => new Date(Date.now() + 48 * 3600_000).toISOString()

test('what is counted or edited by another form leaves the version of a course as it is', async () => {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { price: 900 })
  const first = await makeLecture(educator, courseId)
  const before = await details(educator, courseId)
  const student = await app.makeUser()
  await buy(student, courseId)
  await student.call(api.reviews.give, { body: { courseId, rating: 5, comment: 'Good' } })
  await educator.call(api.lectures.edit, {
    params: { lectureId: first._id },
    body: { lectureTitle: 'Other', isPreviewFree: true },
    files: { videoUrl: smallVideo() },
  })
  await educator.call(api.ownOffers.setSale, { params: { courseId }, body: { price: 400, endsAt: inTwoDays() } })
  const after = await details(educator, courseId)
  expect(after).toMatchObject({ enrolledCount: 1, reviewCount: 1, price: 400 })
  expect([after.version, after.outlineVersion]).toEqual([before.version, before.outlineVersion])
  await makeLecture(educator, courseId)
  const longer = await details(educator, courseId)
  expect(longer.version).toBe(before.version)
  expect(longer.outlineVersion).not.toBe(before.outlineVersion)
})

test('only those who edit see versions', async () => {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { price: 0 })
  await educator.call(api.sections.create, { params: { courseId }, body: { title: 'Section' } })
  const { _id: lectureId } = await makeLecture(educator, courseId)
  const student = await app.makeUser()
  await buy(student, courseId)
  for (const reader of [app.visitor, student.call, admin.call]) {
    const course = await reader(api.courses.get, { params: { courseId } })
    expect(JSON.stringify(course)).not.toMatch(/version/i)
    const list = await reader(api.lectures.list, { params: { courseId } })
    expect(JSON.stringify(list)).not.toMatch(/version/i)
  }
  const content = await student.call(api.lectures.content, { params: { lectureId } })
  expect(content).not.toHaveProperty('editing')
})

test('a course that was published elsewhere stays so when an older page saves its description', async () => {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { published: false })
  const { version } = await details(educator, courseId)
  const edit = (body: object) => educator.call(api.courses.edit, { params: { courseId }, body })
  await edit({ title: 'Better', level: 'Advanced', isPublished: 'true', version })
  await expectProblem(edit({ description: 'Mine', isPublished: 'false', version }), 409, 'changed_elsewhere')
  await edit({ description: 'Mine', version: (await details(educator, courseId)).version })
  expect(await details(educator, courseId)).toMatchObject({
    title: 'Better',
    level: 'Advanced',
    isPublished: true,
    description: 'Mine',
  })
})

test('an admin who takes a course off the list is not undone by the open form of its educator', async () => {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator)
  const { version } = await details(educator, courseId)
  await admin.call(api.admin.unlist, { params: { courseId }, body: { reason: 'It copies a book' } })
  const save = educator.call(api.courses.edit, { params: { courseId }, body: { title: 'Mine', version } })
  await expectProblem(save, 409, 'changed_elsewhere')
})

test('a video is not stored with a form that is refused', async () => {
  const educator = await app.makeUser('educator')
  const course = await makeCourse(educator)
  const { _id: lectureId } = await makeLecture(educator, course._id)
  const edit = (version?: string) =>
    educator.call(api.lectures.edit, { params: { lectureId }, body: { version }, files: { videoUrl: smallVideo() } })
  const { editing } = await educator.call(api.lectures.content, { params: { lectureId } })
  const { version } = await edit(editing?.version)
  await expectProblem(edit(editing?.version), 409, 'changed_elsewhere')
  const now = (await educator.call(api.lectures.content, { params: { lectureId } })).editing
  expect(now?.version).toBe(version)
  const videos = await app.deps.db.selectFrom('videos').select('id').where('owner_id', '=', educator.user._id).execute()
  expect(videos.map(({ id }) => id)).toEqual([now?.videoId])
})

test('what an edit does not name stays: a bundle, billing details, settings', async () => {
  const educator = await app.makeUser('educator')
  const courses = [await makeCourse(educator), await makeCourse(educator)]
  const courseIds = courses.map(({ _id }) => _id)
  const made = await educator.call(api.ownOffers.createBundle, {
    body: { title: 'Both', description: 'Two', price: 600, courseIds, isPublished: true },
  })
  const params = { bundleId: made._id }
  const { version: _, ...before } = made
  const renamed = await educator.call(api.ownOffers.editBundle, { params, body: { title: 'Pair' } })
  expect(renamed).toMatchObject({ ...before, title: 'Pair' })
  await expectProblem(educator.call(api.ownOffers.editBundle, { params, body: { price: 998 } }), 400, 'invalid_input')

  const billing = { name: 'Asha', address: 'Lane 1', state: '29', gstin: '' }
  await educator.call(api.invoices.saveBilling, { body: billing })
  expect(await educator.call(api.invoices.saveBilling, { body: { address: 'Lane 2' } })).toMatchObject({
    ...billing,
    address: 'Lane 2',
  })
  // what fits together is decided about the whole
  const gstin = '27AAPFU0939F1ZV'
  await educator.call(api.invoices.saveBilling, { body: { state: '27', address: '' } })
  await expectProblem(educator.call(api.invoices.saveBilling, { body: { gstin } }), 400, 'invalid_input')

  const settings = async (): Promise<SiteSettings> => (await admin.call(api.admin.settings)).settings
  const { siteName, ...others } = await settings()
  await admin.call(api.admin.saveSettings, { body: { siteName: `${siteName}!` } })
  expect(await settings()).toEqual({ ...others, siteName: `${siteName}!` })
})
