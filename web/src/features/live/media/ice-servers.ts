import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'

/** Credentials that expire within this time are requested again, in milliseconds. */
const marginMs = 60_000

/** Returns a function that reads the STUN and TURN servers of a call and caches them while their credentials are valid. Without a reply, hosts of one network still find each other. */
export function iceServersFor(lectureId: string): () => Promise<RTCIceServer[]> {
  let known: { servers: RTCIceServer[]; until: number } | undefined
  return async () => {
    if (known && known.until > Date.now() + marginMs) return known.servers
    try {
      const { iceServers, expiresAt } = await browserApi(calls.live.ice, { params: { lectureId } })
      // JSON has no undefined: absent fields are left out
      const servers = iceServers as RTCIceServer[]
      known = { servers, until: expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY }
      return servers
    } catch (error) {
      console.warn(error)
      return known?.servers ?? []
    }
  }
}
