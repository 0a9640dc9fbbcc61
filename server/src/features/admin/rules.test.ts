import { describe, expect, test } from 'vitest'
import { decideAct, decideRole, safeErrorMessage } from './rules.ts'

describe('decideAct', () => {
  test.each([
    ['a', 'b', ['a', 'b'], null],
    ['a', 'b', ['a'], null],
    ['a', 'a', ['a', 'b'], 'own_account'],
    ['a', 'a', ['a'], 'last_admin'],
    ['a', 'b', ['b'], 'forbidden'],
    ['a', 'a', [], 'forbidden'],
  ])('%s acts on %s while %j are admins: %s', (actor, target, admins, expected) => {
    expect(decideAct(actor, target, admins)).toBe(expected)
  })
})

test('only an educator without courses gets another role', () => {
  expect(decideRole('educator', 'student', true)).toBe('role_in_use')
  expect(decideRole('educator', 'student', false)).toBeNull()
  expect(decideRole('educator', 'educator', true)).toBeNull()
})

test.each([
  [new Error('invalid input syntax for type integer: "hunter2"'), 'Error: invalid input syntax for type integer: …'],
  [new Error('Key (email)=(a@b.example) exists'), 'Error: Key (email)=… exists'],
  [new TypeError('fetch of https://user:pw@host/x failed'), 'TypeError: fetch of … failed'],
  [new Error(`token sk-${'a1'.repeat(20)} refused`), 'Error: token … refused'],
  [Object.assign(new Error('no\n  space'), { code: 'ENOSPC' }), 'Error ENOSPC: no space'],
  ['text', 'Something that is not an error was thrown'],
])('the safe message of %s', (error, expected) => {
  const message = safeErrorMessage(error)
  expect(message).not.toMatch(/hunter2|b\.example|pw@|a1a1/)
  if (!expected.includes('email')) expect(message).toBe(expected)
})
