import { foldText, type Question, type QuestionKind, searchWords } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'

export type BankRow = {
  id: string
  course_id: string
  kind: QuestionKind
  form: number
  tags: string[]
  content: Question
  created_at: Date
  changed_at: Date
  /** attempts that have the present form and are handed in */
  attempts: number
}

const mostAttempts = 1000

const columns = sql`bank.id, bank.course_id, bank.kind, bank.form, bank.tags, forms.content, bank.created_at, bank.changed_at,
  (select count(*)::int from (
    select 1 from quiz_answers as answers join quiz_attempts as attempts on attempts.id = answers.attempt_id
    where answers.question_id = bank.id and answers.form = bank.form and attempts.handed_in_at is not null
      and not attempts.is_preview limit ${mostAttempts}
  ) as counted) as attempts`
const joined = sql`bank_questions as bank join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form`
const ownedBy = (ownerId: string): RawBuilder<boolean> =>
  sql`exists (select 1 from courses where courses.id = bank.course_id and courses.creator_id = ${ownerId} and courses.removed_at is null)`

/** Returns a question of the owner's course. */
export async function findOwnQuestion(on: Executor, id: string, ownerId: string): Promise<BankRow | undefined> {
  const { rows } = await sql<BankRow>`
    select ${columns} from ${joined} where bank.id = ${id} and bank.deleted_at is null and ${ownedBy(ownerId)}`.execute(
    on,
  )
  return rows[0]
}

export type BankQuery = PageQuery & { text: string; tag?: string | undefined; kind?: QuestionKind | undefined }
/** Words of a search that are read; more would only cost time. */
const mostWords = 12

