import { connectionOf } from '@virtual-courses/contract'
import { MediaFailure, type StreamKind } from '#ports/live-media.ts'

export type SentOffer = {
  /** names the connection object: a renewed offer of the same one has the same origin (RFC 8866, section 5.2) */
  origin: string
  fragments: string[]
  /** what each m-line sends */
  streams: { mid: string; description: StreamKind }[]
}

const mediaOf: Record<StreamKind, 'audio' | 'video'> = {
  audio: 'audio',
  camera: 'video',
  screen: 'video',
  screenAudio: 'audio',
}

/** Reads the offer of a connection on which a peer sends. Throws MediaFailure unless it has the m-lines of `kinds`, or the first ones. */
export function readSentOffer(sdp: string, kinds: readonly StreamKind[]): SentOffer {
  const [head = '', ...sections] = sdp.split(/^(?=m=)/m)
  const refuse = (why: string) => new MediaFailure('refused', `an offer with ${why}`)
  const origin = connectionOf(head)
  if (origin === '') throw refuse('no origin')
  if (sections.length === 0 || sections.length > kinds.length) throw refuse(`${sections.length} m-lines`)
  const streams = sections.map((section, at) => {
    const mid = /^a=mid:([\w-]{1,16})\s*$/m.exec(section)?.[1]
    const description = kinds[at]
    const media = /^m=(\w+) /.exec(section)?.[1]
    if (mid === undefined || description === undefined || media !== mediaOf[description])
      throw refuse(`an m-line ${media}, which is not of ${description}`)
    if (/^a=simulcast:/m.test(section) && description !== 'camera')
      throw refuse('simulcast of something else than a camera')
    return { mid, description }
  })
  if (new Set(streams.map(({ mid }) => mid)).size < streams.length) throw refuse('one mid twice')
  return { origin, fragments: fragmentsOf(sdp), streams }
}

/** The ICE user name fragments of a description. */
export const fragmentsOf = (sdp: string): string[] =>
  [...sdp.matchAll(/^a=ice-ufrag:(\S+)/gm)].map(([, one = '']) => one)
