import { describe, expect, it } from 'vitest'
import { paceAfter, percentOf, secondsLeft, type UploadPace } from './upload-pace.ts'

const start: UploadPace = { sent: 0, total: 100_000_000, at: 0, speed: null }

/** A pace after readings every `every` milliseconds of `speed` bytes a second. */
function steady(from: UploadPace, speed: number, seconds: number, every = 500): UploadPace {
  let pace = from
  for (let passed = every; passed <= seconds * 1000; passed += every) {
    pace = paceAfter(pace, { sent: from.sent + (speed * passed) / 1000, total: from.total }, from.at + passed)
  }
  return pace
}

describe('paceAfter', () => {
  it('tells the speed of a steady line', () => {
    expect(steady(start, 2_000_000, 5).speed).toBeCloseTo(2_000_000, 0)
  })

  it('follows a line that becomes slow within seconds, without jumping', () => {
    const fast = steady(start, 4_000_000, 5)
    const soon = steady(fast, 400_000, 1).speed ?? 0
    const later = steady(fast, 400_000, 15).speed ?? 0
    expect(soon).toBeGreaterThan(2_500_000)
    expect(later).toBeLessThan(600_000)
  })

  it('counts the time that a reading covers, not the number of readings', () => {
    const often = steady(steady(start, 4_000_000, 5), 400_000, 4, 250).speed ?? 0
    const seldom = steady(steady(start, 4_000_000, 5), 400_000, 4, 2000).speed ?? 0
    expect(often / seldom).toBeCloseTo(1, 1)
  })

  it('skips readings that come too fast to say anything, but never the last one', () => {
    const pace = paceAfter(start, { sent: 1000, total: start.total }, 50)
    expect(pace).toBe(start)
    expect(paceAfter(start, { sent: start.total, total: start.total }, 50).sent).toBe(start.total)
  })

  it('survives two readings at one moment', () => {
    expect(paceAfter(start, { sent: start.total, total: start.total }, 0).speed).toBeGreaterThan(0)
  })
})

describe('what is shown', () => {
  it('rounds the percentage down: 100 means everything', () => {
    expect(percentOf({ sent: 999, total: 1000 })).toBe(99)
    expect(percentOf({ sent: 1000, total: 1000 })).toBe(100)
    expect(percentOf({ sent: 0, total: 0 })).toBe(0)
    expect(percentOf({ sent: 1200, total: 1000 })).toBe(100)
  })

  it('tells no time while there is no speed', () => {
    expect(secondsLeft(start)).toBeNull()
    expect(secondsLeft({ ...start, speed: 0 })).toBeNull()
  })
})
