import { lastOf } from './clock.ts'
import { packetsOf, type Track, type TrackPacket } from './track.ts'
import { readVp8 } from './vp8.ts'

/** A frame with its time in milliseconds since 1970. */
export type TimedFrame = { time: number; isKey: boolean; data: Buffer }

/** A packet that is missing is waited for while so many others, or so long, come after it: it may be sent again. */
const waitFor = { packets: 512, ms: 800 }
/** How much later than it was sent a packet may arrive. */
const lateMs = 3000
/** Bytes of a picture: what is larger was not made by a browser, and must not fill the memory. */
const mostFrameBytes = 4 * 1024 ** 2

/** Yields packets by their numbers. Those that come too late, or twice, are left out. */
async function* inOrder(packets: AsyncIterable<TrackPacket>): AsyncGenerator<TrackPacket> {
  const waiting = new Map<number, TrackPacket>()
  let next: number | undefined
  for await (const packet of packets) {
    next ??= packet.number
    if (packet.number < next) continue
    waiting.set(packet.number, packet)
    const oldest: TrackPacket | undefined = waiting.values().next().value
    const isLost = waiting.size > waitFor.packets || (oldest && packet.at - oldest.at > waitFor.ms)
    if (isLost && !waiting.has(next)) next = Math.min(...waiting.keys())
    for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
      waiting.delete(next++)
      yield ready
    }
  }
  for (const rest of [...waiting.values()].sort((one, other) => one.number - other.number)) yield rest
}

/**
 * Yields what a file has between two times, in milliseconds since 1970. Pictures begin with the key frame before: they need it, and all
 * between. After a packet that was lost, pictures go on with the next key frame.
 */
export async function* framesOf(track: Track, from: number, to: number): AsyncGenerator<TimedFrame> {
  const isAudio = track.header.kind === 'audio'
  const place = lastOf(track.places, ({ time }) => time <= (isAudio ? from - lateMs : from))
  if (!place) return
  const read = async function* (): AsyncGenerator<TrackPacket> {
    for await (const packet of packetsOf(track, place.packet)) {
      if (track.clock.timeOf(packet) > to + lateMs) return
      yield packet
    }
  }
  let last = Number.NEGATIVE_INFINITY
  const packets = inOrder(read())
  for await (const frame of isAudio ? sounds(track, packets) : pictures(track, packets)) {
    if (frame.time >= to) return
    if (frame.time <= last || (isAudio && frame.time < from)) continue
    last = frame.time
    yield frame
  }
}

async function* sounds(track: Track, packets: AsyncIterable<TrackPacket>): AsyncGenerator<TimedFrame> {
  for await (const packet of packets)
    if (packet.payload.length > 0) yield { time: track.clock.timeOf(packet), isKey: true, data: packet.payload }
}

async function* pictures(track: Track, packets: AsyncIterable<TrackPacket>): AsyncGenerator<TimedFrame> {
  let parts: Buffer[] = []
  let bytes = 0
  let first: TrackPacket | undefined
  let isKey = false
  let needsKey = true
  let before: number | undefined
  for await (const packet of packets) {
    if (before !== undefined && packet.number !== before + 1) {
      needsKey = true
      parts = []
    }
    before = packet.number
    const part = readVp8(packet.payload)
    if (!part) continue
    if (part.begins) {
      parts = []
      bytes = 0
      first = packet
      isKey = part.isKey
      if (isKey) needsKey = false
    }
    if (needsKey || !first || first.ticks !== packet.ticks) continue
    if (part.begins || parts.length > 0) parts.push(part.data)
    bytes += part.data.length
    if (bytes > mostFrameBytes) {
      needsKey = true
      parts = []
    }
    if (!packet.marker || parts.length === 0) continue
    yield { time: track.clock.timeOf(first), isKey, data: Buffer.concat(parts) }
    parts = []
  }
}
