import { expect, test } from 'vitest'
import type { FeedKind } from './kinds.ts'
import {
  forLibrary,
  maxDescriptionBytes,
  readLocal,
  readOffer,
  writeAnswer,
  writeOffer,
} from './session-description.ts'

const session = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
]
const stream = (kind: string, mid: number, codec = kind === 'audio' ? 'opus/48000/2' : 'VP8/90000') => [
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 100 101`,
  `a=mid:${mid}`,
  'a=sendonly',
  'a=rtpmap:100 other/90000',
  `a=rtpmap:101 ${codec}`,
  'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=rtcp-fb:101 transport-cc',
  `a=ssrc:${500 + mid} cname:x`,
  'a=candidate:1 1 UDP 1 something.attacker.example 9 typ host',
]
const write = (...parts: string[][]) => `${[session, ...parts].flat().join('\r\n')}\r\n`
const kinds: FeedKind[] = ['audio', 'camera', 'screen', 'screenAudio']
const local = { transport: session.slice(4), candidates: ['candidate:1 1 UDP 5 10.0.0.5 7 typ host'] }

test('of an offer its streams are kept, without extensions, congestion feedback, and candidates, which could name any host', () => {
  const offer = readOffer(write(stream('audio', 0), stream('video', 1)), kinds)
  expect(offer.media).toEqual([
    { kind: 'audio', mid: '0', payloadType: 101, ssrc: 500, rid: undefined },
    { kind: 'camera', mid: '1', payloadType: 101, ssrc: 501, rid: undefined },
  ])
  const both = forLibrary(offer.transport, 'sendonly') + writeAnswer(offer.media, local)
  expect(both).not.toMatch(/attacker|extmap|transport-cc|other/)
  expect(both).toContain('a=rtcp-fb:101 nack pli')
})

test('of several encodings the middle or better one is taken', () => {
  const encodings = [
    ...stream('video', 1).filter((one) => !one.includes('ssrc')),
    'a=extmap:9 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
    'a=rid:l send',
    'a=rid:h send',
    'a=simulcast:send l;h',
  ]
  const { media } = readOffer(write(stream('audio', 0), encodings), kinds)
  expect(media[1]).toMatchObject({ kind: 'camera', rid: { name: 'h', extension: '9' }, ssrc: undefined })
  expect(writeAnswer(media, local)).toContain('a=simulcast:recv h\r\n')
})

test.each([
  ['too many streams', write(...Array.from({ length: 200 }, (_, index) => stream('video', index)))],
  ['another order', write(stream('video', 0), stream('audio', 1))],
  ['the same name twice', write(stream('audio', 0), stream('video', 0))],
  ['data', write(['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0'])],
  ['another codec alone', write(stream('audio', 0), stream('video', 1, 'H265/90000'))],
  ['a megabyte', write(stream('audio', 0), ['a=x:'.padEnd(maxDescriptionBytes, 'y')])],
  ['no certificate', write(stream('audio', 0)).replace(/^a=fingerprint.*$/m, '')],
  ['no streams', write()],
  ['nothing', ''],
])('%s is refused', (_, sdp) => {
  expect(() => readOffer(sdp, kinds)).toThrow('bad_description')
})

test('an offer says what each place carries, and candidates have the announced address', () => {
  const { transport, candidates } = readLocal(write(stream('audio', 0)), '203.0.113.9')
  expect(candidates).toEqual(['candidate:1 1 UDP 1 203.0.113.9 9 typ host'])
  const slots = [
    { mid: '0', sound: true, stream: { ssrc: 7, peer: 'p', id: 'p/audio' } },
    { mid: '1', sound: false, stream: undefined },
  ]
  const sdp = writeOffer(slots, { transport, candidates }, '77 4')
  expect(sdp.match(/^a=(?:mid:\d|sendonly|inactive|msid:.*)|^o=.*/gm)).toEqual([
    'o=- 77 4 IN IP4 127.0.0.1',
    'a=mid:0',
    'a=sendonly',
    'a=msid:p p/audio',
    'a=mid:1',
    'a=inactive',
  ])
  expect(sdp).toContain('203.0.113.9')
})
