/** A session description as it travels in signals. */
export type Description = { type: 'offer' | 'answer'; sdp: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The description inside a signal of another client, or null for anything else that clients send under that name. */
export function readDescription(value: unknown, type: Description['type']): Description | null {
  if (!isObject(value) || value.type !== type || typeof value.sdp !== 'string' || value.sdp === '') return null
  return { type, sdp: value.sdp }
}

/** The address inside a signal, bare or wrapped as `{type: 'candidate', candidate}`; null for anything else. */
export function readCandidate(value: unknown): RTCIceCandidateInit | null {
  if (!isObject(value)) return null
  if (isObject(value.candidate)) return readCandidate(value.candidate)
  const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = value
  if (typeof candidate !== 'string') return null
  return {
    candidate,
    ...(typeof sdpMid === 'string' && { sdpMid }),
    ...(typeof sdpMLineIndex === 'number' && { sdpMLineIndex }),
    ...(typeof usernameFragment === 'string' && { usernameFragment }),
  }
}

/**
 * Names the connection object that wrote a description (its origin line, RFC 8866, 5.2): the same through all its offers,
 * another one after a reload. "" when there is none.
 */
export const connectionOf = (sdp: string): string => /^o=\S+ (\S+) /m.exec(sdp)?.[1] ?? ''

/**
 * When both sides offer at the same time, the polite one takes its own back. Both sides must come to opposite answers, so
 * it depends on the two ids alone.
 */
export const isPolite = (me: string, other: string): boolean => me > other
