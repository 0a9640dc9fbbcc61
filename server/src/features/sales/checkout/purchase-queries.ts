import type { Category } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { OrderRow, RefundReason, RefundStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

export type PurchaseRow = OrderRow & {
  coupon_code: string | null
  /** null for an order of a single course */
  bundle: { title: string; for_sale: boolean } | null
  courses: {
    id: string
    title: string
    category: Category | null
    thumbnail_id: string | null
    for_sale: boolean
    enrolled: boolean
  }[]
  /** JSON, so times are texts; excludes canceled refunds */
  refunds: { amount: Paise; status: RefundStatus; reason: RefundReason; created_at: string }[]
}

const columns = sql`orders.*,
  (select coupons.code from coupons where coupons.id = orders.coupon_id) as coupon_code,
  (select json_build_object('title', bundles.title, 'for_sale', bundles.is_published and bundles.removed_at is null)
    from bundles where bundles.id = orders.bundle_id) as bundle,
  (select coalesce(json_agg(json_build_object(
      'id', courses.id, 'title', courses.title, 'category', courses.category, 'thumbnail_id', courses.thumbnail_id,
      'for_sale', courses.is_published and courses.removed_at is null,
      'enrolled', exists (
        select 1 from enrolments where enrolments.user_id = orders.user_id and enrolments.course_id = courses.id
      )
    ) order by courses.title, courses.id), '[]')
    from order_items join courses on courses.id = order_items.course_id where order_items.order_id = orders.id) as courses,
  (select coalesce(json_agg(json_build_object(
      'amount', refunds.amount_paise, 'status', refunds.status, 'reason', refunds.reason, 'created_at', refunds.created_at
    ) order by refunds.created_at, refunds.id), '[]')
    from refunds where refunds.order_id = orders.id and refunds.status <> 'canceled') as refunds`

/** Selects the orders of a buyer, except those that were never opened at the provider and so could not be paid. */
const ofBuyer = (userId: string): RawBuilder<unknown> =>
  sql`orders.user_id = ${userId}
    and not (orders.status = 'failed' and orders.provider_order_id is null and orders.payment_id is null)`

/** Returns a page of a buyer's orders, newest first. */
export async function findPurchases(on: Executor, userId: string, query: PageQuery): Promise<Page<PurchaseRow>> {
  const { within, key, tail, pageOf } = keysetSql(newestFirst('orders'), query)
  const { rows } = await sql<PurchaseRow & Keyed>`
    select ${columns}, ${key} from orders where ${ofBuyer(userId)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns an order of this buyer; undefined for other buyers' orders. */
export async function findPurchase(on: Executor, userId: string, orderId: string): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    select ${columns} from orders where orders.id = ${orderId} and ${ofBuyer(userId)}`.execute(on)
  return rows[0]
}
