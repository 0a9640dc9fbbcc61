import { PeerConnection, type Track } from 'node-datachannel'
import { isRtcp, pictureLoss, sequenceDistance } from '../../server/src/adapters/live-media/embedded/rtp.ts'
import { readVp8 } from '../../server/src/adapters/live-mixer/vp8.ts'
import { described, peerSettings, takeDescription } from '../live-forwarder/peers.ts'
import { type Line, openLine, type Sender, type Way } from './line.ts'

/** Milliseconds from the entry until it was acknowledged, the first packet of media came, and a whole key frame was there. */
export type Entry = { acknowledgedMs: number; packetMs: number; pictureMs: number }
export type Counts = { packets: number; missing: number }

/** A viewer asks for a key frame when none has come for so long, as browsers do. */
const askAgainMs = 500

/** Counts packets of a stream, and those of its numbers that never came. */
class Counter {
  packets = 0
  #first = -1
  #highest = -1
  #expected = 0

  take(packet: Buffer): void {
    const number = packet.readUInt16BE(2)
    this.packets++
    if (this.#first < 0) [this.#first, this.#highest, this.#expected] = [number, number, 1]
    const ahead = sequenceDistance(this.#highest, number)
    if (ahead <= 0) return
    this.#highest = number
    this.#expected += ahead
  }
  get missing(): number {
    return Math.max(0, this.#expected - this.packets)
  }
}

/** The RTP packet without its header (RFC 3550, section 5.1). */
function payloadOf(packet: Buffer): Buffer {
  const first = packet.readUInt8(0)
  let start = 12 + (first & 0x0f) * 4
  if (first & 0x10) start += 4 + packet.readUInt16BE(start + 2) * 4
  return packet.subarray(start)
}

/** Returns a function that is given each packet of a stream, and true when a key frame has come whole. */
function watchForKeyFrame(): (packet: Buffer) => boolean {
  let time = -1
  let first = 0
  let count = 0
  return (packet) => {
    if (readVp8(payloadOf(packet))?.isKey) [time, first, count] = [packet.readUInt32BE(4), packet.readUInt16BE(2), 0]
    if (packet.readUInt32BE(4) !== time) return false
    count++
    return (packet.readUInt8(1) & 0x80) !== 0 && count === sequenceDistance(first, packet.readUInt16BE(2)) + 1
  }
}

export class Viewer {
  readonly #name: string
  readonly #way: Way
  readonly #bindAddress: string
  #line: Line | undefined
  #connection: PeerConnection | undefined
  #counters: Counter[] = []
  // the library drops what is not referenced
  #tracks: Track[] = []
  #work: Promise<unknown> = Promise.resolve()
  #began = 0
  #entry: Entry = { acknowledgedMs: 0, packetMs: 0, pictureMs: 0 }

  constructor(name: string, way: Way, bindAddress: string) {
    this.#name = name
    this.#way = way
    this.#bindAddress = bindAddress
  }

  /** Enters on a line that is open, as a page that is loaded does. */
  async enter(sender?: Sender): Promise<void> {
    const line = await openLine(this.#way, (sdp) => {
      this.#work = this.#work.then(() => this.#take(sdp)).catch((error: unknown) => console.error(this.#name, error))
    })
    this.#line = line
    this.#began = performance.now()
    await line.enter(sender)
    this.#entry.acknowledgedMs = performance.now() - this.#began
  }

  async #take(sdp: string): Promise<void> {
    this.#connection ??= this.#open()
    const connection = this.#connection
    // Janus begins the handshake: a first message that came too early would be sent again after a second, by browsers after 50 ms
    const addCandidates = takeDescription(connection, sdp.replaceAll('a=setup:actpass', 'a=setup:active'), 'offer')
    connection.setLocalDescription('answer')
    await this.#line?.answer(await described(connection))
    addCandidates()
  }

  #open(): PeerConnection {
    const connection = new PeerConnection(this.#name, peerSettings(this.#bindAddress))
    connection.onTrack((track) => {
      const counter = new Counter()
      this.#tracks.push(track)
      this.#counters.push(counter)
      const isVideo = track.type() === 'video'
      const isWhole = watchForKeyFrame()
      let askedAt = performance.now()
      track.onMessage((packet) => {
        if (isRtcp(packet)) return
        counter.take(packet)
        this.#entry.packetMs ||= performance.now() - this.#began
        if (!isVideo || this.#entry.pictureMs > 0) return
        if (isWhole(packet)) this.#entry.pictureMs = performance.now() - this.#began
        else if (performance.now() - askedAt > askAgainMs && track.isOpen()) {
          askedAt = performance.now()
          track.sendMessageBinary(pictureLoss(packet.readUInt32BE(8)))
        }
      })
    })
    return connection
  }

  /** Waits for the first whole key frame. Throws when none comes in time. */
  async picture(limitMs: number): Promise<Entry> {
    while (this.#entry.pictureMs === 0) {
      if (performance.now() - this.#began > limitMs)
        throw new Error(
          `${this.#name}: no picture, ${this.#connection?.state() ?? 'no connection'}, ${this.counts().packets} packets`,
        )
      await new Promise((done) => setTimeout(done, 5))
    }
    return this.#entry
  }

  /** Milliseconds until a request for a layer was acknowledged. */
  async choose(sender: Sender): Promise<number> {
    const began = performance.now()
    await this.#line?.choose(sender)
    return performance.now() - began
  }

  async act(event: string, fields: object): Promise<void> {
    await this.#line?.act(event, fields)
  }

  counts(): Counts {
    const sum = { packets: 0, missing: 0 }
    for (const { packets, missing } of this.#counters) {
      sum.packets += packets
      sum.missing += missing
    }
    return sum
  }

  async leave(): Promise<void> {
    await this.#line?.close()
    for (const track of this.#tracks) track.close()
    this.#connection?.close()
  }
}
