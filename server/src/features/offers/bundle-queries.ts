import { msg } from '@lingui/core/runtime-macro'
import { offerLimits } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { BundlesTable } from '#db/schema.ts'
import { type CardRow, cardColumnsSql, enrolledIn, pricedAt } from '../courses/index.ts'
import type { BundleCourse } from './rules.ts'

export type BundleRow = Selectable<BundlesTable>

/** A bundle that is not removed. */
export const findBundle = (on: Executor, id: string): Promise<BundleRow | undefined> =>
  on.selectFrom('bundles').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()

/** The same, locked; of one educator where `educatorId` is given. */
export const lockBundle = (tx: Tx, id: string, educatorId?: string): Promise<BundleRow | undefined> =>
  tx
    .selectFrom('bundles')
    .selectAll()
    .where('id', '=', id)
    .$if(educatorId !== undefined, (bundles) => bundles.where('educator_id', '=', educatorId ?? ''))
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** A course of a bundle with what a card shows of it, and whether the viewer is enrolled; prices as they count now. */
export type CourseOfBundle = CardRow & {
  is_published: boolean
  removed_at: Date | null
  regular_price_paise: number | null
  sale_ends_at: Date | null
  struck_price_paise: number | null
  enrolled: boolean
}

/** The courses of bundles, each in its order. */
export async function findCoursesIn(
  on: Executor,
  bundleIds: readonly string[],
  viewerId: string | null,
  now: Date,
): Promise<Map<string, CourseOfBundle[]>> {
  const { rows } = await sql<CourseOfBundle & { bundle_id: string }>`
    select bundle_courses.bundle_id, ${sql.raw(cardColumnsSql)}, is_published, removed_at, regular_price_paise, sale_ends_at, struck_price_paise, ${enrolledIn(viewerId)} as enrolled
    from bundle_courses
    join courses on courses.id = bundle_courses.course_id
    where bundle_courses.bundle_id = any(${[...bundleIds]}::text[])
    order by bundle_courses.bundle_id, bundle_courses.position, courses.id`.execute(on)
  const courses = new Map<string, CourseOfBundle[]>(bundleIds.map((id) => [id, []]))
  for (const row of rows) courses.get(row.bundle_id)?.push(pricedAt(row, now))
  return courses
}

/** Keeps the courses of a bundle from being changed or removed until the transaction ends. */
export async function lockCoursesIn(tx: Tx, bundleId: string): Promise<void> {
  await sql`select 1 from courses where id in (select course_id from bundle_courses where bundle_id = ${bundleId})
    order by id for key share`.execute(tx)
}

/** A course of a bundle as the rules have it. */
export const asBundleCourse = (row: CourseOfBundle): BundleCourse => ({
  courseId: row.id,
  educatorId: row.creator_id,
  list: row.price_paise ?? 0,
  available: row.is_published && row.removed_at === null && row.price_paise !== null,
  owned: row.enrolled,
})

const order = newestFirst('bundles')

/** A page of an educator's bundles, newest first. */
export async function findOwnBundles(on: Executor, educatorId: string, query: PageQuery): Promise<Page<BundleRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<BundleRow & Keyed>`
    select bundles.*, ${key} from bundles
    where bundles.educator_id = ${educatorId} and bundles.removed_at is null and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The newest published bundles with a course that is on sale. */
export const findBundlesOf = (on: Executor, courseId: string, count: number): Promise<BundleRow[]> =>
  on
    .selectFrom('bundle_courses')
    .innerJoin('bundles', 'bundles.id', 'bundle_courses.bundle_id')
    .innerJoin('courses', 'courses.id', 'bundle_courses.course_id')
    .selectAll('bundles')
    .where('bundle_courses.course_id', '=', courseId)
    .where('courses.is_published', '=', true)
    .where('bundles.is_published', '=', true)
    .where('bundles.removed_at', 'is', null)
    .orderBy('bundles.created_at', 'desc')
    .orderBy('bundles.id', 'desc')
    .limit(count)
    .execute()

/** Throws invalid_input when an educator has made as many coupons or bundles as there may be. Others of theirs wait until the transaction ends. */
export async function requireFewer(tx: Tx, table: 'coupons' | 'bundles', educatorId: string): Promise<void> {
  await sql`select from users where id = ${educatorId} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('educator_id', '=', educatorId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= offerLimits[table])
    throw new DomainError(
      'invalid_input',
      table === 'coupons'
        ? msg`You have made ${{ count: offerLimits.coupons }} coupons, as many as are possible. Please ask the support of this site.`
        : msg`You have made ${{ count: offerLimits.bundles }} bundles, as many as are possible. Please ask the support of this site.`,
    )
}

/** Inserts a bundle with its courses in order. */
export async function insertBundle(
  tx: Tx,
  bundle: Insertable<BundlesTable>,
  courseIds: readonly string[],
): Promise<void> {
  await tx.insertInto('bundles').values(bundle).execute()
  await insertCourses(tx, bundle.id, courseIds)
}

export async function updateBundle(tx: Tx, id: string, changes: Updateable<BundlesTable>): Promise<void> {
  await tx.updateTable('bundles').set(changes).where('id', '=', id).execute()
}

/** Puts these courses into a bundle, in their order, in place of those in it. The bundle's row must be locked. */
export async function replaceCourses(tx: Tx, id: string, courseIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('bundle_courses').where('bundle_id', '=', id).execute()
  await insertCourses(tx, id, courseIds)
}

const insertCourses = (tx: Tx, bundleId: string, courseIds: readonly string[]) =>
  tx
    .insertInto('bundle_courses')
    .values(courseIds.map((courseId, position) => ({ bundle_id: bundleId, course_id: courseId, position })))
    .execute()

export async function removeRow(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('bundles').set({ removed_at: now, is_published: false }).where('id', '=', id).execute()
}

/** Removes all bundles of an educator with their descriptions; the titles stay for the orders of those who bought them. */
export async function removeRowsOf(tx: Tx, educatorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('bundles')
    .set({ removed_at: sql`coalesce(removed_at, ${now})`, is_published: false, description: '' })
    .where('educator_id', '=', educatorId)
    .execute()
}

/** Name of the educator of a bundle. */
export const findEducator = (on: Executor, id: string) =>
  on.selectFrom('users').select(['id', 'name']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
