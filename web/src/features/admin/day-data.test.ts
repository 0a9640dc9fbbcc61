import { expect, test } from 'vitest'
import { dayLabel, daySeries, shortAmount } from './day-data.ts'

test('formats days and amounts for an axis', () => {
  expect(dayLabel('2026-03-01')).toBe('1 Mar')
  expect([0, 950, 1000, 12_500, 340_000].map((value) => shortAmount(value, 'revenue'))).toEqual([
    '₹0',
    '₹950',
    '₹1k',
    '₹12.5k',
    '₹3.4L',
  ])
  expect(shortAmount(12_000, 'enrolments')).toBe('12,000')
  expect([1, 2].map(daySeries.enrolments.format)).toEqual(['1 enrollment', '2 enrollments'])
})
