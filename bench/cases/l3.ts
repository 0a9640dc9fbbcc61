import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { httpSide } from '../lib/http-side.ts'
import { expectThat, probe } from '../lib/probe.ts'
import { startBareHttp } from '../peers/bare-http.ts'
import { cataloguePath, readCatalogue } from './catalogue.ts'

/** Who has the catalogue already asks whether it changed: 304 against 304. */
export const l3: BenchCase = {
  id: 'L3',
  title: 'conditional catalogue, 304',
  ratios: [perSecond(0.6, 1)],
  prepare: async (house) => {
    const server = await house.ours()
    const { plain, etag } = await readCatalogue(server.origin)
    const bare = await startBareHttp(house.folderFor('l3'), plain, etag)
    const seen = await probe(`${bare.origin}${cataloguePath}`, { 'if-none-match': etag })
    expectThat(seen.status === 304, 'the bare server does not answer 304')
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
