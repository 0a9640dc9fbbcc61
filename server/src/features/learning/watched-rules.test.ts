import { fewestViewers } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToSketch, medianOfSketch, sizeOfSketch } from './sketch.ts'
import { addViewer, emptySums, release } from './sum-rules.ts'
import {
  addReport,
  allowanceAfter,
  clip,
  countSeen,
  emptyView,
  firstAllowance,
  type Interval,
  isRepeated,
  lengthOfSlot,
  slotCountOf,
  slotSecondsOf,
  type View,
} from './watched-rules.ts'

const durations = fc.integer({ min: 1, max: 86_400 })
const intervals = fc.array(
  fc.tuple(fc.nat(86_399), fc.integer({ min: 1, max: 4000 })).map(([from, length]): Interval => [from, from + length]),
  { maxLength: 60 },
)
const ids = fc.stringMatching(/^[0-9a-f]{16}$/)
const reports = fc.array(fc.record({ id: ids, intervals }), { maxLength: 12 })

describe('the timeline', () => {
  it('has 400 slots of equal length at most, which cover the video exactly', () =>
    fc.assert(
      fc.property(durations, (duration) => {
        const slots = slotCountOf(duration)
        expect(slots).toBeLessThanOrEqual(400)
        const lengths = Array.from({ length: slots }, (_, slot) => lengthOfSlot(slot, duration))
        expect(Math.min(...lengths)).toBeGreaterThan(0)
        expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(duration)
      }),
    ))
  it.each([
    [4, 1, 4],
    [400, 1, 400],
    [401, 2, 201],
    [3600, 9, 400],
  ])('of %i s has slots of %i s: %i of them', (duration, seconds, count) =>
    expect([slotSecondsOf(duration), slotCountOf(duration)]).toEqual([seconds, count]),
  )
})

describe('intervals', () => {
  it('are cut off at the end of the video and by what is allowed', () => {
    expect(clip([[0, 10], [95, 120], [200, 300]], 100, 1000)).toEqual([[0, 10], [95, 100]]) // biome-ignore format: a list of pairs
    expect(clip([[0, 10], [20, 40]], 100, 15)).toEqual([[0, 10], [20, 25]]) // biome-ignore format: a list of pairs
    expect(clip([[0, 10]], 100, -3)).toEqual([])
  })
})

describe('the allowance', () => {
  it('grows four times as fast as time, up to what a player offline can collect, and never by a clock that went back', () => {
    expect(allowanceAfter(0, 10_000, 300)).toBe(40)
    expect(allowanceAfter(7, -10_000, 300)).toBe(7)
    expect(allowanceAfter(0, 1e12, 300)).toBe(630)
    expect(allowanceAfter(0, 1e12, 3600)).toBe(7230)
    expect(firstAllowance(0, 300)).toBe(30)
  })
})

const addAll = (duration: number, allowance: number, all: readonly { id: string; intervals: Interval[] }[]): View =>
  all.reduce((view, report) => addReport(view, report, duration).view, emptyView(duration, allowance))

