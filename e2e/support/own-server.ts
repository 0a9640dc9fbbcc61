import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'

const root = resolve(import.meta.dirname, '../..')

/** A port that no one listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the system gave no port')
  return address.port
}

/** By itself, or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Origin of a test's own web shop, whose pages may call the server that listens on this port. */
export const shopOriginFor = (port: number): string => `http://127.0.0.1:${port + 1000}`

export type OwnServer = {
  /** origin, such as http://localhost:4711 */
  url: string
  /** Ends it as an operator does, and starts it again on the same data. */
  restart: () => Promise<void>
  /** Ends it and removes its data. */
  remove: () => Promise<void>
}

/** Returns the address of an empty database on the PostgreSQL server of the tests; where they have none, "" for the embedded one. */
async function emptyDatabase(name: string): Promise<string> {
  const server = process.env.E2E_DATABASE_URL
  if (!server) return ''
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return server.replace('/postgres?', `/${name}?`)
}

/** A server of this test's own, with an empty database, for what the shared one is not set up for. */
export async function ownServer(env: Record<string, string>): Promise<OwnServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const data = mkdtempSync(join(tmpdir(), 'vc-e2e-own-'))
  const database = await emptyDatabase(`own_${port}`)
  const settings = {
    PORT: String(port),
    DATA_DIR: data,
    NODE_ENV: 'development',
    SEED: 'none',
    LOG_LEVEL: 'warn',
    // no test searches on it
    AI_EMBEDDINGS: 'off',
  }
  let process_: ChildProcess

  async function start(): Promise<void> {
    process_ = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, ...settings, DATABASE_URL: database, ...env },
    })
    const latest = Date.now() + 180_000
    while (Date.now() < latest) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      if (answer?.ok) return
      if (hasEnded(process_)) throw new Error(`the server ended: ${process_.exitCode ?? process_.signalCode}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await remove()
    throw new Error('the server was not ready after three minutes')
  }
  async function stop(): Promise<void> {
    if (hasEnded(process_)) return
    const end = once(process_, 'exit')
    process_.kill('SIGTERM')
    await end
  }

  async function remove(): Promise<void> {
    await stop()
    rmSync(data, { recursive: true, force: true })
  }

  await start()
  return {
    url,
    async restart() {
      await stop()
      await start()
    },
    remove,
  }
}
