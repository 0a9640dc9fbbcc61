import { ApiError } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { differ, fieldErrorsOf } from './use-form.ts'

it('keeps the first message of each field, and none of other errors', () => {
  const fields = [
    { path: 'title', message: 'too long' },
    { path: 'title', message: 'second' },
  ]
  expect(fieldErrorsOf(new ApiError(400, 'invalid_input', 'too long', { fields }))).toEqual({ title: 'too long' })
  expect(fieldErrorsOf(new Error('else'))).toEqual({})
})

it('finds any changed value', () => {
  const saved = { title: 'Knots', isPublished: false }
  expect(differ(saved, { ...saved })).toBe(false)
  expect(differ(saved, { ...saved, isPublished: true })).toBe(true)
  expect(differ(saved, { ...saved, title: 'Knots ' })).toBe(true)
})
