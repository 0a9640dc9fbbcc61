import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { Sentence } from '#core/languages/language.ts'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'
import type { Conversion, ConvertedImage, Images } from '#ports/images.ts'

const pool = createFairPool({
  atOnce: 1,
  waiting: 32,
  each: 2,
  longestMs: 30_000,
  retryAfterSeconds: 15,
  tooMany: msg`Your other images are still being prepared. Please try again when they are done.`,
  busy: msg`Too many images are being prepared at the moment. Please try again in a minute.`,
})

/**
 * Converts untrusted bytes to every size of an image: upright, in sRGB, without metadata (cameras store the location there),
 * never larger than the original. One image at a time, fair by user. Throws wrong_media for what is damaged, too large or of
 * another format; rate_limited, unavailable.
 */
export async function processImage(
  images: Images,
  source: Parameters<Images['convert']>[0],
  turn: Turn,
): Promise<ConvertedImage> {
  const result = await pool.run(turn, () => images.convert(source, turn.signal))
  if ('image' in result) return result.image
  throw new DomainError('wrong_media', sentenceOf(result))
}

/** Draws a picture of ours as PNG, in the same queue. Throws rate_limited, unavailable. */
export const drawPicture = (images: Images, picture: Uint8Array, turn: Turn): Promise<Buffer> =>
  pool.run(turn, () => images.draw(picture, turn.signal))

function sentenceOf(result: Exclude<Conversion, { image: unknown }>): Sentence {
  switch (result.fault) {
    case 'too_large': {
      const { kind, maxMegapixels, maxWidth } = result
      const width = maxWidth.toLocaleString('en')
      return kind === 'JPEG'
        ? msg`This image has too many pixels: as ${{ kind }} it may have at most ${{ maxMegapixels }} megapixels and ${{ width }} pixels in width. Please choose a smaller one.`
        : msg`This image has too many pixels: as ${{ kind }} it may have at most ${{ maxMegapixels }} megapixels and ${{ width }} pixels in width. Please choose a smaller one, or save it as an ordinary JPEG.`
    }
    case 'too_demanding':
      return msg`This image takes too much memory or time to read. Please choose a smaller one, best an ordinary JPEG.`
    case 'unreadable':
      return msg`This image is damaged or of a kind that we cannot use. Please choose another JPEG, PNG, WebP or AVIF file.`
  }
}
