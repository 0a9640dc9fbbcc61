import { expect, test } from 'vitest'
import { progressPercent, progressWords } from './course-progress-bar.tsx'

test('progress in words and as a bar', () => {
  expect(progressWords(3, 8)).toBe('3 of 8 lectures completed')
  expect(progressWords(0, 1)).toBe('0 of 1 lecture completed')
  expect(progressPercent(0, 0)).toBe(0)
  expect(progressPercent(2, 8)).toBe(25)
  expect(progressPercent(9, 8)).toBe(100)
})
