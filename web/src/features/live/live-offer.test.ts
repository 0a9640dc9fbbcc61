import { expect, it } from 'vitest'
import { liveOffer } from './live-offer.ts'

const start = '2026-12-01T13:00:00.000Z'
const at = Date.parse(start)
const scheduled = { liveState: 'scheduled', isLive: true, liveStartTime: start } as const
const live = { liveState: 'live', isLive: true, liveStartTime: start } as const
const ended = { liveState: 'ended', isLive: false, liveStartTime: start } as const
const none = { liveState: 'none', isLive: false, liveStartTime: null } as const

it.each([
  [none, 'owner', at, { kind: 'start', startsAt: null }],
  [ended, 'owner', at, { kind: 'start', startsAt: null }],
  [scheduled, 'owner', at - 1, { kind: 'start', startsAt: start }],
  [scheduled, 'owner', at + 1, { kind: 'start', startsAt: start }],
  [live, 'owner', at, { kind: 'enter' }],
  [none, 'student', at, null],
  [ended, 'student', at + 1, null],
  [scheduled, 'student', at - 1, { kind: 'soon', startsAt: start }],
  [scheduled, 'student', at, { kind: 'join', live: false }],
  [live, 'student', at, { kind: 'join', live: true }],
  [{ ...live, liveStartTime: null }, 'student', at, { kind: 'join', live: true }],
  [live, 'other', at, null],
  [scheduled, 'other', at + 1, null],
] as const)('%j for the %s at %d: %j', (session, who, now, offer) => {
  expect(liveOffer(session, who, now)).toEqual(offer)
})
