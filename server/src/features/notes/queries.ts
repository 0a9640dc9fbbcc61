import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { NotesTable } from '#db/schema.ts'
import { enrolledIn } from '../courses/index.ts'

export type NoteRow = Pick<
  Selectable<NotesTable>,
  | 'id'
  | 'lecture_id'
  | 'kind'
  | 'second'
  | 'video_id'
  | 'block'
  | 'quote'
  | 'text'
  | 'revision'
  | 'created_at'
  | 'changed_at'
>

/** What decides whether the course and the lecture of a note are open to its author; null where they are gone. */
export type NoteFacts = {
  course_id: string
  /** as the notes have kept it */
  kept_course: string
  course_title: string | null
  creator_id: string | null
  is_published: boolean | null
  removed_at: Date | null
  enrolled: boolean
  kept_lecture: string
  lecture_title: string | null
  is_preview_free: boolean | null
  present_video: string | null
}

const columns = sql.raw(`notes.id, notes.lecture_id, notes.kind, notes.second, notes.video_id, notes.block, notes.quote,
  notes.text, notes.revision, notes.created_at, notes.changed_at`)

const factsOf = (userId: string): RawBuilder<unknown> => sql`
  notes.course_id, notes.course_title as kept_course, courses.title as course_title, courses.creator_id, courses.is_published,
  courses.removed_at, coalesce(${enrolledIn(userId)}, false) as enrolled, notes.lecture_title as kept_lecture,
  lectures.title as lecture_title, lectures.is_preview_free, lectures.video_id as present_video`

const joined = sql.raw(`notes left join courses on courses.id = notes.course_id
  left join lectures on lectures.id = notes.lecture_id and lectures.course_id = notes.course_id`)

/**
 * Locks the account until the transaction ends: its notes are changed one request at a time, and not once it is deleted. Returns false
 * for an account that is.
 */
export async function lockAuthor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  return rows.length > 0
}

export const findNote = (on: Executor, userId: string, id: string): Promise<Selectable<NotesTable> | undefined> =>
  on.selectFrom('notes').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** Numbers of an account's notes, in all courses and in one. */
export async function countNotes(
  on: Executor,
  userId: string,
  courseId: string,
): Promise<{ all: number; here: number }> {
  const { rows } = await sql<{ all: number; here: number }>`
    select count(*)::int as "all", (count(*) filter (where course_id = ${courseId}))::int as here
    from notes where user_id = ${userId} and deleted_at is null`.execute(on)
  return rows[0] ?? { all: 0, here: 0 }
}

/** Returns the present titles of a lecture and its course. */
export const findTitles = (on: Executor, lectureId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['lectures.title as lecture', 'courses.title as course'])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

/** Returns the title of a course, which the caller knows to be there. */
export async function findCourseTitle(on: Executor, courseId: string): Promise<string> {
  const row = await on.selectFrom('courses').select('title').where('id', '=', courseId).executeTakeFirst()
  return row?.title ?? ''
}

/** Writes a note as it is now, in place of an earlier one. */
export async function putNote(tx: Tx, note: Insertable<NotesTable>): Promise<void> {
  const { user_id: _, id: __, ...rest } = note
  await tx
    .insertInto('notes')
    .values(note)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(rest))
    .execute()
}

/** Deletes the texts of a note; its row stays for a while, with the revision of the deletion. */
export async function markDeleted(
  tx: Tx,
  { userId, id, revision, now }: { userId: string; id: string; revision: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ text: '', quote: '', folded: '', revision, changed_at: now, deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the rows of a locked account's notes that were deleted longest ago, but for the newest `most`. */
export async function trimDeleted(tx: Tx, userId: string, most: number): Promise<void> {
  await sql`
    delete from notes where user_id = ${userId} and id in (
      select id from notes where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, id offset ${most}
    )`.execute(tx)
}

export type NotedCourseRow = Omit<NoteFacts, 'kept_lecture' | 'lecture_title' | 'is_preview_free' | 'present_video'> & {
  notes: number
  changed_at: Date
}

/** Returns the courses in which an account has notes, the last changed first; with `courseId` that one. */
export async function findNotedCourses(
  on: Executor,
  userId: string,
  courseId: string | null = null,
): Promise<NotedCourseRow[]> {
  const { rows } = await sql<NotedCourseRow>`
    select noted.course_id, noted.kept_course, noted.notes, noted.changed_at, courses.title as course_title,
      courses.creator_id, courses.is_published, courses.removed_at, coalesce(${enrolledIn(userId)}, false) as enrolled
    from (
      select course_id, count(*)::int as notes, max(changed_at) as changed_at,
        (array_agg(course_title order by changed_at desc))[1] as kept_course
      from notes where user_id = ${userId} and deleted_at is null and (${courseId}::text is null or course_id = ${courseId})
      group by course_id
    ) as noted left join courses on courses.id = noted.course_id
    order by noted.changed_at desc, noted.course_id`.execute(on)
  return rows
}

/** Returns the notes of an account in a course: by lecture in their order, removed ones last, then by place. */
export async function findNotesOf(on: Executor, userId: string, courseId: string): Promise<(NoteRow & NoteFacts)[]> {
  const { rows } = await sql<NoteRow & NoteFacts>`
    select ${columns}, ${factsOf(userId)} from ${joined}
    where notes.user_id = ${userId} and notes.course_id = ${courseId} and notes.deleted_at is null
    order by lectures.position nulls last, notes.lecture_id, notes.kind desc, notes.second, notes.block, notes.created_at,
      notes.id`.execute(on)
  return rows
}

const lastChanged: Order = {
  direction: 'desc',
  keys: [
    ['notes.changed_at', 'time'],
    ['notes.id', 'text'],
  ],
}

/** Returns a page of the notes of an account that have all these folded words. */
export async function findMatches(
  on: Executor,
  userId: string,
  words: readonly string[],
  query: PageQuery,
): Promise<Page<NoteRow & NoteFacts & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(lastChanged, query)
  const wanted = words.map((word) => sql`position(${word} in notes.folded) > 0`)
  const { rows } = await sql<NoteRow & NoteFacts & Keyed>`
    select ${columns}, ${factsOf(userId)}, ${key} from ${joined}
    where ${sql.join([sql`notes.user_id = ${userId}`, sql`notes.deleted_at is null`, within, ...wanted], sql` and `)}
    ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns all notes of an account for the download of its own data; admins' downloads have none. */
export async function findAllNotes(on: Executor, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select course_title as course, lecture_title as lecture, second as "videoSecond", block as "partOfText", quote, text,
      created_at as "at", changed_at as "changedAt"
    from notes where user_id = ${userId} and deleted_at is null
    order by course_title, course_id, lecture_title, lecture_id, second, block, created_at, id`.execute(on)
  return rows
}

/** Deletes all notes of an account. */
export async function deleteNotesOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('notes').where('user_id', '=', userId).execute()
}

/** Deletes rows of notes that were deleted before a time, at most so many. Returns how many. */
export async function deleteRowsBefore(on: Executor, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notes where (user_id, id) in (
      select user_id, id from notes where deleted_at <= ${before}::timestamptz order by deleted_at limit ${most}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}
