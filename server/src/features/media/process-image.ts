import { type ImageFormat, imageFormats, imageWidths } from '@virtual-courses/contract'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#http/refusal.ts'
import { inTurn } from './in-turn.ts'

export type ProcessedImage = {
  /** pixels of the largest size */
  width: number
  height: number
  /** every size in every format */
  files: { width: number; format: ImageFormat; bytes: Buffer }[]
}

/** About 8,000 x 6,000: larger ones would take hundreds of megabytes to decode. */
const maxPixels = 50_000_000
/** A picture is at most this many times as high as it is wide; what is longer is made smaller as a whole. */
const maxHeightRatio = 3
const maxSeconds = 30

// One picture at a time on one thread, and nothing remembered: memory stays flat, requests go on.
sharp.cache(false)
sharp.concurrency(1)
// Only what the contract accepts may be decoded at all, whatever a file's first bytes pretend.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

const enqueue = inTurn()

/**
 * Makes every size of a picture from untrusted bytes: turned upright, in sRGB, without any metadata (cameras write the place
 * into them), never larger than the original. A small original fills the larger sizes as it is.
 * Throws wrong_media for what cannot be decoded, is too large to decode, or is damaged.
 */
export const processImage = (input: string | Uint8Array): Promise<ProcessedImage> => enqueue(() => convert(input))

async function convert(input: string | Uint8Array): Promise<ProcessedImage> {
  const pixels = await decode(input).catch((error: Error) => {
    throw new Refusal('wrong_media', sentence(error))
  })
  const { width, height, channels } = pixels.info
  const files: ProcessedImage['files'] = []
  for (const size of imageWidths) {
    const scaled = sharp(pixels.data, { raw: { width, height, channels } }).resize(within(size))
    for (const format of imageFormats) files.push({ width: size, format, bytes: await encode(scaled.clone(), format) })
  }
  return { width, height, files }
}

const within = (width: number) =>
  ({ width, height: width * maxHeightRatio, fit: 'inside', withoutEnlargement: true }) as const

/** Async, so that what sharp throws at once is a rejection too. */
const decode = async (input: string | Uint8Array) =>
  sharp(input, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true })
    .timeout({ seconds: maxSeconds })
    .resize(within(Math.max(...imageWidths)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

const encode = (image: Sharp, format: ImageFormat): Promise<Buffer> =>
  (format === 'avif' ? image.avif({ quality: 55, effort: 3 }) : image.webp({ quality: 80, effort: 4 })).toBuffer()

const sentence = (error: Error): string =>
  /pixel limit/i.test(error.message)
    ? 'This picture has too many pixels. Please choose one of at most 50 megapixels.'
    : 'This picture is damaged or of a kind that we cannot use. Please choose another JPEG, PNG, WebP or AVIF file.'