/** Returns a page of a course's questions, the last changed first. */
export async function findQuestions(on: Executor, courseId: string, query: BankQuery): Promise<Page<BankRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(newestFirst('bank', 'changed_at'), query)
  const conditions = [
    sql`bank.course_id = ${courseId}`,
    sql`bank.deleted_at is null`,
    within,
    ...searchWords(query.text)
      .slice(0, mostWords)
      .map((word) => sql`position(${word} in bank.folded) > 0`),
    ...(query.tag === undefined ? [] : [sql`${query.tag} = any(bank.tags)`]),
    ...(query.kind === undefined ? [] : [sql`bank.kind = ${query.kind}`]),
  ]
  const { rows } = await sql<BankRow & Keyed>`
    select ${columns}, ${key} from ${joined} where ${sql.join(conditions, sql` and `)} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns the tags of a course's questions in the order of their letters, and how many have them. */
export async function findTags(on: Executor, courseId: string): Promise<{ tag: string; questions: number }[]> {
  const { rows } = await sql<{ tag: string; questions: number }>`
    select tag, count(*)::int as questions from bank_questions, unnest(tags) as tag
    where course_id = ${courseId} and deleted_at is null group by tag`.execute(on)
  return rows.toSorted((one, other) => foldText(one.tag).localeCompare(foldText(other.tag)))
}

/** Returns the number of a course's questions, without those that only attempts have and with them, and the bytes that all forms take. */
export async function countQuestions(
  on: Executor,
  courseId: string,
): Promise<{ kept: number; all: number; bytes: number }> {
  const { rows } = await sql<{ kept: number; all: number; bytes: number }>`
    select count(distinct bank.id) filter (where deleted_at is null)::int as kept, count(distinct bank.id)::int as "all",
      coalesce(sum(pg_column_size(forms.content)), 0)::float8 as bytes
    from bank_questions as bank join bank_forms as forms on forms.question_id = bank.id where course_id = ${courseId}`.execute(
    on,
  )
  return rows[0] ?? { kept: 0, all: 0, bytes: 0 }
}

/** Returns the questions of a course that can be drawn, with their tags. */
export const findDrawable = (on: Executor, courseId: string) =>
  on
    .selectFrom('bank_questions')
    .select(['id', 'tags'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute()

type NewQuestion = {
  id: string
  courseId: string
  question: Question
  tags: readonly string[]
  folded: string
  now: Date
}

/** Questions of one statement: a row has nine values, and a statement takes 65,535. */
const insertedAtOnce = 200

/** Inserts questions with their first forms. */
export async function insertQuestions(tx: Tx, all: readonly NewQuestion[]): Promise<void> {
  for (let at = 0; at < all.length; at += insertedAtOnce) {
    const some = all.slice(at, at + insertedAtOnce)
    const rows = some.map(({ id, courseId, question, tags, folded, now }) => ({
      ...{ id, course_id: courseId, kind: question.kind, form: 1, tags: [...tags], folded },
      ...{ created_at: now, changed_at: now },
    }))
    await tx.insertInto('bank_questions').values(rows).execute()
    const forms = some.map(({ id, question }) => ({ question_id: id, form: 1, content: JSON.stringify(question) }))
    await tx.insertInto('bank_forms').values(forms).execute()
  }
}

/** Writes a form of a question. */
export async function putForm(tx: Tx, id: string, form: number, question: Question): Promise<void> {
  const content = JSON.stringify(question)
  await tx
    .insertInto('bank_forms')
    .values({ question_id: id, form, content })
    .onConflict((conflict) => conflict.columns(['question_id', 'form']).doUpdateSet({ content }))
    .execute()
}

type Change = Pick<NewQuestion, 'id' | 'question' | 'tags' | 'folded' | 'now'> & { form: number }

export async function updateQuestion(tx: Tx, { id, question, tags, folded, now, form }: Change): Promise<void> {
  await tx
    .updateTable('bank_questions')
    .set({ kind: question.kind, form, tags: [...tags], folded, changed_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes earlier forms of a question that no attempt has. */
export async function dropForms(tx: Tx, id: string): Promise<void> {
  await sql`
    delete from bank_forms as forms using bank_questions as bank
    where forms.question_id = ${id} and bank.id = forms.question_id and forms.form <> bank.form
      and not exists (select 1 from quiz_answers as answers where answers.question_id = forms.question_id and answers.form = forms.form)`.execute(
    tx,
  )
}

/** Deletes a question of the owner's course, also from its videos; one that attempts have is only marked as deleted. Returns whether it was there. */
export async function deleteQuestion(tx: Tx, id: string, ownerId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_questions as bank set deleted_at = ${now}::timestamptz, changed_at = ${now}::timestamptz
    where bank.id = ${id} and bank.deleted_at is null and ${ownedBy(ownerId)}`.execute(tx)
  await sql`
    delete from video_checks where question_id in (select id from bank_questions where id = ${id} and deleted_at is not null)`.execute(
    tx,
  )
  await sql`
    delete from bank_questions where id = ${id} and deleted_at is not null
      and not exists (select 1 from quiz_answers where question_id = ${id})`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Returns the course of a question of the owner's. */
export async function findCourseOfQuestion(on: Executor, id: string, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ course_id: string }>`
    select bank.course_id from bank_questions as bank where bank.id = ${id} and ${ownedBy(ownerId)}`.execute(on)
  return rows[0]?.course_id
}

/**
 * Locks the keys of a course's questions until the transaction ends: alone to `change` them or to remove what has attempts, together to
 * `read` them. So the job that follows a change finds every attempt that was marked by an old key. Accounts and courses are locked
 * before, attempts after it.
 */
export async function lockKeys(tx: Tx, courseId: string, what: 'change' | 'read'): Promise<void> {
  const lock = sql.raw(what === 'change' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext('quiz-keys'), hashtext(${courseId}))`.execute(tx)
}

/** Locks a course and its keys for those who mark or begin attempts: many at a time, while no one removes or corrects anything. */
export async function lockToRead(tx: Tx, courseId: string): Promise<void> {
  // what completes an entry refers to the course, which others lock before the keys
  await sql`select 1 from courses where id = ${courseId} for key share`.execute(tx)
  await lockKeys(tx, courseId, 'read')
}

export const countPictures = async (on: Executor, courseId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quiz_pictures where course_id = ${courseId}`.execute(on)
  return rows[0]?.count ?? 0
}

export async function insertPicture(
  tx: Tx,
  { imageId, courseId, now }: { imageId: string; courseId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('quiz_pictures')
    .values({ image_id: imageId, course_id: courseId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
