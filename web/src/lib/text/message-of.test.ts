import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Pages before a login: there is none to lead to. */
const loggedOut = ['pages/admin-invitation.tsx', 'pages/auth-callback.tsx']

it('is shown whole, not as its text alone: notices, fields and toasts say how to go on', () => {
  const sources = join(import.meta.dirname, '../..')
  const found = [...globSync('**/*.{ts,tsx}', { cwd: sources })].filter((file) =>
    /(?:ailureOf|failureSaying|\.fail)\([^\n]*\)\.message/.test(readFileSync(join(sources, file), 'utf8')),
  )
  expect(found.toSorted()).toEqual(loggedOut)
})
