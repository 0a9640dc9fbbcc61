import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, type Child, freePort, startChild } from '../../lib/child.ts'

export type AbusedServer = Child & { origin: string; folder: string }

/** Servers of one working copy, each with fresh data: what one attack left behind is not there for the next. */
export type Servers = { start: () => Promise<AbusedServer>; close: () => void }

async function startIn(root: string, folder: string): Promise<AbusedServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'Virtual Courses',
    command: process.execPath,
    args: ['server/src/main.ts'],
    cwd: root,
    // The trial mode: the same code and the same built pages as in production, and an outbox in which the owner of an address
    // reads a code. No proxy: each loopback address is a client.
    env: {
      NODE_ENV: 'development',
      SEED: 'demo',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: join(folder, 'data'),
    },
    logFile: join(folder, 'server.log'),
    ready: () => answers(`${origin}/readyz`).then(async (up) => up && (await fetch(`${origin}/readyz`)).ok),
    readyWithinMs: 180_000,
  })
  return { ...child, origin, folder }
}

/** `root` is the working copy whose server is started; its web application must be built. The demo is made once and copied. */
export async function openServers(root: string): Promise<Servers> {
  const home = mkdtempSync(join(tmpdir(), 'virtual-courses-abuse-'))
  const seeded = join(home, 'seeded')
  mkdirSync(join(seeded, 'data'), { recursive: true })
  const first = await startIn(root, seeded)
  await first.stop()
  let count = 0
  return {
    async start() {
      const folder = join(home, `server-${++count}`)
      mkdirSync(folder)
      cpSync(join(seeded, 'data'), join(folder, 'data'), { recursive: true })
      const server = await startIn(root, folder)
      const stop = async () => {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      }
      return { ...server, stop }
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
