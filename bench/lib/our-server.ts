import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nodeArguments, processEnvironment } from '../../scripts/server-process.ts'
import { type Server, startServer } from './child.ts'

type Options = {
  /** for data, logs and profiles */
  folder: string
  /** empty = the embedded database */
  databaseUrl?: string
  /** write a CPU profile into the folder when the server ends */
  profile: boolean
  /** further settings */
  env?: Record<string, string>
  /** how long the start may take, milliseconds */
  readyWithinMs?: number
}

/** DATA_DIR of a server that keeps its files in `folder`. */
export const dataDirIn = (folder: string): string => join(folder, 'data')

const repository = resolve(import.meta.dirname, '../..')

type Main = {
  /** the working copy whose `server/src/main.ts` is started */
  root: string
  folder: string
  flags?: string[]
  envFor: (origin: string) => Record<string, string>
  readyWithinMs?: number | undefined
}

const startMain = ({ root, folder, flags = [], envFor, readyWithinMs = 180_000 }: Main): Promise<Server> =>
  startServer((port, origin) => ({
    name: 'Virtual Courses',
    command: process.execPath,
    args: [...nodeArguments, ...flags, 'server/src/main.ts'],
    cwd: root,
    env: {
      ...processEnvironment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDirIn(folder),
      ...envFor(origin),
    },
    logFile: join(folder, 'our-server.log'),
    readyPath: '/readyz',
    readyWithinMs,
  }))

/**
 * Starts the product as an operator would: production mode, logs at their default level, sessions and validation on, behind
 * one proxy (the load driver gives each client its own address, so the limits on logins stay as they are).
 */
export function startOurServer({ folder, databaseUrl, profile, env = {}, readyWithinMs }: Options): Promise<Server> {
  // filled databases name pictures; the server refuses one whose media are nowhere
  mkdirSync(join(dataDirIn(folder), 'media'), { recursive: true })
  const secret = () => randomBytes(16).toString('hex')
  return startMain({
    root: repository,
    folder,
    flags: profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
    envFor: () => ({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://courses.bench.example',
      SEED: 'none',
      ROLE: 'all',
      TRUST_PROXY: '1',
      PAYMENTS: 'razorpay',
      // the same at each start on a kept database
      PAYOUT_SECRET: '9d2f6b1c83a7e05f9d2f6b1c83a7e05f',
      RAZORPAY_KEY_ID: `rzp_live_${secret()}`,
      RAZORPAY_KEY_SECRET: secret(),
      RAZORPAY_WEBHOOK_SECRET: secret(),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      // every client of a load test has the address of this machine
      MAX_CONNECTIONS_PER_CLIENT: '0',
      ...env,
    }),
    readyWithinMs,
  })
}

/**
 * Starts the product in the trial mode: with the demo, on its embedded database, and with an outbox where the owner of an
 * address reads a code. No proxy: each loopback address is a client. Without a database it has its own.
 */
export const startDemoServer = (
  folder: string,
  root = repository,
  databaseUrl?: string,
  env: Record<string, string> = {},
): Promise<Server> =>
  startMain({
    root,
    folder,
    envFor: (origin) => ({
      NODE_ENV: 'development',
      SEED: 'demo',
      PUBLIC_URL: origin,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    }),
  })

export type DemoServers = { start: () => Promise<Server>; close: () => void }

/**
 * Opens demo servers of the working copy `root`, each with fresh data: what one test left behind is not there for the next.
 * The demo is created once and copied. The web application of `root` must be built.
 */
export async function openDemoServers(root: string): Promise<DemoServers> {
  const home = mkdtempSync(join(tmpdir(), 'virtual-courses-bench-'))
  const seeded = join(home, 'seeded')
  mkdirSync(dataDirIn(seeded), { recursive: true })
  await (await startDemoServer(seeded, root)).stop()
  let count = 0
  return {
    async start() {
      const folder = join(home, `server-${++count}`)
      cpSync(dataDirIn(seeded), dataDirIn(folder), { recursive: true })
      const server = await startDemoServer(folder, root)
      const stop = async () => {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      }
      return { ...server, stop }
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Signs a demo account in and returns its session cookie. Throws when the server does not accept it. */
export async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'virtual-courses' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`${email} could not log in`)
  return cookie
}
