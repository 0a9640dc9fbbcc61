import { maxSearchLength, type SearchFilters } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { filterLabels, readSearch, searchAddress } from './search-query.ts'

const none = {
  free: false,
  minPrice: null,
  maxPrice: null,
  minMinutes: null,
  maxMinutes: null,
  level: null,
  category: null,
  cheapestFirst: false,
}
const read = (address: string) => readSearch(new URL(address, 'https://ours.example').searchParams)

describe('a search in the address', () => {
  it.each([
    ['/searchwithai', ''],
    ['/searchwithai?q=', ''],
    ['/searchwithai?q=%20%0A', ''],
    ['/searchwithai?q=C%2B%2B%20%26%20more', 'C++ & more'],
    ['/searchwithai?q=a&q=b', 'a'],
    [`/searchwithai?q=${'x'.repeat(1000)}`, 'x'.repeat(maxSearchLength)],
  ])('%s', (address, query) => expect(read(address)).toBe(query))

  it('is read back from its own address', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = readSearch(new URLSearchParams({ q: text }))
        expect(read(searchAddress(query))).toBe(query)
      }),
    ))
})

describe('filterLabels', () => {
  it.each<[SearchFilters, string[]]>([
    [none, []],
    [{ ...none, free: true, maxPrice: 0 }, ['Free']],
    [{ ...none, maxPrice: 1500, level: 'Beginner' }, ['Up to ₹1,500', 'Beginner']],
    [{ ...none, minPrice: 500, category: 'AI/ML' }, ['From ₹500', 'AI/ML']],
    [{ ...none, maxMinutes: 120 }, ['At most 2 hours']],
    [{ ...none, maxMinutes: 60, level: 'Advanced' }, ['At most 1 hour', 'Advanced']],
    [{ ...none, minMinutes: 90, maxMinutes: 45 }, ['At least 90 minutes', 'At most 45 minutes']],
    [{ ...none, minPrice: 500, maxPrice: 1500 }, ['₹500 to ₹1,500']],
    [{ ...none, maxPrice: 1500, cheapestFirst: true }, ['Up to ₹1,500', 'Cheapest first']],
  ])('%o', (filters, words) => expect(filterLabels(filters).map((label) => english._(label))).toEqual(words))
})
