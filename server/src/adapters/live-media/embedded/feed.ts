import { randomInt } from 'node:crypto'
import type { Track } from 'node-datachannel'
import { type FeedKind, isSound, payloadTypes } from './kinds.ts'
import {
  bitrateLimit,
  isRtcp,
  nack,
  pictureLoss,
  readFeedback,
  readSenderReport,
  receiverReport,
  sequenceDistance,
} from './rtp.ts'

/** What a stream may take; a publisher's live streams share the sum. */
const bitsOf = { audio: 64_000, camera: 1_500_000, screen: 2_500_000, screenAudio: 128_000 }
/** Packets kept for those who ask again: 2 to 5 s of video. */
const keptPackets = { audio: 128, video: 1024 }
/** A gap above this is not asked for; a key frame is. */
const maxGap = 300
const maxTries = 12
const retryMs = 50
const keyframeEveryMs = 500
/** Packets that one subscriber may have again in a second. */
const maxRepeats = 400

/** Sends, unless the track is not open (which would throw) or its socket is full. */
export function send(track: Track, packet: Buffer): boolean {
  try {
    return track.isOpen() && track.sendMessageBinary(packet)
  } catch {
    return false
  }
}

/** One place in a subscriber's connection, where a feed goes out. */
export type Outlet = {
  track: Track
  feed: Feed | null
  open: boolean
  /** the subscriber does not want it now */
  paused: boolean
  repeats: number
  lossPercent: number
}

export const counts = { in: 0, out: 0, refused: 0, asked: 0, repaired: 0, lost: 0, repeated: 0, unrepeatable: 0 }

/** One stream of a publisher: numbers, repairs and copies its packets. */
export class Feed {
  readonly id: string
  readonly kind: FeedKind
  readonly ssrc = randomInt(2 ** 31, 2 ** 32 - 1)
  readonly outlets = new Set<Outlet>()
  #track: Track
  #source: number
  readonly #kept: (Buffer | undefined)[]
  readonly #missing = new Map<number, { tries: number; at: number }>()
  #highest = -1
  #cycles = 0
  #first = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #ntpMiddle = 0
  #reportAt = 0
  #keyframeAt = 0
  #keyframeWanted = false
  #silent = false
  #bits: number
  #bytes = 0

  constructor(id: string, kind: FeedKind, from: { track: Track; ssrc: number | undefined }) {
    this.id = id
    this.kind = kind
    this.#bits = bitsOf[kind]
    this.#track = from.track
    this.#source = from.ssrc ?? 0
    this.#kept = new Array(keptPackets[isSound(kind) ? 'audio' : 'video'])
  }

  /** Whether packets came. */
  get live(): boolean {
    return this.#highest >= 0
  }

  receive(packet: Buffer, now: number): void {
    if (isRtcp(packet)) this.#receiveReport(packet, now)
    else if (packet.length > 12) this.#receiveMedia(packet, now)
  }

  #receiveMedia(packet: Buffer, now: number): void {
    this.#source = packet.readUInt32BE(8)
    this.#bytes += packet.length
    const sequence = packet.readUInt16BE(2)
    if (!this.#number(sequence, now)) return
    counts.in++
    const type = isSound(this.kind) ? payloadTypes.audio : payloadTypes.video
    packet[1] = ((packet[1] ?? 0) & 0x80) | type
    packet.writeUInt32BE(this.ssrc, 8)
    this.#kept[sequence % this.#kept.length] = packet
    if (this.#silent) return
    for (const outlet of this.outlets) if (!outlet.paused) this.#sendOut(outlet, packet, now)
  }

  get bits(): number {
    return this.#bits
  }

  /** It may take so many bits a second, at most what its kind may. */
  limit(bits: number): void {
    this.#bits = Math.max(50_000, Math.min(bitsOf[this.kind], bits))
  }

  /** No one gets it while it is silent. */
  silence(silent: boolean): void {
    this.#silent = silent
    if (!silent) this.wantKeyframe(Date.now())
  }

  #sendOut(outlet: Outlet, packet: Buffer, now: number): void {
    if (!outlet.open) {
      if (!outlet.track.isOpen()) return
      outlet.open = true
      this.wantKeyframe(now)
    }
    if (send(outlet.track, packet)) counts.out++
    else counts.refused++
  }

