import { PriceInput } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from '#core/languages/language.ts'
import { isWhole } from '#test/support/in-all.ts'
import { decideEdit, type EditedCourse, isPriceDrop } from './course-fields.ts'
import { averageRating, copyTitle, decideRemoval, decideVisible, paiseOf, rupeesOf } from './rules.ts'

const paise = fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 100_000_000 }))

describe('prices', () => {
  it('go from the wire to paise and back without loss, for every price there can be', () => {
    fc.assert(
      fc.property(paise, (price) => {
        const text = `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`
        expect(paiseOf(PriceInput.parse(text) ?? -1)).toBe(price)
        expect(paiseOf(PriceInput.parse(rupeesOf(price)) ?? -1)).toBe(price)
        expect(JSON.parse(JSON.stringify(rupeesOf(price)))).toBe(Number(text))
      }),
      { numRuns: isWhole ? 5000 : 1000 },
    )
  })

  it.each([
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [499, 49_900],
    [1_000_000, 100_000_000],
    [999_999.99, 99_999_999],
  ])('%d rupees are %d paise', (rupees, expected) => expect(paiseOf(rupees)).toBe(expected))
})

describe('averageRating', () => {
  it.each([
    [0, 0, 0],
    [5, 1, 5],
    [9, 2, 4.5],
    [13, 3, 4.3],
    [14, 3, 4.7],
    [17, 4, 4.3],
  ])('of sum %d over %d reviews is %d', (sum, count, expected) => expect(averageRating(sum, count)).toBe(expected))

  it('has one decimal and lies between 1 and 5', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 500 }), (ratings) => {
        const average = averageRating(
          ratings.reduce((sum, one) => sum + one, 0),
          ratings.length,
        )
        expect(average).toBeGreaterThanOrEqual(1)
        expect(average).toBeLessThanOrEqual(5)
        expect(String(average)).toMatch(/^\d(\.\d)?$/)
      }),
    )
  })
})

describe('decideVisible', () => {
  const viewers = {
    visitor: null,
    student: { id: 's', role: 'student' },
    owner: { id: 'o', role: 'educator' },
    otherEducator: { id: 'e', role: 'educator' },
    admin: { id: 'a', role: 'admin' },
  } as const
  const seers = (state: { published: boolean; removed: boolean }) =>
    Object.entries(viewers).flatMap(([name, viewer]) =>
      decideVisible({ creatorId: 'o', ...state }, viewer, false) ? [name] : [],
    )

  it('shows a published course to everybody', () =>
    expect(seers({ published: true, removed: false })).toEqual(Object.keys(viewers)))
  it('shows a draft to its creator and admins', () =>
    expect(seers({ published: false, removed: false })).toEqual(['owner', 'admin']))
  it('shows a removed course to none of them', () => expect(seers({ published: false, removed: true })).toEqual([]))
  it('lets the enrolled keep what they have', () => {
    for (const state of [
      { published: true, removed: false },
      { published: false, removed: false },
      { published: false, removed: true },
    ])
      expect(decideVisible({ creatorId: 'o', ...state }, viewers.student, true)).toBe(true)
  })
})

const draft: EditedCourse = {
  title: 'Title',
  sub_title: 'sub',
  description: 'text',
  category: 'AI/ML',
  level: 'Beginner',
  language: 'en',
  outcomes: [],
  requirements: [],
  audience: [],
  grants_certificate: false,
  price_paise: null,
  thumbnail_id: null,
  is_published: false,
}

describe('decideEdit', () => {
  const published: EditedCourse = { ...draft, price_paise: 49_900, is_published: true }

  it('leaves what is not sent as it was', () => expect(decideEdit(published, {})).toEqual({ next: published }))
  it('takes over what is sent', () =>
    expect(decideEdit(draft, { title: 'New', subTitle: '', price: 12.5, category: 'Others' })).toEqual({
      next: { ...draft, title: 'New', sub_title: '', price_paise: 1250, category: 'Others' },
    }))
  it('clears level and price of a draft', () =>
    expect(decideEdit({ ...draft, price_paise: 5 }, { level: null, price: null })).toEqual({
      next: { ...draft, level: null, price_paise: null },
    }))
  it('publishes for nothing', () =>
    expect(decideEdit(draft, { price: 0, isPublished: true })).toEqual({
      next: { ...draft, price_paise: 0, is_published: true },
    }))
  it('takes the price away and unpublishes in one edit', () =>
    expect(decideEdit(published, { price: null, isPublished: false })).toEqual({
      next: { ...published, price_paise: null, is_published: false },
    }))
  it.each([
    ['publish without a price', draft, { isPublished: true }],
    ['publish without a category', { ...draft, category: null, price_paise: 1 }, { isPublished: true }],
    ['publish without a title', { ...draft, title: '', price_paise: 1 }, { isPublished: true }],
    ['take the price of what is published', published, { price: null }],
  ])('refuses to %s', (_name, course, changes) =>
    expect(decideEdit(course, changes)).toEqual({ problem: 'course_incomplete' }),
  )
})

describe('decideRemoval', () => {
  it('deletes only what no one has and no money was asked for', () => {
    expect(decideRemoval({ enrolments: false, orders: false })).toBe('delete')
    expect(decideRemoval({ enrolments: true, orders: false })).toBe('hide')
    expect(decideRemoval({ enrolments: false, orders: true })).toBe('hide')
  })
})

describe('isPriceDrop', () => {
  const course = (price_paise: number | null, is_published = true): EditedCourse => ({
    ...draft,
    price_paise,
    is_published,
  })

  it.each([
    ['lower', course(500), course(499), true],
    ['to free', course(500), course(0), true],
    ['lower while it comes back to the shop', course(500, false), course(400), true],
    ['the same', course(500), course(500), false],
    ['higher', course(500), course(501), false],
    ['lower in a draft', course(500), course(400, false), false],
    ['the first price', course(null, false), course(100), false],
    ['none any more', course(500, false), course(null, false), false],
  ])('%s', (_name, before, next, expected) => expect(isPriceDrop(before, next)).toBe(expected))
})

describe('copyTitle', () => {
  it.each([
    ['Weaving', 'Copy of Weaving'],
    ['Copy of Weaving', 'Copy of Copy of Weaving'],
    ['x'.repeat(150), `Copy of ${'x'.repeat(142)}`],
    [`${'x'.repeat(141)}🧵`, `Copy of ${'x'.repeat(141)}`],
    [`${'x'.repeat(141)} yz`, `Copy of ${'x'.repeat(141)}`],
  ])('of %s', (title, copy) => expect(copyTitle(title, english)).toBe(copy))
})
