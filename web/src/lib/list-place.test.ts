import { expect, test } from 'vitest'
import { formatCounted, placesBeside, readPlace, slicePage } from './list-place.ts'

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

test('a short list is sliced into pages, and begins again behind its end', () => {
  const list = [1, 2, 3, 4, 5]
  expect(slicePage(list, '', 2)).toEqual({ items: [1, 2], previous: null, next: '2' })
  expect(slicePage(list, '2', 2)).toEqual({ items: [3, 4], previous: '', next: '4' })
  expect(slicePage(list, '4', 2)).toEqual({ items: [5], previous: '2', next: null })
  for (const wrong of ['5', '-1', 'x', '1e3', '99999999']) expect(slicePage(list, wrong, 2).items).toEqual([1, 2])
  expect(slicePage([], '', 2)).toEqual({ items: [], previous: null, next: null })
})
