/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** The part of a file of `size` bytes that a Range header asks for. Several parts at once are answered with the whole. */
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
