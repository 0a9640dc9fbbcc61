/** Facts from the packets of a track, in seconds. */
export type TrackScan = {
  count: number
  /** start of the last packet, and end of the track */
  lastAt: number
  ends: number
  /** longest interval between two pictures */
  gap: number
}

/** The ffprobe entries that `scanPackets` reads, as `csv=p=0`. */
export const packetEntries = 'packet=stream_index,pts_time,dts_time,duration_time,flags'

/**
 * Creates a reader of a file's packets, line by line. `startsAt` is the timestamp at which the file starts; packets that its edit lists
 * exclude do not count.
 */
export function scanPackets(startsAt: number): { add(text: string): void; tracks: ReadonlyMap<number, TrackScan> } {
  const tracks = new Map<number, TrackScan>()
  let rest = ''
  const take = (line: string): void => {
    const [index, pts, dts, duration, flags = ''] = line.split(',')
    const at = [pts, dts].map(Number).find(Number.isFinite)
    if (at === undefined || flags[1] === 'D') return
    const begins = at - startsAt
    const ends = begins + Math.max(Number(duration) || 0, 0)
    const track = tracks.get(Number(index))
    if (!track) {
      tracks.set(Number(index), { count: 1, lastAt: begins, ends, gap: 0 })
      return
    }
    track.count++
    track.gap = Math.max(track.gap, begins - track.lastAt)
    track.lastAt = Math.max(track.lastAt, begins)
    track.ends = Math.max(track.ends, ends)
  }
  return {
    add(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    },
    tracks,
  }
}

/** Returns the end of each track in a `framecrc` file, by track index, and the start of its last packet, in seconds. */
export function readEnds(text: string): Map<number, { lastAt: number; ends: number }> {
  const clocks = new Map<number, number>()
  const found = new Map<number, { lastAt: number; ends: number }>()
  for (const line of text.split('\n')) {
    const clock = /^#tb (\d+): (\d+)\/(\d+)/.exec(line)
    if (clock) clocks.set(Number(clock[1]), Number(clock[2]) / Number(clock[3]))
    if (line.startsWith('#')) continue
    const [track = Number.NaN, , pts = Number.NaN, duration = 0] = line.split(',').map(Number)
    const tick = clocks.get(track)
    if (tick !== undefined) found.set(track, { lastAt: pts * tick, ends: (pts + duration) * tick })
  }
  return found
}
