import { describe, expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import {
  amountOf,
  type BundleCourse,
  bundleItems,
  type CouponTerms,
  couponProblem,
  couponState,
  discountedPrice,
  discountItems,
  type Item,
  listOf,
  type PriceChange,
  type Purchase,
  saleProblem,
  struckPrice,
} from './rules.ts'

/** Deterministic numbers for properties. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const hour = 3600_000
const day = 24 * hour
const now = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('discountedPrice', () => {
  test.each([
    ['percent', 20, 49_900, 39_920],
    ['percent', 33, 10_001, 6701],
    ['percent', 100, 49_900, 0],
    ['percent', 99, 5000, 100],
    ['percent', 1, 100, 100],
    ['amount', 10_000, 49_900, 39_900],
    ['amount', 49_900, 49_900, 0],
    ['amount', 99_900, 49_900, 0],
    ['amount', 49_850, 49_900, 100],
    ['amount', 100, 0, 0],
  ] as const)('%s %i of %i leaves %i', (kind, value, price, left) => {
    expect(discountedPrice({ kind, value }, price)).toBe(left)
  })

  test('never raises a price, leaves nothing below ₹1, and more off never costs more', () => {
    const random = randomOf(1)
    for (let at = 0; at < 10_000; at++) {
      const price = 100 + random(100_000_000)
      const kind = random(2) === 0 ? 'percent' : 'amount'
      const value = 1 + random(kind === 'percent' ? 99 : price * 2)
      const left = discountedPrice({ kind, value }, price)
      expect(Number.isInteger(left) && left <= price && (left === 0 || left >= 100)).toBe(true)
      expect(discountedPrice({ kind, value: value + 1 }, price)).toBeLessThanOrEqual(left)
    }
  })
})

describe('discountItems', () => {
  test('distributes the price over the items, none of them above its price before', () => {
    const random = randomOf(2)
    for (let at = 0; at < 3000; at++) {
      const items: Item[] = Array.from({ length: 1 + random(20) }, (_, index) => {
        const list = random(4) === 0 ? 0 : 100 + random(1_000_000)
        return { courseId: `c${index}`, educatorId: 'e', list, amount: Math.floor((list * random(101)) / 100) }
      })
      const coupon =
        random(2) === 0
          ? ({ kind: 'percent', value: 1 + random(100) } as const)
          : ({ kind: 'amount', value: 1 + random(2_000_000) } as const)
      const before = amountOf(items)
      const discounted = discountItems(coupon, items)
      expect(amountOf(discounted)).toBe(discountedPrice(coupon, before))
      expect(discounted.every(({ amount }, index) => amount >= 0 && amount <= (items[index]?.amount ?? 0))).toBe(true)
    }
  })
})

describe('couponProblem', () => {
  const terms: CouponTerms = {
    educatorId: 'e1',
    forAll: true,
    courseIds: [],
    minPrice: 0,
    maxUses: null,
    maxUsesPerUser: null,
    startsAt: null,
    endsAt: null,
    disabledAt: null,
  }
  const purchase: Purchase = {
    items: [{ courseId: 'c1', educatorId: 'e1' }],
    bundle: false,
    price: 49_900,
    used: 0,
    usedByBuyer: 0,
    now,
  }
  const both = [
    { courseId: 'c1', educatorId: 'e1' },
    { courseId: 'c2', educatorId: 'e1' },
  ]

  test.each<[string, Partial<CouponTerms>, Partial<Purchase>, string | null]>([
    ['is fine', {}, {}, null],
    ['disabled', { disabledAt: now }, {}, 'coupon_ended'],
    ['ends now', { endsAt: now }, {}, 'coupon_ended'],
    ['ends later', { endsAt: after(1) }, {}, null],
    ['begins later', { startsAt: after(1) }, {}, 'coupon_early'],
    ['begins now', { startsAt: now }, {}, null],
    ['of another educator', { educatorId: 'e2' }, {}, 'coupon_elsewhere'],
    ['of the site', { educatorId: null }, {}, null],
    ['for another course', { forAll: false, courseIds: ['c2'] }, {}, 'coupon_elsewhere'],
    ['for this course', { forAll: false, courseIds: ['c2', 'c1'] }, {}, null],
    ['for courses that are all deleted', { forAll: false }, {}, 'coupon_elsewhere'],
    ['of an educator, on a bundle', {}, { bundle: true, items: both }, 'coupon_elsewhere'],
    [
      'of the site for one course, on a bundle',
      { educatorId: null, forAll: false, courseIds: ['c1'] },
      { bundle: true, items: both },
      'coupon_elsewhere',
    ],
    ['of the site, on a bundle', { educatorId: null }, { bundle: true, items: both }, null],
    ['on a free course', {}, { price: 0 }, 'coupon_price'],
    ['below the minimum', { minPrice: 49_901 }, {}, 'coupon_price'],
    ['at the minimum', { minPrice: 49_900 }, {}, null],
    ['used up', { maxUses: 5 }, { used: 5 }, 'coupon_used_up'],
    ['one use left', { maxUses: 5 }, { used: 4 }, null],
    ['used by the buyer', { maxUsesPerUser: 1 }, { usedByBuyer: 1 }, 'coupon_used'],
    ['used by others', { maxUsesPerUser: 1 }, { used: 9 }, null],
  ])('%s', (_, changes, bought, code) => {
    expect(couponProblem({ ...terms, ...changes }, { ...purchase, ...bought })?.code ?? null).toBe(code)
  })

  test('names the minimum', () => {
    const problem = couponProblem({ ...terms, minPrice: 100_050_00 }, purchase)
    expect(english(problem?.message ?? '')).toBe('This coupon is for purchases of ₹1,00,050 or more')
  })

  test.each<[Partial<CouponTerms>, number, string]>([
    [{}, 9, 'active'],
    [{ disabledAt: now, endsAt: now }, 0, 'disabled'],
    [{ endsAt: now, maxUses: 1 }, 1, 'ended'],
    [{ maxUses: 1, startsAt: after(1) }, 1, 'used-up'],
    [{ startsAt: after(1) }, 0, 'coming'],
  ])('the state of %j', (changes, used, state) => {
    expect(couponState({ ...terms, ...changes }, used, now)).toBe(state)
  })
})

describe('bundleItems', () => {
  const course = (courseId: string, list: number, changes: Partial<BundleCourse> = {}): BundleCourse => ({
    courseId,
    educatorId: 'e',
    list,
    available: true,
    owned: false,
    ...changes,
  })
  const shares = (price: number, courses: BundleCourse[]) =>
    bundleItems(price, courses).map(({ courseId, amount }) => [courseId, amount])

  test('distributes the price by the prices of the courses', () => {
    expect(shares(60_000, [course('a', 50_000), course('b', 30_000), course('c', 20_000)])).toEqual([
      ['a', 30_000],
      ['b', 18_000],
      ['c', 12_000],
    ])
  })
  test('leaves out what the buyer has and what is not on sale, with its share', () => {
    const courses = [
      course('a', 50_000, { owned: true }),
      course('b', 30_000),
      course('c', 20_000, { available: false }),
    ]
    expect(shares(60_000, courses)).toEqual([['b', 18_000]])
    expect(shares(60_000, [course('a', 50_000, { owned: true })])).toEqual([])
  })
  test('costs at most what its courses cost alone, and nothing where they are free', () => {
    expect(shares(60_000, [course('a', 20_000), course('b', 10_000)])).toEqual([
      ['a', 20_000],
      ['b', 10_000],
    ])
    expect(shares(60_000, [course('a', 0), course('b', 0)])).toEqual([
      ['a', 0],
      ['b', 0],
    ])
  })
  test('never costs a part of a rupee', () => {
    expect(shares(100, [course('a', 50_000), course('b', 50_000, { owned: true })])).toEqual([['a', 100]])
  })
  test('holds for any bundle', () => {
    const random = randomOf(3)
    for (let at = 0; at < 3000; at++) {
      const courses = Array.from({ length: 2 + random(19) }, (_, index) =>
        course(`c${index}`, random(5) === 0 ? 0 : 100 + random(1_000_000), {
          owned: random(3) === 0,
          available: random(5) !== 0,
        }),
      )
      const price = 100 + random(3_000_000)
      const items = bundleItems(price, courses)
      const amount = amountOf(items)
      expect(items.every((item) => item.amount >= 0 && item.amount <= item.list)).toBe(true)
      expect(amount === 0 || amount >= 100).toBe(true)
      expect(amount).toBeLessThanOrEqual(Math.min(Math.max(price, 100), listOf(items)))
    }
  })
})

describe('struckPrice', () => {
  const change = (days: number, price: number | null): PriceChange => ({ price, at: after(-days * day) })
  test.each<[string, PriceChange[], number | null]>([
    ['the price since long', [change(400, 50_000)], 50_000],
    ['the lowest in between', [change(400, 50_000), change(20, 40_000), change(10, 60_000)], 40_000],
    ['not one that ended before the days', [change(400, 10_000), change(31, 50_000)], 50_000],
    ['one that reaches into the days', [change(400, 35_000), change(29, 50_000)], 35_000],
    ['none that is not above the sale price', [change(400, 50_000), change(20, 30_000), change(19, 50_000)], null],
    ['none of a course on sale for a day', [change(1, 50_000)], null],
    ['one of a course on sale for a week', [change(7, 50_000)], 50_000],
    ['days off sale do not count', [change(20, 50_000), change(18, null), change(4, 50_000)], null],
    ['a price for a moment counts too', [change(20, 50_000), change(5, 40_000), change(4.999, 50_000)], 40_000],
    ['none of a course without prices', [], null],
    ['none of a course that was not on sale', [change(20, null)], null],
  ])('%s', (_, changes, expected) => {
    expect(struckPrice(changes, 30_000, now)).toBe(expected)
  })
})

test.each([
  [{ published: true, regular: 50_000 }, { price: 30_000, endsAt: after(day) }, null],
  [{ published: false, regular: 50_000 }, { price: 30_000, endsAt: after(day) }, 'sale_not_possible'],
  [{ published: true, regular: null }, { price: 30_000, endsAt: after(day) }, 'sale_not_possible'],
  [{ published: true, regular: 0 }, { price: 30_000, endsAt: after(day) }, 'sale_not_possible'],
  [{ published: true, regular: 50_000 }, { price: 50_000, endsAt: after(day) }, 'price'],
  [{ published: true, regular: 50_000 }, { price: 30_000, endsAt: after(hour - 1) }, 'endsAt'],
  [{ published: true, regular: 50_000 }, { price: 30_000, endsAt: after(hour) }, null],
  [{ published: true, regular: 50_000 }, { price: 30_000, endsAt: after(60 * day) }, null],
  [{ published: true, regular: 50_000 }, { price: 30_000, endsAt: after(60 * day + 1) }, 'endsAt'],
])('a sale of %j with %j', (course, wanted, expected) => {
  const problem = saleProblem(course, wanted, now)
  expect(problem && ('code' in problem ? problem.code : problem.field)).toBe(expected)
})
