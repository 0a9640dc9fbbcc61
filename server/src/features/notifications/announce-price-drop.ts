import type { FeatureDeps } from '#core/feature-deps.ts'
import { findWishers } from '../wishlist/index.ts'
import { priceKey, priceTopic } from './keys.ts'
import { coursePage } from './links.ts'
import { notifyMany } from './notify.ts'
import { byPrice, priceItem, readDrop } from './rules.ts'
import { priceDrop } from './sentences.ts'
import { findCourseSubject } from './subjects.ts'

/**
 * Tells who wishes for a course and has not bought it that it became cheaper. Prices in paise. Nobody is told of a price that
 * is gone again, of one that is not below what they were told in the last week, or of a course that cannot be bought.
 */
export async function notifyPriceDrop(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  { courseId, from, to, change }: { courseId: string; from: number; to: number; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course?.is_published || course.price_paise !== to) return
  const event = {
    key: priceKey(change),
    topic: priceTopic(courseId),
    item: priceItem(from, to),
    collapse: byPrice,
    write([item = '']: readonly string[]) {
      const drop = readDrop(item)
      return { message: priceDrop(course.title, drop.from, drop.to), link: coursePage(courseId) }
    },
  }
  await notifyMany(deps, event, (after, limit) => findWishers(deps.db, courseId, after, limit))
}
