import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDropOffs, findRewatched, playsOf, retentionOf } from './curve-rules.ts'

/** A curve of 100 slots from [share, slots] pairs. */
const curve = (...parts: readonly (readonly [share: number, slots: number])[]): number[] =>
  parts.flatMap(([share, slots]) => Array.from({ length: slots }, () => share))

describe('drop-offs', () => {
  it('are the largest falls, the largest first, with the time between which viewers left', () =>
    expect(findDropOffs(curve([1, 30], [0.8, 30], [0.3, 40]), 2, 200)).toEqual([
      { from: 112, to: 128, lost: 0.5 },
      { from: 52, to: 68, lost: 0.2 },
    ]))
  it('are none in a curve that falls slowly, rises, or ends', () => {
    expect(
      findDropOffs(
        Array.from({ length: 100 }, (_, at) => 1 - at / 150),
        1,
        100,
      ),
    ).toEqual([])
    expect(findDropOffs(curve([0.2, 50], [0.9, 50]), 1, 100)).toEqual([])
    expect(findDropOffs(curve([1, 95], [0, 5]), 1, 100)).toEqual([])
  })
})

describe('re-watched places', () => {
  it('are what those who saw them played more often than the rest', () => {
    const retention = curve([1, 50], [0.5, 50])
    const plays = curve([1, 20], [1.6, 5], [1, 25], [0.5, 30], [1.5, 5], [0.5, 15])
    expect(findRewatched(retention, plays, 3, 299)).toEqual([
      { from: 240, to: 255, plays: 3 },
      { from: 60, to: 75, plays: 1.6 },
    ])
  })
  it('are not what hardly anyone saw, nor a lecture that everyone plays twice', () => {
    expect(findRewatched(curve([1, 99], [0.01, 1]), curve([1, 99], [0.5, 1]), 1, 100)).toEqual([])
    expect(findRewatched(curve([1, 100]), curve([2, 100]), 1, 100)).toEqual([])
  })
})

it('curves and places stay within the video and between 0 and 1, whatever the sums', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.nat(50),
      fc.array(fc.tuple(fc.nat(60), fc.nat(200)), { minLength: 400, maxLength: 400 }),
      (duration, viewers, counts) => {
        const [seen, played] = [counts.map(([one]) => one), counts.map(([, one]) => one)]
        const retention = retentionOf(seen.slice(0, duration), viewers)
        const plays = playsOf(played.slice(0, duration), viewers, duration)
        for (const share of retention) expect(share >= 0 && share <= 1).toBe(true)
        for (const place of [
          ...findDropOffs(retention, 1, duration),
          ...findRewatched(retention, plays, 1, duration),
        ]) {
          expect(place.from).toBeLessThan(place.to)
          expect(place.from).toBeGreaterThanOrEqual(0)
          expect(place.to).toBeLessThanOrEqual(duration)
        }
      },
    ),
    { numRuns: 50 },
  ))
