import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { promisify } from 'node:util'
import { Audio, PeerConnection, RtcpNackResponder, type Track, Video } from 'node-datachannel'
import {
  isRtcp,
  nack,
  pictureLoss,
  readFeedback,
  sequenceDistance,
} from '../../server/src/adapters/live-media/embedded/rtp.ts'
import { readVp8 } from '../../server/src/adapters/live-mixer/vp8.ts'

/** Peers without a decoder: publishers that send recorded packets, and viewers that count what came. */

export type Recorded = { atMs: number; packet: Buffer }

/** Real VP8 of ffmpeg as RTP packets, a key frame every 2 s; the recording is sent again and again. */
export async function recordVideo(seconds: number, kilobits: number): Promise<Recorded[]> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  socket.setRecvBufferSize(4 * 1024 ** 2)
  const packets: Buffer[] = []
  socket.on('message', (packet) => {
    if (!isRtcp(packet)) packets.push(packet)
  })
  const source = `testsrc2=size=640x360:rate=25,noise=alls=12:allf=t`
  await promisify(execFile)('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', source, '-t', `${seconds}`],
    ...[
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '12',
      '-b:v',
      `${kilobits}k`,
      '-maxrate',
      `${kilobits}k`,
    ],
    ...['-bufsize', `${kilobits}k`, '-g', '50', '-f', 'rtp', '-payload_type', '96'],
    `rtp://127.0.0.1:${socket.address().port}?pkt_size=1180`,
  ])
  socket.close()
  const first = packets[0]?.readUInt32BE(4) ?? 0
  return packets.map((packet) => ({ atMs: ((packet.readUInt32BE(4) - first) >>> 0) / 90, packet }))
}

const config = { iceServers: [], bindAddress: '127.0.0.1', disableAutoNegotiation: true, forceMediaTransport: true }

/** The settings of a connection that has the address `bindAddress` alone. */
export const peerSettings = (bindAddress: string) => ({ ...config, bindAddress })

const soon = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Takes a description whose candidates follow: the library would begin the handshake before it knows the certificate. */
export function takeDescription(connection: PeerConnection, sdp: string, type: 'offer' | 'answer'): () => void {
  const candidates = sdp.match(/^a=candidate:.*$/gm) ?? []
  const mid = /^a=mid:(\S+)/m.exec(sdp)?.[1] ?? '0'
  connection.setRemoteDescription(sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, ''), type)
  return () => {
    for (const candidate of new Set(candidates)) connection.addRemoteCandidate(candidate.trim(), mid)
  }
}

export async function described(connection: PeerConnection): Promise<string> {
  while (connection.gatheringState() !== 'complete') await soon(2)
  return connection.localDescription()?.sdp ?? ''
}

/** Whether a packet is the first one of a key frame; ffmpeg writes no header extensions. */
const startsKeyframe = (packet: Buffer): boolean => readVp8(packet.subarray(12))?.isKey ?? false

export type Publisher = { sent: () => number; connected: Promise<void>; close: () => void }

/** Sends the recording for ever: video at its times, and 50 small packets of audio a second. */
export async function startPublisher(
  recording: readonly Recorded[],
  publish: (sdp: string) => Promise<{ sdp: string }>,
  bindAddress = config.bindAddress,
): Promise<Publisher> {
  const connection = new PeerConnection('publisher', peerSettings(bindAddress))
  const audio = new Audio('0', 'SendOnly')
  audio.addOpusCodec(111)
  audio.addSSRC(1001, 'p', 'p', 'a')
  const video = new Video('1', 'SendOnly')
  video.addVP8Codec(96)
  video.addSSRC(1002, 'p', 'p', 'v')
  const tracks = [connection.addTrack(audio), connection.addTrack(video)] as const
  for (const track of tracks) track.setMediaHandler(new RtcpNackResponder(1024))
  const connected = new Promise<void>((done) => connection.onStateChange((state) => state === 'connected' && done()))
  connection.setLocalDescription('offer')
  const { sdp } = await publish(await described(connection))
  takeDescription(connection, sdp, 'answer')()
  let sent = 0
  const keyframes = recording.flatMap(({ packet }, index) => (startsKeyframe(packet) ? [index] : []))
  let skippedMs = 0
  let wanted = false
  tracks[1].onMessage((packet) => {
    if (readFeedback(packet, 1002).keyframe) wanted = true
  })
  const give = (track: Track, packet: Buffer) => {
    if (track.isOpen() && track.sendMessageBinary(packet)) sent++
  }
  const began = performance.now()
  const lengthMs = (recording.at(-1)?.atMs ?? 0) + 40
  let next = 0
  let sequence = 0
  let audioSent = 0
  /** What an encoder does when it is asked for a key frame: the recording goes on at its next one. */
  const skipToKeyframe = (now: number) => {
    const place = next % recording.length
    const target = keyframes.find((one) => one > place) ?? recording.length + (keyframes[0] ?? 0)
    next += target - place
    const round = Math.floor(next / recording.length)
    skippedMs = Math.max(skippedMs, (recording[next % recording.length]?.atMs ?? 0) + round * lengthMs - now)
    wanted = false
  }
  const timer = setInterval(() => {
    const now = performance.now() - began
    for (; audioSent * 20 < now; audioSent++) {
      const packet = Buffer.alloc(92)
      packet.writeUInt16BE(0x806f, 0)
      packet.writeUInt16BE(audioSent & 0xffff, 2)
      packet.writeUInt32BE((audioSent * 960) >>> 0, 4)
      packet.writeUInt32BE(1001, 8)
      give(tracks[0], packet)
    }
    if (wanted) skipToKeyframe(now)
    for (;;) {
      const round = Math.floor(next / recording.length)
      const one = recording[next % recording.length]
      if (!one || one.atMs + round * lengthMs - skippedMs > now) break
      const packet = Buffer.from(one.packet)
      packet.writeUInt16BE(sequence++ & 0xffff, 2)
      packet.writeUInt32BE((one.packet.readUInt32BE(4) + Math.round(round * lengthMs * 90)) >>> 0, 4)
      packet.writeUInt32BE(1002, 8)
      give(tracks[1], packet)
      next++
    }
  }, 5)
  return {
    sent: () => sent,
    connected,
    close: () => {
      clearInterval(timer)
      connection.close()
    },
  }
}

