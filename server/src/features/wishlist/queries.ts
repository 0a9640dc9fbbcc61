import { longestWishlist } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { type CardRow, cardColumnsSql, completeCourses, visibleToStudent } from '../courses/index.ts'

/** Inserts a wishlist item; an existing one keeps its place. */
export async function insertWishlistItem(
  on: Executor,
  item: { userId: string; courseId: string; createdAt: Date },
): Promise<void> {
  await on
    .insertInto('wishlist_items')
    .values({ user_id: item.userId, course_id: item.courseId, created_at: item.createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doNothing())
    .execute()
}

export async function deleteWishlistItem(on: Executor, userId: string, courseId: string): Promise<void> {
  await on.deleteFrom('wishlist_items').where('user_id', '=', userId).where('course_id', '=', courseId).execute()
}

/** The courses that a student has on the wishlist and can see, last added first. */
export const findWishlistCourses = (on: Executor, studentId: string) =>
  completeCourses(on)
    .innerJoin('wishlist_items', 'wishlist_items.course_id', 'courses.id')
    .where('wishlist_items.user_id', '=', studentId)
    .where(visibleToStudent(studentId))
    .orderBy('wishlist_items.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(longestWishlist)
    .execute()

const order: Order = {
  direction: 'desc',
  keys: [
    ['wishlist_items.created_at', 'time'],
    ['wishlist_items.course_id', 'text'],
  ],
}

/** A page of the same courses, in the same order, as cards show them. */
export async function findWishlistPage(
  on: Executor,
  studentId: string,
  query: PageQuery,
): Promise<Page<CardRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<CardRow & Keyed>`
    select ${sql.raw(cardColumnsSql)}, ${key} from wishlist_items join courses on courses.id = wishlist_items.course_id
    where wishlist_items.user_id = ${studentId} and ${visibleToStudent(studentId)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The ids of the same courses, in the same order. */
export async function findWishlistIds(on: Executor, studentId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('wishlist_items')
    .innerJoin('courses', 'courses.id', 'wishlist_items.course_id')
    .select('courses.id')
    .where('wishlist_items.user_id', '=', studentId)
    .where(visibleToStudent(studentId))
    .orderBy('wishlist_items.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(longestWishlist)
    .execute()
  return rows.map(({ id }) => id)
}

/** Users who have a course on their wishlist and are not enrolled in it: the first `limit` ids after `after`, in order. */
export async function findUsersByWishlist(
  on: Executor,
  courseId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await on
    .selectFrom('wishlist_items')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrolments')
            .select('enrolments.user_id')
            .whereRef('enrolments.user_id', '=', 'wishlist_items.user_id')
            .whereRef('enrolments.course_id', '=', 'wishlist_items.course_id'),
        ),
      ),
    )
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function deleteWishlist(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('wishlist_items').where('user_id', '=', userId).execute()
}
