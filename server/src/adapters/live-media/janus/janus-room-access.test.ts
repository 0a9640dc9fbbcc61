import { expect, test } from 'vitest'
import { ask, codeOf, isNoSuchRoom } from './janus-room-access.ts'

const failureOf = (message: string) => ask(Promise.reject(new Error(message))).catch((error: unknown) => error)

test.each([
  ['426 No such room (7)', 'refused', true],
  ['433 Unauthorized (wrong pin)', 'refused', false],
  ["456 Couldn't parse the request", 'refused', false],
  ['458 No such session 4260', 'away', false],
  ['459 No such handle 1', 'away', false],
  ['unexpected disconnection', 'away', false],
  ['4260 is no code', 'away', false],
])('"%s" is a failure of the kind %s', async (message, kind, isNoRoom) => {
  const failure = await failureOf(message)
  expect(failure).toMatchObject({ name: 'MediaFailure', kind, message })
  expect(isNoSuchRoom(failure)).toBe(isNoRoom)
})

test('an error has the code with which its message begins; only a failed call is about a room', () => {
  expect(codeOf(new Error('427 Room 7 already exists'))).toBe(427)
  expect(codeOf(null)).toBeUndefined()
  expect(isNoSuchRoom(new Error('426 No such room'))).toBe(false)
})
