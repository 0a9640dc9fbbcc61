import { brotliDecompressSync } from 'node:zlib'
import { size } from '../lib/dataset.ts'
import { expectThat, probe } from '../lib/probe.ts'

export const cataloguePath = '/api/course/getpublishedcoures'

export type Catalogue = { plain: Buffer; brotli: Buffer; etag: string }

const count = (json: Buffer): number => {
  const list: unknown = JSON.parse(json.toString())
  return Array.isArray(list) ? list.length : -1
}

/** Our catalogue as it goes over the wire, plain and in brotli, after a look that it is whole and that 304 works. */
export async function readCatalogue(origin: string): Promise<Catalogue> {
  const url = `${origin}${cataloguePath}`
  const plain = await probe(url, { 'accept-encoding': 'identity' })
  expectThat(plain.status === 200 && count(plain.body) === size.courses, 'our catalogue does not hold all courses')
  const brotli = await probe(url, { 'accept-encoding': 'br' })
  expectThat(brotli.headers['content-encoding'] === 'br', 'our catalogue is not sent in brotli')
  expectThat(brotliDecompressSync(brotli.body).equals(plain.body), 'our brotli catalogue is another one')
  const etag = brotli.headers.etag ?? ''
  expectThat(etag !== '' && !etag.startsWith('W/'), 'our catalogue has no strong ETag')
  const again = await probe(url, { 'accept-encoding': 'br', 'if-none-match': etag })
  expectThat(again.status === 304 && again.body.length === 0, 'our catalogue does not answer 304')
  return { plain: plain.body, brotli: brotli.body, etag }
}

/** Bytes for people: "87 kB". */
export const kB = (bytes: { length: number }): string => `${Math.round(bytes.length / 1000)} kB`
