import type { Chapter, CompletionRule, LiveState } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { CompletionRulesTable, LecturesTable } from '#db/schema.ts'
import { type LectureView, lecturesInFull } from '../courses/index.ts'
import { copyAttachments } from './attachments/attachment-queries.ts'
import { lecturesCopied, lectureTextsChanged } from './jobs.ts'

/** The lectures of a course in order. The caller checks that the viewer may see the course. */
export const findLectures = (on: Executor, courseId: string): Promise<LectureView[]> =>
  lecturesInFull(on).where('lectures.course_id', '=', courseId).orderBy('lectures.position').execute()

export const findLecture = (on: Executor, lectureId: string): Promise<LectureView | undefined> =>
  lecturesInFull(on).where('lectures.id', '=', lectureId).executeTakeFirst()

/** The course and the kind of an entry, if it is this owner's and not removed. */
export const findOwnEntry = (on: Executor, lectureId: string, ownerId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['courses.id as courseId', 'lectures.kind'])
    .where('lectures.id', '=', lectureId)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()

/** The course of a lecture, if it is this owner's and not removed. */
export const findOwnCourseId = async (on: Executor, lectureId: string, ownerId: string): Promise<string | undefined> =>
  (await findOwnEntry(on, lectureId, ownerId))?.courseId

