import { type FeedKind, isSound, payloadTypes } from './kinds.ts'

/**
 * Descriptions between browsers and the library. The library knows one m-line a connection, which carries every stream; what browsers
 * see is written here, so that nothing of a browser's description reaches the library but ICE and DTLS.
 */

export const maxDescriptionBytes = 64 * 1024

export type OfferedMedia = {
  kind: FeedKind
  mid: string
  /** of Opus or VP8 */
  payloadType: number
  /** none where several encodings were offered */
  ssrc: number | undefined
  /** the one of several encodings that is taken, and the header extension that names it, which browsers insist on */
  rid: { name: string; extension: string } | undefined
}

export type Offer = { ufrag: string; transport: string[]; media: OfferedMedia[] }

export type Local = { transport: string[]; candidates: string[] }

export type Slot = { mid: string; sound: boolean; stream: { ssrc: number; peer: string; id: string } | undefined }

/** The only lines of a session that are passed on, each of bounded length and alphabet. */
const transportLines = [
  /^a=ice-ufrag:[\w+/-]{4,256}$/m,
  /^a=ice-pwd:[\w+/-]{22,256}$/m,
  /^a=fingerprint:sha-256 [0-9A-Fa-f:]{95}$/m,
  /^a=setup:(?:actpass|active|passive)$/m,
]

function lines(sdp: string): string {
  if (sdp.length > maxDescriptionBytes) throw new Error('bad_description')
  return sdp.replaceAll('\r', '')
}

/** ICE and DTLS; a browser's candidates stay behind: its checks show where it is, and no one can make us resolve names. */
export function readTransport(sdp: string): string[] {
  const plain = lines(sdp)
  return transportLines.map((line) => {
    const found = line.exec(plain)?.[0]
    if (!found) throw new Error('bad_description')
    return found
  })
}

/** Of three encodings the middle one, of two the better one: the largest may be left out by who saves data. */
const middleOf = (names: readonly string[]): string | undefined => names.at(Math.floor(names.length / 2))

function readMedia(section: string, kind: FeedKind | undefined): OfferedMedia {
  const type = /^m=(audio|video) [1-9]/.exec(section)?.[1]
  const mid = /^a=mid:([\w.-]{1,16})$/m.exec(section)?.[1]
  if (!kind || !mid || type !== (isSound(kind) ? 'audio' : 'video')) throw new Error('bad_description')
  const codec = isSound(kind) ? /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/im : /^a=rtpmap:(\d{1,3}) VP8\/90000$/im
  const payloadType = Number(codec.exec(section)?.[1] ?? Number.NaN)
  const encodings = /^a=simulcast:send ((?:~?\w{1,16};){0,7}~?\w{1,16})$/m.exec(section)?.[1]
  const name = encodings && middleOf(encodings.replaceAll('~', '').split(';'))
  const extension = /^a=extmap:(\d{1,2}) urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id$/m.exec(section)?.[1]
  const rid = name && extension && kind === 'camera' ? { name, extension } : undefined
  const ssrc = /^a=ssrc:(\d{1,10}) /m.exec(section)?.[1]
  if (name && !rid) throw new Error('bad_description')
  if (!(payloadType < 128) || (ssrc && !(Number(ssrc) < 2 ** 32))) throw new Error('bad_description')
  return { kind, mid, payloadType, rid, ssrc: ssrc && !rid ? Number(ssrc) : undefined }
}

/** Reads a publisher's offer; `kinds` are what its m-lines may be, in their order. */
export function readOffer(sdp: string, kinds: readonly FeedKind[]): Offer {
  const [, ...found] = lines(sdp).split(/^(?=m=)/m)
  if (found.length === 0 || found.length > kinds.length) throw new Error('bad_description')
  const media = found.map((section, index) => readMedia(section, kinds[index]))
  const distinct = (values: readonly unknown[]) => new Set(values).size === values.length
  const named = media.flatMap(({ ssrc }) => ssrc ?? [])
  // a stream without a number of its own is told by being the only one
  if (!distinct(media.map(({ mid }) => mid)) || !distinct(named) || media.length - named.length > 1)
    throw new Error('bad_description')
  const transport = readTransport(sdp)
  return { ufrag: transport[0] ?? '', transport, media }
}

