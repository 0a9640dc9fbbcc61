import { ApiError } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { failureOf, failureSaying } from './message-of.ts'

it('leads to the login where a call failed because the session has ended, whatever is said', () => {
  const ended = new ApiError(401, 'unauthenticated', 'कृपया लॉग इन करें')
  expect(failureOf(ended, 'x')).toEqual({ message: 'कृपया लॉग इन करें', login: '/login' })
  expect(failureSaying(ended, 'Lecture remove error')).toEqual({ message: 'Lecture remove error', login: '/login' })
  const wrong = new ApiError(401, 'wrong_credentials', 'कृपया लॉग इन करें')
  expect(failureOf(wrong, 'x')).toEqual({ message: 'कृपया लॉग इन करें', login: undefined })
  expect(failureOf(new Error('x'), 'Something went wrong')).toEqual({
    message: 'Something went wrong',
    login: undefined,
  })
})
