import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { imageProcess } from '#adapters/images/image-process.ts'
import { inAll } from '#test/support/in-all.ts'
import { processImage as process } from './process-image.ts'

const images = imageProcess()
afterAll(() => images.close())
let users = 0
/** As a user of their own, who has nothing else in the queue. */
const processImage = (bytes: Uint8Array) => process(images, { bytes }, { client: `user ${users++}` })

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#345', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
const sizes = async (input: Uint8Array) => {
  const { files } = await processImage(input)
  return Promise.all(
    files.map(async ({ width, format, bytes }) => {
      const found = await sharp(bytes).metadata()
      return { name: `${width}.${format}`, width: found.width, height: found.height }
    }),
  )
}

describe('processImage', () => {
  it('makes every size in every format, from a JPEG', async () => {
    const input = await noise(1600, 900).jpeg().toBuffer()
    expect(await sizes(input)).toEqual([
      { name: '320.avif', width: 320, height: 180 },
      { name: '320.webp', width: 320, height: 180 },
      { name: '640.avif', width: 640, height: 360 },
      { name: '640.webp', width: 640, height: 360 },
      { name: '1280.avif', width: 1280, height: 720 },
      { name: '1280.webp', width: 1280, height: 720 },
    ])
  })

  it('never enlarges: a small picture fills the larger sizes as it is', async () => {
    const input = await noise(400, 200).png().toBuffer()
    expect((await sizes(input)).map(({ width }) => width)).toEqual([320, 320, 400, 400, 400, 400])
  })

  it('keeps very long pictures within bounds', async () => {
    const input = await noise(20, 12_000).png().toBuffer()
    expect((await sizes(input)).every(({ height }) => height !== undefined && height <= 3840)).toBe(true)
  })

  it('turns pictures upright and leaves out what the camera wrote into them', async () => {
    const input = await noise(300, 200)
      .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(input).metadata()).exif).toBeDefined()
    const { width, height, files } = await processImage(input)
    expect({ width, height }).toEqual({ width: 200, height: 300 })
    for (const { bytes } of files) {
      const found = await sharp(bytes).metadata()
      expect([found.exif, found.icc, found.xmp, found.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it.each(inAll([6, 7], [1, 2, 3, 4, 5, 8]))('turns orientation %i as sharp does', async (orientation) => {
    const quarters = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } })
      .composite(
        ['#0f0', '#00f', '#fff'].map((background, at) => ({
          input: { create: { width: 30, height: 20, channels: 3 as const, background } },
          left: at === 1 ? 0 : 30,
          top: at === 0 ? 0 : 20,
        })),
      )
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const expected = await sharp(quarters).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const { files } = await processImage(quarters)
    const largest = files.find(({ width, format }) => width === 1280 && format === 'webp')
    const found = await sharp(largest?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([found.info.width, found.info.height]).toEqual([expected.info.width, expected.info.height])
    // The middles of the four quarters: lossy formats blur the edges between them.
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const at = (Math.floor(y * found.info.height) * found.info.width + Math.floor(x * found.info.width)) * 3
      const [got, wanted] = [found.data, expected.data].map((data) =>
        [...data.subarray(at, at + 3)].map((v) => v > 127),
      )
      expect(got).toEqual(wanted)
    }
  })

  it('keeps transparency', async () => {
    const input = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer()
    const { files } = await processImage(input)
    expect((await sharp(files[1]?.bytes).metadata()).hasAlpha).toBe(true)
  })

  it.each(inAll(['webp', 'gif'] as const, ['jpeg', 'png', 'avif'] as const))('reads %s', async (format) => {
    const { width } = await processImage(await noise(64, 64).toFormat(format).toBuffer())
    expect(width).toBe(64)
  })

  it.each([
    [
      'an SVG',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', () => Buffer.alloc(0)],
    [
      'noise that begins like a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 7)]),
    ],
    ['a TIFF', () => noise(10, 10).tiff().toBuffer()],
    ['half a JPEG', async () => (await noise(500, 500).jpeg().toBuffer()).subarray(0, 9000)],
  ])('refuses %s', async (_name, make) => {
    await expect(processImage(await make())).rejects.toMatchObject({ code: 'wrong_media' })
  })

  it('refuses a bomb: few bytes that would become a huge bitmap', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(3_000_000)
    await expect(processImage(bomb)).rejects.toThrow(/as PNG it may have at most 50 megapixels/)
  })

  it('goes on after an error', async () => {
    const good = await noise(40, 40).png().toBuffer()
    const [bad, fine] = await Promise.allSettled([processImage(Buffer.from('no picture')), processImage(good)])
    expect([bad.status, fine.status]).toEqual(['rejected', 'fulfilled'])
  })
})
