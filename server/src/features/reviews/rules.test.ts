import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRating, sumUp } from './rules.ts'

test('counts, number and sum are those of the reviews that exist, for any number of changes', () => {
  const changes = fc.array(
    fc.record({ student: fc.integer({ min: 1, max: 8 }), rating: fc.option(fc.integer({ min: 1, max: 5 })) }),
  )
  fc.assert(
    fc.property(changes, (all) => {
      const current = new Map<number, number>()
      let counts = [0, 0, 0, 0, 0]
      for (const { student, rating } of all) {
        counts = countRating(counts, current.get(student) ?? null, rating)
        if (rating === null) current.delete(student)
        else current.set(student, rating)
      }
      const ratings = [...current.values()]
      expect(counts).toEqual([1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length))
      expect(sumUp(counts)).toEqual({ count: ratings.length, sum: ratings.reduce((sum, rating) => sum + rating, 0) })
    }),
  )
})
