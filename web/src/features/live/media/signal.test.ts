import { describe, expect, it } from 'vitest'
import { isPolite, readCandidate, readDescription } from './signal.ts'

const sdp = 'v=0\r\no=- 4611731400430051336 2 IN IP4 127.0.0.1\r\ns=-\r\n'

describe('descriptions in signals', () => {
  it('accepts the plain form', () =>
    expect(readDescription({ type: 'offer', sdp }, 'offer')).toEqual({ type: 'offer', sdp }))
  it('drops other properties', () =>
    expect(readDescription({ type: 'answer', sdp, roomId: 'r', sender: 's' }, 'answer')).toEqual({
      type: 'answer',
      sdp,
    }))
  it.each([
    null,
    undefined,
    'v=0',
    7,
    {},
    { type: 'answer', sdp },
    { type: 'offer' },
    { type: 'offer', sdp: '' },
    { type: 'offer', sdp: 7 },
    { type: 'renegotiate', renegotiate: true },
    { type: 'transceiverRequest' },
  ])('takes %j for no offer', (value) => expect(readDescription(value, 'offer')).toBeNull())
})

describe('addresses in signals', () => {
  const bare = { candidate: 'candidate:1 1 udp 1 10.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 }
  it('accepts bare ones', () => expect(readCandidate(bare)).toEqual(bare))
  it('accepts wrapped ones', () => expect(readCandidate({ type: 'candidate', candidate: bare })).toEqual(bare))
  it('leaves out null values', () =>
    expect(readCandidate({ candidate: '', sdpMid: null, sdpMLineIndex: null })).toEqual({ candidate: '' }))
  it.each([null, undefined, 'candidate', {}, { candidate: 5 }, { candidate: {} }])('reads %j as none', (value) =>
    expect(readCandidate(value)).toBeNull(),
  )
})

it('makes exactly one of two sides polite', () => {
  expect(isPolite('a', 'b')).not.toBe(isPolite('b', 'a'))
})