/** Numbers of one stream at a viewer: what came, what was asked for, what never came. */
export class Stream {
  received = 0
  repaired = 0
  lost = 0
  asked = 0
  #highest = -1
  readonly #missing = new Map<number, { tries: number; at: number }>()

  take(packet: Buffer): void {
    const sequence = packet.readUInt16BE(2)
    this.received++
    if (this.#highest < 0) {
      this.#highest = sequence
      return
    }
    const distance = sequenceDistance(this.#highest, sequence)
    if (distance <= 0) {
      if (this.#missing.delete(sequence)) this.repaired++
      return
    }
    for (let step = 1; step < distance; step++) this.#missing.set((this.#highest + step) & 0xffff, { tries: 0, at: 0 })
    this.#highest = sequence
    if (this.#missing.size > 2000) this.#missing.clear()
  }

  /** What to ask for now. */
  due(now: number): number[] {
    const due: number[] = []
    for (const [sequence, one] of this.#missing) {
      if (now - one.at < 50) continue
      if (one.tries >= 10) {
        this.#missing.delete(sequence)
        this.lost++
        continue
      }
      one.tries++
      one.at = now
      due.push(sequence)
    }
    this.asked += due.length
    return due
  }
}

export type Signalling = {
  subscribe: (peer: string, feeds: readonly string[]) => Promise<{ sdp: string; feeds: Record<string, string> } | null>
  answer: (peer: string, sdp: string) => Promise<{ sdp: string } | null>
  leave: (peer: string, side?: 'publisher' | 'subscriber') => Promise<unknown>
}

export type Viewer = { streams: Map<string, Stream>; firstMs: () => number | undefined; close: () => Promise<void> }

/** Joins once; rejects when no video came within `limitMs`. `through` may change the offer, as for a lossy way. */
export async function joinOnce(
  peer: string,
  {
    signalling,
    feeds,
    limitMs,
    through,
  }: {
    signalling: Signalling
    feeds: readonly string[]
    limitMs: number
    through: (sdp: string) => string
  },
): Promise<Viewer> {
  const began = performance.now()
  const offer = await signalling.subscribe(peer, feeds)
  if (!offer) throw new Error('no offer')
  const connection = new PeerConnection(peer, config)
  const streams = new Map<string, Stream>()
  const tracks: { track: Track; stream: Stream; ssrc: number }[] = []
  let firstAt: number | undefined
  connection.onTrack((track) => {
    const stream = new Stream()
    streams.set(track.mid(), stream)
    const one = { track, stream, ssrc: 0 }
    tracks.push(one)
    track.onMessage((packet) => {
      if (isRtcp(packet)) return
      if (!one.ssrc && track.type() === 'video' && track.isOpen())
        track.sendMessageBinary(pictureLoss(packet.readUInt32BE(8)))
      one.ssrc = packet.readUInt32BE(8)
      if (track.type() === 'video') firstAt ??= performance.now() - began
      stream.take(packet)
    })
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const { track, stream, ssrc } of tracks) {
      const due = ssrc ? stream.due(now) : []
      if (due.length > 0 && track.isOpen()) track.sendMessageBinary(nack(ssrc, due.slice(0, 200)))
    }
  }, 20)
  const close = async () => {
    clearInterval(timer)
    for (const { track } of tracks) track.close()
    connection.close()
    await signalling.leave(peer, 'subscriber')
  }
  try {
    for (let next: { sdp: string } | null = offer; next; ) {
      connection.setRemoteDescription(through(next.sdp), 'offer')
      connection.setLocalDescription('answer')
      next = await signalling.answer(peer, await described(connection))
    }
    while (firstAt === undefined) {
      if (performance.now() - began > limitMs || connection.state() === 'closed')
        throw new Error(`no picture: ${connection.state()}, ${connection.iceState()}`)
      await soon(5)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { streams, firstMs: () => firstAt, close }
}
