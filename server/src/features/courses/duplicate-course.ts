import { type Course, maxLectures } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { getCourse } from './get-course.ts'
import { insertCourse, lockOwnCourse } from './queries.ts'
import { copyTitle, isBelowMinimum } from './rules.ts'

/** Gives a course that has no lectures copies of another one's, in their order, with captions and the same videos; no sessions. */
async function copyLectures(tx: Tx, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  const lectures = await tx
    .selectFrom('lectures')
    .select(['id', 'position', 'title', 'is_preview_free', 'video_id'])
    .where('course_id', '=', from)
    .execute()
  if (lectures.length === 0) return
  const copies = lectures.map((lecture) => ({ of: lecture.id, row: { ...lecture, id: newId() } }))
  await tx
    .insertInto('lectures')
    .values(copies.map(({ row }) => ({ ...row, course_id: to, created_at: now })))
    .execute()
  await sql`
    insert into lecture_captions (lecture_id, language, label, vtt, updated_at)
    select pair.copy, captions.language, captions.label, captions.vtt, ${now}::timestamptz
    from lecture_captions as captions
    join unnest(${copies.map(({ of }) => of)}::text[], ${copies.map(({ row }) => row.id)}::text[]) as pair (original, copy)
      on pair.original = captions.lecture_id`.execute(tx)
  await tx.updateTable('courses').set({ lecture_count: copies.length }).where('id', '=', to).execute()
}

/**
 * Makes a draft of everything that is written and shown in a course of the viewer's own. Picture and videos are shared: bytes
 * are removed when the last course or lecture that refers to them is gone. Students, reviews and sessions stay behind.
 * Throws not_found, unlisted, invalid_input, rate_limited.
 */
export async function duplicateCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  courseId: string,
): Promise<Course> {
  await deps.limits.copies.consume(viewer.id)
  const id = newId()
  await transact(deps.db, async (tx) => {
    // The lock keeps lectures, and with them the last reference to a video, until the copy refers to it as well.
    const course = await lockOwnCourse(tx, courseId, viewer.id)
    if (!course) throw new DomainError('not_found')
    // A copy could be published in its place.
    if (course.unlisted_at) throw new DomainError('unlisted')
    // Courses of before the limit may have more.
    if (course.lecture_count > maxLectures)
      throw new DomainError(
        'invalid_input',
        `A course has at most ${maxLectures} lectures. Remove some before you copy it.`,
      )
    const now = deps.clock.now()
    await insertCourse(tx, {
      id,
      creator_id: viewer.id,
      title: copyTitle(course.title),
      sub_title: course.sub_title,
      description: course.description,
      category: course.category,
      level: course.level,
      price_paise: isBelowMinimum(course.price_paise) ? null : course.price_paise,
      thumbnail_id: course.thumbnail_id,
      created_at: now,
      updated_at: now,
    })
    await copyLectures(tx, { from: courseId, to: id, now })
  })
  return getCourse(deps, id, viewer)
}
