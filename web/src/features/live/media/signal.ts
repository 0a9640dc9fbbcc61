/** A session description as it travels in signals. */
export type Description = { type: 'offer' | 'answer'; sdp: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the description in a signal of another client; null for anything else. */
export function readDescription(value: unknown, type: Description['type']): Description | null {
  if (!isObject(value) || value.type !== type || typeof value.sdp !== 'string' || value.sdp === '') return null
  return { type, sdp: value.sdp }
}

/** Returns the candidate in a signal, bare or wrapped as `{type: 'candidate', candidate}`; null for anything else. */
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
 * When both sides offer at the same time, the polite one withdraws its own offer. Depends on the two ids only, so that the sides
 * come to opposite results.
 */
export const isPolite = (me: string, other: string): boolean => me > other
