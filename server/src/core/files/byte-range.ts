/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

/** Parses a Range header for a file of `size` bytes. Returns "whole" for several ranges and for invalid headers. */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (!match[1] && !match[2])) return 'whole'
  const last = size - 1
  if (!match[1]) {
    const length = Number(match[2])
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), last) : last
  if (match[2] && Number(match[2]) < start) return 'whole'
  return start > last ? 'unsatisfiable' : { start, end }
}

/** Maximum size in bytes of a range that players read completely. */
const longestSettled = 8 * 1024 * 1024

/**
 * Returns the range of a Range header that its client will read completely; null where that depends on when they stop. Players of a whole
 * file request everything up to its last byte, named or not, and abort when they have enough.
 */
export function settledRange(header: string | undefined, size: number): ByteRange | null {
  const range = boundedRange(header, size)
  return range && range.end < size - 1 && range.end - range.start < longestSettled ? range : null
}

/** Returns the range of a Range header that names both ends; null where the reply would be the remainder or the whole file. */
export function boundedRange(header: string | undefined, size: number): ByteRange | null {
  if (!/^bytes=\d+-\d+$/.test(header?.trim() ?? '')) return null
  const range = byteRange(header, size)
  return typeof range === 'object' ? range : null
}
