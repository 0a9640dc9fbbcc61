import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoMedia } from '@virtual-courses/demo/index'
import { afterAll, expect, test } from 'vitest'
import { smallVideo } from '#test/support/make-course.ts'
import { measureVideo } from './measure-video.ts'

const turn = { client: 'an educator' }
const folder = mkdtempSync(join(tmpdir(), 'vc-measure-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = Buffer.from(await smallVideo().arrayBuffer())
const measure = (content: Uint8Array, name: string): Promise<number | null> => {
  writeFileSync(join(folder, name), content)
  return measureVideo({ path: join(folder, name) }, turn)
}
/** The file with the length in its movie header replaced: a time scale and a number of ticks of it. */
const claiming = (scale: number, ticks: number): Buffer => {
  const copy = Buffer.from(bytes)
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    for (let at = copy.indexOf(box); at >= 0; at = copy.indexOf(box, at + 1)) {
      if (box !== 'tkhd') copy.writeUInt32BE(scale, at + 16)
      copy.writeUInt32BE(ticks, at + (box === 'tkhd' ? 24 : 20))
    }
  }
  return copy
}

test('returns the duration of MP4 and WebM files in whole seconds', async () => {
  expect(await measure(bytes, 'small.mp4')).toBe(4)
  expect(await measureVideo({ path: fileURLToPath(new URL('design-grid.webm', demoMedia)) }, turn)).toBe(32)
})

test.each([
  ['no bytes', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(5000)],
  ['a text', Buffer.from('hello '.repeat(200))],
  ['the first bytes of a video', bytes.subarray(0, 40)],
  [
    'a WebM that ends after its signature',
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  ],
  [
    'a box that claims to be of four gigabytes',
    Buffer.concat([bytes.subarray(0, 32), Buffer.from('ffffffff6d6f6f76', 'hex')]),
  ],
  ['a video that claims to be of years', claiming(1, 4_000_000_000)],
])('answers null or a sane length for %s, and does not throw', async (_name, content) => {
  expect(await measure(content, 'odd.mp4')).toBeOneOf([null, 1, 2, 3, 4])
})

test('returns null for a missing file', async () => {
  expect(await measureVideo({ path: join(folder, 'nothing') }, turn)).toBeNull()
})

test('measures many at once, one after the other', async () => {
  writeFileSync(join(folder, 'many.mp4'), readFileSync(join(folder, 'small.mp4')))
  const all = Array.from({ length: 5 }, (_, user) =>
    measureVideo({ path: join(folder, 'many.mp4') }, { client: `user ${user}` }),
  )
  expect(await Promise.all(all)).toEqual([4, 4, 4, 4, 4])
})
