import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeMjr } from '#test/support/live/make-recording.ts'
import { senderClock } from './clock.ts'
import { framesOf } from './frames.ts'
import { indexTrack } from './track.ts'

const folder = mkdtempSync(join(tmpdir(), 'frames-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The beginning of a key frame of 320 by 180, with as many bytes. */
function keyFrame(bytes: number): Buffer {
  const data = Buffer.alloc(bytes)
  data.writeUIntBE(0x9d012a, 3, 3)
  data.writeUInt16LE(320, 6)
  data.writeUInt16LE(180, 8)
  return data
}

test('a picture larger than any that a browser sends is left out; the next one is shown', async () => {
  const from = Date.UTC(2026, 10, 27, 10)
  const sizes = [2000, 5 * 1024 ** 2, 3000]
  const frames = sizes.map((bytes, index) => ({ ms: index * 40, data: keyFrame(bytes) }))
  const path = writeMjr(folder, 'large', { what: 'camera', sender: 'teacher', from, frames })
  const track = await indexTrack({ path, bytes: 0, sender: 'teacher', what: 'camera' })
  if (!track) return expect.unreachable('the recording has pictures')
  const found: number[] = []
  for await (const { data } of framesOf(track, from, from + 10_000)) found.push(data.length)
  expect(found).toEqual([2000, 3000])
})

test('a sender who counts ever faster does not move the beginning of the video', () => {
  const clock = senderClock()
  const packets = Array.from({ length: 5000 }, (_, index) => ({
    offset: index,
    at: 1_000_000 + index,
    sent: index * 499,
  }))
  for (const packet of packets) clock.add(packet)
  clock.settle()
  for (const packet of packets) {
    expect(clock.timeOf(packet)).toBeGreaterThan(packet.at - 5000)
    expect(clock.timeOf(packet)).toBeLessThanOrEqual(packet.at)
  }
})

test('a stream that begins more often than any is left out before it fills the memory', async () => {
  const frames = Array.from({ length: 20_001 }, (_, index) => ({ ms: index * 2000, data: Buffer.from([1]) }))
  const sent = { what: 'audio', sender: 'guest', from: Date.UTC(2026, 10, 27, 10) } as const
  const index = (name: string, count: number) =>
    indexTrack({ path: writeMjr(folder, name, { ...sent, frames: frames.slice(0, count) }), bytes: 0, ...sent })
  expect((await index('often', 3000))?.shown).toHaveLength(3000)
  expect(await index('ever', 20_001)).toBeNull()
})
