import type { LiveSession } from '@virtual-courses/contract'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { hasCalls } from './live-offer.ts'
import { Lobby } from './lobby.tsx'
import { createLocalMedia } from './media/local-media.ts'

const session: LiveSession = {
  lectureId: 'l1',
  lectureTitle: 'Indexes',
  courseId: 'c1',
  courseTitle: 'SQL at work',
  liveState: 'live',
  liveStartTime: '2026-11-28T10:00:00.000Z',
  isOwner: false,
  now: '2026-11-28T10:05:00.000Z',
  capacity: { most: 6, students: null, forwards: false },
  recording: null,
  canRecord: false,
}

beforeEach(() => void vi.stubGlobal('RTCPeerConnection', class {}))
afterEach(() => void vi.unstubAllGlobals())

const show = (changes: Partial<LiveSession> = {}): string => {
  const nothing = () => {}
  const props = { failure: null, busy: false, onStart: nothing, onJoin: nothing }
  const control = hasCalls() ? createLocalMedia() : null
  const lobby = <Lobby session={{ ...session, ...changes }} control={control} {...props} />
  return renderToString(inEnglish(<MemoryRouter>{lobby}</MemoryRouter>))
}

it('offers to join from its first picture on, by the clock of the server', () => {
  expect(show()).toContain('Join now')
  const early = show({ now: '2026-11-28T09:55:00.000Z', liveState: 'scheduled' })
  expect(early).toContain('This session has not started yet')
  expect(early).not.toContain('Join now')
})

it('says what to do in a browser that has no calls, in place of a room that would connect without end', () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  for (const isOwner of [false, true]) {
    const html = show({ isOwner })
    expect(html).toContain('This browser cannot join live sessions')
    expect(html).toContain('Back to the lecture')
    expect(html).not.toMatch(/Join now|Start Live Session|Check my connection|Microphone|camera is off/)
  }
  const early = show({ now: '2026-11-28T09:55:00.000Z', liveState: 'scheduled' })
  expect(early).toContain('This browser cannot join live sessions')
  expect(show({ liveState: 'ended' })).toContain('This session has ended')
})