/** What the library is told of the other side. */
export const forLibrary = (transport: readonly string[], direction: 'sendonly' | 'recvonly'): string =>
  write(
    ['0'],
    [
      [
        'm=video 9 UDP/TLS/RTP/SAVPF 96',
        'c=IN IP4 0.0.0.0',
        'a=mid:0',
        `a=${direction}`,
        'a=rtcp-mux',
        ...transport,
        'a=rtpmap:96 VP8/90000',
      ],
    ],
  )

/** What the library says of itself, with the address under which others reach it. */
export function readLocal(sdp: string, address: string | undefined): Local {
  const found = [...lines(sdp).matchAll(/^a=(candidate:.+)$/gm)].map(([, candidate = '']) => candidate)
  const candidates = found.map((one) => (address ? one.replace(/^(\S+ \d+ \S+ \d+) \S+/, `$1 ${address}`) : one))
  return { transport: readTransport(sdp), candidates: [...new Set(candidates)] }
}

function write(mids: readonly string[], media: readonly string[][], origin = '1 1'): string {
  const session = ['v=0', `o=- ${origin} IN IP4 127.0.0.1`, 's=-', 't=0 0', `a=group:BUNDLE ${mids.join(' ')}`]
  return `${[...session, 'a=msid-semantic: WMS *', ...media.flat()].join('\r\n')}\r\n`
}

function codec(sound: boolean, type: number): string[] {
  if (sound)
    return [
      `a=rtpmap:${type} opus/48000/2`,
      `a=rtcp-fb:${type} nack`,
      `a=fmtp:${type} minptime=10;useinbandfec=1;usedtx=1`,
    ]
  return [
    `a=rtpmap:${type} VP8/90000`,
    ...['nack', 'nack pli', 'ccm fir', 'goog-remb'].map((feedback) => `a=rtcp-fb:${type} ${feedback}`),
  ]
}

const line = (sound: boolean, type: number): string => `m=${sound ? 'audio' : 'video'} 9 UDP/TLS/RTP/SAVPF ${type}`

/** Takes every stream, of several encodings one. */
export function writeAnswer(media: readonly OfferedMedia[], { transport, candidates }: Local): string {
  return write(
    media.map(({ mid }) => mid),
    media.map(({ kind, mid, payloadType, rid }) => [
      line(isSound(kind), payloadType),
      'c=IN IP4 0.0.0.0',
      `a=mid:${mid}`,
      'a=recvonly',
      'a=rtcp-mux',
      ...transport,
      ...codec(isSound(kind), payloadType),
      ...(rid
        ? [
            `a=extmap:${rid.extension} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
            `a=rid:${rid.name} recv`,
            `a=simulcast:recv ${rid.name}`,
          ]
        : []),
      ...candidates.map((candidate) => `a=${candidate}`),
      'a=end-of-candidates',
    ]),
  )
}

/** Offers a subscriber what its places carry now; `origin` names the connection and counts its offers. */
export function writeOffer(slots: readonly Slot[], { transport, candidates }: Local, origin: string): string {
  const own = transport.map((one) => (one.startsWith('a=setup:') ? 'a=setup:actpass' : one))
  return write(
    slots.map(({ mid }) => mid),
    slots.map(({ mid, sound, stream }) => [
      line(sound, sound ? payloadTypes.audio : payloadTypes.video),
      'c=IN IP4 0.0.0.0',
      `a=mid:${mid}`,
      stream ? 'a=sendonly' : 'a=inactive',
      'a=rtcp-mux',
      ...own,
      ...codec(sound, sound ? payloadTypes.audio : payloadTypes.video),
      ...(stream
        ? [
            `a=msid:${stream.peer} ${stream.id}`,
            `a=ssrc:${stream.ssrc} cname:${stream.peer}`,
            `a=ssrc:${stream.ssrc} msid:${stream.peer} ${stream.id}`,
          ]
        : []),
      ...candidates.map((candidate) => `a=${candidate}`),
    ]),
    origin,
  )
}
