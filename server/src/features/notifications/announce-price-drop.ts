import type { FeatureDeps } from '../deps.ts'
import { findWishers } from '../wishlist/index.ts'
import { priceKey } from './keys.ts'
import { coursePage } from './links.ts'
import { notifyMany } from './notify.ts'
import { priceDrop } from './sentences.ts'
import { findCourseSubject } from './subjects.ts'

/**
 * Tells who wishes for a course and has not bought it that it became cheaper. Prices in paise. Nobody is told of a price that
 * is gone again, or of a course that cannot be bought.
 */
export async function tellOfPriceDrop(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  { courseId, from, to, change }: { courseId: string; from: number; to: number; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course?.is_published || course.price_paise !== to) return
  const told = { key: priceKey(change), message: priceDrop(course.title, from, to), link: coursePage(courseId) }
  await notifyMany(deps, told, (after, limit) => findWishers(deps.db, courseId, after, limit))
}