/** The position after the last lecture. The course's row must be locked. */
export async function nextPosition(tx: Tx, courseId: string): Promise<number> {
  const row = await tx
    .selectFrom('lectures')
    .select((select) => select.fn.max('position').as('last'))
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Ids of a course's lectures in their order, with their sections. */
export const findPlaces = (on: Executor, courseId: string): Promise<Place[]> =>
  on
    .selectFrom('lectures')
    .select(['id', 'section_id as sectionId'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute()

/** A lecture, and its section or null. */
export type Place = { id: string; sectionId: string | null }

/** Puts all lectures of a course in this order, counting from 1, and into their sections. The course's row must be locked. */
export async function placeLectures(tx: Tx, courseId: string, places: readonly Place[]): Promise<void> {
  // The unique constraint on positions holds within a statement: move all below zero first.
  await sql`
    update lectures set position = -place.number, section_id = place.section_id
    from unnest(${places.map(({ id }) => id)}::text[], ${places.map(({ sectionId }) => sectionId)}::text[])
      with ordinality as place (id, section_id, number)
    where lectures.id = place.id and lectures.course_id = ${courseId}`.execute(tx)
  await sql`update lectures set position = -position where course_id = ${courseId}`.execute(tx)
}

export async function insertLecture(tx: Tx, lecture: Insertable<LecturesTable>): Promise<void> {
  await tx.insertInto('lectures').values(lecture).execute()
  await addToLectureCount(tx, lecture.course_id, 1)
}

/** Ids of a course's lectures in their order, with the bytes of their texts without captions. */
export async function findLectureSizes(on: Executor, courseId: string): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, octet_length(description) + octet_length(body) + octet_length(chapters::text) as bytes
    from lectures where course_id = ${courseId} order by position`.execute(on)
  return rows
}

/**
 * Copies lectures of a course, those that are still there, to another one: with texts, chapters, attachments, and the same videos, files and
 * texts of captions, without sessions and days of opening, which are those of one run. `sections` has the ids of the copies by those of the originals. Both courses must be locked or
 * hidden.
 */
export async function copyLectures(
  tx: Tx,
  {
    ids,
    from,
    to,
    sections,
    now,
  }: { ids: string[]; from: string; to: string; sections: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const copies = new Map(ids.map((id) => [id, newId()]))
  const pairs = sql`unnest(${ids}::text[], ${[...copies.values()]}::text[]) as pair (original, copy)`
  const toSections = sql`unnest(${[...sections.keys()]}::text[], ${[...sections.values()]}::text[]) as section (original, copy)`
  const { rows } = await sql<{ id: string }>`
    insert into lectures (id, course_id, position, title, kind, is_preview_free, video_id, section_id, description, body, chapters,
      opens_after_days, opens_in_order, created_at)
    select pair.copy, ${to}, lectures.position, lectures.title, lectures.kind, lectures.is_preview_free, lectures.video_id, section.copy,
      lectures.description, lectures.body, lectures.chapters, lectures.opens_after_days, lectures.opens_in_order, ${now}::timestamptz
    from ${pairs} join lectures on lectures.id = pair.original and lectures.course_id = ${from}
      left join ${toSections} on section.original = lectures.section_id
    returning id`.execute(tx)
  const made = new Set(rows.map(({ id }) => id))
  const kept = new Map([...copies].filter(([, copy]) => made.has(copy)))
  if (kept.size === 0) return
  await sql`
    insert into lecture_captions (lecture_id, language, label, text_id, source, updated_at)
    select pair.copy, captions.language, captions.label, captions.text_id, captions.source, ${now}::timestamptz
    from ${pairs} join lecture_captions as captions on captions.lecture_id = pair.original
    where pair.copy = any(${[...made]}::text[])`.execute(tx)
  await copyAttachments(tx, kept)
  tx.enqueue(lectureTextsChanged, { lectureIds: [...made] })
  await tx.announce(lecturesCopied, { copies: kept })
}

/** Sets the number of lectures of a course from their rows. */
export async function countLectures(tx: Tx, courseId: string): Promise<void> {
  await sql`
    update courses set lecture_count = (select count(*) from lectures where course_id = ${courseId}) where id = ${courseId}`.execute(
    tx,
  )
}

export async function updateLecture(tx: Tx, lectureId: string, changes: Updateable<LecturesTable>): Promise<void> {
  await tx.updateTable('lectures').set(changes).where('id', '=', lectureId).execute()
}

export async function deleteLecture(tx: Tx, lectureId: string, courseId: string): Promise<void> {
  await tx.deleteFrom('lectures').where('id', '=', lectureId).execute()
  await addToLectureCount(tx, courseId, -1)
}

/** Sets the state and time of a lecture's session; a change of the time counts as a revision of the schedule. */
export async function setLectureSession(
  tx: Tx,
  lectureId: string,
  session: { state: LiveState; startTime: Date | null },
): Promise<void> {
  await tx
    .updateTable('lectures')
    .set({
      live_state: session.state,
      live_start_time: session.startTime,
      live_revision: sql`live_revision + case when live_start_time is distinct from ${session.startTime}::timestamptz then 1 else 0 end`,
    })
    .where('id', '=', lectureId)
    .execute()
}

/** Cancels the scheduled sessions of a course and returns the ids of their lectures. Calendars see the change by the revision. */
export async function cancelSessions(tx: Tx, courseId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('lectures')
    .set({ live_state: 'none', live_start_time: null, live_revision: sql`live_revision + 1` })
    .where('course_id', '=', courseId)
    .where('live_state', '=', 'scheduled')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the users who are notified of a course's sessions: its educator and its students. */
export async function findAudience(on: Executor, courseId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('course_id', '=', courseId)
    .union(on.selectFrom('courses').select('creator_id as user_id').where('id', '=', courseId))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function videoIdsOf(on: Executor, courseId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('lectures')
    .select('video_id')
    .where('course_id', '=', courseId)
    .where('video_id', 'is not', null)
    .execute()
  return rows.flatMap(({ video_id }) => (video_id === null ? [] : [video_id]))
}

export const setChaptersOf = (tx: Tx, lectureId: string, chapters: readonly Chapter[]): Promise<void> =>
  updateLecture(tx, lectureId, { chapters: JSON.stringify(chapters) })

/** Deletes what was written for the video of a lecture: captions and chapters. */
export async function deleteVideoTexts(tx: Tx, lectureId: string): Promise<void> {
  await tx.deleteFrom('lecture_captions').where('lecture_id', '=', lectureId).execute()
  await setChaptersOf(tx, lectureId, [])
}

async function addToLectureCount(tx: Tx, courseId: string, change: number): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ lecture_count: sql`lecture_count + ${change}` })
    .where('id', '=', courseId)
    .execute()
}

/** What the forms of a lecture show, its texts among it. The caller checks that the viewer may watch it. */
export const findForms = (on: Executor, lectureId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'courses.creator_id',
      'lectures.title',
      'lectures.is_preview_free',
      'lectures.description',
      'lectures.body',
      'lectures.video_id',
      'lectures.live_state',
      'lectures.live_start_time',
    ])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

/** Returns the notes of a lecture's live sessions. */
export async function findLiveNotes(on: Executor, lectureId: string): Promise<string | undefined> {
  const row = await on.selectFrom('live_notes').select('text').where('lecture_id', '=', lectureId).executeTakeFirst()
  return row?.text
}

export type LectureForms = NonNullable<Awaited<ReturnType<typeof findForms>>>

/** Keeps a lecture from being removed until the transaction ends; it may be changed. */
export async function keepLecture(tx: Tx, lectureId: string): Promise<void> {
  await sql`select from lectures where id = ${lectureId} for key share`.execute(tx)
}

/** Locks a lecture until the transaction ends, so that its schedule cannot change; readers with the same lock do not wait. */
export async function lockLectureForShare(tx: Tx, lectureId: string): Promise<void> {
  await tx.selectFrom('lectures').select('id').where('id', '=', lectureId).forShare().execute()
}

/**
 * Returns a lecture with the state of its course, and locks both until the transaction ends, the course first. Lock it before its
 * live session.
 */
export async function lockLecture(tx: Tx, lectureId: string) {
  await sql`
    select from courses where id = (select course_id from lectures where id = ${lectureId}) for no key update`.execute(
    tx,
  )
  return tx
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'lectures.id',
      'lectures.course_id',
      'lectures.live_state',
      'lectures.live_start_time',
      'courses.is_published',
      'courses.removed_at',
    ])
    .where('lectures.id', '=', lectureId)
    .forUpdate('lectures')
    .executeTakeFirst()
}

const ruleOf = (row: Selectable<CompletionRulesTable>): CompletionRule => ({
  videos: row.counts_videos,
  videoPercent: row.video_percent,
  byHand: row.by_hand,
  texts: row.counts_texts,
  quizzes: row.counts_quizzes,
  assignments: row.counts_assignments,
})

/**
 * Whether the row of `lectures` is a quiz for which `drawQuestions` finds no question: none that its parts name, and none with a tag of
 * which they draw.
 */
export const isEmptyQuiz = sql<boolean>`(lectures.kind = 'quiz' and not exists (
  select from quizzes cross join lateral jsonb_array_elements(quizzes.parts) as part
    join bank_questions as bank on bank.id = part ->> 'questionId'
  where quizzes.lecture_id = lectures.id and bank.course_id = lectures.course_id and bank.deleted_at is null
) and not exists (
  select from bank_questions as bank
  where bank.course_id = lectures.course_id and bank.deleted_at is null and bank.tags && array(
    select part ->> 'tag' from quizzes cross join lateral jsonb_array_elements(quizzes.parts) as part
    where quizzes.lecture_id = lectures.id and part ->> 'kind' = 'draw'
  )
))`

/** The rules of courses by their ids; those of which nothing was set are left out. */
export async function findRules(on: Executor, courseIds: readonly string[]): Promise<Map<string, CompletionRule>> {
  const rows = await on
    .selectFrom('completion_rules')
    .selectAll()
    .where('course_id', '=', sql<string>`any(${courseIds})`)
    .execute()
  return new Map(rows.map((row) => [row.course_id, ruleOf(row)]))
}
