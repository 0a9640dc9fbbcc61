import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListenAt } from './serve-sessions.ts'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/** Where the pool finds the database, whichever worker serves it at the moment. */
export type ConnectionPoint = {
  connection(): Connection
  password: string | undefined
  /** whether the next worker can listen while the last one still does */
  overlaps: boolean
  /** Where the next worker shall listen. */
  next(): ListenAt
  /** Called when that worker listens: new connections reach it from now on. `port` is the one it got. */
  adopt(at: ListenAt, port: number): Promise<void>
  remove(): Promise<void>
}

const account = { user: 'postgres', database: 'postgres' }
const PORT_NAME = 5432
/** The kernel's limit for the address of a socket is 104 bytes on some systems, 108 on others. */
const LONGEST_ADDRESS = 100

/**
 * A Unix socket in a folder that only this user can enter. Each worker binds a name of its own, which is then renamed over the one
 * that the pool uses: a connection that comes during the change waits at the next worker instead of being refused.
 */
export async function socketPoint(dataDir: string): Promise<ConnectionPoint> {
  const folder = await socketFolder(dataDir)
  const used = join(folder, `.s.PGSQL.${PORT_NAME}`)
  let count = 0
  return {
    connection: () => ({ host: folder, port: PORT_NAME, ...account }),
    password: undefined,
    overlaps: true,
    next: () => ({ path: join(folder, String(++count)) }),
    adopt: async (at) => {
      if ('path' in at) await rename(at.path, used)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Loopback with a random password, for Windows: there is no folder that keeps other users of the machine away. */
export function loopbackPoint(): ConnectionPoint {
  const host = '127.0.0.1'
  const password = randomBytes(24).toString('base64url')
  let port = 0
  return {
    connection: () => ({ host, port, ...account, password }),
    password,
    overlaps: false,
    next: () => ({ host, port }),
    adopt: async (_at, taken) => {
      port = taken
    },
    remove: async () => undefined,
  }
}

/** Beside the data; in the system's temporary folder when that path is too long, or on a disk that cannot hold sockets. */
async function socketFolder(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT_NAME}`)) <= LONGEST_ADDRESS) {
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside, { mode: 0o700 })
    await chmod(beside, 0o700)
    if (await holdsSockets(beside)) return beside
    await rm(beside, { recursive: true, force: true })
  }
  return mkdtemp(join(tmpdir(), 'courses-db-'))
}

const holdsSockets = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const trial = createServer()
    trial.once('error', () => resolve(false))
    trial.listen(join(folder, 'trial'), () => trial.close(() => resolve(true)))
  })
