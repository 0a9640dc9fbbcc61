import type { ReportReason } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { PostsTable } from '#db/schema.ts'

export type PostKept = Selectable<PostsTable>

/**
 * Locks an account until the transaction ends: what it writes is counted, and nothing is written once it is deleted. Locked before any post.
 * Returns false for a deleted one.
 */
export async function lockWriter(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id = ${userId} and deleted_at is null for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Returns a post, locked; a question is locked before its answers. Undefined when there is none. */
export async function lockPost(tx: Tx, id: string): Promise<PostKept | undefined> {
  return tx.selectFrom('posts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks the question of an answer, then the answer; or a question. */
export async function lockPostWithQuestion(
  tx: Tx,
  id: string,
): Promise<{ post: PostKept; question: PostKept } | undefined> {
  const found = await tx.selectFrom('posts').select('question_id').where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const question = await lockPost(tx, found.question_id ?? id)
  const post = found.question_id === null ? question : await lockPost(tx, id)
  return question && post && { post, question }
}

export const findByKey = (on: Executor, userId: string, key: string) =>
  on.selectFrom('posts').select('id').where('user_id', '=', userId).where('request_key', '=', key).executeTakeFirst()

export async function countOwn(
  on: Executor,
  userId: string,
  { courseId, questionId }: { courseId: string; questionId: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts
    where user_id = ${userId} and course_id = ${courseId} and question_id is not distinct from ${questionId}::text`.execute(
    on,
  )
  return rows[0]?.count ?? 0
}

export async function insertPost(tx: Tx, post: Insertable<PostsTable>): Promise<void> {
  await tx.insertInto('posts').values(post).execute()
}

/** Stores what the author of a locked post has changed. */
export async function storeEdit(
  tx: Tx,
  id: string,
  edit: { title: string; text: string; folded: string; edited_at: Date },
): Promise<void> {
  await tx.updateTable('posts').set(edit).where('id', '=', id).execute()
}

/** Deletes a locked post; a question with its answers. */
export async function deletePost(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('posts').where('id', '=', id).execute()
}

export async function hasAnswersOfOthers(tx: Tx, questionId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from posts where question_id = ${questionId} and user_id <> ${userId} and hidden_at is null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Hides a locked post, or shows it again with null. */
export async function setHidden(tx: Tx, id: string, hidden: { at: Date; reason: string } | null): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? '' })
    .where('id', '=', id)
    .execute()
}

/** Accepts an answer to a locked question, or none; `refreshQuestion` follows. */
export async function setAccepted(tx: Tx, questionId: string, answerId: string | null): Promise<void> {
  await tx.updateTable('posts').set({ accepted_id: answerId }).where('id', '=', questionId).execute()
}

/** Counts the shown answers of a locked question again, and decides whether it is solved and whether it waits for the educator. */
export async function refreshQuestion(tx: Tx, questionId: string): Promise<void> {
  await sql`
    update posts set answers = facts.answers, accepted_id = facts.accepted_id,
      waits_since = case
        when posts.hidden_at is null and facts.accepted_id is null and not facts.by_educator and posts.user_id <> facts.creator_id
        then posts.created_at end
    from (
      select courses.creator_id,
        (select count(*)::int from posts as answer where answer.question_id = question.id and answer.hidden_at is null) as answers,
        (select answer.id from posts as answer where answer.id = question.accepted_id and answer.hidden_at is null) as accepted_id,
        exists (
          select 1 from posts as answer where answer.question_id = question.id and answer.hidden_at is null
            and answer.user_id = courses.creator_id
        ) as by_educator
      from posts as question join courses on courses.id = question.course_id where question.id = ${questionId}
    ) as facts
    where posts.id = ${questionId}`.execute(tx)
}

/** Sets or takes back a vote for a locked post. Returns its votes. */
export async function setVote(tx: Tx, postId: string, userId: string, at: Date | null): Promise<number> {
  const { rows } = await (at === null
    ? sql`delete from post_votes where post_id = ${postId} and user_id = ${userId} returning 1`
    : sql`insert into post_votes (post_id, user_id, created_at) values (${postId}, ${userId}, ${at})
        on conflict do nothing returning 1`
  ).execute(tx)
  const change = rows.length * (at === null ? -1 : 1)
  const { votes } = await tx
    .updateTable('posts')
    .set((expression) => ({ votes: expression('votes', '+', change) }))
    .where('id', '=', postId)
    .returning('votes')
    .executeTakeFirstOrThrow()
  return votes
}

export async function setFollow(tx: Tx, postId: string, userId: string, at: Date | null): Promise<void> {
  if (at === null) {
    await tx.deleteFrom('post_follows').where('post_id', '=', postId).where('user_id', '=', userId).execute()
    return
  }
  await tx
    .insertInto('post_follows')
    .values({ post_id: postId, user_id: userId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts a report of a locked post, or opens the user's closed one again if the post was edited since, and counts it. */
export async function storeReport(
  tx: Tx,
  { id, edited_at }: PostKept,
  { userId, reason, note, now }: { userId: string; reason: ReportReason; note: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    insert into post_reports (post_id, user_id, reason, note, created_at) values (${id}, ${userId}, ${reason}, ${note}, ${now})
    on conflict (post_id, user_id) do update set reason = excluded.reason, note = excluded.note,
      created_at = excluded.created_at, closed_at = null
    where post_reports.closed_at < ${edited_at}::timestamptz
    returning 1`.execute(tx)
  if (rows.length === 0) return
  await tx
    .updateTable('posts')
    .set((expression) => ({ open_reports: expression('open_reports', '+', 1), reported_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Closes the open reports of a locked post. Returns their number. */
export async function endReports(tx: Tx, postId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('post_reports')
    .set({ closed_at: now })
    .where('post_id', '=', postId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  await tx.updateTable('posts').set({ open_reports: 0 }).where('id', '=', postId).execute()
  return Number(numUpdatedRows)
}

/** Deletes the votes, follows and reports of an account; what it has written stays under the name of a deleted one. */
export async function deleteTracesOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select 1 from posts where id in (
      select post_id from post_votes where user_id = ${userId} union select post_id from post_reports where user_id = ${userId}
    ) order by question_id nulls first, id for no key update`.execute(tx)
  await sql`
    with gone as (delete from post_votes where user_id = ${userId} returning post_id)
    update posts set votes = votes - 1 from gone where gone.post_id = posts.id`.execute(tx)
  await sql`
    with gone as (delete from post_reports where user_id = ${userId} returning post_id, closed_at)
    update posts set open_reports = open_reports - (case when gone.closed_at is null then 1 else 0 end),
      reported_at = case when exists (
        select 1 from post_reports as other where other.post_id = posts.id and other.user_id <> ${userId}
      ) then reported_at end
    from gone where gone.post_id = posts.id`.execute(tx)
  await tx.deleteFrom('post_follows').where('user_id', '=', userId).execute()
}
