import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeMjr } from '#test/support/live/make-recording.ts'
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
