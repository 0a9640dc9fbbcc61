import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  catalogueSearch,
  readCatalogueQuery,
  sortsFor,
  toApiQuery,
  withText,
} from './catalogue-query.ts'

const read = (text: string) => readCatalogueQuery(new URLSearchParams(text))
const everything = { category: [], level: null, text: '', sort: 'newest', at: '' }

describe('readCatalogueQuery', () => {
  it('reads an empty address as the whole list', () => expect(read('')).toEqual(everything))

  it('reads the values of an address', () => {
    expect(read('category=AI%2FML&category=Others&level=Advanced&text=+python+&sort=rating&at=x')).toEqual({
      category: ['AI/ML', 'Others'],
      level: 'Advanced',
      text: 'python',
      sort: 'rating',
      at: 'x',
    })
  })

  it.each([
    'category=Cooking',
    'level=Guru',
    'sort=toString',
    'sort=relevance',
    'sort=relevance&text=+',
    'at=%20',
    'page=2',
    'sort=&level=&category=',
  ])('leaves out what it does not know: %s', (text) => expect(read(text)).toEqual(everything))

  it.each([
    ['text=python', 'relevance'],
    ['text=python&sort=relevance', 'relevance'],
    ['text=python&sort=best', 'relevance'],
    ['text=python&sort=newest', 'newest'],
    ['text=python&sort=price-low', 'price-low'],
  ])('sorts by relevance where there is a text, unless another sort is chosen: %s', (address, sort) =>
    expect(read(address).sort).toBe(sort),
  )

  it('names a category once', () => expect(read('category=Others&category=Others').category).toEqual(['Others']))

  it('cuts long text', () => expect(read(`text=${'a'.repeat(500)}`).text).toHaveLength(100))
})

describe('catalogueSearch', () => {
  it('leaves out defaults', () => expect(catalogueSearch(read(''))).toBe(''))

  it('leaves out relevance with a text, but not another order', () => {
    expect(catalogueSearch(read('text=python&sort=relevance'))).toBe('?text=python')
    expect(catalogueSearch(read('text=python&sort=newest'))).toBe('?text=python&sort=newest')
  })

  it.each([
    'category=UI+UX+Designing&category=AI%2FML&level=Beginner&text=a%26b&sort=price-low&at=x',
    'text=python&sort=newest',
    'text=python',
  ])('comes back the same after reading: %s', (address) => {
    const query = read(address)
    expect(readCatalogueQuery(new URLSearchParams(catalogueSearch(query)))).toEqual(query)
  })
})

describe('another text', () => {
  it.each([
    ['', 'python', 'relevance'],
    ['text=java', 'python', 'relevance'],
    ['text=java', '', 'newest'],
    ['text=java&sort=newest', 'python', 'newest'],
    ['text=java&sort=newest', '', 'newest'],
    ['sort=price-low', 'python', 'price-low'],
    ['text=java&sort=price-low', '', 'price-low'],
  ])('%j searched for %j is sorted by %s', (address, text, sort) =>
    expect(withText(read(`${address}&at=x`), text)).toMatchObject({ text, sort, at: '' }),
  )

  it('offers relevance only with a text', () => {
    expect(sortsFor('python').map(({ label }) => label)).toContain('Most relevant')
    expect(sortsFor('').map(({ value }) => value)).toEqual(['newest', 'popular', 'rating', 'price-low', 'price-high'])
  })
})

it('requests one page of the API', () => {
  expect(toApiQuery(read('at=x&category=Others'))).toEqual({
    limit: 24,
    cursor: 'x',
    sort: 'newest',
    category: ['Others'],
  })
})

it('counts categories and level as filters', () => {
  expect(activeFilters(read('category=Others&category=AI%2FML&level=Beginner&text=x'))).toBe(3)
})