describe('a view', () => {
  it('counts what was seen once, what was played each time, and remembers the report', () => {
    const first = { id: '00000000000000aa', intervals: [[0, 10], [5, 10]] as Interval[] } // biome-ignore format: a list of pairs
    const { view, counted } = addReport(emptyView(100, 1000), first, 100)
    expect(counted).toBe(15)
    expect(view).toMatchObject({ watched: 10, played: 15, allowance: 985 })
    expect(countSeen(view.seen, 100)).toBe(10)
    expect(view.pending).toContainEqual([0, 1, 0])
    expect(view.pending).toContainEqual([7, 1, 1])
    expect(isRepeated(view.reportIds, first.id)).toBe(true)
    expect(isRepeated(view.reportIds, '000000000000aa00')).toBe(false)
    const again = addReport({ ...view, pending: [] }, { id: 'ab'.repeat(8), intervals: [[9, 12]] }, 100)
    expect(again.view).toMatchObject({ watched: 12, played: 18 })
    expect(again.view.pending).toEqual([
      [10, 1, 0],
      [11, 1, 0],
    ])
  })

  it('is in each slot once, and once more for all repetitions, so that a loop counts like a second look', () => {
    const id = 'ab'.repeat(8)
    const loop = Array.from({ length: 60 }, (): Interval => [0, 10])
    const { view } = addReport(emptyView(100, 1e6), { id, intervals: loop }, 100)
    expect(view.pending).toEqual(Array.from({ length: 10 }, (_, slot) => [slot, 1, 1]))
    const more = addReport({ ...view, pending: [] }, { id, intervals: loop }, 100)
    expect([more.counted, more.view.pending]).toEqual([600, []])
  })

  it('is seen again where it is played from the beginning of a slot, not where reports join within one', () => {
    const add = (view: View, from: number, to: number) =>
      addReport(view, { id: 'ab'.repeat(8), intervals: [[from, to]] }, 3600).view
    // slots of 9 s
    const joined = add(add(emptyView(3600, 1e6), 0, 30), 30, 60)
    expect(countSeen(joined.again, 400)).toBe(0)
    expect(countSeen(add(joined, 20, 40).again, 400)).toBe(2)
  })

  it('never counts more than the video is long, was played, or was allowed; its size is bounded', () =>
    fc.assert(
      fc.property(durations, fc.nat(20_000), reports, (duration, allowance, all) => {
        const view = addAll(duration, allowance, all)
        expect(view.watched).toBeLessThanOrEqual(Math.min(duration, view.played))
        expect(view.played).toBe(allowance - view.allowance)
        expect(view.allowance).toBeGreaterThanOrEqual(0)
        expect(view.seen.length).toBeLessThanOrEqual(50)
        expect(view.reportIds.length).toBeLessThanOrEqual(64)
        expect(view.pending.length).toBeLessThanOrEqual(400)
      }),
      { numRuns: 60 },
    ))

  it('has the same sums, however its reports are divided between runs of the job', () =>
    fc.assert(
      fc.property(durations, reports, fc.nat(12), (duration, all, cut) => {
        const at = { isCounted: false }
        const whole = addAll(duration, 1e9, all)
        const first = addAll(duration, 1e9, all.slice(0, cut))
        const rest = all
          .slice(cut)
          .reduce((view, report) => addReport(view, report, duration).view, { ...first, pending: [] } as View)
        const once = addViewer(emptySums('v', duration), { ...at, pending: whole.pending }, duration)
        const begun = addViewer(emptySums('v', duration), { ...at, pending: first.pending }, duration)
        const twice = addViewer(begun, { pending: rest.pending, isCounted: true }, duration)
        expect(twice).toEqual(once)
        expect(once.held_seen.reduce((sum, one) => sum + one, 0)).toBe(countSeen(whole.seen, slotCountOf(duration)))
        expect(once.held_again.reduce((sum, one) => sum + one, 0)).toBe(countSeen(whole.again, slotCountOf(duration)))
      }),
      { numRuns: 60 },
    ))
})

describe('the sums of a lecture', () => {
  it('hold back what is added, until it is released as a whole', () => {
    const { view } = addReport(emptyView(10, 100), { id: 'ab'.repeat(8), intervals: [[0, 5]] }, 10)
    let sums = emptySums('v', 10)
    for (let count = 0; count < fewestViewers; count++)
      sums = addViewer(sums, { pending: view.pending, isCounted: false }, 10)
    expect(sums).toMatchObject({ viewers: 0, seen: [], held_viewers: 5 })
    const now = new Date()
    expect(release(sums, 10, now)).toMatchObject({
      viewers: 5,
      seen: [5, 5, 5, 5, 5, 0, 0, 0, 0, 0],
      held_viewers: 0,
      held_seen: [],
      watched_share: 0.5,
      end_viewers: 0,
      shown_at: now,
    })
  })
})

describe('a sketch', () => {
  it('knows the median within 2 %, and forgets values that are taken away', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e8 }), { minLength: 1 }), (values) => {
        const sketch = values.reduce<number[]>((all, value) => addToSketch(all, value, 1), [])
        const middle = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? 0
        expect(Math.abs((medianOfSketch(sketch) ?? 0) / middle - 1)).toBeLessThan(0.021)
        const empty = values.reduce<number[]>((all, value) => addToSketch(all, value, -1), sketch)
        expect([sizeOfSketch(empty), medianOfSketch(empty)]).toEqual([0, null])
      }),
    ))
})
