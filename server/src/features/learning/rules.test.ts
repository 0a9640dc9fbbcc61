import { describe, expect, it, test } from 'vitest'
import { completedFrom, decideChange } from './rules.ts'

test.each([
  [1, 0.75],
  [20, 15],
  [60, 45],
  [100, 85],
  [150, 135],
  [600, 540],
  [10_800, 9720],
])('a video of %d s counts as watched from second %d on', (duration, from) => {
  expect(completedFrom(duration)).toBeCloseTo(from)
})

describe('decideChange', () => {
  it('trusts the measured length, and the player where there is none', () => {
    expect(decideChange({ seconds: 5, duration: 6 }, 100).completedFrom).toBe(85)
    expect(decideChange({ seconds: 5, duration: 100 }, null).completedFrom).toBe(85)
    expect(decideChange({ seconds: 5 }, null).completedFrom).toBeNull()
  })

  it('takes a position behind the end as the end', () => {
    expect(decideChange({ seconds: 500 }, 100).seconds).toBe(100)
    expect(decideChange({ seconds: 500 }, null).seconds).toBe(500)
  })

  it('leaves open what was not said', () => {
    expect(decideChange({ completed: false }, 100)).toEqual({ seconds: null, tick: false, completedFrom: 85 })
    expect(decideChange({ seconds: 0 }, 100)).toEqual({ seconds: 0, tick: null, completedFrom: 85 })
  })
})
