import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { Images } from '#ports/images.ts'
import { inAll } from '#test/support/in-all.ts'
import { imageProcess } from './image-process.ts'

const opened: Images[] = []
const open = (options: Parameters<typeof imageProcess>[0] = {}): Images => {
  const images = imageProcess(options)
  opened.push(images)
  return images
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((images) => images.close()))
})

const fixture = readFileSync(new URL('../../../test/fixtures/flat-8000x6200.avif', import.meta.url))
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' }, limitInputPixels: false })

/** Returns the ids of the programs that this process has started for images. */
const programs = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
      return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('convert-image')
    } catch {
      return false // it ended meanwhile
    }
  })
const until = async (done: () => boolean) => {
  // one successful check is enough: a program may end right after it was seen
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (done()) return
    await sleep(10)
  }
  expect.fail('what was waited for did not happen in 10 seconds')
}

describe('imageProcess', () => {
  it('refuses a flat AVIF of 8000 x 6200 pixels by its header', async () => {
    expect(fixture.length).toBeLessThan(1200)
    expect(await open().convert({ bytes: fixture })).toMatchObject({ fault: 'too_large', kind: 'AVIF' })
  })

  it('survives an AVIF of 8000 x 6200 pixels whose header claims a small size', async () => {
    const lying = Buffer.from(fixture)
    for (let at = lying.indexOf('ispe'); at >= 0; at = lying.indexOf('ispe', at + 4)) {
      lying.writeUInt32BE(800, at + 8)
      lying.writeUInt32BE(620, at + 12)
    }
    const images = open()
    expect(await images.convert({ bytes: lying })).toHaveProperty('fault')
    expect(await images.convert({ bytes: await flat(20, 20).png().toBuffer() })).toHaveProperty('image.width', 20)
  })

  type Made = [name: string, make: () => Promise<Buffer>]
  const always: Made[] = [
    ['12 megapixels as progressive JPEG', () => flat(4032, 3024).jpeg({ progressive: true }).toBuffer()],
    ['a full HD screen as AVIF', () => flat(1920, 1080).avif({ effort: 0 }).toBuffer()],
  ]
  const more: Made[] = [
    ['48 megapixels as JPEG', () => flat(8000, 6000).jpeg().toBuffer()],
    ['12 megapixels as PNG', () => flat(4032, 3024).png({ compressionLevel: 1 }).toBuffer()],
    ['12 megapixels as WebP', () => flat(4032, 3024).webp({ effort: 0 }).toBuffer()],
  ]
  it.each(inAll(always, more))('converts %s', async (_name, make) => {
    const result = await open().convert({ bytes: await make() })
    expect(result).toMatchObject({ image: { width: 1280, files: expect.objectContaining({ length: 6 }) } })
  })

  const tooLarge: Made[] = [
    ['interlaced PNG', () => flat(6000, 4000).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
    ['AVIF with transparency or more than 8 bits', () => flat(2000, 1500).avif({ effort: 0, bitdepth: 10 }).toBuffer()],
  ]
  const moreTooLarge: Made[] = [
    [
      'progressive JPEG without chroma subsampling',
      () => flat(4032, 3024).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['16-bit PNG', () => flat(6000, 3000).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()],
    ['WebP', () => flat(4608, 3456).webp({ effort: 0 }).toBuffer()],
    ['GIF', () => flat(4000, 3000).gif({ effort: 1 }).toBuffer()],
  ]
  it.each(inAll(tooLarge, moreTooLarge))('refuses more pixels than fit into memory as %s', async (kind, make) => {
    expect(await open().convert({ bytes: await make() })).toMatchObject({ fault: 'too_large', kind })
  })

  it('ends its program when the call is aborted', async () => {
    const images = open()
    const client = new AbortController()
    const converting = images.convert(
      { bytes: await flat(4032, 3024).png({ compressionLevel: 1 }).toBuffer() },
      client.signal,
    )
    converting.catch(() => {})
    await until(() => programs().length === 1)
    client.abort(new Error('the client left'))
    await expect(converting).rejects.toThrow('the client left')
    expect(programs()).toEqual([])
  })

  it('starts its program with an empty environment, and a new one for each image', async () => {
    const images = open()
    const image = await flat(20, 20).png().toBuffer()
    await images.convert({ bytes: image })
    await until(() => programs().length === 1)
    const [first] = programs()
    const environment = readFileSync(`/proc/${first}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    expect(environment).not.toContain('PATH')
    await images.convert({ bytes: image })
    await until(() => programs().length === 1 && programs()[0] !== first)
    await images.close()
    expect(programs()).toEqual([])
  })

  it('ends the program that waits for the next image if none comes', async () => {
    const images = open({ readyMs: 200 })
    const image = { bytes: await flat(20, 20).png().toBuffer() }
    await images.convert(image)
    await until(() => programs().length === 1)
    await until(() => programs().length === 0)
    expect(await images.convert(image)).toHaveProperty('image.width', 20)
  })
})
