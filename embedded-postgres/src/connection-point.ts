import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListenAt } from './sessions/serve-sessions.ts'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/** Address of the database for the pool, the same for all workers. */
export type ConnectionPoint = {
  connection(): Connection
  password: string | undefined
  /** true when the next worker can listen while the last one still does */
  overlaps: boolean
  /** Returns where the next worker listens. */
  next(): ListenAt
  /** Called when that worker listens: new connections go to it from now on. `port` is its port. */
  adopt(at: ListenAt, port: number): Promise<void>
  remove(): Promise<void>
}

const account = { user: 'postgres', database: 'postgres' }
const PORT_NAME = 5432
/** Maximum length of a socket path; the limits of kernels are 104 or 108 bytes. */
const LONGEST_ADDRESS = 100

/**
 * A Unix socket in a folder that only this user can enter. Each worker binds its own name, which is then renamed to the one that the
 * pool uses: a connection during the change waits for the next worker instead of being refused.
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

/** Loopback with a random password, for Windows, where no folder keeps other users away. */
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

/** Returns a folder beside the data, or in the temporary folder when the path is too long or the disk does not support sockets. */
async function socketFolder(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT_NAME}`)) <= LONGEST_ADDRESS) {
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside, { mode: 0o700 })
    await chmod(beside, 0o700)
    if (await supportsSockets(beside)) return beside
    await rm(beside, { recursive: true, force: true })
  }
  return mkdtemp(join(tmpdir(), 'courses-db-'))
}

const supportsSockets = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const trial = createServer()
    trial.once('error', () => resolve(false))
    trial.listen(join(folder, 'trial'), () => trial.close(() => resolve(true)))
  })
