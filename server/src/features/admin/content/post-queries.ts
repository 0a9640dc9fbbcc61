import { type api, type PostList, type QueryOf, type ReportReason, shownReports } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { findCoursesTitled, findUsersNamed, likeText } from '../../courses/index.ts'

export type AdminPostRow = {
  id: string
  title: string
  text: string
  kind: 'question' | 'answer' | 'announcement'
  course_id: string
  course_title: string
  user_id: string
  user_name: string
  created_at: Date
  hidden_at: Date | null
  hidden_reason: string
  open_reports: number
  /** JSON, in which the time is text */
  reports: { reason: ReportReason; note: string; reporter: string; open: boolean; created_at: string }[]
}

/** What is said in courses, in the form of questions: an announcement is its educator's, and is deleted in place of hidden. */
const posts = sql`(
    select id, title, text, question_id, course_id, user_id, created_at, hidden_at, hidden_reason, open_reports, reported_at,
      false as announced
    from posts
    union all
    select id, title, text, null, course_id, (select creator_id from courses where courses.id = announcements.course_id),
      created_at, null, '', open_reports, reported_at, true
    from announcements where deleted_at is null
  ) as posts`

const orders: Readonly<Record<PostList, Order>> = {
  all: newestFirst('posts'),
  hidden: newestFirst('posts', 'hidden_at'),
  reported: {
    direction: 'desc',
    keys: [
      ['least(posts.open_reports, 1)', 'integer'],
      ['posts.reported_at', 'time'],
      ['posts.id', 'text'],
    ],
  },
}
const lists: Readonly<Record<PostList, RawBuilder<unknown>>> = {
  all: sql`true`,
  hidden: sql`posts.hidden_at is not null`,
  reported: sql`posts.reported_at is not null`,
}

/** Builds the condition of a list, used by its page and its count. */
export async function postFilter(
  on: Executor,
  { show, text }: Pick<QueryOf<typeof api.adminPosts.list>, 'show' | 'text'>,
): Promise<RawBuilder<unknown>> {
  if (!text) return lists[show]
  const like = likeText(text)
  const [courses, users] = await Promise.all([findCoursesTitled(on, text), findUsersNamed(on, text)])
  return sql`${lists[show]} and (posts.text ilike ${like} or posts.title ilike ${like}
    or ${courses.include(sql`posts.course_id`)} or ${users.include(sql`posts.user_id`)})`
}

/** Returns a page of questions, answers and announcements with their reports. */
export async function findPosts(
  on: Executor,
  { show, ...page }: PageQuery & { show: PostList },
  filter: RawBuilder<unknown>,
): Promise<Page<AdminPostRow>> {
  const { within, key, tail, pageOf } = keysetSql(orders[show], page)
  const { rows } = await sql<AdminPostRow & Keyed>`
    select posts.id, coalesce(questions.title, posts.title) as title, posts.text,
      case when announced then 'announcement' when posts.question_id is null then 'question' else 'answer' end as kind,
      posts.course_id, courses.title as course_title, posts.user_id, users.name as user_name, posts.created_at,
      posts.hidden_at, posts.hidden_reason, posts.open_reports, ${key}, (
        select coalesce(json_agg(to_json(report)), '[]') from (
          select reason, note, reporters.name as reporter, closed_at is null as open, given.created_at
          from (
            select * from post_reports where post_id = posts.id
            union all select * from announcement_reports where announcement_id = posts.id
          ) as given join users as reporters on reporters.id = given.user_id
          order by closed_at is null desc, given.created_at desc limit ${sql.lit(shownReports)}
        ) as report
      ) as reports
    from ${posts} join users on users.id = posts.user_id join courses on courses.id = posts.course_id
      left join posts as questions on questions.id = posts.question_id
    where ${filter} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The number of matches, and of posts with open reports, each counted up to `mostCounted`. */
export async function countPosts(on: Executor, filter: RawBuilder<unknown>): Promise<{ total: number; open: number }> {
  const [total, open] = await Promise.all([
    countUpTo(on, sql`${posts} where ${filter}`),
    countUpTo(on, sql`${posts} where reported_at is not null and least(open_reports, 1) = 1`),
  ])
  return { total, open }
}
