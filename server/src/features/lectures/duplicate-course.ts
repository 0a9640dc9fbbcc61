import { maxLectures } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import {
  type CourseReply,
  copyTitle,
  getCourse,
  insertCourse,
  isBelowMinimum,
  lockOwnCourse,
} from '../courses/index.ts'
import { copyLectures } from './queries.ts'

/**
 * Copies the texts, image, lectures and captions of the viewer's own course into a new draft; students, reviews and sessions
 * are not copied. Image and videos are shared: their bytes are removed with the last course or lecture that refers to them.
 * Throws not_found, unlisted, invalid_input, rate_limited.
 */
export async function duplicateCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  courseId: string,
): Promise<CourseReply> {
  await deps.limits.copies.consume(viewer.id)
  const id = newId()
  await transact(deps.db, async (tx) => {
    // The lock keeps the lectures, and so the last reference to a video, until the copy refers to it as well.
    const course = await lockOwnCourse(tx, courseId, viewer.id)
    if (!course) throw new DomainError('not_found')
    // A copy could be published in place of the unlisted course.
    if (course.unlisted_at) throw new DomainError('unlisted')
    // Courses created before the limit may have more.
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
      language: course.language,
      outcomes: course.outcomes,
      requirements: course.requirements,
      audience: course.audience,
      price_paise: isBelowMinimum(course.price_paise) ? null : (course.regular_price_paise ?? course.price_paise),
      thumbnail_id: course.thumbnail_id,
      created_at: now,
      updated_at: now,
    })
    await copyLectures(tx, { from: courseId, to: id, now })
  })
  return getCourse(deps, id, viewer)
}
