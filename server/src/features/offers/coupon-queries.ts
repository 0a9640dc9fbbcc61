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

/** A use that counts: of a paid order, or one that an open order holds. */
const counts = (now: Date) => sql`state <> 'released' and (state = 'used' or held_until > ${now})`

/** Whose uses are counted, when, and without which order. */
export type Counted = {
  now: Date
  userId?: string | undefined
  /** an order whose use is left out */
  orderId?: string | undefined
  /** a buyer whose open order of a course is left out: it is the one that they would resume */
  besides?: { userId: string; courseId: string } | undefined
}

/** Counts the uses of a coupon by paid orders, and by open ones that hold a use, no further than its limit. */
export async function countUses(
  on: Executor,
  couponId: string,
  limit: number,
  { now, userId, orderId, besides }: Counted,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from coupon_uses where coupon_id = ${couponId} and ${counts(now)}
        ${orderId === undefined ? sql`` : sql`and order_id <> ${orderId}`}
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

type CouponUse = {
  orderId: string
  couponId: string
  userId: string
  state: CouponUseState
  at: Date
  hold: Hold | null
}

/** Until when a use is held, and the keyed hash of the client that holds it. */
export type Hold = { until: Date; by: string }

const holdColumns = (hold: Hold | null) => ({ held_until: hold?.until ?? null, held_by: hold?.by ?? null })

export async function insertUse(tx: Tx, { orderId, couponId, userId, state, at, hold }: CouponUse): Promise<void> {
  await tx
    .insertInto('coupon_uses')
    .values({ order_id: orderId, coupon_id: couponId, user_id: userId, state, at, ...holdColumns(hold) })
    .execute()
}

const reservedBy = (on: Executor, orderId: string) =>
  on
    .selectFrom('coupon_uses')
    .select(['coupon_id', 'user_id', 'held_until'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')

/** The use that an open order reserved. */
export const findReserved = (on: Executor, orderId: string) => reservedBy(on, orderId).executeTakeFirst()

/** The same, locked. Callers that need the lock of the coupon too take it after this one. */
export const lockReserved = (tx: Tx, orderId: string) => reservedBy(tx, orderId).forNoKeyUpdate().executeTakeFirst()

/** Counts the uses that open orders of a client hold, without one order. */
export async function countHeldBy(on: Executor, by: string, besidesOrderId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupon_uses
    where held_by = ${by} and state = 'reserved' and held_until > ${now} and order_id <> ${besidesOrderId}`.execute(on)
  return rows[0]?.count ?? 0
}

/** Holds the use of an open order. */
export async function setHold(tx: Tx, orderId: string, hold: Hold): Promise<void> {
  await tx
    .updateTable('coupon_uses')
    .set(holdColumns(hold))
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute()
}

/**
 * Ends what open orders of a buyer hold, but for an order that is being settled: its use is locked, and waiting for it under the lock of
 * a coupon could be a deadlock.
 */
export async function endHolds(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('coupon_uses')
    .set(holdColumns(null))
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('coupon_uses')
        .select('order_id')
        .where('user_id', '=', userId)
        .where('state', '=', 'reserved')
        .where('held_until', 'is not', null)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Changes the state of an order's use, if it reserved one. */
export async function endReservation(tx: Tx, orderId: string, state: 'used' | 'released'): Promise<void> {
  await tx
    .updateTable('coupon_uses')
    .set({ state, ...holdColumns(null) })
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
const countOf = (state: CouponUseState, now: Date) => sql`(
  select count(*)::int from (
    select 1 from coupon_uses where coupon_uses.coupon_id = coupons.id and state = ${state} and ${counts(now)}
    limit coalesce(coupons.max_uses, ${mostCounted})
  ) as counted
)`
const listed = (now: Date) => sql`coupons.*, ${countOf('used', now)} as used, ${countOf('reserved', now)} as reserved,
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
  now: Date,
): Promise<Page<ListedCoupon>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<ListedCoupon & Keyed>`
    select ${listed(now)}, ${key} from coupons where ${ownedBy(educatorId)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** One coupon of an educator, or of the site (null). */
export async function findListed(
  on: Executor,
  educatorId: string | null,
  couponId: string,
  now: Date,
): Promise<ListedCoupon | undefined> {
  const { rows } = await sql<ListedCoupon>`
    select ${listed(now)} from coupons where coupons.id = ${couponId} and ${ownedBy(educatorId)}`.execute(on)
  return rows[0]
}
