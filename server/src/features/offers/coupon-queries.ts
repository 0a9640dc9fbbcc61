import { mostCounted } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { CouponsTable, CouponUseState } from '#db/schema.ts'
import type { CouponTerms } from './rules.ts'

/** A coupon with the ids of its courses. */
export type CouponRow = Selectable<CouponsTable> & { course_ids: string[] }

const withCourses = (on: Executor) =>
  on
    .selectFrom('coupons')
    .selectAll('coupons')
    .select(
      sql<string[]>`array(select course_id from coupon_courses where coupon_courses.coupon_id = coupons.id)`.as(
        'course_ids',
      ),
    )

export const findCouponByCode = (on: Executor, code: string): Promise<CouponRow | undefined> =>
  withCourses(on).where('code', '=', code).executeTakeFirst()

export const findCoupon = (on: Executor, id: string): Promise<CouponRow | undefined> =>
  withCourses(on).where('id', '=', id).executeTakeFirst()

/** Makes orders with a limited coupon wait for each other, so that each counts those before it. */
export async function lockCoupon(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('coupons').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** The terms of a row, as the rules have them. */
export const termsOf = (row: CouponRow): CouponTerms => ({
  educatorId: row.educator_id,
  forAll: row.for_all,
  courseIds: row.course_ids,
  minPrice: row.min_price_paise,
  maxUses: row.max_uses,
  maxUsesPerUser: row.max_uses_per_user,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  disabledAt: row.disabled_at,
})

/**
 * Counts the uses of a coupon by paid and open orders, no further than its limit. `besides` is a buyer whose open order of a course is left
 * out: it is the one that they would resume.
 */
export async function countUses(
  on: Executor,
  couponId: string,
  limit: number,
  { userId, besides }: { userId?: string; besides?: { userId: string; courseId: string } | undefined } = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from coupon_uses where coupon_id = ${couponId} and state <> 'released'
        ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
        ${
          besides
            ? // a scalar, which PostgreSQL can only look up: of an "exists" it may first read all orders of the course
              sql`and not (state = 'reserved' and user_id = ${besides.userId}
                and coalesce((select orders.course_id from orders where orders.id = order_id) = ${besides.courseId}, false))`
            : sql``
        }
      limit ${limit}
    ) as counted`.execute(on)
  return rows[0]?.count ?? 0
}

type CouponUse = { orderId: string; couponId: string; userId: string; state: CouponUseState; at: Date }

export async function insertUse(tx: Tx, { orderId, couponId, userId, state, at }: CouponUse): Promise<void> {
  await tx
    .insertInto('coupon_uses')
    .values({ order_id: orderId, coupon_id: couponId, user_id: userId, state, at })
    .execute()
}

/** Changes the state of an order's use, if it reserved one. */
export async function endReservation(tx: Tx, orderId: string, state: 'used' | 'released'): Promise<void> {
  await tx
    .updateTable('coupon_uses')
    .set({ state })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute()
}

/** Inserts a coupon; false when its code is taken. */
export async function insertCoupon(
  tx: Tx,
  coupon: Insertable<CouponsTable>,
  courseIds: readonly string[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  if (courseIds.length > 0)
    await tx
      .insertInto('coupon_courses')
      .values(courseIds.map((courseId) => ({ coupon_id: coupon.id, course_id: courseId })))
      .execute()
  return true
}

/** Disables a coupon of an educator, or of the site (null); returns its code, undefined when there is no such coupon. */
export async function disableRow(
  tx: Tx,
  couponId: string,
  educatorId: string | null,
  now: Date,
): Promise<{ code: string; changed: boolean } | undefined> {
  const row = await tx
    .selectFrom('coupons')
    .select(['code', 'disabled_at'])
    .where('id', '=', couponId)
    .where('educator_id', 'is not distinct from', educatorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.disabled_at) return row && { code: row.code, changed: false }
  await tx.updateTable('coupons').set({ disabled_at: now }).where('id', '=', couponId).execute()
  return { code: row.code, changed: true }
}

/** Ids of those courses that are not removed; of one educator, or of all. */
export async function findSellable(on: Executor, ids: readonly string[], educatorId: string | null): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await on
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .$if(educatorId !== null, (courses) => courses.where('creator_id', '=', educatorId ?? ''))
    .execute()
  return rows.map(({ id }) => id)
}

/** A coupon with what its owner reads of it. */
export type ListedCoupon = Selectable<CouponsTable> & {
  used: number
  reserved: number
  courses: { id: string; title: string }[]
}

const order = newestFirst('coupons')
const countOf = (state: CouponUseState) => sql`(
  select count(*)::int from (
    select 1 from coupon_uses where coupon_uses.coupon_id = coupons.id and state = ${state} and state <> 'released'
    limit coalesce(coupons.max_uses, ${mostCounted})
  ) as counted
)`
const listed = sql`coupons.*, ${countOf('used')} as used, ${countOf('reserved')} as reserved,
  coalesce((select json_agg(json_build_object('id', courses.id, 'title', courses.title) order by courses.title, courses.id)
    from coupon_courses join courses on courses.id = coupon_courses.course_id
    where coupon_courses.coupon_id = coupons.id), '[]') as courses`
const ownedBy = (educatorId: string | null) =>
  educatorId === null ? sql`coupons.educator_id is null` : sql`coupons.educator_id = ${educatorId}`

/** A page of the coupons of an educator, or of the site (null), newest first. */
export async function findCoupons(
  on: Executor,
  educatorId: string | null,
  query: PageQuery,
): Promise<Page<ListedCoupon>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<ListedCoupon & Keyed>`
    select ${listed}, ${key} from coupons where ${ownedBy(educatorId)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** One coupon of an educator, or of the site (null). */
export async function findListed(
  on: Executor,
  educatorId: string | null,
  couponId: string,
): Promise<ListedCoupon | undefined> {
  const { rows } = await sql<ListedCoupon>`
    select ${listed} from coupons where coupons.id = ${couponId} and ${ownedBy(educatorId)}`.execute(on)
  return rows[0]
}
