import { describe, expect, it } from 'vitest'
import { courseReviewSearch, readCourseReviewQuery, toCourseReviewCall } from './course-review-query.ts'

const read = (search: string) => readCourseReviewQuery(new URLSearchParams(search))

describe('the reviews in the address of a course', () => {
  it.each(['', '?rating=5', '?rating=1&commented=true&order=lowest&at=x'])(
    '%s is read and written unchanged',
    (search) => expect(courseReviewSearch(read(search), '')).toBe(search),
  )
  it.each(['?rating=0', '?rating=55', '?rating=x', '?commented=false', '?order=best', '?order=newest', '?at=%20'])(
    '%s is ignored',
    (search) => expect(courseReviewSearch(read(search), '')).toBe(''),
  )
  it('leave other parameters alone', () =>
    expect(courseReviewSearch({ ...read(''), rating: 2 }, '?view=student&at=old&rating=4')).toBe(
      '?view=student&rating=2',
    ))
  it('become a query of the API', () => {
    expect(toCourseReviewCall(read('?rating=4&commented=true&order=highest&at=x'))).toEqual({
      limit: 8,
      order: 'highest',
      cursor: 'x',
      rating: 4,
      commented: 'true',
    })
    expect(toCourseReviewCall(read(''))).toEqual({ limit: 8, order: 'newest' })
  })
})
