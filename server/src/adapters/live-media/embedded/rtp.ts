/** The few parts of RTP and RTCP (RFC 3550, 4585, 5104) that a forwarder reads and writes. No header extensions are negotiated. */

export const isRtcp = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0
  return type >= 192 && type <= 223
}

/** The distance from one sequence number to another, negative when `to` is older. */
export const sequenceDistance = (from: number, to: number): number => ((to - from + 0x8000) & 0xffff) - 0x8000

type Part = { type: number; format: number; at: number; bytes: number }

/** The packets inside a compound one; ends at the first that is not whole. */
function* parts(packet: Buffer): Generator<Part> {
  let at = 0
  while (at + 8 <= packet.length) {
    const bytes = (packet.readUInt16BE(at + 2) + 1) * 4
    if (at + bytes > packet.length || bytes < 8) return
    yield { type: packet.readUInt8(at + 1), format: packet.readUInt8(at) & 31, at, bytes }
    at += bytes
  }
}

export type SenderReport = { ntpMiddle: number; report: Buffer }

/** The report of one sender without what it received, to be sent on. */
export function readSenderReport(packet: Buffer, ssrc: number): SenderReport | undefined {
  for (const { type, at, bytes } of parts(packet)) {
    if (type !== 200 || bytes < 28 || packet.readUInt32BE(at + 4) !== ssrc) continue
    const report = Buffer.from(packet.subarray(at, at + 28))
    report[0] = 0x80
    report.writeUInt16BE(6, 2)
    return { ntpMiddle: packet.readUInt32BE(at + 10), report }
  }
  return undefined
}

export type Feedback = { missing: number[]; keyframe: boolean; fractionLost?: number }

/** What a receiver says of the stream `ssrc`. */
export function readFeedback(packet: Buffer, ssrc: number): Feedback {
  const feedback: Feedback = { missing: [], keyframe: false }
  for (const { type, format, at, bytes } of parts(packet)) {
    if (type === 201) {
      for (let block = at + 8; block + 24 <= at + bytes; block += 24)
        if (packet.readUInt32BE(block) === ssrc) feedback.fractionLost = packet.readUInt8(block + 4) / 256
    } else if (type === 205 && format === 1 && bytes >= 12 && packet.readUInt32BE(at + 8) === ssrc) {
      for (let field = at + 12; field + 4 <= at + bytes; field += 4) {
        const first = packet.readUInt16BE(field)
        const following = packet.readUInt16BE(field + 2)
        feedback.missing.push(first)
        for (let bit = 0; bit < 16; bit++) if (following & (1 << bit)) feedback.missing.push((first + bit + 1) & 0xffff)
      }
    } else if (type === 206 && bytes >= 12) {
      // FIR names its streams in its body
      if (format === 1 && packet.readUInt32BE(at + 8) === ssrc) feedback.keyframe = true
      if (format === 4)
        for (let entry = at + 12; entry + 8 <= at + bytes; entry += 8)
          if (packet.readUInt32BE(entry) === ssrc) feedback.keyframe = true
    }
  }
  return feedback
}

/** Our own stream in the packets that we write; we send none. */
const ourSsrc = 1

function head(type: number, format: number, words: number): Buffer {
  const packet = Buffer.alloc((words + 1) * 4)
  packet[0] = 0x80 | format
  packet[1] = type
  packet.writeUInt16BE(words, 2)
  packet.writeUInt32BE(ourSsrc, 4)
  return packet
}

export function pictureLoss(ssrc: number): Buffer {
  const packet = head(206, 1, 2)
  packet.writeUInt32BE(ssrc, 8)
  return packet
}

/** Asks again for packets; `missing` in rising order. */
export function nack(ssrc: number, missing: readonly number[]): Buffer {
  const fields: { first: number; following: number }[] = []
  for (const sequence of missing) {
    const last = fields.at(-1)
    const distance = last ? sequenceDistance(last.first, sequence) : 0
    if (last && distance >= 1 && distance <= 16) last.following |= 1 << (distance - 1)
    else fields.push({ first: sequence, following: 0 })
  }
  const packet = head(205, 1, 2 + fields.length)
  packet.writeUInt32BE(ssrc, 8)
  for (const [index, { first, following }] of fields.entries()) {
    packet.writeUInt16BE(first, 12 + index * 4)
    packet.writeUInt16BE(following, 14 + index * 4)
  }
  return packet
}

/** REMB: the bits a second that a sender may use for these streams together. */
export function bitrateLimit(ssrcs: readonly number[], bitsPerSecond: number): Buffer {
  const packet = head(206, 15, 4 + ssrcs.length)
  packet.write('REMB', 12, 'latin1')
  let exponent = 0
  while (bitsPerSecond / 2 ** exponent >= 2 ** 18) exponent++
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent)
  packet.writeUInt32BE(((ssrcs.length << 24) | (exponent << 18) | mantissa) >>> 0, 16)
  for (const [index, ssrc] of ssrcs.entries()) packet.writeUInt32BE(ssrc, 20 + index * 4)
  return packet
}

export type Received = {
  ssrc: number
  fractionLost: number
  lost: number
  highest: number
  /** of the last report that came, and how long ago it came in 1/65536 s */
  ntpMiddle: number
  delay: number
}

export function receiverReport({ ssrc, fractionLost, lost, highest, ntpMiddle, delay }: Received): Buffer {
  const packet = head(201, 1, 7)
  packet.writeUInt32BE(ssrc, 8)
  packet[12] = Math.max(0, Math.min(255, Math.round(fractionLost * 256)))
  packet.writeUIntBE(Math.max(0, Math.min(0x7fffff, lost)), 13, 3)
  packet.writeUInt32BE(highest >>> 0, 16)
  packet.writeUInt32BE(ntpMiddle >>> 0, 24)
  packet.writeUInt32BE(delay >>> 0, 28)
  return packet
}
