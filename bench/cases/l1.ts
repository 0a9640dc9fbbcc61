import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { httpSide } from '../lib/http-side.ts'
import { startBareHttp } from '../peers/bare-http.ts'
import { cataloguePath, kB, readCatalogue } from './catalogue.ts'

/** The whole catalogue, warm and uncompressed, against the fewest lines of Node that send the same bytes. */
export const l1: BenchCase = {
  id: 'L1',
  title: 'catalogue of 200, warm',
  ratios: [perSecond(0.5, 0.8)],
  prepare: async (house) => {
    const server = await house.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await startBareHttp(house.folderFor('l1'), plain, etag)
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
