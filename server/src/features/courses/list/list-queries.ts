import { type SqlBool, sql } from 'kysely'
import { compileOnce } from '#core/limits/compile-once.ts'
import { completeCourses } from '../queries.ts'

/** Courses in one query, and the most that is in memory of a list while it is made. */
export const batchRows = 100

/** Where a batch ends: the list goes on behind it. */
type Place = { id: string; created: string }

export const beforeAll: Place = { id: '', created: 'infinity' }

/** Courses of the list, newest first, from behind one. */
export const findListed = compileOnce(['id', 'created'], (on, { id, created }: Place) =>
  completeCourses(on)
    // with microseconds, which a Date does not have
    .select(sql<string>`courses.created_at::text`.as('created'))
    .where('courses.is_published', '=', true)
    .where(sql<SqlBool>`(courses.created_at, courses.id) < (${created}::timestamptz, ${id})`)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(batchRows),
)
