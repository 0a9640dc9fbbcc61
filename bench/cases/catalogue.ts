import { gunzipSync } from 'node:zlib'
import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { size } from '../lib/dataset.ts'
import { expectThat, httpSide, probe } from '../lib/http-side.ts'
import { startBareHttp } from '../peers/bare-servers.ts'

export const cataloguePath = '/api/course/getpublishedcoures'

export type Catalogue = { plain: Buffer; etag: string }

const count = (json: Buffer): number => {
  const list: unknown = JSON.parse(json.toString())
  return Array.isArray(list) ? list.length : -1
}

/** Our catalogue and the ETag of its compressed form, after checking that it is whole and that 304 works. */
export async function readCatalogue(origin: string): Promise<Catalogue> {
  const url = `${origin}${cataloguePath}`
  const plain = await probe(url, { 'accept-encoding': 'identity' })
  expectThat(plain.status === 200 && count(plain.body) === size.courses, 'our catalogue does not hold all courses')
  const zipped = await probe(url, { 'accept-encoding': 'gzip' })
  expectThat(zipped.headers['content-encoding'] === 'gzip', 'our catalogue is not sent compressed')
  expectThat(gunzipSync(zipped.body).equals(plain.body), 'our compressed catalogue is another one')
  const etag = zipped.headers.etag ?? ''
  expectThat(etag !== '' && !etag.startsWith('W/'), 'our catalogue has no strong ETag')
  const again = await probe(url, { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expectThat(again.status === 304 && again.body.length === 0, 'our catalogue does not return 304')
  return { plain: plain.body, etag }
}

/** Bytes for people: "87 kB". */
export const kB = (bytes: { length: number }): string => `${Math.round(bytes.length / 1000)} kB`

/** The whole catalogue, warm and uncompressed, against the fewest lines of Node that send the same bytes. */
export const l1: BenchCase = {
  id: 'L1',
  title: 'catalogue of 200, warm',
  ratios: [perSecond(0.3, 0.5, 0.8)],
  prepare: async (environment, started) => {
    const server = await environment.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await started.keep(startBareHttp(environment.folderFor('l1'), plain, etag))
    const requests = () => [{ method: 'GET', path: cataloguePath, headers: { 'Accept-Encoding': 'identity' } }]
    const side = { connections: 16, requests }
    return {
      ours: httpSide(server, side),
      peer: httpSide(bare, side),
      note: kB(plain),
    }
  },
}

/** A client that has the catalogue asks whether it changed: 304 against 304. */
export const l3: BenchCase = {
  id: 'L3',
  title: 'conditional catalogue, 304',
  ratios: [perSecond(0.25, 0.5, 0.8)],
  prepare: async (environment, started) => {
    const server = await environment.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await started.keep(startBareHttp(environment.folderFor('l3'), plain, etag))
    const seen = await probe(`${bare.origin}${cataloguePath}`, { 'if-none-match': etag })
    expectThat(seen.status === 304, 'the bare server does not return 304')
    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': etag }
    const side = { connections: 16, requests: () => [{ method: 'GET', path: cataloguePath, headers }] }
    return {
      ours: httpSide(server, side),
      peer: httpSide(bare, side),
      note: '',
    }
  },
}
