import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding, type Encoding } from '../choose-encoding.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses a document for one reader, off the event loop; effort 4 takes about a millisecond for a page of ours. */
export async function compressHtml(
  html: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ bytes: Buffer; encoding?: Encoding }> {
  const encoding = chooseEncoding(acceptEncoding, ['br', 'gzip'])
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
    return { bytes: await brotli(html, { params }), encoding }
  }
  if (encoding === 'gzip') return { bytes: await gzipped(html, { level: 6 }), encoding }
  return { bytes: html }
}
