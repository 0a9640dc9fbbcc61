import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answers, freePort, startChild } from '../lib/child.ts'
import type { PeerServer } from './peer-server.ts'

/** Starts a bare `node:http` server that sends these bytes, and 304 to who has them already. */
export async function startBareHttp(folder: string, body: Uint8Array, etag: string): Promise<PeerServer> {
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'bare node:http',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-http.program.ts'), String(port), file, etag],
    env: { NODE_ENV: 'production' },
    logFile: join(folder, 'bare-http.log'),
    ready: () => answers(origin),
  })
  return { ...child, origin }
}
