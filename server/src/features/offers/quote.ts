import { msg } from '@lingui/core/runtime-macro'
import type { Quote } from '@virtual-courses/contract'
import { messageOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { pricedAt, rupeesOf } from '../courses/index.ts'
import { findBundleOffer } from './bundles.ts'
import { findCouponByCode } from './coupon-queries.ts'
import { findCouponProblem } from './reserve-coupon.ts'
import { amountOf, discountItems, type Item, listOf } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>
/** Who tries codes: a user, or a visitor by their client. */
type Caller = { client: string; viewer: CurrentUser | null }

type CodeTry<T> = Caller & {
  code: string | undefined
  /** whether the code has worked, by the result; without it any result says so */
  worked?: (result: T) => boolean
}

const tooMany = msg`You have tried many codes. Please wait a while and try again.`

/**
 * Runs what a code is needed for. Each try counts for the client and the user until the code has worked, so that codes cannot be
 * guessed. Throws rate_limited.
 */
export async function tryCode<T>(
  { limits }: Pick<Deps, 'limits'>,
  { client, viewer, code, worked = () => true }: CodeTry<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work()
  const restore = await consumeAll([
    [limits.couponTries, viewer ? `user:${viewer.id}` : client, tooMany],
    [limits.couponTriesByClient, client, tooMany],
  ])
  const result = await work()
  if (worked(result)) await restore()
  return result
}

type Wanted = { courseId?: string | undefined; bundleId?: string | undefined; code?: string | undefined }

/** Returns what a course or a bundle costs this viewer now. Throws not_found, rate_limited. */
export function quote(deps: Deps, caller: Caller, wanted: Wanted, say: Say): Promise<Quote> {
  return tryCode(deps, { ...caller, code: wanted.code, worked: ({ problem }) => problem === null }, () =>
    quoteOnce(deps, caller.viewer?.id ?? null, wanted, say),
  )
}

async function quoteOnce({ db, clock }: Deps, userId: string | null, wanted: Wanted, say: Say): Promise<Quote> {
  const { courseId, bundleId, code } = wanted
  const now = clock.now()
  const items =
    bundleId === undefined ? await itemOf(db, courseId ?? '', now) : await itemsOf(db, bundleId, userId, now)
  const before = amountOf(items)
  const plain = {
    list: rupeesOf(bundleId === undefined ? before : listOf(items)),
    price: rupeesOf(before),
    discount: 0,
  }
  if (!code) return { ...plain, coupon: null, problem: null }
  const coupon = await findCouponByCode(db, code)
  if (!coupon) return { ...plain, coupon: null, problem: say(messageOf('coupon_unknown')) }
  const first = items[0]?.courseId
  const besides = userId !== null && first !== undefined ? { userId, courseId: first } : undefined
  const problem = await findCouponProblem(db, coupon, { items, bundleId: bundleId ?? null, userId, now }, { besides })
  if (problem) return { ...plain, coupon: null, problem: say(problem.message ?? messageOf(problem.code)) }
  const price = amountOf(discountItems(coupon, items))
  return { ...plain, price: rupeesOf(price), discount: rupeesOf(before - price), coupon: coupon.code, problem: null }
}

async function itemOf(on: Executor, courseId: string, now: Date): Promise<Item[]> {
  const row = await on
    .selectFrom('courses')
    .select(['creator_id', 'price_paise', 'regular_price_paise', 'sale_ends_at', 'struck_price_paise'])
    .where('id', '=', courseId)
    .where('is_published', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const price = row && pricedAt(row, now).price_paise
  if (!row || price === null || price === undefined) throw new DomainError('not_found')
  return [{ courseId, educatorId: row.creator_id, list: price, amount: price }]
}

async function itemsOf(on: Executor, bundleId: string, userId: string | null, now: Date): Promise<Item[]> {
  const offer = await findBundleOffer(on, bundleId, userId, now)
  if (!offer) throw new DomainError('not_found')
  return offer.items
}
