import { type FileHandle, open } from 'node:fs/promises'

/** What the header of a recording of Janus says: kind, codec, description of the stream, and times in microseconds since 1970. */
export type MjrHeader = {
  kind: 'audio' | 'video'
  codec: string
  description: string | null
  /** time of the first packet, in milliseconds */
  firstAt: number
  /** offset of the first packet */
  bytes: number
}

/** An RTP packet as it was recorded. */
export type MjrPacket = {
  /** offset of its frame in the file */
  offset: number
  /** time at which it arrived, in milliseconds */
  at: number
  sequence: number
  timestamp: number
  marker: boolean
  payload: Buffer
}

const magic = 'MJR00002'
const frameMark = Buffer.from('MEET')
const frameHead = 10
const chunkBytes = 256 * 1024

/** Reads the header; null for a file of another kind, or one that ends before its first packet. */
export async function readMjrHeader(path: string): Promise<MjrHeader | null> {
  const file = await open(path)
  try {
    const head = await readAt(file, 0, magic.length + 2)
    if (head.length < magic.length + 2 || head.toString('latin1', 0, magic.length) !== magic) return null
    const length = head.readUInt16BE(magic.length)
    const text = await readAt(file, head.length, length)
    if (text.length < length) return null
    return readInfo(text.toString(), head.length + length)
  } finally {
    await file.close()
  }
}

function readInfo(text: string, bytes: number): MjrHeader | null {
  try {
    const { t, c, d, u } = JSON.parse(text) as Record<string, unknown> // fields are checked below
    if ((t !== 'a' && t !== 'v') || typeof c !== 'string' || typeof u !== 'number') return null
    const description = typeof d === 'string' ? d : null
    return { kind: t === 'a' ? 'audio' : 'video', codec: c, description, firstAt: u / 1000, bytes }
  } catch {
    return null
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/**
 * Reads packets from an offset on, in batches with the packets of one part of the file. Ends at the end of the file or at its first broken
 * frame: a killed media server leaves half a frame.
 */
export async function* readPackets(
  path: string,
  header: MjrHeader,
  from = header.bytes,
): AsyncGenerator<readonly MjrPacket[]> {
  const file = await open(path)
  try {
    let rest = Buffer.alloc(0)
    let position = from
    for (;;) {
      const more = await readAt(file, position + rest.length, chunkBytes)
      if (more.length === 0) return
      const buffer = Buffer.concat([rest, more])
      const { packets, used } = splitFrames(buffer, position, header.firstAt)
      yield packets
      // what follows can be no frame
      if (used === null) return
      rest = buffer.subarray(used)
      position += used
    }
  } finally {
    await file.close()
  }
}

/** Returns the whole frames of a buffer; `used` is null where something else than a frame follows. */
function splitFrames(buffer: Buffer, position: number, firstAt: number) {
  const packets: MjrPacket[] = []
  let used = 0
  while (used + frameHead <= buffer.length) {
    if (buffer.compare(frameMark, 0, 4, used, used + 4) !== 0) return { packets, used: null }
    const length = buffer.readUInt16BE(used + 8)
    const end = used + frameHead + length
    if (end > buffer.length) break
    const at = firstAt + buffer.readUInt32BE(used + 4)
    const packet = readRtp(buffer.subarray(used + frameHead, end), { offset: position + used, at })
    if (packet) packets.push(packet)
    used = end
  }
  return { packets, used }
}

/** Reads an RTP packet (RFC 3550); null for what is none. */
function readRtp(bytes: Buffer, { offset, at }: Pick<MjrPacket, 'offset' | 'at'>): MjrPacket | null {
  if (bytes.length < 12 || bytes.readUInt8(0) >> 6 !== 2) return null
  const first = bytes.readUInt8(0)
  let start = 12 + (first & 0x0f) * 4
  if (first & 0x10) {
    if (start + 4 > bytes.length) return null
    start += 4 + bytes.readUInt16BE(start + 2) * 4
  }
  const padding = first & 0x20 ? bytes.readUInt8(bytes.length - 1) : 0
  const end = bytes.length - padding
  if (start > end) return null
  return {
    offset,
    at,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    marker: (bytes.readUInt8(1) & 0x80) !== 0,
    payload: bytes.subarray(start, end),
  }
}
