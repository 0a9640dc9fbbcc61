import { describe, expect, it } from 'vitest'
import { myReviewSearch, readMyReviewQuery, toReviewCall } from './my-review-query.ts'

const read = (search: string) => readMyReviewQuery(new URLSearchParams(search))

describe('the address of the review list', () => {
  it.each(['', '?course=c1', '?rating=5', '?course=c1&rating=1&at=x'])('%s is read and written unchanged', (search) =>
    expect(myReviewSearch(read(search))).toBe(search),
  )
  it.each([
    '?rating=0',
    '?rating=6',
    '?rating=x',
    '?rating=2.5',
    '?at=%20',
    '?course=',
    `?course=${'x'.repeat(65)}`,
    '?other=1',
  ])('%s is ignored', (search) => expect(myReviewSearch(read(search))).toBe(''))
  it('becomes a query of the API', () => {
    expect(toReviewCall(read('?course=c1&rating=4&at=x'))).toEqual({ limit: 20, cursor: 'x', course: 'c1', rating: 4 })
    expect(toReviewCall(read(''))).toEqual({ limit: 20 })
  })
})
