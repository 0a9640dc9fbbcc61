import { expect, it, test } from 'vitest'
import { lastPosition, resumeAt } from './resume-position.ts'

test.each([
  [0, 600, 0],
  [2, 600, 0],
  [3, 600, 3],
  [300, 600, 300],
  [590, 600, 590],
  [591, 600, 0],
  [600, 600, 0],
  [12, 30, 12],
  [27, 30, 27],
  [28, 30, 0],
  [Number.NaN, 30, 0],
])('stopped at %d of %d s: resumes at %d', (position, duration, expected) =>
  expect(resumeAt(position, duration)).toBe(expected),
)

it('uses the server’s position, unless this browser has a newer one', () => {
  const server = { seconds: 100, updatedAt: '2026-03-01T10:00:00.000Z' }
  const time = Date.parse(server.updatedAt)
  expect(lastPosition(undefined, null)).toBe(0)
  expect(lastPosition(server, null)).toBe(100)
  expect(lastPosition(undefined, { seconds: 7, duration: null, at: time })).toBe(7)
  expect(lastPosition(server, { seconds: 7, duration: 60, at: time - 1 })).toBe(100)
  expect(lastPosition(server, { seconds: 7, duration: 60, at: time + 1 })).toBe(7)
})
