import { api } from '@virtual-courses/contract'
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { makeAllPassages } from '#test/support/passages.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { findPlayable, requireWatchable } from '../video/delivery/index.ts'
import { findByReading } from './find-passages.ts'
import { readingsOf } from './finding/read-question.ts'
import { findPassages, listPassages } from './index.ts'

let app: TestApp
const viewers: (CurrentUser | null)[] = [null]
const courseIds: string[] = []
const lectures: { id: string; courseId: string }[] = []
const [courses, inCourse, students] = [3, 3, 2]

const asViewer = ({ user }: TestUser): CurrentUser => ({
  id: user._id,
  role: user.role,
  name: user.name,
  email: user.email,
  sessionId: '',
  language: null,
  hasFactor: false,
})

beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, AI_EMBEDDINGS: 'off' } })
  const educators = [await app.makeUser('educator'), await app.makeUser('educator')] as const
  for (let at = 0; at < courses; at++) {
    const educator = educators[at % 2] ?? educators[0]
    const { _id: courseId } = await makeCourse(educator, { price: 0 })
    courseIds.push(courseId)
    for (let number = 0; number < inCourse; number++) {
      const { _id: id } = await makeLecture(educator, courseId, `Part ${number}`)
      const text = `The turtle number ${lectures.length} swims through the lagoon.`
      await educator.call(api.lectures.edit, { params: { lectureId: id }, body: { text } })
      lectures.push({ id, courseId })
    }
  }
  await makeAllPassages(app)
  viewers.push(asViewer(await app.makeUser('admin')), ...educators.map(asViewer))
  for (let at = 0; at < students; at++) viewers.push(asViewer(await app.makeUser()))
})
afterAll(() => app.close())

const opening = fc.constantFrom('open', 'open', 'order', 'days', 'future', 'past')
const shopArb = fc.record({
  courses: fc.array(fc.record({ published: fc.boolean(), removed: fc.boolean() }), {
    minLength: courses,
    maxLength: courses,
  }),
  lectures: fc.array(fc.record({ preview: fc.boolean(), opens: opening }), {
    minLength: courses * inCourse,
    maxLength: courses * inCourse,
  }),
  enrolled: fc.array(fc.boolean(), { minLength: courses * students, maxLength: courses * students }),
  done: fc.array(fc.boolean(), { minLength: courses * inCourse, maxLength: courses * inCourse }),
})
type Shop = ReturnType<(typeof shopArb)['generate']>['value']

/** Brings the shop into a state, whatever its history would have to be. */
async function open(shop: Shop): Promise<void> {
  const { db } = app.deps
  const now = new Date(app.clock.ms)
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
  await sql`delete from opened_lectures`.execute(db)
  await sql`delete from lecture_progress`.execute(db)
  await sql`delete from enrolments`.execute(db)
  for (const [index, { published, removed }] of shop.courses.entries())
    await sql`update courses set is_published = ${published && !removed}, removed_at = ${removed ? now : null} where id = ${courseIds[index]}`.execute(
      db,
    )
  for (const [index, { preview, opens }] of shop.lectures.entries())
    await sql`
      update lectures set is_preview_free = ${preview}, opens_in_order = ${opens === 'order'}, opens_after_days = ${opens === 'days' ? 3 : null},
        opens_at = ${opens === 'future' ? at(2) : opens === 'past' ? at(-2) : null} where id = ${lectures[index]?.id}`.execute(
      db,
    )
  for (const [index, isEnrolled] of shop.enrolled.entries()) {
    const student = viewers.at(-1 - (index % students))
    if (!isEnrolled || !student) continue
    const courseId = courseIds[Math.floor(index / students)] ?? ''
    await sql`insert into enrolments (user_id, course_id, amount_paise, created_at) values (${student.id}, ${courseId}, 0, ${now})`.execute(
      db,
    )
    for (const [place, { id, courseId: own }] of lectures.entries())
      if (own === courseId && shop.done[place])
        await sql`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at) values (${student.id}, ${id}, 0, ${now}, ${now})`.execute(
          db,
        )
  }
}

const mayWatch = (lectureId: string, viewer: CurrentUser | null): Promise<boolean> =>
  requireWatchable(app.deps.db, lectureId, viewer, app.deps).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )

test('no passage leaves to anyone who cannot play its lecture, and all do to who can, in whatever state a shop is', async () => {
  await fc.assert(
    fc.asyncProperty(shopArb, async (shop) => {
      await open(shop)
      for (const viewer of viewers) {
        const found: Record<string, string[]> = {}
        for (const courseId of courseIds) found[courseId] = await lecturesFor(viewer, courseId)
        const everywhere = await lecturesFor(viewer)
        const listed: string[] = []
        for (const { id } of lectures)
          if ((await listPassages(app.deps, { viewer, lectureId: id })).length > 0) listed.push(id)
        const { playable } = await findPlayable(
          app.deps.db,
          { lectureIds: lectures.map(({ id }) => id) },
          viewer,
          app.deps,
        )
        const watched: string[] = []
        // last, because it keeps what was opened
        for (const { id } of lectures) if (await mayWatch(id, viewer)) watched.push(id)
        const may = watched.toSorted()
        expect([...playable].toSorted()).toEqual(may)
        expect(listed.toSorted()).toEqual(may)
        expect(Object.values(found).flat().toSorted()).toEqual(may)
        expect(everywhere.filter((id) => !watched.includes(id))).toEqual([])
      }
    }),
    { numRuns: isWhole ? 8 : 2 },
  )
}, 120_000)

async function lecturesFor(viewer: CurrentUser | null, courseId?: string): Promise<string[]> {
  const ask = { viewer, question: 'where does the turtle swim', limit: 50, ...(courseId && { courseId }) }
  const { passages } = await findPassages(app.deps, ask)
  return [...new Set(passages.map((one) => one.lectureId))]
}

test('a refund in the middle of a search takes its passages back', async () => {
  const [courseId = ''] = courseIds
  const student = await app.makeUser()
  await sql`update courses set is_published = true, removed_at = null`.execute(app.deps.db)
  await sql`update lectures set is_preview_free = false, opens_in_order = false, opens_after_days = null, opens_at = null`.execute(
    app.deps.db,
  )
  await buy(student, courseId)
  const viewer = asViewer(student)
  expect(await lecturesFor(viewer, courseId)).toHaveLength(inCourse)
  const asked = { readings: readingsOf('turtle', null), isHindi: false, vector: null, model: null, readAs: null }
  const ask = { viewer, question: 'turtle', courseId, limit: 5 }
  const refund: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isAboutToRead = result.rows.some((row) => row.setId !== undefined)
      if (isAboutToRead) await sql`delete from enrolments where user_id = ${student.user._id}`.execute(app.deps.db)
      return result
    },
  }
  const db = app.deps.db.withPlugin(refund)
  expect((await findByReading({ ...app.deps, db }, ask, asked)).passages).toEqual([])
})
