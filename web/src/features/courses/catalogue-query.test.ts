import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  catalogueSearch,
  isNarrowed,
  memberCatalogue,
  publicCatalogue,
  readCatalogueQuery,
  sortsFor,
  toApiQuery,
  withoutFilters,
  withText,
} from './catalogue-query.ts'

const read = (text: string) => readCatalogueQuery(new URLSearchParams(text))
const everything = {
  category: [],
  level: null,
  language: null,
  length: null,
  price: null,
  minPrice: null,
  maxPrice: null,
  rating: null,
  text: '',
  sort: 'newest',
  at: '',
}

describe('readCatalogueQuery', () => {
  it('reads an empty address as the whole list', () => expect(read('')).toEqual(everything))

  it('reads the values of an address', () => {
    const filters = 'language=hi&length=long&price=paid&minPrice=99.5&maxPrice=500&rating=4'
    expect(read(`category=AI%2FML&category=Others&level=Advanced&text=+python+&sort=rating&at=x&${filters}`)).toEqual({
      language: 'hi',
      length: 'long',
      price: 'paid',
      minPrice: 99.5,
      maxPrice: 500,
      rating: '4',
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
    'minPrice=&maxPrice=&price=&rating=&length=&language=',
    'minPrice=-1&maxPrice=1e3',
    'maxPrice=99999999999',
    'rating=5&length=toString&language=__proto__&price=cheap',
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
    expect(sortsFor('python').map(({ label }) => label.message)).toContain('Most relevant')
    expect(sortsFor('').map(({ value }) => value)).toEqual(['newest', 'popular', 'rating', 'price-low', 'price-high'])
  })
})

it('requests one page of the API', () => {
  expect(toApiQuery(read('at=x&category=Others'))).toEqual({
    limit: 12,
    cursor: 'x',
    sort: 'newest',
    category: ['Others'],
  })
})

it('counts categories and level as filters', () => {
  expect(activeFilters(read('category=Others&category=AI%2FML&level=Beginner&text=x'))).toBe(3)
})

describe('the addresses of the lists', () => {
  const at = (address: string) => {
    const { pathname, search } = new URL(address, 'http://localhost')
    return { pathname, search }
  }

  it.each([
    ['', '/browse'],
    ['category=AI%2FML', '/browse/ai-ml'],
    ['category=AI%2FML&level=Beginner&at=x', '/browse/ai-ml?level=Beginner&at=x'],
    ['category=AI%2FML&category=Others', '/browse?category=AI%2FML&category=Others'],
    ['text=python', '/browse?text=python'],
  ])('give a category a path of its own: %s', (search, address) => {
    expect(publicCatalogue.addressOf(read(search))).toBe(address)
    expect(publicCatalogue.read(at(address))).toEqual(read(search))
    expect(memberCatalogue.read(at(memberCatalogue.addressOf(read(search))))).toEqual(read(search))
  })

  it('take only their own for theirs', () => {
    for (const address of ['/browse/cooking', '/browse/ai-ml/more', '/browser', '/allcourses', '/browse/AI%2FML'])
      expect(publicCatalogue.read(at(address))).toBeNull()
    expect(publicCatalogue.read(at('/browse/'))).toEqual(read(''))
    expect(memberCatalogue.read(at('/browse'))).toBeNull()
    // a form without scripts names categories beside that of the path
    expect(publicCatalogue.read(at('/browse/ai-ml?category=Others'))?.category).toEqual(['AI/ML', 'Others'])
  })

  it('are for search engines as long as nothing but a category is chosen', () => {
    for (const search of ['', 'category=Others']) expect(isNarrowed(read(search))).toBe(false)
    for (const search of [
      'category=Others&category=AI%2FML',
      'text=x',
      'at=x',
      'sort=popular',
      'category=Others&level=Advanced',
    ])
      expect(isNarrowed(read(search))).toBe(true)
  })
})

describe('filters', () => {
  it('turn a range that is the wrong way round, and leave it out beside what is free', () => {
    expect(read('minPrice=500&maxPrice=100')).toMatchObject({ minPrice: 100, maxPrice: 500 })
    expect(read('minPrice=500&price=free')).toMatchObject({ price: 'free', minPrice: null })
  })

  it('are counted for the button that shows them, and removed together', () => {
    const query = read(
      'category=Others&category=AI%2FML&level=Advanced&minPrice=1&maxPrice=2&rating=3&text=x&sort=popular&at=y',
    )
    expect(activeFilters(query)).toBe(5)
    expect(withoutFilters(query)).toEqual(read('text=x&sort=popular'))
    expect(activeFilters(withoutFilters(query))).toBe(0)
  })

  it('go to the call of the API and back from the address', () => {
    const search = '?level=Advanced&language=hi&length=short&price=paid&minPrice=1&maxPrice=2.5&rating=3'
    expect(catalogueSearch(read(search))).toBe(search)
    expect(toApiQuery(read(search))).toMatchObject({ language: 'hi', minPrice: '1', maxPrice: '2.5', rating: '3' })
    expect(toApiQuery(read(''))).toEqual({ limit: 12, sort: 'newest' })
  })
})
