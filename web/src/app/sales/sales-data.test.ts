import { expect, test } from 'vitest'
import { english, englishFormats } from '#lib/text/fixtures.tsx'
import { salesSeries, shortAmount, spanLabel } from './sales-data.ts'

test('formats days, months and amounts for an axis', () => {
  expect(spanLabel('2026-03-01', 'day', englishFormats)).toBe('1 Mar')
  expect(spanLabel('2026-03-01', 'month', englishFormats)).toBe('Mar 2026')
  expect([0, 950, 1000, 12_500, 340_000, 125_000].map((value) => shortAmount(value, 'revenue'))).toEqual([
    '₹0',
    '₹950',
    '₹1k',
    '₹12.5k',
    '₹3.4L',
    '₹1.25L',
  ])
  expect(shortAmount(12_000, 'enrolments')).toBe('12,000')
  expect([1, 2].map((value) => salesSeries.enrolments.amount(value, english))).toEqual([
    '1 enrollment',
    '2 enrollments',
  ])
  expect(salesSeries.enrolments.sum(123_456, english)).toBe('1,23,456 enrollments in all')
  expect(salesSeries.revenue.sum(12_000, english)).toBe('₹12,000 in all')
})
