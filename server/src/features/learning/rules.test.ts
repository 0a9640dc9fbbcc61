import { describe, expect, it, test } from 'vitest'
import { completedFrom, decideChange, type LectureState, summarize } from './rules.ts'

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
  it('uses the measured length, and that of the player where there is none', () => {
    expect(decideChange({ seconds: 5, duration: 6 }, 100).completedFrom).toBe(85)
    expect(decideChange({ seconds: 5, duration: 100 }, null).completedFrom).toBe(85)
    expect(decideChange({ seconds: 5 }, null).completedFrom).toBeNull()
  })

  it('takes a position after the end for the end', () => {
    expect(decideChange({ seconds: 500 }, 100).seconds).toBe(100)
    expect(decideChange({ seconds: 500 }, null).seconds).toBe(500)
  })

  it('leaves unchanged what was not reported', () => {
    expect(decideChange({ completed: false }, 100)).toEqual({ seconds: null, tick: false, completedFrom: 85 })
    expect(decideChange({ seconds: 0 }, 100)).toEqual({ seconds: 0, tick: null, completedFrom: 85 })
  })
})

describe('a course', () => {
  /** One letter a lecture: "." untouched, "w" watched, "c" completed, "t" only ticked; times by the position in `order`. */
  const lectures = (states: string, order: readonly number[] = []): LectureState[] =>
    [...states].map((state, index) => ({
      id: String(index),
      completed: state === 'c' || state === 't',
      watchedAt: state === 'w' || state === 'c' ? new Date(1000 + order.indexOf(index)) : null,
    }))

  it.each([
    ['', [], null, null],
    ['...', [], null, '0'],
    ['w..', [0], '0', '0'],
    ['cw.', [0, 1], '1', '1'],
    ['cc.', [0, 1], '1', '2'],
    ['c.c.', [0, 2], '2', '3'],
    ['.c', [1], '1', '0'],
    ['w.c', [0, 2], '2', '0'],
    ['ct.', [0], '0', '2'],
    ['ccc', [2, 0, 1], '1', '0'],
    ['t..', [], null, '1'],
  ])('%j watched in the order %j: last %s, go on at %s', (states, order, last, next) => {
    expect(summarize(lectures(states, order))).toEqual({
      completedLectures: [...states].filter((state) => state === 'c' || state === 't').length,
      lectureCount: states.length,
      lastLectureId: last,
      continueLectureId: next,
    })
  })
})
