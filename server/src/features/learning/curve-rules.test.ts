import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDropOffs, findRewatched, sharesOf } from './curve-rules.ts'

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
  it('are where many of those who saw them saw them more than once', () => {
    const seen = curve([100, 50], [50, 50])
    const again = curve([2, 20], [30, 5], [2, 25], [1, 30], [40, 5], [1, 15])
    expect(findRewatched({ seen, again, viewers: 100 }, 3, 299)).toEqual([
      { from: 240, to: 255, share: 0.8 },
      { from: 60, to: 75, share: 0.3 },
    ])
  })
  it('are not what hardly anyone saw, what one or two see again, nor a lecture that everyone sees twice', () => {
    const none = (seen: number[], again: number[], viewers: number) =>
      expect(findRewatched({ seen, again, viewers }, 1, 100)).toEqual([])
    none(curve([100, 99], [4, 1]), curve([0, 99], [4, 1]), 100)
    none(curve([5, 100]), curve([0, 50], [2, 50]), 5)
    none(curve([50, 100]), curve([50, 100]), 50)
  })
})

it('curves and places stay within the video and between 0 and 1, whatever the sums', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.nat(50),
      fc.array(fc.tuple(fc.nat(60), fc.nat(200)), { minLength: 400, maxLength: 400 }),
      (duration, viewers, counts) => {
        const part = counts.slice(0, duration)
        const [seen, again] = [part.map(([one]) => one), part.map(([, one]) => one)]
        const retention = sharesOf(seen, viewers)
        for (const share of retention) expect(share >= 0 && share <= 1).toBe(true)
        for (const place of [
          ...findDropOffs(retention, 1, duration),
          ...findRewatched({ seen, again, viewers }, 1, duration),
        ]) {
          expect(place.from).toBeLessThan(place.to)
          expect(place.from).toBeGreaterThanOrEqual(0)
          expect(place.to).toBeLessThanOrEqual(duration)
        }
      },
    ),
    { numRuns: 50 },
  ))
