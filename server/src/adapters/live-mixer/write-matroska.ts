import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** A frame with its time in whole milliseconds from the beginning of the file. */
export type Frame = { ms: number; isKey: boolean; data: Buffer }

export type Track = { codec: 'vp8'; width: number; height: number } | { codec: 'opus' }

/** Milliseconds of a cluster; times in it are signed 16-bit numbers. */
const clusterMs = 2000
const maxClusterBytes = 4 * 1024 ** 2

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}

/** An element of EBML; its length takes eight bytes. */
function element(id: number, ...content: Buffer[]): Buffer {
  const name = Buffer.from(id.toString(16), 'hex')
  const length = content.reduce((sum, part) => sum + part.length, 0)
  const size = Buffer.alloc(8)
  size.writeUInt8(0x01, 0)
  size.writeUIntBE(length, 2, 6)
  return Buffer.concat([name, size, ...content])
}

/** The identification header of Opus (RFC 7845, 5.1) for two channels without samples to skip. */
function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(2, 9)
  head.writeUInt32LE(48_000, 12)
  return head
}

function describeTrack(track: Track): Buffer {
  const usual = [element(0xd7, number(1)), element(0x73c5, number(1))]
  if (track.codec === 'vp8')
    return element(
      0xae,
      ...usual,
      element(0x83, number(1)),
      element(0x86, Buffer.from('V_VP8')),
      element(0xe0, element(0xb0, number(track.width)), element(0xba, number(track.height))),
    )
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(48_000)
  return element(
    0xae,
    ...usual,
    element(0x83, number(2)),
    element(0x86, Buffer.from('A_OPUS')),
    element(0x63a2, opusHead()),
    element(0xe1, element(0xb5, rate), element(0x9f, number(2))),
  )
}

function beginning(track: Track): Buffer {
  const unknownLength = Buffer.from('01ffffffffffffff', 'hex')
  return Buffer.concat([
    element(
      0x1a45dfa3,
      element(0x4282, Buffer.from('matroska')),
      element(0x4287, number(4)),
      element(0x4285, number(2)),
    ),
    Buffer.from('18538067', 'hex'),
    unknownLength,
    element(
      0x1549a966,
      element(0x2ad7b1, number(1_000_000)),
      element(0x4d80, Buffer.from('-')),
      element(0x5741, Buffer.from('-')),
    ),
    element(0x1654ae6b, describeTrack(track)),
  ])
}

/** Writes frames of one track to a Matroska file, in the order of their times. */
export async function writeMatroska(path: string, track: Track, frames: AsyncIterable<Frame>): Promise<number> {
  const stream = createWriteStream(path, { mode: 0o600 })
  const done = finished(stream)
  done.catch(() => {})
  let cluster: Buffer[] = []
  let bytes = 0
  let from = 0
  let count = 0
  const write = async (data: Buffer): Promise<void> => {
    if (!stream.write(data)) await Promise.race([once(stream, 'drain'), done])
  }
  const flush = async (): Promise<void> => {
    if (cluster.length > 0) await write(element(0x1f43b675, element(0xe7, number(from)), ...cluster))
    cluster = []
    bytes = 0
  }
  try {
    await write(beginning(track))
    for await (const { ms, isKey, data } of frames) {
      if (cluster.length > 0 && (ms - from > clusterMs || bytes > maxClusterBytes)) await flush()
      if (cluster.length === 0) from = ms
      const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0])
      head.writeInt16BE(ms - from, 1)
      cluster.push(element(0xa3, head, data))
      bytes += data.length
      count++
    }
    await flush()
    stream.end()
    await done
  } catch (error) {
    stream.destroy()
    throw error
  }
  return count
}
