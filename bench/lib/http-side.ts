import { request } from 'node:http'
import type { Sample, Side } from './bench-case.ts'
import { load, type Request } from './load.ts'
import { treeCpuMs } from './machine.ts'

export type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer }

/** One request whose answer is not decoded, so that the bytes on the wire can be seen and counted. */
export const probe = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          body: Buffer.concat(parts),
        })
      })
    })
    sent.on('error', reject)
    sent.end()
  })

/** Throws unless the answer is what the case is about; else the comparison would not be of the same job. */
export const expectThat = (fact: boolean, what: string): void => {
  if (!fact) throw new Error(`The sides do not do the same job: ${what}`)
}

type Server = {
  name: string
  origin: string
  /** root of the server's process tree */
  pid: number
}

type Options = {
  /** root of PostgreSQL's process tree, where the server uses it */
  databasePid?: number
  /** root of the process tree of a further part of the server */
  partPid?: number | undefined
  connections: number
  /** asked at the start of each run; sent in turn */
  requests: () => readonly Request[]
}

/** A server under load over HTTP: requests a second, and the CPU that its processes and the database took for each. */
export const httpSide = (server: Server, options: Options): Side => ({
  name: server.name,
  run: async (seconds): Promise<Sample> => {
    const { connections, databasePid, partPid } = options
    const serverCpuNow = () => treeCpuMs(server.pid) + (partPid === undefined ? 0 : treeCpuMs(partPid))
    const databaseCpu = () => (databasePid === undefined ? 0 : treeCpuMs(databasePid))
    const before = { server: serverCpuNow(), database: databaseCpu() }
    const result = await load({ origin: server.origin, requests: options.requests(), connections, seconds })
    const serverCpu = serverCpuNow() - before.server
    const allCpu = serverCpu + databaseCpu() - before.database
    if (result.failures > 0 || result.requests === 0) {
      throw new Error(`${server.name}: ${result.failures} of ${result.requests} requests failed`)
    }
    return {
      operations: result.requests,
      perSecond: result.requests / result.seconds,
      serverCpuMs: serverCpu / result.requests,
      cpuMs: allCpu / result.requests,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    }
  },
})