  /** Notes gaps; false for a packet that came before. */
  #number(sequence: number, now: number): boolean {
    if (this.#highest < 0) {
      this.#highest = this.#first = sequence
      this.#received++
      return true
    }
    const distance = sequenceDistance(this.#highest, sequence)
    if (distance <= 0) {
      if (!this.#missing.delete(sequence)) return false
      counts.repaired++
      this.#received++
      return true
    }
    if (sequence < this.#highest) this.#cycles += 0x10000
    if (distance > maxGap) {
      this.#missing.clear()
      this.wantKeyframe(now)
    } else {
      const asked: number[] = []
      for (let step = 1; step < distance; step++) asked.push((this.#highest + step) & 0xffff)
      for (const one of asked) this.#missing.set(one, { tries: 1, at: now })
      if (asked.length > 0) this.#ask(asked)
    }
    this.#highest = sequence
    this.#received++
    return true
  }

  #ask(missing: readonly number[]): void {
    counts.asked += missing.length
    send(this.#track, nack(this.#source, missing))
  }

  #receiveReport(packet: Buffer, now: number): void {
    const found = readSenderReport(packet, this.#source)
    if (!found) return
    this.#ntpMiddle = found.ntpMiddle
    this.#reportAt = now
    found.report.writeUInt32BE(this.ssrc, 4)
    for (const { track, open } of this.outlets) if (open) send(track, found.report)
  }

  /** What a subscriber says of this feed. */
  feedback(outlet: Outlet, packet: Buffer, now: number): void {
    if (!isRtcp(packet)) return
    const { missing, keyframe, fractionLost } = readFeedback(packet, this.ssrc)
    if (fractionLost !== undefined) outlet.lossPercent = fractionLost * 100
    if (keyframe) this.wantKeyframe(now)
    for (const sequence of missing) {
      const kept = this.#kept[sequence % this.#kept.length]
      if (kept?.readUInt16BE(2) !== sequence) counts.unrepeatable++
      else if (outlet.repeats < maxRepeats) {
        outlet.repeats++
        if (send(outlet.track, kept)) counts.repeated++
      }
    }
  }

  /** Asks the publisher for a key frame, at most twice a second; what comes too early is asked for later. */
  wantKeyframe(now: number): void {
    if (isSound(this.kind)) return
    if (now - this.#keyframeAt < keyframeEveryMs) {
      this.#keyframeWanted = true
      return
    }
    this.#keyframeAt = now
    this.#keyframeWanted = !send(this.#track, pictureLoss(this.#source))
  }

  /** Every 25 ms: asks again for what is missing. */
  tick(now: number): void {
    if (this.#keyframeWanted) this.wantKeyframe(now)
    const again: number[] = []
    for (const [sequence, one] of this.#missing) {
      if (now - one.at < retryMs) continue
      if (one.tries >= maxTries) {
        this.#missing.delete(sequence)
        counts.lost++
        this.wantKeyframe(now)
        continue
      }
      one.tries++
      one.at = now
      again.push(sequence)
    }
    if (again.length > 0) this.#ask(again)
  }

  /** Every second: reports what came, and says how much may be sent. Returns the bytes that came since. */
  second(now: number, bitsPerSecond: number): number {
    for (const outlet of this.outlets) outlet.repeats = 0
    const bytes = this.#bytes
    this.#bytes = 0
    if (!this.live) return bytes
    const highest = this.#cycles + this.#highest
    const expected = highest - this.#first + 1
    const interval = expected - this.#expectedBefore
    const lost = interval - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    const report = receiverReport({
      ssrc: this.#source,
      fractionLost: interval > 0 ? lost / interval : 0,
      lost: expected - this.#received,
      highest,
      ntpMiddle: this.#ntpMiddle,
      delay: this.#reportAt ? Math.round((now - this.#reportAt) * 65.536) : 0,
    })
    send(this.#track, Buffer.concat([report, bitrateLimit([this.#source], bitsPerSecond)]))
    return bytes
  }

  close(): void {
    for (const outlet of this.outlets) outlet.feed = null
    this.outlets.clear()
    this.#kept.length = 0
    this.#missing.clear()
  }
}
