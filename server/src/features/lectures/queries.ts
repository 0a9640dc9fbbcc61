import { type Insertable, sql, type Updateable } from 'kysely'
import type { Executor, Tx } from '#core/transact.ts'
import type { LecturesTable } from '#db/schema.ts'
import { captionsOfLecture, type LectureView, posterOfLecture } from '../courses/index.ts'

const lectureViews = (on: Executor) =>
  on
    .selectFrom('lectures')
    .select((lecture) => captionsOfLecture(lecture).as('captions'))
    .select(posterOfLecture)
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.is_preview_free',
      'lectures.live_state',
      'lectures.live_start_time',
      'lectures.video_id',
      // Not a join: PostgreSQL would read all videos for a few lectures.
      sql<string | null>`(select videos.bytes from videos where videos.id = lectures.video_id)`.as('video_bytes'),
      sql<number | null>`(select videos.duration_seconds from videos where videos.id = lectures.video_id)`.as(
        'duration_seconds',
      ),
    ])

/** The lectures of a course in their order; whether the viewer may see the course is for the caller. */
export const findLectures = (on: Executor, courseId: string): Promise<LectureView[]> =>
  lectureViews(on).where('lectures.course_id', '=', courseId).orderBy('lectures.position').execute()

export const findLecture = (on: Executor, lectureId: string): Promise<LectureView | undefined> =>
  lectureViews(on).where('lectures.id', '=', lectureId).executeTakeFirst()

/** The course of a lecture, if it is this owner's and not removed. */
export async function findOwnCourseId(on: Executor, lectureId: string, ownerId: string): Promise<string | undefined> {
  const row = await on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select('courses.id')
    .where('lectures.id', '=', lectureId)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** A place behind the last lecture. The course's row must be locked. */
export async function nextPosition(tx: Tx, courseId: string): Promise<number> {
  const row = await tx
    .selectFrom('lectures')
    .select((select) => select.fn.max('position').as('last'))
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Ids of a course's lectures in their order. */
export async function findLectureIds(on: Executor, courseId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('lectures')
    .select('id')
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Puts all lectures of a course in this order, counting from 1. The course's row must be locked. */
export async function placeLectures(tx: Tx, courseId: string, lectureIds: readonly string[]): Promise<void> {
  // Two places are never the same, not even in the middle of a statement: first all are moved out of the way, below zero.
  await sql`
    update lectures set position = -place.number
    from unnest(${[...lectureIds]}::text[]) with ordinality as place (id, number)
    where lectures.id = place.id and lectures.course_id = ${courseId}`.execute(tx)
  await sql`update lectures set position = -position where course_id = ${courseId}`.execute(tx)
}

export async function insertLecture(tx: Tx, lecture: Insertable<LecturesTable>): Promise<void> {
  await tx.insertInto('lectures').values(lecture).execute()
  await addToLectureCount(tx, lecture.course_id, 1)
}

export async function updateLecture(tx: Tx, lectureId: string, changes: Updateable<LecturesTable>): Promise<void> {
  await tx.updateTable('lectures').set(changes).where('id', '=', lectureId).execute()
}

export async function deleteLecture(tx: Tx, lectureId: string, courseId: string): Promise<void> {
  await tx.deleteFrom('lectures').where('id', '=', lectureId).execute()
  await addToLectureCount(tx, courseId, -1)
}

/** In how many languages, this one left out, a lecture has captions. */
export async function countOtherLanguages(tx: Tx, lectureId: string, language: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lecture_captions')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('lecture_id', '=', lectureId)
    .where('language', '<>', language)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function upsertCaptions(
  tx: Tx,
  lectureId: string,
  captions: { language: string; label: string; vtt: string },
  now: Date,
): Promise<void> {
  const { language, ...content } = captions
  await tx
    .insertInto('lecture_captions')
    .values({ lecture_id: lectureId, language, ...content, updated_at: now })
    .onConflict((conflict) => conflict.columns(['lecture_id', 'language']).doUpdateSet({ ...content, updated_at: now }))
    .execute()
}

export async function deleteCaptionsIn(tx: Tx, lectureId: string, language: string): Promise<void> {
  await tx.deleteFrom('lecture_captions').where('lecture_id', '=', lectureId).where('language', '=', language).execute()
}

export async function deleteCaptions(tx: Tx, lectureId: string): Promise<void> {
  await tx.deleteFrom('lecture_captions').where('lecture_id', '=', lectureId).execute()
}

async function addToLectureCount(tx: Tx, courseId: string, change: 1 | -1): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ lecture_count: sql`lecture_count + ${change}` })
    .where('id', '=', courseId)
    .execute()
}

/** What decides who may watch a lecture, and what there is to watch. */
export const findWatchedLecture = (on: Executor, lectureId: string, viewerId: string | null) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .select([
      'lectures.id',
      'lectures.course_id',
      'lectures.is_preview_free',
      'courses.creator_id',
      'courses.is_published',
      'courses.removed_at',
      'videos.id as video_id',
      'videos.content_type',
      'videos.duration_seconds',
    ])
    .select(
      viewerId === null
        ? sql<boolean>`false`.as('enrolled')
        : sql<boolean>`exists (
            select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${viewerId}
          )`.as('enrolled'),
    )
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

export const findCaptionText = (on: Executor, lectureId: string, language: string) =>
  on
    .selectFrom('lecture_captions')
    .select('vtt')
    .where('lecture_id', '=', lectureId)
    .where('language', '=', language)
    .executeTakeFirst()
