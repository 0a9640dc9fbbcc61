import { expect, it } from 'vitest'
import { publicPageOf } from './look-around.tsx'

it.each([
  ['/allcourses', '/browse'],
  ['/allcourses?category=AI%2FML', '/browse?category=AI%2FML'],
  ['/viewcourse/c1', '/course/c1'],
  ['/viewcourse/c1?enroll=1', '/course/c1'],
  ['/viewcourse/c1?coupon=HALF', '/course/c1?coupon=HALF'],
])('leads from %s to its public page', (next, path) => expect(publicPageOf(next)?.path).toBe(path))

it.each(['/', '/profile', '/viewlecture/c1', '/viewcourse/c1/x', '/viewcourse/'])('has none for %s', (next) =>
  expect(publicPageOf(next)).toBeNull(),
)
