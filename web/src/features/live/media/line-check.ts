/** What a check of the line found out. */
export type LineResult =
  /** sound and pictures can leave directly */
  | 'direct'
  /** only through the relay, by UDP */
  | 'relay'
  /** UDP is blocked: only through the relay by TCP or TLS */
  | 'relay-tcp'
  /** neither: a call will hardly work */
  | 'blocked'
  /** there is nothing to check with: the installation has no STUN or TURN server */
  | 'unknown'

/** An address that the browser found; `protocol` is that to the relay, for relayed ones. */
export type FoundAddress = { type: string; protocol: string }

/** Judges the addresses that a browser found. */
export function judgeLine(found: readonly FoundAddress[], servers: readonly RTCIceServer[]): LineResult {
  if (found.some(({ type }) => type === 'srflx' || type === 'prflx')) return 'direct'
  const relayed = found.filter(({ type }) => type === 'relay')
  if (relayed.some(({ protocol }) => protocol === 'udp')) return 'relay'
  if (relayed.length > 0) return 'relay-tcp'
  return servers.length === 0 ? 'unknown' : 'blocked'
}

/** Maximum time of the check, in milliseconds. */
const maxMs = 6000
/** In candidates without the field, the protocol to the relay is the type preference (libwebrtc: 2 UDP, 1 TCP, 0 TLS). */
const byPreference = ['tls', 'tcp', 'udp']

/** Returns what is known of a candidate; `relayProtocol` is missing in older browsers. */
export function readAddress(candidate: RTCIceCandidate): FoundAddress | null {
  const { type, priority, protocol } = candidate
  if (!type) return null
  if (type !== 'relay') return { type, protocol: protocol ?? '' }
  // newer than the type of the library
  const { relayProtocol } = candidate as { relayProtocol?: string | null }
  return { type, protocol: relayProtocol ?? byPreference[(priority ?? 0) >>> 24] ?? 'udp' }
}

/** Written in the browser only: the last check found that only the relay by TCP works. */
let relayOnly = false
export const isRelayOnly = (): boolean => relayOnly

/** Looks for the ways out of this network, as a call does. */
export async function checkLine(servers: RTCIceServer[]): Promise<LineResult> {
  const found: FoundAddress[] = []
  const pc = new RTCPeerConnection({ iceServers: servers })
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs)
      pc.addEventListener('icecandidate', ({ candidate }) => {
        const address = candidate ? readAddress(candidate) : null
        if (address) found.push(address)
        if (candidate && address?.type !== 'srflx') return
        clearTimeout(timer)
        resolve()
      })
      pc.createDataChannel('check')
      pc.setLocalDescription().catch(() => resolve())
    })
  } finally {
    pc.close()
  }
  const result = judgeLine(found, servers)
  relayOnly = result === 'relay-tcp'
  return result
}
