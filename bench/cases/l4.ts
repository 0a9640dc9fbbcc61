import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { httpSide } from '../lib/http-side.ts'
import { startFastifySelect } from '../peers/fastify-select.ts'
import { checkPage, pageRequests } from './catalogue-page.ts'

/** A page of 20 from PostgreSQL, against the least that the same framework, driver and database can do. */
export const l4: BenchCase = {
  id: 'L4',
  title: 'catalogue page of 20, uncached',
  ratios: [perSecond(0.12, 0.22)],
  prepare: async (house) => {
    const server = await house.ours()
    const bytes = await checkPage(server.origin)
    const cluster = await house.cluster()
    const databaseUrl = await cluster.createDatabase('select_one')
    const peer = await startFastifySelect(house.folderFor('l4'), databaseUrl)
    const side = { connections: 16, databasePid: cluster.pid }
    const nothing = { method: 'GET', path: '/', headers: {} }
    return {
      ours: httpSide(server, { ...side, requests: () => pageRequests }),
      peer: httpSide(peer, { ...side, requests: () => [nothing] }),
      note: `${bytes} B`,
      stop: peer.stop,
    }
  },
}
