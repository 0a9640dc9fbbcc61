/** What is given of a lecture is counted in so many equal parts. */
const parts = 100

/** A set of the hundredths of a lecture; its highest bit is the first one. */
export type Hundredths = bigint

export const nothing: Hundredths = 0n
export const everything: Hundredths = (1n << BigInt(parts)) - 1n

/** Returns the hundredths that a stretch of something of this length touches; `to` is not part of it. */
export function hundredthsOf(from: number, to: number, length: number): Hundredths {
  if (!(length > 0)) return everything
  const first = Math.max(0, Math.min(parts - 1, Math.floor((parts * from) / length)))
  const last = Math.min(parts - 1, Math.ceil((parts * to) / length) - 1)
  if (last < first) return nothing
  return ((1n << BigInt(last - first + 1)) - 1n) << BigInt(parts - 1 - last)
}

export const isWithin = (some: Hundredths, all: Hundredths): boolean => (some | all) === all

/** As columns of type `bit(100)` have them. */
export const toBits = (some: Hundredths): string => some.toString(2).padStart(parts, '0')
export const fromBits = (bits: string): Hundredths => BigInt(`0b${bits}`)

/** First and last byte, inclusive. */
type Span = { start: number; end: number }

/** Where the segments of a rendition lie in its file, and in time. */
export type Segments = { pieces: readonly { from: number; to: number; at: number; until: number }[]; seconds: number }

/** Reads the segments of a playlist of one file, of which each is a range; null where there are none. */
export function readSegments(playlist: string): Segments | null {
  const pieces: { from: number; to: number; at: number; until: number }[] = []
  let [at, next] = [0, 0]
  for (const [, seconds, length, offset] of playlist.matchAll(
    /^#EXTINF:([\d.]+)[^\n]*\n#EXT-X-BYTERANGE:(\d+)(?:@(\d+))?/gm,
  )) {
    const from = offset === undefined ? next : Number(offset)
    next = from + Number(length)
    const until = at + Number(seconds)
    pieces.push({ from, to: next, at, until })
    at = until
  }
  return at > 0 ? { pieces, seconds: at } : null
}

/**
 * Returns the hundredths that a span of a file of so many bytes is: in the time of the segments that it touches, so that every rendition
 * counts the same, and by its bytes where there are none. What lies before the first segment is no part of the video.
 */
export function hundredthsOfSpan({ start, end }: Span, bytes: number, segments: Segments | null): Hundredths {
  if (!segments) return hundredthsOf(start, end + 1, bytes)
  let given = nothing
  for (const { from, to, at, until } of segments.pieces)
    if (from <= end && to > start) given |= hundredthsOf(at, until, segments.seconds)
  return given
}
