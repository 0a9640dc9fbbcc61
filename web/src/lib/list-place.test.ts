import { expect, test } from 'vitest'
import { formatCounted, placesBeside, readPlace } from './list-place.ts'

test('the place of a list is read from the address, and nothing else is', () => {
  expect(readPlace(new URLSearchParams('at=Wy-_9'))).toBe('Wy-_9')
  for (const wrong of ['', 'page=2', 'at=', 'at=a%20b', `at=${'x'.repeat(1001)}`])
    expect(readPlace(new URLSearchParams(wrong))).toBe('')
  const hrefFor = (at: string) => `/list?at=${at}`
  expect(placesBeside({ previous: null, next: 'n' }, hrefFor)).toEqual({ previous: null, next: '/list?at=n' })
})

test('a count that reached its limit says so', () => {
  expect([0, 999, 1000, 1001].map(formatCounted)).toEqual(['0', '999', '1,000+', '1,001'])
})
