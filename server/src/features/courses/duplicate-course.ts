import { type Course, maxLectures } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { copyLectures } from './copy-lectures.ts'
import { getCourse } from './get-course.ts'
import { insertCourse, lockOwnCourse } from './queries.ts'
import { copyTitle, isBelowMinimum } from './rules.ts'

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
