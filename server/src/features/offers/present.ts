import type { Coupon } from '@virtual-courses/contract'
import { rupeesOf } from '../courses/index.ts'
import type { ListedCoupon } from './coupon-queries.ts'
import { couponState } from './rules.ts'

export const presentCoupon = (row: ListedCoupon, now: Date): Coupon => ({
  _id: row.id,
  code: row.code,
  kind: row.kind,
  value: row.kind === 'percent' ? row.value : rupeesOf(row.value),
  minPrice: rupeesOf(row.min_price_paise),
  maxUses: row.max_uses,
  maxUsesPerUser: row.max_uses_per_user,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  state: couponState(
    { maxUses: row.max_uses, startsAt: row.starts_at, endsAt: row.ends_at, disabledAt: row.disabled_at },
    row.used + row.reserved,
    now,
  ),
  used: row.used,
  reserved: row.reserved,
  forAll: row.for_all,
  courses: row.courses.map(({ id, title }) => ({ _id: id, title })),
})
