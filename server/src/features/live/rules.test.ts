import { describe, expect, test } from 'vitest'
import { createBuckets } from '#core/limits/buckets.ts'
import { decideEntry, isFull, listensAtAdmission, startTimeAtStart } from './rules.ts'

const now = new Date('2026-12-01T13:00:00Z')
const earlier = new Date('2026-12-01T12:00:00Z')
const later = new Date('2026-12-01T14:00:00Z')

test.each([
  ['student', 'live', earlier, 'enters'],
  ['student', 'live', later, 'enters'],
  ['owner', 'live', earlier, 'enters'],
  ['student', 'scheduled', earlier, 'enters'],
  ['student', 'scheduled', now, 'enters'],
  ['student', 'scheduled', later, 'live_too_early'],
  ['owner', 'scheduled', earlier, 'live_not_on'],
  ['owner', 'scheduled', later, 'live_not_on'],
  ['student', 'none', null, 'live_not_on'],
  ['student', 'ended', earlier, 'live_not_on'],
  ['owner', 'ended', earlier, 'live_not_on'],
] as const)('%s, session %s since %s: %s', (as, state, startTime, expected) => {
  const decision = decideEntry(as, { state, startTime }, now)
  expect('ok' in decision ? 'enters' : decision.problem).toBe(expected)
})

test('a session that starts early, again or unplanned starts now; a late one keeps its time', () => {
  expect(startTimeAtStart({ state: 'scheduled', startTime: earlier }, now)).toBe(earlier)
  expect(startTimeAtStart({ state: 'scheduled', startTime: later }, now)).toBe(now)
  expect(startTimeAtStart({ state: 'ended', startTime: earlier }, now)).toBe(now)
  expect(startTimeAtStart({ state: 'none', startTime: null }, now)).toBe(now)
})

test('one slot is the educator’s', () => {
  expect([isFull('student', 4, 6), isFull('student', 5, 6), isFull('owner', 50, 6)]).toEqual([false, true, false])
})

describe('a bucket', () => {
  const rates = { chat: { burst: 2, perSecond: 1 }, state: { burst: 1, perSecond: 0.5 } }

  test('gives a burst, then so many a second; kinds do not take from each other', () => {
    const buckets = createBuckets(rates)
    expect([0, 0, 0, 500].map((at) => buckets.take('chat', at))).toEqual([true, true, false, false])
    expect(buckets.take('state', 500)).toBe(true)
    expect([1000, 1001, 2000].map((at) => buckets.take('chat', at))).toEqual([true, false, true])
  })

  test('never holds more than its burst, and minds no clock that runs backwards', () => {
    const buckets = createBuckets(rates)
    expect([0, 9e9, 9e9, 9e9, 1].map((at) => buckets.take('chat', at))).toEqual([true, true, true, false, false])
  })
})

test.each([
  ['mesh', 6, true, false],
  ['mesh', 7, true, true],
  ['mesh', 7, false, false],
  ['forwarded', 2, true, true],
] as const)(
  'who is admitted to a %s of %i people that can move: %s, listens: %s',
  (media, people, canMove, listens) => {
    expect(listensAtAdmission(media, people, canMove)).toBe(listens)
  },
)
