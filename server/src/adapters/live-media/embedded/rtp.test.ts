import { expect, test } from 'vitest'
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

test('the packets that are asked for are read as they were written, over the end of the numbers too', () => {
  const missing = [65_530, 65_535, 0, 9, 300]
  const packet = nack(77, missing)
  expect(isRtcp(packet)).toBe(true)
  expect(readFeedback(packet, 77).missing).toEqual(missing)
  expect(readFeedback(packet, 78).missing).toEqual([])
  expect(sequenceDistance(65_530, 9)).toBe(15)
  expect(sequenceDistance(9, 65_530)).toBe(-15)
})

test('a compound packet is read to its end, and one that was cut to where it is whole', () => {
  const report = receiverReport({ ssrc: 77, fractionLost: 0.25, lost: 5, highest: 9, ntpMiddle: 0, delay: 0 })
  const whole = Buffer.concat([report, pictureLoss(77), nack(77, [4])])
  expect(readFeedback(whole, 77)).toEqual({ missing: [4], keyframe: true, fractionLost: 0.25 })
  expect(readFeedback(whole.subarray(0, -2), 77)).toEqual({ missing: [], keyframe: true, fractionLost: 0.25 })
  for (let length = 0; length < whole.length; length++)
    expect(() => readFeedback(whole.subarray(0, length), 77)).not.toThrow()
})

test('a limit of bits a second is written as mantissa and exponent', () => {
  const packet = bitrateLimit([77], 4_064_000)
  expect(packet.toString('latin1', 12, 16)).toBe('REMB')
  const exponent = (packet.readUInt8(17) >> 2) & 63
  const mantissa = ((packet.readUInt8(17) & 3) << 16) | packet.readUInt16BE(18)
  expect(mantissa * 2 ** exponent).toBeCloseTo(4_064_000, -2)
})

test('of a report only what the sender says of itself goes on', () => {
  const packet = Buffer.alloc(52)
  packet.writeUInt32BE(0x81c8_000c, 0)
  packet.writeUInt32BE(77, 4)
  packet.writeUInt32BE(0x1234_5678, 8)
  packet.writeUInt32BE(0x9abc_def0, 12)
  const found = readSenderReport(packet, 77)
  expect(found?.ntpMiddle).toBe(0x5678_9abc)
  expect(found?.report.length).toBe(28)
  expect(found?.report.readUInt32BE(0)).toBe(0x80c8_0006)
  expect(readSenderReport(packet, 78)).toBeUndefined()
})
