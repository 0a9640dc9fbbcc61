import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A frame as a sender's browser makes it, with its time in milliseconds from the beginning of its stream. */
export type SentFrame = { ms: number; data: Buffer }

const ffmpeg = (args: string[]): Buffer => {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args, 'pipe:1'], { maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`ffmpeg: ${stderr} (install it: apt-get install ffmpeg)`)
  return stdout
}

type Marked = { /** time of the first frame, in milliseconds */ from: number; seconds: number }

/** Returns pictures of VP8 that flash for 120 ms at each whole second. */
export function flashes({
  from,
  seconds,
  size = '320x180',
  tint = 'black',
}: Marked & { size?: string; tint?: string }): SentFrame[] {
  const phase = (from % 1000) / 1000
  const source = `color=c=${tint}:s=${size}:r=25:d=${seconds},drawbox=x=0:y=0:w=iw:h=ih:color=white:t=fill:enable='lt(mod(t+${phase},1),0.12)'`
  const encoder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '400k', '-g', '125']
  const ivf = ffmpeg(['-f', 'lavfi', '-i', source, ...encoder, '-f', 'ivf'])
  const frames: SentFrame[] = []
  for (let at = 32; at + 12 <= ivf.length; ) {
    const bytes = ivf.readUInt32LE(at)
    frames.push({ ms: Number(ivf.readBigUInt64LE(at + 4)) * 40, data: ivf.subarray(at + 12, at + 12 + bytes) })
    at += 12 + bytes
  }
  return frames
}

/** Returns sound of Opus with a tone of 100 ms at each whole second, or `offset` seconds after it. */
export function beeps({
  from,
  seconds,
  hertz = 1000,
  offset = 0,
}: Marked & { hertz?: number; offset?: number }): SentFrame[] {
  const phase = (from % 1000) / 1000
  const source = `aevalsrc='0.5*sin(2*PI*${hertz}*t)*lt(mod(t+${phase}+1-${offset},1),0.1)':s=48000:d=${seconds}`
  const ogg = ffmpeg([
    '-f',
    'lavfi',
    '-i',
    source,
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
    '-frame_duration',
    '20',
    '-f',
    'ogg',
  ])
  return packetsOfOgg(ogg)
    .slice(2)
    .map((data, index) => ({ ms: index * 20, data }))
}

function packetsOfOgg(ogg: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let rest: Buffer[] = []
  for (let page = 0; page + 27 <= ogg.length; ) {
    const segments = ogg.readUInt8(page + 26)
    let at = page + 27 + segments
    for (let index = 0; index < segments; index++) {
      const length = ogg.readUInt8(page + 27 + index)
      rest.push(ogg.subarray(at, at + length))
      at += length
      if (length === 255) continue
      packets.push(Buffer.concat(rest))
      rest = []
    }
    page = at
  }
  return packets
}

type Stream = {
  what: 'audio' | 'camera' | 'screen'
  sender: string
  /** time of its first frame in milliseconds since 1970 */
  from: number
  frames: SentFrame[]
  /** whether a packet is lost on the way, by its number and its time from the beginning of the stream */
  loses?: (number: number, ms: number) => boolean
  /** parts per million by which the sender's clock is fast */
  drift?: number
}

const places = { audio: 0, camera: 1, screen: 2 }
const mostBytes = 1100
/** Milliseconds on the way, which change from packet to packet. */
const delayOf = (number: number): number => 15 + ((number * 7919) % 29)

/** Writes the recording of a stream as Janus does, and returns its path. */
export function writeMjr(
  folder: string,
  room: string,
  { what, sender, from, frames, loses, drift = 0 }: Stream,
): string {
  const isAudio = what === 'audio'
  const packets: { at: number; bytes: Buffer }[] = []
  let number = 65_000 // begins again at 0 after some packets
  for (const { ms, data } of frames) {
    const parts = isAudio
      ? [data]
      : Array.from({ length: Math.ceil(data.length / mostBytes) }, (_, part) =>
          data.subarray(part * mostBytes, (part + 1) * mostBytes),
        )
    for (const [part, payload] of parts.entries()) {
      const count = number++
      if (loses?.(count, ms)) continue
      const head = Buffer.alloc(12)
      head.writeUInt8(0x80, 0)
      head.writeUInt8((part === parts.length - 1 ? 0x80 : 0) | (isAudio ? 111 : 96), 1)
      head.writeUInt16BE(count % 65_536, 2)
      const ticks = Math.round(ms * (1 + drift / 1e6) * (isAudio ? 48 : 90))
      head.writeUInt32BE((4_294_900_000 + ticks) % 2 ** 32, 4)
      head.writeUInt32BE(what.length, 8)
      // a picture number in two bytes, as browsers send it
      const descriptor = isAudio
        ? []
        : [0x80 | (part === 0 ? 0x10 : 0), 0x80, 0x80 | ((count >> 8) & 0x7f), count & 0xff]
      packets.push({ at: from + ms + delayOf(count), bytes: Buffer.concat([head, Buffer.from(descriptor), payload]) })
    }
  }
  packets.sort((one, other) => one.at - other.at)
  const first = packets[0]?.at ?? from
  const info = JSON.stringify({
    t: isAudio ? 'a' : 'v',
    c: isAudio ? 'opus' : 'vp8',
    d: what,
    s: (from - 50) * 1000,
    u: first * 1000,
  })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(info.length)
  const path = join(
    folder,
    `videoroom-${room}-user-${sender}-${from * 1000}-${isAudio ? 'audio' : 'video'}-${places[what]}.mjr`,
  )
  const recorded = packets.map(({ at, bytes }) => {
    const head = Buffer.from('MEET\0\0\0\0\0\0', 'latin1')
    head.writeUInt32BE(Math.max(0, Math.round(at - first)), 4)
    head.writeUInt16BE(bytes.length, 8)
    return Buffer.concat([head, bytes])
  })
  writeFileSync(path, Buffer.concat([Buffer.from('MJR00002'), length, Buffer.from(info), ...recorded]))
  return path
}

/** Times in seconds, from the beginning of the part, at which a video becomes bright, and at which its sound begins after silence. */
export function readMarkers(
  path: string,
  part?: { from: number; seconds: number },
): { flashes: number[]; beeps: number[] } {
  const input = [...(part ? ['-ss', String(part.from), '-t', String(part.seconds)] : []), '-i', path]
  const pixels = ffmpeg([...input, '-map', '0:v', '-vf', 'scale=16:9:flags=area,format=gray', '-f', 'rawvideo'])
  const lit: number[] = []
  for (let at = 0; at < pixels.length; at += 144)
    lit.push(pixels.subarray(at, at + 144).reduce((sum, value) => sum + value, 0) / 144)
  const sound = ffmpeg([...input, '-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le'])
  const beeps: number[] = []
  let silentSince = -2400
  for (let at = 0; at * 2 + 1 < sound.length; at++) {
    if (Math.abs(sound.readInt16LE(at * 2)) < 1500) continue
    if (at - silentSince > 1600) beeps.push(at / 8000)
    silentSince = at
  }
  const flashes = lit.flatMap((value, index) => (value > 150 && (lit[index - 1] ?? 0) <= 150 ? [index / 25] : []))
  return { flashes, beeps }
}
