import { expect, test } from 'vitest'
import { deletesAt, draftChapters, spaceLeft } from './rules.ts'

const draft = (...written: [number, string][]) =>
  draftChapters(
    written.map(([seconds, text]) => ({ seconds, text })),
    { beginning: 'Beginning', length: 3600 },
  )

test('chapters are drafted from what hosts wrote, the first one at the beginning', () => {
  expect(draft([65.9, ' Joins:\n left and right '], [120, 'Indexes'])).toEqual([
    { start: 0, title: 'Beginning' },
    { start: 65, title: 'Joins: left and right' },
    { start: 120, title: 'Indexes' },
  ])
  expect(draft([12, 'Welcome'], [50, 'Joins'])).toEqual([
    { start: 0, title: 'Welcome' },
    { start: 50, title: 'Joins' },
  ])
})

test('addresses, single signs, texts close behind another and outside of the video are no chapters', () => {
  expect(draft([10, 'https://example.org/a'], [20, 'ok'], [-5, 'Before'], [3600, 'Too late'])).toEqual([])
  expect(draft([40, 'Joins'], [55, 'and one more thing'], [70, 'Indexes']).map(({ start }) => start)).toEqual([
    0, 40, 70,
  ])
})

test('there are no more chapters than a video may have, and no longer titles', () => {
  const chapters = draft(...Array.from({ length: 200 }, (_, at): [number, string] => [at * 31, 'x'.repeat(2000)]))
  expect(chapters).toHaveLength(100)
  expect(chapters.every(({ title }) => title.length === 100)).toBe(true)
})

test('a draft is deleted some days after it was made, or used', () => {
  const day = (at: number) => new Date(Date.UTC(2027, 0, at))
  const kept = { recordingDraftDays: 10 }
  expect(deletesAt({ state: 'ready', ended_at: day(1), used_at: null }, kept)).toEqual(day(11))
  expect(deletesAt({ state: 'ready', ended_at: day(1), used_at: day(5) }, kept)).toEqual(day(15))
  expect(deletesAt({ state: 'mixing', ended_at: null, used_at: null }, kept)).toBeNull()
  expect(deletesAt({ state: 'deleted', ended_at: day(1), used_at: null }, kept)).toBeNull()
})

test('recordings stop at the space of the settings, and before their disk is full', () => {
  expect(spaceLeft({ bytes: 9.9e9, free: 1e12 }, { recordingGb: 10 })).toBeCloseTo(0.1e9, 0)
  expect(spaceLeft({ bytes: 10e9, free: 1e12 }, { recordingGb: 10 })).toBe(0)
  expect(spaceLeft({ bytes: 0, free: 1e9 }, { recordingGb: 10 })).toBe(-1e9)
})
