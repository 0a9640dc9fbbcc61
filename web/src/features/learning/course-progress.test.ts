import { expect, test } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { progressPercent, progressText } from './course-progress.tsx'

test('formats progress as text and as a percentage', () => {
  expect(english._(progressText(3, 8))).toBe('3 of 8 lectures completed')
  expect(english._(progressText(0, 1))).toBe('0 of 1 lecture completed')
  expect(progressPercent(0, 0)).toBe(0)
  expect(progressPercent(2, 8)).toBe(25)
  expect(progressPercent(9, 8)).toBe(100)
})
