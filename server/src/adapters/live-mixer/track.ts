import type { RecordedFile } from '#ports/live-mixer.ts'
import { type SenderClock, senderClock, unwrap } from './clock.ts'
import { type MjrHeader, type MjrPacket, readMjrHeader, readPackets } from './read-mjr.ts'
import { readVp8, sizeOfKeyFrame } from './vp8.ts'

/** Time without a packet after which a stream counts as switched off. */
const pauseMs = 1500
/** Distance of the places at which reading can begin. */
const placeMs = 2000
/** Times in which a stream is sent, of a file: switching on and off for a day takes fewer. More were made to fill the memory. */
const mostShown = 20_000
/** Difference of two shapes that count as the same. */
const sameShape = 0.03

export type Size = { width: number; height: number }
/** A time in which a stream was sent, in milliseconds since 1970; a picture keeps its shape in it. */
export type Shown = { from: number; to: number; size: Size | null }
/** A place of a file at which reading can begin: with sound anywhere, with pictures at a key frame. */
export type Place = { time: number; packet: Pick<TrackPacket, 'offset' | 'number' | 'ticks'>; size: Size | null }
/** A packet with counters that do not begin again; `sent` is the sender's time in milliseconds, `ticks` the same as a counter. */
export type TrackPacket = MjrPacket & { number: number; ticks: number; sent: number }

/** What is known of a file after it was read once. */
export type Track = Omit<RecordedFile, 'bytes'> & {
  header: MjrHeader
  clock: SenderClock
  places: Place[]
  shown: Shown[]
}

export const codecs = { audio: 'opus', video: 'vp8' } as const
const ticksPerMs = { audio: 48, video: 90 }

const isAlike = (one: Size, other: Size | null): boolean =>
  other !== null && Math.abs((one.width * other.height) / (one.height * other.width) - 1) < sameShape

/** Yields the packets of a file in the order of their arrival, from a place on. */
export async function* packetsOf(
  { path, header }: Pick<Track, 'path' | 'header'>,
  from?: Place['packet'],
): AsyncGenerator<TrackPacket> {
  const count = unwrap(16, from?.number)
  const tick = unwrap(32, from?.ticks)
  for await (const batch of readPackets(path, header, from?.offset))
    for (const packet of batch) {
      const ticks = tick(packet.timestamp)
      yield { ...packet, number: count(packet.sequence), ticks, sent: ticks / ticksPerMs[header.kind] }
    }
}

/** Reads a file once. Null when nothing of it can be played. */
export async function indexTrack({ path, sender, what }: RecordedFile, signal?: AbortSignal): Promise<Track | null> {
  const header = await readMjrHeader(path)
  if (!header || header.codec !== codecs[header.kind]) return null
  const clock = senderClock()
  const places: (Omit<Place, 'time'> & { at: TrackPacket })[] = []
  const shown: { first: TrackPacket; last: TrackPacket; run: number; size: Size | null }[] = []
  let size: Size | null = null
  for await (const whole of packetsOf({ path, header })) {
    signal?.throwIfAborted()
    const { payload, ...rest } = whole
    const packet = { ...rest, payload: nothing }
    const run = clock.add(packet)
    const keySize = header.kind === 'video' ? keySizeOf(payload) : null
    // what comes before the first key frame cannot be shown
    if (payload.length === 0 || (header.kind === 'video' && keySize === null && size === null)) continue
    size = keySize ?? size
    const last = shown.at(-1)
    const begins =
      !last ||
      last.run !== run ||
      packet.at - last.last.at > pauseMs ||
      (keySize !== null && !isAlike(keySize, last.size))
    if (begins && shown.length === mostShown) return null
    if (begins) shown.push({ first: packet, last: packet, run, size })
    else last.last = packet
    const isPlace = header.kind === 'audio' || keySize !== null
    if (isPlace && (begins || packet.at - (places.at(-1)?.at.at ?? 0) >= placeMs))
      places.push({
        at: packet,
        packet: { offset: packet.offset, number: packet.number, ticks: packet.ticks },
        size: keySize,
      })
  }
  if (shown.length === 0) return null
  clock.settle()
  return {
    ...{ path, sender, what, header, clock },
    places: places.map(({ at, ...place }) => ({ ...place, time: clock.timeOf(at) })),
    shown: shown.map(({ first, last, size }) => ({ from: clock.timeOf(first), to: clock.timeOf(last), size })),
  }
}

/** Payloads are not kept with what is noted of a packet. */
const nothing = Buffer.alloc(0)

function keySizeOf(payload: Buffer): Size | null {
  const part = readVp8(payload)
  return part?.isKey ? sizeOfKeyFrame(part.data) : null
}
