import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Length in milliseconds of a token window: a token is valid for one to two windows, and the same for all requests within one. */
const windowMs = 5 * 60 * 1000
/** Number of windows after its expiry for which a token can be exchanged for a new one, for players that keep a playlist: a day. */
const renewableWindows = (24 * 3600 * 1000) / windowMs
const macBytes = 16
const pattern = /^([0-9a-z]{1,10})\.([\w-]{1,64})\.([\w-]{22})$/

type Bound = { viewerId: string | null; lectureId: string; streamId: string }

export type StreamTokens = {
  /** Returns a token with which this viewer reads the files of a stream for 5 to 10 minutes. */
  issue(bound: Bound, now: Date): string
  /** Returns the content of a token of this viewer and stream; null for any other token, and for one that expired more than a day ago. */
  read(
    token: string,
    of: Pick<Bound, 'viewerId' | 'streamId'>,
    now: Date,
  ): { lectureId: string; expired: boolean } | null
}

/** Creates and reads tokens `WINDOW.LECTURE.MAC`. Viewer and stream are known from the request, and part of the MAC. */
export function streamTokens(secret: string): StreamTokens {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'addresses of streams', 32)))
  const macOf = ({ viewerId, lectureId, streamId }: Bound, end: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([viewerId, lectureId, streamId, end]))
      .digest()
      .subarray(0, macBytes)
  return {
    issue(bound, now) {
      const end = (Math.floor(now.getTime() / windowMs) + 2).toString(36)
      return `${end}.${bound.lectureId}.${macOf(bound, end).toString('base64url')}`
    },
    read(token, { viewerId, streamId }, now) {
      const [, end = '', lectureId = '', mac = ''] = pattern.exec(token) ?? []
      const given = Buffer.from(mac, 'base64url')
      if (given.length !== macBytes) return null
      if (!timingSafeEqual(given, macOf({ viewerId, lectureId, streamId }, end))) return null
      const over = now.getTime() / windowMs - Number.parseInt(end, 36)
      return over >= renewableWindows ? null : { lectureId, expired: over >= 0 }
    },
  }
}
