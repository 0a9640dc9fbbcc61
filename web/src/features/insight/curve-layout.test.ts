import type { LectureWatching } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { pathOf, readSlot, sortLectures, tableSlots } from './curve-layout.ts'

const curves = { retention: [1, 0.5], again: [0.3, 0.2], slotSeconds: 9 }

it('draws a step for each slot within the box', () => {
  expect(pathOf([1, 0.5])).toEqual({
    line: 'M0 0L500 0L500 120L1000 120',
    area: 'M0 0L500 0L500 120L1000 120L1000 240L0 240Z',
  })
  expect(pathOf([9]).line).toBe('M0 0L1000 0')
  expect(pathOf([])).toEqual({ line: '', area: '' })
})

it('reads a slot in words', () => {
  const { at, text } = readSlot(curves, 1)
  expect([at, english._(text)]).toEqual(['0:09', '50 % of the viewers saw this, 20 % more than once'])
})

it('lists about twenty slots in the table', () => {
  const many = { ...curves, retention: Array.from({ length: 397 }, () => 1) }
  expect(tableSlots(many)).toHaveLength(20)
  expect(tableSlots(curves)).toEqual([0, 1])
})

const row = (lectureTitle: string, watchedShare: number, state: LectureWatching['state'] = 'shown') =>
  ({ _id: lectureTitle, lectureTitle, state, durationSeconds: 10, viewers: 5, watchedShare, endShare: 0 }) as const

it('sorts lectures, those without numbers last in both directions', () => {
  const lectures = [row('b', 0.2), row('c', 0, 'few'), row('a', 0.9)]
  const order = (sort: Parameters<typeof sortLectures>[1]) =>
    sortLectures(lectures, sort)
      .map(({ _id }) => _id)
      .join('')
  expect(order({ key: 'order', descending: false })).toBe('bca')
  expect(order({ key: 'title', descending: false })).toBe('abc')
  expect(order({ key: 'watched', descending: true })).toBe('abc')
  expect(order({ key: 'watched', descending: false })).toBe('bac')
})
