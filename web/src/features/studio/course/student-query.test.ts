import { describe, expect, it } from 'vitest'
import { readStudentQuery, studentSearch, toStudentCall } from './student-query.ts'

const read = (search: string) => readStudentQuery(new URLSearchParams(search))

describe('the address of a list of students', () => {
  it.each(['', '?text=asha', '?sort=progress', '?text=a+b&sort=name&at=x'])(
    '%s is read and written unchanged',
    (search) => expect(studentSearch(read(search))).toBe(search),
  )
  it.each(['?sort=email', '?sort=toString', '?at=%20', '?text=+', '?x=1'])('%s is ignored', (search) =>
    expect(studentSearch(read(search))).toBe(''),
  )
  it('becomes a query of the API', () => {
    expect(toStudentCall(read('?text=a&sort=name&at=x'))).toEqual({ limit: 25, cursor: 'x', sort: 'name', text: 'a' })
    expect(toStudentCall(read(''))).toEqual({ limit: 25, sort: 'newest' })
    expect(toStudentCall(read(`?text=${'x'.repeat(200)}`)).text).toHaveLength(100)
  })
})
