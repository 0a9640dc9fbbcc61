import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'

/** Credentials that end within so many milliseconds are fetched anew. */
const marginMs = 60_000

/** Reads the STUN and TURN servers of a call, once for as long as their credentials hold. Without an answer, hosts of one network still find each other. */
export function iceServersFor(lectureId: string): () => Promise<RTCIceServer[]> {
  let known: { servers: RTCIceServer[]; until: number } | undefined
  return async () => {
    if (known && known.until > Date.now() + marginMs) return known.servers
    try {
      const { iceServers, expiresAt } = await browserApi(calls.live.ice, { params: { lectureId } })
      // JSON has no undefined: what is absent is left out
      const servers = iceServers as RTCIceServer[]
      known = { servers, until: expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY }
      return servers
    } catch (error) {
      console.warn(error)
      return known?.servers ?? []
    }
  }
}
