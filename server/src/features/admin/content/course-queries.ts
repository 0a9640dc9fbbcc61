import type { api, Category, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import { findCreatorsNamed, likeText } from '../../courses/index.ts'

export type CourseQuery = QueryOf<typeof api.admin.courses>

export type AdminCourseRow = {
  id: string
  title: string
  category: Category | null
  thumbnail_id: string | null
  creator_id: string
  creator_name: string
  is_published: boolean
  unlisted_at: Date | null
  unlisted_reason: string
  enrolment_count: number
  created_at: Date
}

const order = newestFirst('courses')

const states = {
  published: sql`courses.is_published`,
  draft: sql`not courses.is_published and courses.unlisted_at is null`,
  unlisted: sql`courses.unlisted_at is not null`,
}

/** Builds the condition of a query, used by its page and its count. */
export async function courseFilter(
  on: Executor,
  { text, state }: Pick<CourseQuery, 'text' | 'state'>,
): Promise<RawBuilder<unknown>> {
  const wanted = [sql`courses.removed_at is null`]
  if (text) {
    const creators = await findCreatorsNamed(on, text)
    wanted.push(sql`(courses.title ilike ${likeText(text)} or ${creators.include(sql`courses.creator_id`)})`)
  }
  if (state) wanted.push(states[state])
  return sql.join(wanted, sql` and `)
}

const columns = sql`courses.id, courses.title, courses.category, courses.thumbnail_id, courses.creator_id,
  users.name as creator_name, courses.is_published, courses.unlisted_at, courses.unlisted_reason,
  courses.enrolment_count, courses.created_at`
const joined = sql`courses join users on users.id = courses.creator_id`

/** Returns a page of courses that their creators have not removed, newest first. */
export async function findCourses(
  on: Executor,
  query: PageQuery,
  filter: RawBuilder<unknown>,
): Promise<Page<AdminCourseRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<AdminCourseRow & Keyed>`
    select ${columns}, ${key} from ${joined} where ${filter} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countCourses = (on: Executor, filter: RawBuilder<unknown>): Promise<number> =>
  countUpTo(on, sql`courses where ${filter}`)

export async function findAdminCourse(on: Executor, id: string): Promise<AdminCourseRow | undefined> {
  const { rows } = await sql<AdminCourseRow>`
    select ${columns} from ${joined} where courses.id = ${id} and courses.removed_at is null`.execute(on)
  return rows[0]
}
