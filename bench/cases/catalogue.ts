import { brotliDecompressSync } from 'node:zlib'
import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { size } from '../lib/dataset.ts'
import { expectThat, httpSide, probe } from '../lib/http-side.ts'
import { startBareHttp } from '../peers/bare-servers.ts'
import { startNginx } from '../peers/nginx.ts'

export const cataloguePath = '/api/course/getpublishedcoures'

export type Catalogue = { plain: Buffer; brotli: Buffer; etag: string }

const count = (json: Buffer): number => {
  const list: unknown = JSON.parse(json.toString())
  return Array.isArray(list) ? list.length : -1
}

/** Our catalogue as it goes over the wire, plain and in brotli, after checking that it is whole and that 304 works. */
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
  expectThat(again.status === 304 && again.body.length === 0, 'our catalogue does not return 304')
  return { plain: plain.body, brotli: brotli.body, etag }
}

/** Bytes for people: "87 kB". */
export const kB = (bytes: { length: number }): string => `${Math.round(bytes.length / 1000)} kB`

/** The whole catalogue, warm and uncompressed, against the fewest lines of Node that send the same bytes. */
export const l1: BenchCase = {
  id: 'L1',
  title: 'catalogue of 200, warm',
  ratios: [perSecond(0.5, 0.8, 1)],
  prepare: async (environment) => {
    const server = await environment.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await startBareHttp(environment.folderFor('l1'), plain, etag)
    const requests = () => [{ method: 'GET', path: cataloguePath, headers: { 'Accept-Encoding': 'identity' } }]
    const side = { connections: 16, requests }
    return {
      ours: httpSide(server, side),
      peer: httpSide(bare, side),
      note: kB(plain),
      stop: bare.stop,
    }
  },
}

const nginxPath = '/catalogue.json'

/** The same in brotli, against nginx sending the same compressed bytes from a file. */
export const l2: BenchCase = {
  id: 'L2',
  title: 'catalogue of 200, brotli',
  ratios: [perSecond(0.15, 0.25, 0.5)],
  prepare: async (environment) => {
    const server = await environment.ours()
    const { plain, brotli } = await readCatalogue(server.origin)
    const nginx = await startNginx(environment.folderFor('l2'), plain, brotli)
    const seen = await probe(`${nginx.origin}${nginxPath}`, { 'accept-encoding': 'br' })
    expectThat(seen.body.equals(brotli), 'nginx does not send the compressed file')
    const side = (path: string) => ({
      connections: 16,
      requests: () => [{ method: 'GET', path, headers: { 'Accept-Encoding': 'br' } }],
    })
    return {
      ours: httpSide(server, side(cataloguePath)),
      peer: httpSide(nginx, side(nginxPath)),
      note: kB(brotli),
      stop: nginx.stop,
    }
  },
}

/** A client that has the catalogue asks whether it changed: 304 against 304. */
export const l3: BenchCase = {
  id: 'L3',
  title: 'conditional catalogue, 304',
  ratios: [perSecond(0.6, 0.8, 1)],
  prepare: async (environment) => {
    const server = await environment.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await startBareHttp(environment.folderFor('l3'), plain, etag)
    const seen = await probe(`${bare.origin}${cataloguePath}`, { 'if-none-match': etag })
    expectThat(seen.status === 304, 'the bare server does not return 304')
    const headers = { 'Accept-Encoding': 'br', 'If-None-Match': etag }
    const side = { connections: 16, requests: () => [{ method: 'GET', path: cataloguePath, headers }] }
    return {
      ours: httpSide(server, side),
      peer: httpSide(bare, side),
      note: '',
      stop: bare.stop,
    }
  },
}
