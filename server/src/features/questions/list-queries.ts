import { mostSimilar, mostWaitingQuestions, type QuestionFilter, type QuestionOrder } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import {
  answerColumns,
  isShown,
  type PostRow,
  type QuestionRow,
  questionColumns,
  shownAnswers,
  shownQuestions,
} from './queries.ts'

/** Questions of a course among which similar ones are looked for: the newest. */
const mostCompared = 2000

const newest = newestFirst('posts')
const orders: Readonly<Record<QuestionOrder, Order>> = {
  newest,
  votes: { direction: 'desc', keys: [['posts.votes', 'integer'], ...newest.keys] },
}

type CourseQuery = PageQuery & {
  lecture?: string | undefined
  words: readonly string[]
  /** lectures whose questions are left out */
  closed: readonly string[]
  show: QuestionFilter
  order: QuestionOrder
}

/** A question of a lecture that was removed is open to all who take part. */
const isOpenTo = (closed: readonly string[]) =>
  closed.length === 0 ? sql`true` : sql`(posts.lecture_id is null or posts.lecture_id <> all(${[...closed]}::text[]))`

/** Returns a page of the questions of a course. */
export async function findQuestions(
  on: Executor,
  courseId: string,
  viewerId: string,
  { lecture, words, closed, show, order, ...page }: CourseQuery,
): Promise<Page<QuestionRow>> {
  const { within, key, tail, pageOf } = keysetSql(orders[order], page)
  const wanted: RawBuilder<unknown>[] = [sql`posts.course_id = ${courseId}`, isShown, isOpenTo(closed), within]
  if (lecture !== undefined) wanted.push(sql`posts.lecture_id = ${lecture}`)
  if (show === 'unanswered') wanted.push(sql`posts.answers = 0`)
  if (show === 'own') wanted.push(sql`posts.user_id = ${viewerId}`)
  if (show === 'followed')
    wanted.push(
      sql`exists (select 1 from post_follows as own where own.post_id = posts.id and own.user_id = ${viewerId})`,
    )
  for (const word of words) wanted.push(sql`position(${word} in posts.folded) > 0`)
  const { rows } = await sql<QuestionRow & Keyed>`
    select ${questionColumns(viewerId)}, ${key} from ${shownQuestions}
    where ${sql.join(wanted, sql` and `)} ${tail}`.execute(on)
  return pageOf(rows)
}

/**
 * Returns questions of a course that share words with a text, the most similar first. A word counts the more, the fewer questions have it;
 * those that share only words of most questions are left out.
 */
export async function findSimilar(
  on: Executor,
  courseId: string,
  viewerId: string,
  { words, closed }: Pick<CourseQuery, 'words' | 'closed'>,
): Promise<QuestionRow[]> {
  if (words.length === 0) return []
  const { rows } = await sql<QuestionRow>`
    with recent as (
      select posts.id, posts.folded from posts where posts.course_id = ${courseId} and ${isShown} and ${isOpenTo(closed)}
      order by posts.created_at desc, posts.id desc limit ${sql.lit(mostCompared)}
    ), hits as (
      select recent.id, given.word from recent, unnest(${[...words]}::text[]) as given (word)
      where position(given.word in recent.folded) > 0
    ), weights as (
      select word, ln(1 + (select count(*) from recent)::float8 / count(*)) as weight from hits group by word
    ), scored as (
      select hits.id, sum(weights.weight) as score from hits join weights using (word) group by hits.id
    )
    select ${questionColumns(viewerId)} from scored
    join posts on posts.id = scored.id join users on users.id = posts.user_id join courses on courses.id = posts.course_id
    left join lectures on lectures.id = posts.lecture_id
    where scored.score >= 0.3 * ${sql.lit(words.length)} * ln(1 + (select count(*) from recent)::float8)
    order by scored.score desc, posts.votes desc, posts.created_at desc, posts.id limit ${sql.lit(mostSimilar)}`.execute(
    on,
  )
  return rows
}

const mostVotes: Order = {
  direction: 'asc',
  keys: [
    ['(-posts.votes)', 'integer'],
    ['posts.created_at', 'time'],
    ['posts.id', 'text'],
  ],
}

/** Returns a page of the answers to a question without the accepted one. */
export async function findAnswers(
  on: Executor,
  { id, accepted_id }: Pick<QuestionRow, 'id' | 'accepted_id'>,
  viewerId: string,
  page: PageQuery,
): Promise<Page<PostRow>> {
  const { within, key, tail, pageOf } = keysetSql(mostVotes, page)
  const { rows } = await sql<PostRow & Keyed>`
    select ${answerColumns(viewerId)}, ${key} from ${shownAnswers}
    where posts.question_id = ${id} and posts.hidden_at is null and posts.id <> ${accepted_id ?? ''} and ${within}
    ${tail}`.execute(on)
  return pageOf(rows)
}

const longestWaiting: Order = {
  direction: 'asc',
  keys: [
    ['(posts.waits_since is null)::int', 'integer'],
    ['coalesce(extract(epoch from posts.waits_since), -extract(epoch from posts.created_at))::float8', 'real'],
    ['posts.id', 'text'],
  ],
}

const inOwnCourses = (educatorId: string, courseId: string | undefined) => sql`posts.course_id in (
  select own.id from courses as own where own.creator_id = ${educatorId} and own.removed_at is null
    ${courseId === undefined ? sql`` : sql`and own.id = ${courseId}`}
)`

/** Returns a page of the questions in an educator's courses: those that wait for them first. */
export async function findQuestionsOfEducator(
  on: Executor,
  educatorId: string,
  { course, show, ...page }: PageQuery & { course?: string | undefined; show: 'all' | 'unanswered' },
): Promise<Page<QuestionRow>> {
  const { within, key, tail, pageOf } = keysetSql(longestWaiting, page)
  const { rows } = await sql<QuestionRow & Keyed>`
    select ${questionColumns(educatorId)}, ${key} from ${shownQuestions}
    where ${isShown} and ${inOwnCourses(educatorId, course)} and ${within}
      ${show === 'unanswered' ? sql`and posts.waits_since is not null` : sql``} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The number of questions that wait for an educator, counted up to `mostWaitingQuestions`. */
export async function countWaiting(on: Executor, educatorId: string, courseId?: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from posts where posts.waits_since is not null and ${inOwnCourses(educatorId, courseId)}
      limit ${sql.lit(mostWaitingQuestions)}
    ) as waiting`.execute(on)
  return rows[0]?.count ?? 0
}
