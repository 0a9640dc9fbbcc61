import type { Participant } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { toLocalInput } from '#lib/text/local-input.ts'
import { mediaProblemText, problemOf } from './media/media-problem.ts'
import { encodingFor } from './media/mesh.ts'
import { loudness } from './media/meter.ts'
import { announce, messageAnnouncement, participantChanges } from './room-announcements.ts'

describe('encodingFor', () => {
  it('reduces the video as people join', () => {
    for (let people = 2; people < 6; people++) {
      const before = encodingFor(people, 'camera', false)
      const after = encodingFor(people + 1, 'camera', false)
      expect(after.maxBitrate).toBeLessThanOrEqual(before.maxBitrate)
      expect(after.scaleResolutionDownBy).toBeGreaterThanOrEqual(before.scaleResolutionDownBy)
    }
  })
  it('keeps a shared screen at its size', () => expect(encodingFor(6, 'screen', true).scaleResolutionDownBy).toBe(1))
  it('stays below 1.6 Mbit/s upwards for a student among six', () =>
    expect(5 * encodingFor(6, 'camera', false).maxBitrate).toBeLessThan(1_600_000))
})

describe('the problem of a device', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('%s is %s', (name, problem) => expect(problemOf(new DOMException('', name))).toBe(problem))
  it('is unknown for other values', () => expect(problemOf('oops')).toBe('failed'))
  it('has a text with instructions', () => {
    expect(english._(mediaProblemText('refused', ['camera', 'microphone']).text)).toMatch(
      /allow them .* press Try again\. .*the browser's/,
    )
    expect(english._(mediaProblemText('missing', ['camera']).title)).toBe('No camera was found')
    expect(english._(mediaProblemText('busy', ['microphone']).title)).toBe(
      'Your microphone cannot be used at the moment',
    )
  })
})

describe('changes of a room', () => {
  const person = (peerId: string, more: Partial<Participant> = {}): Participant => ({
    peerId,
    userId: peerId,
    name: `Name ${peerId}`,
    photoUrl: '',
    isEducator: false,
    role: 'speaker',
    handRaised: false,
    audio: true,
    video: true,
    screen: false,
    connected: true,
    ...more,
  })
  it.each([
    [[], [person('a')], ['Name a joined']],
    [[person('a')], [], ['Name a left']],
    [[person('a')], [person('a', { handRaised: true })], ['Name a raised a hand']],
    [[person('a')], [person('a', { connected: false })], ['Name a lost the connection']],
    [[person('a', { connected: false })], [person('a')], ['Name a is back']],
    [[person('a')], [person('a', { screen: true })], ['Name a shares the screen']],
    [[person('a')], [person('a', { audio: false })], []],
    [[], [person('me')], []],
  ])('%#', (before, now, changes) => expect(participantChanges(before, now, 'me')).toEqual(changes))
  it('are short when much happens at once', () => {
    expect(announce(['a', 'b'])).toBe('a. b')
    expect(announce(['a', 'b', 'c'])).toBe('3 things happened. c')
  })
  it('have a maximum length', () =>
    expect(
      messageAnnouncement({ _id: '1', senderId: 's', sender: 'N', timestamp: '', message: 'x'.repeat(999) }).length,
    ).toBeLessThan(130))
})

describe('loudness', () => {
  it('is 0 in silence', () => expect(loudness(new Float32Array(64))).toBe(0))
  it('is 1 at full scale', () => expect(loudness(new Float32Array(64).fill(1))).toBe(1))
  it('grows with the sound', () =>
    expect(loudness(new Float32Array(64).fill(0.5))).toBeGreaterThan(loudness(new Float32Array(64).fill(0.05))))
  it('is 0 without samples', () => expect(loudness(new Float32Array(0))).toBe(0))
})

describe('a date-time input', () => {
  it('shows an instant in the local time zone, and reads it back unchanged', () => {
    const iso = '2026-12-01T13:05:00.000Z'
    expect(toLocalInput(iso)).toMatch(/^2026-12-0[12]T\d\d:\d5$/)
    expect(new Date(toLocalInput(iso)).toISOString()).toBe(iso)
  })
  it('is empty for an invalid date', () => expect(toLocalInput('never')).toBe(''))
})
