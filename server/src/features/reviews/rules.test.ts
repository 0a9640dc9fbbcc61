import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRating, starCounts } from './rules.ts'

describe('countRating', () => {
  it('keeps sum and count equal to the reviews that stand, anyone who reviews how often', () => {
    const sends = fc.array(
      fc.record({ student: fc.integer({ min: 1, max: 8 }), rating: fc.integer({ min: 1, max: 5 }) }),
    )
    fc.assert(
      fc.property(sends, (all) => {
        const current = new Map<number, number>()
        let counters = { sum: 0, count: 0 }
        for (const { student, rating } of all) {
          counters = countRating(counters, current.get(student) ?? null, rating)
          current.set(student, rating)
        }
        const sum = [...current.values()].reduce((total, one) => total + one, 0)
        expect(counters).toEqual({ sum, count: current.size })
      }),
    )
  })
})

it('starCounts has a place for each number of stars', () =>
  expect(
    starCounts([
      { rating: 5, count: 7 },
      { rating: 2, count: 1 },
    ]),
  ).toEqual([0, 1, 0, 0, 7]))
