/** Parses a playlist with byte ranges of one file; returns seconds and bytes of each segment. */
export function readPlaylist(text: string): { seconds: number; bytes: number }[] {
  const segments: { seconds: number; bytes: number }[] = []
  let seconds: number | undefined
  for (const line of text.split('\n')) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)
    if (length) seconds = Number(length[1])
    const range = /^#EXT-X-BYTERANGE:(\d+)/.exec(line)
    if (!range || seconds === undefined) continue
    segments.push({ seconds, bytes: Number(range[1]) })
    seconds = undefined
  }
  return segments
}

export const lengthOf = (segments: readonly { seconds: number }[]): number =>
  segments.reduce((sum, one) => sum + one.seconds, 0)

/** Minimum seconds of a segment for its bit rate to be meaningful; the last one of a video may be shorter. */
const shortSegment = 1

/** Returns the bits per second of the largest segment and of the whole; at most `most`. */
export function bitRates(
  segments: readonly { seconds: number; bytes: number }[],
  most = Number.POSITIVE_INFINITY,
): { peak: number; average: number } {
  const bytes = segments.reduce((sum, one) => sum + one.bytes, 0)
  // a single short picture would otherwise have an absurd bit rate
  const average = Math.min(Math.ceil((bytes * 8) / Math.max(lengthOf(segments), shortSegment)), most)
  const peaks = segments.filter((one) => one.seconds >= shortSegment).map((one) => (one.bytes * 8) / one.seconds)
  return { peak: Math.min(Math.max(average, Math.ceil(Math.max(0, ...peaks))), most), average }
}

/** Returns the codec of the picture as in RFC 6381, from the `avcC` box at the beginning of an MP4 file. */
export function codecOf(beginning: Buffer): string | null {
  const at = beginning.indexOf('avcC', 0, 'latin1')
  if (at === -1 || at + 8 > beginning.length) return null
  // after the name and the version: profile, compatibility, level
  return `avc1.${beginning.subarray(at + 5, at + 8).toString('hex')}`
}
