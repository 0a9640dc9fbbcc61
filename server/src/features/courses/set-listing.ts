import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { listingChanged } from './jobs.ts'
import { lockCourse, updateCourse } from './queries.ts'
import { isComplete } from './rules.ts'

type Deps = Pick<FeatureDeps, 'clock'>

/** How a course was off the list: since when, why, and whether it was published before. */
export type Unlisted = { since: Date; reason: string; published: boolean }

/**
 * Takes a course off the list until an admin relists it, and notifies its creator of the reason; enrolled students keep access.
 * Returns its title, and `changed: false` when it was off the list already. With `since` it is off the list since then, and with
 * `published` it is published when it is relisted. Throws not_found.
 */
export async function unlistCourse(
  { clock }: Deps,
  tx: Tx,
  courseId: string,
  { reason, ...again }: { reason: string } & Partial<Unlisted>,
): Promise<{ title: string; changed: boolean }> {
  const course = await lockCourse(tx, courseId)
  if (!course) throw new DomainError('not_found')
  const { title } = course
  if (course.unlisted_at) return { title, changed: false }
  await updateCourse(tx, courseId, {
    is_published: false,
    unlisted_at: again.since ?? clock.now(),
    unlisted_reason: reason,
    unlisted_published: course.is_published || (again.published ?? false),
  })
  tx.enqueue(listingChanged, { courseId, listed: false, reason, change: newId() })
  if (course.is_published) tx.invalidate('catalogue')
  return { title, changed: true }
}

/**
 * Relists a course as it was; one that is incomplete by now, because its creator removed category or price, becomes a draft.
 * Returns its title, whether it is published, and how it was off the list; null when it was not. Throws not_found.
 */
export async function relistCourse(
  tx: Tx,
  courseId: string,
): Promise<{ title: string; published: boolean; before: Unlisted | null }> {
  const course = await lockCourse(tx, courseId)
  if (!course) throw new DomainError('not_found')
  const { title } = course
  if (!course.unlisted_at) return { title, before: null, published: course.is_published }
  const before = { since: course.unlisted_at, reason: course.unlisted_reason, published: course.unlisted_published }
  const complete = isComplete(course)
  const published = course.unlisted_published && complete
  await updateCourse(tx, courseId, {
    is_published: published,
    unlisted_at: null,
    unlisted_reason: '',
    unlisted_published: false,
  })
  tx.enqueue(listingChanged, { courseId, listed: true, reason: '', change: newId() })
  if (published) tx.invalidate('catalogue')
  return { title, before, published }
}
