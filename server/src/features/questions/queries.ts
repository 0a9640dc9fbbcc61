import type { Role } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { CourseFacts } from './rules.ts'

/** A question or an answer, as one viewer sees it. */
export type PostRow = {
  id: string
  question_id: string | null
  course_id: string
  title: string
  text: string
  name: string
  photo_id: string | null
  role: Role
  by_educator: boolean
  own: boolean
  votes: number
  voted: boolean
  can_report: boolean
  created_at: Date
  edited_at: Date | null
}

export type QuestionRow = PostRow & {
  course_title: string
  creator_id: string
  lecture_id: string | null
  lecture_title: string | null
  second: number | null
  video_id: string | null
  answers: number
  accepted_id: string | null
  waits_since: Date | null
  follows: boolean
}

/** Maximum number of characters of a question that a list shows. */
const excerpt = 300

const reportedBy = (userId: string) => sql`exists (
  select 1 from post_reports as report where report.post_id = posts.id and report.user_id = ${userId}
    and (report.closed_at is null or posts.edited_at is null or report.closed_at >= posts.edited_at)
)`

const postColumns = (viewerId: string, text: RawBuilder<unknown>) => sql`posts.id, posts.question_id, posts.course_id,
  posts.title, ${text} as text, users.name, users.photo_id, users.role, posts.user_id = courses.creator_id as by_educator,
  posts.user_id = ${viewerId} as own, posts.votes,
  exists (select 1 from post_votes where post_votes.post_id = posts.id and post_votes.user_id = ${viewerId}) as voted,
  posts.user_id <> ${viewerId} and not ${reportedBy(viewerId)} as can_report, posts.created_at, posts.edited_at`

const posts = sql.raw(`posts join users on users.id = posts.user_id join courses on courses.id = posts.course_id`)

/** Select list of questions; `text` is the whole one, or what lists show of it. */
export const questionColumns = (viewerId: string, whole = false) => sql`
  ${postColumns(viewerId, whole ? sql`posts.text` : sql`left(posts.text, ${sql.lit(excerpt)})`)},
  courses.title as course_title, courses.creator_id, posts.lecture_id, lectures.title as lecture_title, posts.second,
  posts.video_id, posts.answers, posts.accepted_id, posts.waits_since,
  exists (select 1 from post_follows where post_follows.post_id = posts.id and post_follows.user_id = ${viewerId}) as follows`

/** Questions that are shown, with what `questionColumns` needs. */
export const shownQuestions = sql`${posts} left join lectures on lectures.id = posts.lecture_id`
export const isShown = sql`posts.question_id is null and posts.hidden_at is null`

/** Answers that are shown. */
export const answerColumns = (viewerId: string) => postColumns(viewerId, sql`posts.text`)
export const shownAnswers = posts

/** What decides who takes part in a course; undefined when there is none. */
export async function findCourseFacts(
  on: Executor,
  courseId: string,
  userId: string,
): Promise<CourseFacts | undefined> {
  const { rows } = await sql<CourseFacts>`
    select creator_id as "creatorId", is_published as published, removed_at is not null as removed,
      exists (select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${userId}) as enrolled
    from courses where id = ${courseId}`.execute(on)
  return rows[0]
}

export async function findQuestion(on: Executor, id: string, viewerId: string): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`
    select ${questionColumns(viewerId, true)} from ${shownQuestions} where posts.id = ${id} and ${isShown}`.execute(on)
  return rows[0]
}

export async function findAnswer(on: Executor, id: string, viewerId: string): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${answerColumns(viewerId)} from ${shownAnswers}
    where posts.id = ${id} and posts.question_id is not null and posts.hidden_at is null`.execute(on)
  return rows[0]
}

/** Returns the question that a post is, or answers, while both are shown. */
export async function findQuestionIdOf(on: Executor, postId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(question_id, id) as id from posts where id = ${postId} and hidden_at is null`.execute(on)
  return rows[0]?.id
}
