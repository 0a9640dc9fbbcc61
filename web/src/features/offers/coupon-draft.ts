import type { NewCoupon } from '@virtual-courses/contract'
import type { z } from 'zod'
import { splitIds } from './use-chosen-courses.ts'

/** Values of the coupon form, as typed; "" for what is left out. */
export type CouponDraft = {
  code: string
  kind: string
  value: string
  minPrice: string
  maxUses: string
  maxUsesPerUser: string
  /** of a date-time input, in the reader's time zone */
  startsAt: string
  endsAt: string
  /** "all" or "some" courses */
  scope: string
  /** their ids, with spaces between them */
  courses: string
}

export const emptyCoupon: CouponDraft = {
  code: '',
  kind: 'percent',
  value: '',
  minPrice: '',
  maxUses: '',
  maxUsesPerUser: '1',
  startsAt: '',
  endsAt: '',
  scope: 'all',
  courses: '',
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Returns the instant of a date-time input's value; null without one. */
export function instantOf(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Returns what is sent for a draft; the server decides whether it is right. */
export const couponBody = (draft: CouponDraft): z.input<typeof NewCoupon> => ({
  code: draft.code,
  kind: draft.kind === 'amount' ? 'amount' : 'percent',
  value: numberOf(draft.value) ?? 0,
  minPrice: numberOf(draft.minPrice) ?? 0,
  maxUses: numberOf(draft.maxUses),
  maxUsesPerUser: numberOf(draft.maxUsesPerUser),
  startsAt: instantOf(draft.startsAt),
  endsAt: instantOf(draft.endsAt),
  courseIds: draft.scope === 'some' ? splitIds(draft.courses) : [],
})
