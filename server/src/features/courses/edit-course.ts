import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, type Category, type CourseDetails, maxCourses } from '@virtual-courses/contract'
import type { Insertable } from 'kysely'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { CoursesTable } from '#db/schema.ts'
import { discardMedia, removeLater, storeImage, withTextRoom } from '../media/index.ts'
import { courseVersion, decideEdit, isPriceDrop } from './course-fields.ts'
import { getCourse } from './get-course.ts'
import { courseTextChanged, priceDropped } from './jobs.ts'
import { countCoursesOf, insertCourse, lockOwnCourse, updateCourse } from './queries.ts'
import { isBelowMinimum, pricedAt } from './rules.ts'

/** Inserts a course where its creator may have one more. Throws invalid_input, storage_full. */
export const addCourse = (
  tx: Tx,
  deps: Pick<FeatureDeps, 'clock' | 'settings'>,
  course: Insertable<CoursesTable>,
): Promise<void> =>
  withTextRoom(tx, deps, course.creator_id, async () => {
    // others that add a course of this creator wait, so the count is exact
    if ((await countCoursesOf(tx, course.creator_id)) >= maxCourses)
      throw new DomainError(
        'invalid_input',
        msg`An educator has at most ${{ maxCourses }} courses. Remove one that you no longer need.`,
      )
    await insertCourse(tx, course)
  })

/** Creates a draft, which only its creator and admins can see. Throws rate_limited, invalid_input, storage_full. */
export async function createCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>,
  viewer: CurrentUser,
  { title, category }: { title: string; category: Category },
): Promise<CourseDetails> {
  await deps.limits.newCourses.consume(viewer.id)
  const id = newId()
  const now = deps.clock.now()
  const course = {
    id,
    creator_id: viewer.id,
    title,
    category,
    level: null,
    price_paise: null,
    thumbnail_id: null,
    created_at: now,
    updated_at: now,
  }
  await transact(deps.db, (tx) => addCourse(tx, deps, course))
  return getCourse(deps, id, viewer)
}

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'images' | 'limits' | 'log' | 'settings'>

type CourseEdit = {
  body: BodyOf<typeof api.courses.edit>
  thumbnail?: { path: string } | undefined
  signal?: AbortSignal | undefined
}

/**
 * Changes a course of the viewer's own, if it is as the caller has read it (`version`). `thumbnail` is a received file, which replaces the
 * old image. Throws not_found (also for other people's and removed courses), changed_elsewhere, course_incomplete, price_out_of_range, sale_is_on, unlisted,
 * wrong_media, rate_limited, unavailable, disk_full, storage_full.
 */
export async function editCourse(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { body, thumbnail, signal }: CourseEdit,
): Promise<CourseDetails> {
  const { version, ...changes } = body
  await deps.limits.courseEdits.consume(viewer.id)
  const imageId = thumbnail && (await storeImage(deps, viewer.id, { path: thumbnail.path }, { signal }))
  try {
    await transact(deps.db, async (tx) => {
      const course = await lockOwnCourse(tx, courseId, viewer.id)
      if (!course) throw new DomainError('not_found')
      const now = deps.clock.now()
      // its job will come: until then the row has the price of the sale
      const stored = pricedAt(course, now)
      requireVersion(version, courseVersion(stored))
      if (changes.isPublished && course.unlisted_at) throw new DomainError('unlisted')
      const decision = decideEdit(stored, { ...changes, thumbnail: imageId })
      if ('problem' in decision) throw new DomainError(decision.problem)
      const { next } = decision
      if (stored.sale_ends_at !== null && next.price_paise !== stored.price_paise) throw new DomainError('sale_is_on')
      const changed = {
        ...next,
        regular_price_paise: stored.regular_price_paise,
        sale_ends_at: stored.sale_ends_at,
        struck_price_paise: stored.struck_price_paise,
        price_below_minimum: isBelowMinimum(next.price_paise),
        updated_at: now,
      }
      await withTextRoom(tx, deps, viewer.id, () => updateCourse(tx, courseId, changed))
      if (imageId !== undefined && course.thumbnail_id !== null) removeLater(tx, { images: [course.thumbnail_id] })
      if (isPriceDrop(stored, next)) {
        const [from, to] = [stored.price_paise ?? 0, next.price_paise ?? 0]
        tx.enqueue(priceDropped, { courseId, from, to, change: newId() })
      }
      if (next.is_published) tx.enqueue(courseTextChanged, { courseId })
      if (course.is_published || next.is_published) tx.invalidate('catalogue')
    })
  } catch (error) {
    if (imageId !== undefined) await discardMedia(deps, { images: [imageId] })
    throw error
  }
  return getCourse(deps, courseId, viewer)
}
