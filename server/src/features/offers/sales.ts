import type { Sale } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import {
  lockOwnCourse,
  paiseOf,
  presentSale,
  priceDropped,
  pricedAt,
  saleVersion,
  updateCourse,
} from '../courses/index.ts'
import { saleProblem, struckPrice } from './rules.ts'
import { findPriceChanges, lockEndedSales, noSale } from './sale-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type SaleReply<S> = { sale: S; saleVersion: string }

/** Returns the running sale of an own course, or null. Throws not_found. */
export async function getSale(
  { db, clock }: Deps,
  educatorId: string,
  courseId: string,
): Promise<SaleReply<Sale | null>> {
  const row = await db
    .selectFrom('courses')
    .select(['price_paise', 'regular_price_paise', 'sale_ends_at', 'struck_price_paise'])
    .where('id', '=', courseId)
    .where('creator_id', '=', educatorId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  const now = pricedAt(row, clock.now())
  return { sale: presentSale(now), saleVersion: saleVersion(now) }
}

/**
 * Lowers the price of an own published course until a time; a running sale is replaced, if it is the one that the caller has read. What may be shown struck through is decided here,
 * from the prices of the last days. Price in rupees. Throws not_found, changed_elsewhere, sale_not_possible, invalid_input, rate_limited.
 */
export async function setSale(
  deps: Deps & Pick<FeatureDeps, 'limits'>,
  viewer: CurrentUser,
  courseId: string,
  wanted: { price: number; endsAt: string; version?: string | undefined },
): Promise<SaleReply<Sale>> {
  await deps.limits.courseEdits.consume(viewer.id)
  const price = paiseOf(wanted.price)
  const endsAt = new Date(wanted.endsAt)
  return transact(deps.db, async (tx) => {
    const row = await lockOwnCourse(tx, courseId, viewer.id)
    if (!row) throw new DomainError('not_found')
    const now = deps.clock.now()
    const course = pricedAt(row, now)
    requireVersion(wanted.version, saleVersion(course))
    const regular = course.regular_price_paise ?? course.price_paise
    const problem = saleProblem({ published: course.is_published, regular }, { price, endsAt }, now)
    if (problem && 'code' in problem) throw new DomainError(problem.code)
    if (problem) throw new DomainError('invalid_input', { fields: [{ path: problem.field, message: problem.message }] })
    const struck = struckPrice(await findPriceChanges(tx, courseId, now), price, now)
    const columns = {
      price_paise: price,
      regular_price_paise: regular,
      sale_ends_at: endsAt,
      struck_price_paise: struck,
    }
    await updateCourse(tx, courseId, { ...columns, updated_at: now })
    if (course.price_paise !== null && price < course.price_paise)
      tx.enqueue(priceDropped, { courseId, from: course.price_paise, to: price, change: newId() })
    tx.invalidate('catalogue')
    const sale = presentSale(columns)
    if (!sale) throw new Error('The sale was not set')
    return { sale, saleVersion: saleVersion(columns) }
  })
}

/** Ends the sale of an own course at once, if it is the one that the caller has read; false without one. Throws not_found, changed_elsewhere, rate_limited. */
export async function endSale(
  deps: Deps & Pick<FeatureDeps, 'limits'>,
  viewer: CurrentUser,
  courseId: string,
  version?: string,
): Promise<boolean> {
  await deps.limits.courseEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, viewer.id)
    if (!course) throw new DomainError('not_found')
    if (course.sale_ends_at === null) return false
    const now = deps.clock.now()
    requireVersion(version, saleVersion(pricedAt(course, now)))
    await updateCourse(tx, courseId, { price_paise: course.regular_price_paise, ...noSale, updated_at: now })
    if (course.is_published) tx.invalidate('catalogue')
    return true
  })
}

const endedAtOnce = 50

/** Gives courses whose sale is over their price back. Orders and course pages do not wait for it; lists show the sale until then. */
export async function endSales({ db, clock }: Deps): Promise<void> {
  for (;;) {
    const ended = await transact(db, async (tx) => {
      const rows = await lockEndedSales(tx, clock.now(), endedAtOnce)
      for (const { id, is_published: published, regular_price_paise: price } of rows) {
        await updateCourse(tx, id, { price_paise: price, ...noSale })
        if (published) tx.invalidate('catalogue')
      }
      return rows.length
    })
    if (ended < endedAtOnce) return
  }
}
