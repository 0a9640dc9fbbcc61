import { describe, expect, it } from 'vitest'
import { totalEarning } from './stat-tiles.tsx'

describe('totalEarning', () => {
  it.each([
    [[], 0],
    [[{ price: 499, students: 3 }], 1497],
    [
      [
        { price: 499, students: 2 },
        { price: null, students: 7 },
        { price: 0, students: 100 },
        { price: 1299.5, students: 2 },
      ],
      3597,
    ],
    [[{ price: 0.1, students: 3 }], 0.3],
    [[{ price: 19.99, students: 100_000 }], 1_999_000],
  ])('of %j is %d', (courses, rupees) => expect(totalEarning(courses)).toBe(rupees))
})
