import { expect, it } from 'vitest'
import { couponBody, emptyCoupon, instantOf } from './coupon-draft.ts'

it('sends numbers, and null for what is left out', () => {
  expect(couponBody({ ...emptyCoupon, code: 'half', value: '50', courses: 'c1' })).toEqual({
    code: 'half',
    kind: 'percent',
    value: 50,
    minPrice: 0,
    maxUses: null,
    maxUsesPerUser: 1,
    startsAt: null,
    endsAt: null,
    courseIds: [],
  })
  const full = {
    ...emptyCoupon,
    kind: 'amount',
    value: '99.5',
    maxUses: '5',
    maxUsesPerUser: '',
    scope: 'some',
    courses: 'c1 c2',
  }
  expect(couponBody(full)).toMatchObject({
    kind: 'amount',
    value: 99.5,
    maxUses: 5,
    maxUsesPerUser: null,
    courseIds: ['c1', 'c2'],
  })
})

it('reads the time of the reader', () => {
  expect(instantOf('2026-11-23T12:00')).toBe(new Date('2026-11-23T12:00').toISOString())
  expect([instantOf(''), instantOf('soon')]).toEqual([null, null])
})
