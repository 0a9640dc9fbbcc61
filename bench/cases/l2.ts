import { type BenchCase, perSecond } from '../lib/bench-case.ts'
import { httpSide } from '../lib/http-side.ts'
import { expectThat, probe } from '../lib/probe.ts'
import { startNginx } from '../peers/nginx.ts'
import { cataloguePath, kB, readCatalogue } from './catalogue.ts'

const nginxPath = '/catalogue.json'

/** The same in brotli, against nginx sending the same compressed bytes from a file. */
export const l2: BenchCase = {
  id: 'L2',
  title: 'catalogue of 200, brotli',
  ratios: [perSecond(0.15, 0.25)],
  prepare: async (house) => {
    const server = await house.ours()
    const { plain, brotli } = await readCatalogue(server.origin)
    const nginx = await startNginx(house.folderFor('l2'), plain, brotli)
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
