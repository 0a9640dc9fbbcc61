import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkAnnouncedVideo, createTypeReader } from './file-types.ts'

const file = (name: string) => readFileSync(new URL(`../../../test/files/${name}`, import.meta.url))
const small = readFileSync(new URL('../../../test/fixtures/small.mp4', import.meta.url))
const [video, voice] = [file('brand-3gp4.mp4'), file('voice-3gp4.m4a')]

/** Reads a file in pieces of some size, so that boxes lie across them. */
async function typeOf(kind: 'video' | 'document' | 'image', bytes: Buffer, { name = 'file', piece = 997 } = {}) {
  const type = createTypeReader(kind, name)
  try {
    for (let at = 0; at < bytes.length; at += piece) await type.add(bytes.subarray(at, at + piece))
    return await type.end()
  } catch (error) {
    return error
  }
}
const refused = (message = /./) =>
  expect.objectContaining({ code: 'wrong_media', message: expect.stringMatching(message) })
const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const brands = (major: string, ...others: string[]) =>
  box('ftyp', Buffer.from(`${major}\0\0\0\0${others.join('')}`, 'latin1'))
const withoutBrands = (bytes: Buffer) => bytes.subarray(bytes.readUInt32BE(0))
const branded = (bytes: Buffer, major: string, ...others: string[]) =>
  Buffer.concat([brands(major, ...others), withoutBrands(bytes)])
/** The index of the file stands at its end, behind `bytes` of pictures, as telephones write it. */
const indexLast = (bytes: Buffer, between: number): Buffer => {
  const rest = withoutBrands(bytes)
  const at = rest.indexOf('moov') - 4
  const moov = rest.subarray(at, at + rest.readUInt32BE(at))
  return Buffer.concat([brands('isom', 'mp42'), box('mdat', Buffer.alloc(between)), moov])
}

describe('a file of the family of MP4', () => {
  const families = [
    '3gp4',
    '3g2a',
    'mp42',
    'isom',
    'iso5',
    'iso6',
    'dash',
    'avc1',
    'MSNV',
    'XAVC',
    'M4V ',
    'qt  ',
    'mp41',
    'ZZZZ',
  ]

  test.each(families)(
    'of the brand %s is a video by its picture, and a sound file by its sound alone',
    async (major) => {
      expect(await typeOf('video', branded(video, major))).toBe('video/mp4')
      expect(await typeOf('document', branded(video, major), { name: 'a.m4a' })).toEqual(refused())
      expect(await typeOf('document', branded(voice, major), { name: 'a.m4a' })).toBe('audio/x-m4a')
      expect(await typeOf('video', branded(voice, major))).toEqual(refused(/sound but no picture/))
    },
  )

  test('is known as it came from telephones, in pieces of any size, and from before there were brands', async () => {
    expect(await typeOf('video', video)).toBe('video/mp4')
    for (const piece of [1, 7, 64, 5000, 100_000])
      for (const bytes of [voice, file('voice-mp42.m4a')])
        expect(await typeOf('document', bytes, { name: 'voice.m4a', piece })).toBe('audio/x-m4a')
    expect(await typeOf('video', withoutBrands(small))).toBe('video/mp4')
    expect(await typeOf('video', Buffer.concat([box('wide', Buffer.alloc(0)), withoutBrands(small)]))).toBe('video/mp4')
  })

  test('is known by an index at its end', async () => {
    expect(await typeOf('video', indexLast(video, 300_000))).toBe('video/mp4')
    expect(await typeOf('document', indexLast(voice, 300_000))).toBe('audio/x-m4a')
    expect(await typeOf('video', indexLast(voice, 300_000))).toEqual(refused(/sound but no picture/))
  })

  test('is nothing that plays when it is a picture, or of an unknown brand and without tracks', async () => {
    for (const major of ['heic', 'heix', 'mif1', 'msf1', 'avif', 'avis', 'crx ', 'jxl ', 'jp2 '])
      for (const kind of ['video', 'document'] as const)
        expect([major, await typeOf(kind, branded(video, major, 'isom', 'mp42'))]).toEqual([major, refused()])
    expect(await typeOf('video', Buffer.concat([brands('ZZZZ'), box('mdat', Buffer.alloc(9000))]))).toEqual(refused())
    expect(await typeOf('image', video)).toEqual(refused())
    expect(await typeOf('image', Buffer.concat([brands('avif', 'mif1'), box('meta', Buffer.alloc(90))]))).toBe(
      'image/avif',
    )
  })

  test('with boxes that lie about their sizes is read to its end, and no further', async () => {
    const endless = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
    const tiny = Buffer.concat(Array.from({ length: 200_000 }, () => box('free', Buffer.alloc(0))))
    const huge = Buffer.from(`00000001${Buffer.from('mdat').toString('hex')}ffffffffffffffff`, 'hex')
    for (const rest of [endless, tiny, huge, Buffer.from('\0\0\0\x03moov'), Buffer.alloc(0)]) {
      const bytes = Buffer.concat([brands('ZZZZ'), rest, withoutBrands(video)])
      expect(await typeOf('document', bytes)).toEqual(refused())
    }
  })
})

test('a video of a telephone is not refused by what its browser calls it', () => {
  for (const [name, type] of [
    ['a.3gp', 'video/3gpp'],
    ['a.3gp', ''],
    ['a.mp4', 'video/mp4'],
  ] as const)
    expect(() => checkAnnouncedVideo(name, type)).not.toThrow()
  expect(() => checkAnnouncedVideo('a.avi', 'video/x-msvideo')).toThrow(/MP4, MOV or WebM/)
})
