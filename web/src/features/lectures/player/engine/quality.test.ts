import { describe, expect, it, test } from 'vitest'
import { automaticLimit, bufferLimits, fixedHeight, heightsOf, parseMeasured, startSpeed } from './quality.ts'

const ladder = [240, 360, 720, 1080]

it('reads the heights of a main playlist, the lowest first', () => {
  // the picture of an upright video is higher than its name
  const line = (height: number) => `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=${height}x${height * 2}\n${height}p.m3u8`
  expect(heightsOf(`#EXTM3U\n${[720, 240, 360].map(line).join('\n')}\n`)).toEqual([240, 360, 720])
  expect(heightsOf('#EXTM3U\n')).toEqual([])
})

test.each([
  ['auto', ladder, null],
  [720, ladder, 720],
  [1080, [240, 360], 360],
  [240, [360, 720], 360],
  [720, [], null],
] as const)('chosen %s of %j plays %s', (quality, heights, plays) => {
  expect(fixedHeight(heights, quality)).toBe(plays)
})

test.each([
  [{ saver: false, pixels: 0 }, ladder, 1080],
  [{ saver: false, pixels: 500 }, ladder, 720],
  [{ saver: false, pixels: 2000 }, ladder, 1080],
  [{ saver: true, pixels: 500 }, ladder, 360],
  [{ saver: true, pixels: 200 }, ladder, 240],
  [{ saver: true, pixels: 0 }, [720], 720],
  [{ saver: false, pixels: 300 }, [], null],
] as const)('with %j, automatic goes up to %j: %s', (limits, heights, limit) => {
  expect(automaticLimit(heights, limits)).toBe(limit)
})

describe('the speed to begin with', () => {
  const now = 1_000_000_000
  it('is the last measured one, but not more than the browser believes', () => {
    expect(startSpeed({ bits: 3e6, at: now - 1000 }, now, {})).toBe(3e6)
    expect(startSpeed({ bits: 3e6, at: now - 1000 }, now, { downlink: 0.4 })).toBe(400_000)
  })
  it('is cautious where nothing is known, or only something old', () => {
    expect(startSpeed(null, now, {})).toBe(500_000)
    expect(startSpeed({ bits: 9e6, at: now - 24 * 3600_000 }, now, {})).toBe(500_000)
    expect(startSpeed(null, now, { downlink: 10 })).toBe(1e6)
    expect(startSpeed(null, now, { downlink: 0.2 })).toBe(200_000)
  })
})

it('ignores a stored measurement of another shape', () => {
  expect(parseMeasured({ bits: 5, at: 1 })).toEqual({ bits: 5, at: 1 })
  for (const nonsense of [undefined, null, 'x', {}, { bits: -1, at: 1 }, { bits: 1 }])
    expect(parseMeasured(nonsense)).toBeNull()
})

it('keeps less in memory on phones with little of it', () => {
  expect(bufferLimits(1).bytes).toBeLessThan(bufferLimits(undefined).bytes)
})
