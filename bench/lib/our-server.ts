import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { answers, type Child, freePort, startChild } from './child.ts'

export type OurServer = Child & { origin: string }

type Options = {
  /** for data, logs and profiles */
  folder: string
  /** empty = the embedded database */
  databaseUrl?: string
  /** write a CPU profile into the folder when the server ends */
  profile: boolean
  /** further settings */
  env?: Record<string, string>
}

/** DATA_DIR of a server that keeps its things in `folder`. */
export const dataDirIn = (folder: string): string => join(folder, 'data')

const repository = resolve(import.meta.dirname, '../..')

/**
 * Starts the product as an operator would: production mode, logs at their standard level, sessions and validation on, behind
 * one proxy (the load driver gives each client an address of its own, so the limits on logins stay as they are).
 */
export async function startOurServer({ folder, databaseUrl, profile, env = {} }: Options): Promise<OurServer> {
  const dataDir = dataDirIn(folder)
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const secret = () => randomBytes(16).toString('hex')
  const child = await startChild({
    name: 'Virtual Courses',
    command: process.execPath,
    args: [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []), 'server/src/main.ts'],
    cwd: repository,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://courses.bench.example',
      DATA_DIR: dataDir,
      SEED: 'none',
      ROLE: 'all',
      TRUST_PROXY: '1',
      PAYMENTS: 'razorpay',
      RAZORPAY_KEY_ID: `rzp_live_${secret()}`,
      RAZORPAY_KEY_SECRET: secret(),
      RAZORPAY_WEBHOOK_SECRET: secret(),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      // every client of a load test has the address of this machine
      MAX_CONNECTIONS_PER_CLIENT: '0',
      ...env,
    },
    logFile: join(folder, 'our-server.log'),
    ready: () => answers(`${origin}/readyz`),
    readyWithinMs: 120_000,
  })
  return { ...child, origin }
}

/** Starts the product as somebody who tries it out: with the demo, on its embedded database. */
export async function startDemoServer(folder: string): Promise<OurServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'Virtual Courses',
    command: process.execPath,
    args: ['server/src/main.ts'],
    cwd: repository,
    env: { NODE_ENV: 'development', PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDirIn(folder), SEED: 'demo' },
    logFile: join(folder, 'our-server.log'),
    ready: () => answers(`${origin}/readyz`),
    readyWithinMs: 120_000,
  })
  return { ...child, origin }
}
