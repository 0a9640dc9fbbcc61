import { describe, expect, it } from 'vitest'
import { activeFilters, catalogueSearch, readCatalogueQuery, toApiQuery } from './catalogue-query.ts'

const read = (text: string) => readCatalogueQuery(new URLSearchParams(text))
const everything = { category: [], level: null, text: '', sort: 'newest', page: 1 }

describe('readCatalogueQuery', () => {
  it('reads an empty address as the whole list', () => expect(read('')).toEqual(everything))

  it('reads what the address says', () => {
    expect(read('category=AI%2FML&category=Others&level=Advanced&text=+python+&sort=rating&page=3')).toEqual({
      category: ['AI/ML', 'Others'],
      level: 'Advanced',
      text: 'python',
      sort: 'rating',
      page: 3,
    })
  })

  it.each([
    'category=Cooking',
    'level=Guru',
    'sort=toString',
    'page=0',
    'page=-2',
    'page=1.5',
    'page=abc',
    'page=99999999',
    'page=',
    'sort=&level=&category=',
  ])('leaves out what it does not know: %s', (text) => expect(read(text)).toEqual(everything))

  it('names a category once', () => expect(read('category=Others&category=Others').category).toEqual(['Others']))

  it('cuts endless text', () => expect(read(`text=${'a'.repeat(500)}`).text).toHaveLength(100))
})

describe('catalogueSearch', () => {
  it('says nothing about defaults', () => expect(catalogueSearch(read(''))).toBe(''))

  it('comes back the same after reading', () => {
    const query = read('category=UI+UX+Designing&category=AI%2FML&level=Beginner&text=a%26b&sort=price-low&page=2')
    expect(readCatalogueQuery(new URLSearchParams(catalogueSearch(query)))).toEqual(query)
  })
})

it('asks the API for one page', () => {
  expect(toApiQuery(read('page=3&category=Others'))).toEqual({
    limit: 24,
    offset: 48,
    sort: 'newest',
    category: ['Others'],
  })
})

it('counts categories and level as filters', () => {
  expect(activeFilters(read('category=Others&category=AI%2FML&level=Beginner&text=x'))).toBe(3)
})
