import { join } from 'node:path'
import { answers, freePort, startChild } from '../lib/child.ts'
import type { PeerServer } from './peer-server.ts'

/** Starts a Fastify server whose one route asks PostgreSQL `select 1` through a pool of pg's default size. */
export async function startFastifySelect(folder: string, databaseUrl: string): Promise<PeerServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'Fastify + pg, select 1',
    command: process.execPath,
    args: [join(import.meta.dirname, 'fastify-select.program.ts'), String(port), databaseUrl],
    env: { NODE_ENV: 'production' },
    logFile: join(folder, 'fastify-select.log'),
    ready: () => answers(origin),
  })
  return { ...child, origin }
}
