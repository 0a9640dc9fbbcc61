import { ApiError } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { loginFor, messageOfError, serverMessageOf } from './message-of.ts'

it('leads to the login where a message says that the session has ended, whatever language it is in', () => {
  expect(loginFor('कृपया लॉग इन करें')).toBeUndefined()
  const ended = (message: string) => new ApiError(401, 'unauthenticated', message)
  expect(loginFor(messageOfError(ended('कृपया लॉग इन करें'), 'x'))).toBe('/login')
  expect(loginFor(serverMessageOf(ended('Please log in'), 'x'))).toBe('/login')
  const wrong = new ApiError(401, 'wrong_credentials', 'The password is not right')
  expect(loginFor(messageOfError(wrong, 'x'))).toBeUndefined()
  expect(loginFor(messageOfError(new Error('x'), 'Something went wrong'))).toBeUndefined()
})
