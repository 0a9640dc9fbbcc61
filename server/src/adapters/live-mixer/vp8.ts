/** The payload of a packet of VP8 (RFC 7741): whether a frame begins with it, and its part of the frame. */
export type Vp8Part = { begins: boolean; isKey: boolean; data: Buffer }

/** Reads the payload of a packet; null when it has no part of a frame. */
export function readVp8(payload: Buffer): Vp8Part | null {
  if (payload.length < 2) return null
  const first = payload.readUInt8(0)
  let start = 1
  if (first & 0x80) {
    const extended = payload.readUInt8(1)
    start = 2
    if (extended & 0x80) start += (payload[start] ?? 0) & 0x80 ? 2 : 1
    if (extended & 0x40) start++
    if (extended & 0x30) start++
  }
  if (start >= payload.length) return null
  const begins = (first & 0x10) !== 0 && (first & 0x07) === 0
  const data = payload.subarray(start)
  return { begins, isKey: begins && (data.readUInt8(0) & 0x01) === 0, data }
}

/** Returns the size of the picture that a key frame begins (RFC 6386, 9.1); null for another frame. */
export function sizeOfKeyFrame(data: Buffer): { width: number; height: number } | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null
  const width = data.readUInt16LE(6) & 0x3fff
  const height = data.readUInt16LE(8) & 0x3fff
  return width > 0 && height > 0 ? { width, height } : null
}
