import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** What a notification about a post names. */
export type PostSubject = {
  id: string
  user_id: string
  question_id: string
  question: string
  is_answer: boolean
  by_educator: boolean
  accepted: boolean
  lecture_id: string | null
  course_id: string
  course: string
  creator_id: string
  /** the post, or its question */
  hidden: boolean
  /** the course */
  removed: boolean
}

/** The post of a notification, also a hidden one; undefined when it was deleted. */
export async function findPostSubject(on: Executor, postId: string): Promise<PostSubject | undefined> {
  const { rows } = await sql<PostSubject>`
    select post.id, post.user_id, question.id as question_id, question.title as question,
      post.question_id is not null as is_answer, post.user_id = courses.creator_id as by_educator,
      coalesce(question.accepted_id = post.id, false) as accepted, question.lecture_id, courses.id as course_id, courses.title as course,
      courses.creator_id, (post.hidden_at is not null or question.hidden_at is not null) as hidden,
      courses.removed_at is not null as removed
    from posts as post join posts as question on question.id = coalesce(post.question_id, post.id)
      join courses on courses.id = post.course_id
    where post.id = ${postId}`.execute(on)
  return rows[0]
}

/** Whether someone takes part in a course still: enrolled, or its educator. */
const takesPart = (userId: RawBuilder<unknown>) => sql`(
  (courses.creator_id = ${userId} and courses.removed_at is null)
  or exists (select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${userId})
)`

/** Those who follow a question and may read it still, without one of them: the first `limit` ids after `after`, in their order. */
export async function findFollowers(
  on: Executor,
  { questionId, but }: { questionId: string; but: string },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select follows.user_id from post_follows as follows
    join posts on posts.id = follows.post_id join courses on courses.id = posts.course_id
    where follows.post_id = ${questionId} and follows.user_id > ${after} and follows.user_id <> ${but}
      and ${takesPart(sql`follows.user_id`)}
    order by follows.user_id limit ${limit}`.execute(on)
  return rows.map(({ user_id }) => user_id)
}

/** A question of a daily mail, with the number of its answers of that time. */
export type DigestItem = {
  user_id: string
  question_id: string
  question: string
  lecture_id: string | null
  course_id: string
  course: string
  count: number
}
type Period = { since: Date; until: Date }
/** Users of a batch, in the order of their ids, after one of them. */
type Batch = { after: string; users: number }

/** Answers of a time to questions that others follow: by user, at most so many questions of each. */
export async function findAnsweredFor(
  on: Executor,
  { since, until }: Period,
  batch: Batch,
  most: number,
): Promise<DigestItem[]> {
  return firstOfEach(
    on,
    sql`
      select follows.user_id, question.id as question_id, question.title as question, question.lecture_id,
        courses.id as course_id, courses.title as course, count(*)::int as count
      from posts as answer join posts as question on question.id = answer.question_id
        join courses on courses.id = question.course_id join post_follows as follows on follows.post_id = question.id
      where answer.created_at >= ${since} and answer.created_at < ${until} and answer.hidden_at is null
        and question.hidden_at is null and answer.user_id <> follows.user_id and follows.user_id > ${batch.after}
        and ${takesPart(sql`follows.user_id`)}
      group by follows.user_id, question.id, courses.id`,
    batch,
    most,
  )
}

/** Questions of a time that wait for their educators, in the same way. */
export async function findAskedFor(
  on: Executor,
  { since, until }: Period,
  batch: Batch,
  most: number,
): Promise<DigestItem[]> {
  return firstOfEach(
    on,
    sql`
      select courses.creator_id as user_id, question.id as question_id, question.title as question, question.lecture_id,
        courses.id as course_id, courses.title as course, 1 as count
      from posts as question join courses on courses.id = question.course_id
      where question.waits_since >= ${since} and question.waits_since < ${until} and courses.removed_at is null
        and courses.creator_id > ${batch.after}`,
    batch,
    most,
  )
}

/** The first items of the first users; the item after the last shown one says that there are more. */
async function firstOfEach(
  on: Executor,
  items: RawBuilder<unknown>,
  { users }: Batch,
  most: number,
): Promise<DigestItem[]> {
  const { rows } = await sql<DigestItem>`
    with items as (${items}), ranked as (
      select items.*, dense_rank() over (order by user_id) as nth,
        row_number() over (partition by user_id order by course, question_id) as place
      from items
    )
    select user_id, question_id, question, lecture_id, course_id, course, count from ranked
    where nth <= ${users} and place <= ${most} order by user_id, place`.execute(on)
  return rows
}

/**
 * Notes that the mails of a day are put down, which cover the time since those before, at most `mostMs`. Returns that time; null where
 * they were put down already.
 */
export async function beginDigest(tx: Tx, { now, mostMs }: { now: Date; mostMs: number }): Promise<Period | null> {
  const day = now.toISOString().slice(0, 10)
  const dayMs = 24 * 3600 * 1000
  const { rows } = await sql<Period>`
    insert into post_digests (day, since, until)
    select ${day}, greatest(
      coalesce((select max(until) from post_digests), ${new Date(now.getTime() - dayMs)}::timestamptz),
      ${new Date(now.getTime() - mostMs)}::timestamptz
    ), ${now}
    on conflict (day) do nothing returning since, until`.execute(tx)
  await sql`delete from post_digests where until < ${new Date(now.getTime() - 30 * dayMs)}`.execute(tx)
  return rows[0] ?? null
}
