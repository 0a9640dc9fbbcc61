import { expect, test } from 'vitest'
import { noteAt, placesOf } from './note-marks.ts'

const at = (...seconds: number[]) => seconds.map((second) => ({ second, label: `at ${second}` }))

test('marks stand where their notes are, and neighbours are one', () => {
  expect(placesOf(at(0, 10, 50, 100), 100)).toEqual([0, 0.1, 0.5, 1])
  expect(placesOf(at(10, 10, 11, 30), 100)).toEqual([0.1, 0.3])
})

test('five hundred notes never crowd the bar', () => {
  expect(placesOf(at(...Array.from({ length: 500 }, (_, index) => index)), 500).length).toBeLessThanOrEqual(81)
})

test('notes behind the end of the video have no mark', () => expect(placesOf(at(120), 100)).toEqual([]))

test('the nearest note is the one that the bar shows', () => {
  expect(noteAt(at(10, 11, 60), 0.108, 100)?.label).toBe('at 11')
  expect(noteAt(at(10), 0.2, 100)).toBeUndefined()
})
