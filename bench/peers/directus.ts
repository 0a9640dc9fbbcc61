import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { answers, bareEnvironment, freePort, startChild } from '../lib/child.ts'
import { makeDataset } from '../lib/dataset.ts'
import { fillDirectusTables } from './directus-data.ts'
import { directusVersion, installDirectus } from './directus-install.ts'
import { describeToDirectus } from './directus-schema.ts'
import type { PeerServer } from './peer-server.ts'

/**
 * Starts Directus on an empty database of its own, with the same rows as ours, readable by the public. Production mode;
 * answers are not cached (its cache of schema and permissions is on, as it comes); JSON logs at its standard level; no rate
 * limit. Its pressure limiter is off, because it answers 503 to a server that is fully busy, which is the point here.
 */
export async function startDirectus(parent: string, databaseUrl: string): Promise<PeerServer> {
  const install = installDirectus()
  const folder = join(parent, 'directus')
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const adminToken = randomBytes(24).toString('hex')
  const env = {
    ...bareEnvironment(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    ADMIN_EMAIL: 'admin@bench.example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: adminToken,
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_STYLE: 'raw',
    // a second copy of each log line for its admin page: off, in its favour
    WEBSOCKETS_LOGS_ENABLED: 'false',
    TELEMETRY: 'false',
    EMAIL_VERIFY_SETUP: 'false',
    TEMP_PATH: join(folder, 'temp'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
    EXTENSIONS_PATH: join(folder, 'extensions'),
  }
  await fillDirectusTables(databaseUrl, makeDataset(''))
  execFileSync(install.node, [install.cli, 'bootstrap'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const child = await startChild({
    name: `Directus ${directusVersion}`,
    command: install.node,
    args: [install.cli, 'start'],
    cwd: folder,
    env,
    logFile: join(folder, 'directus.log'),
    ready: () => answers(`${origin}/server/ping`),
    readyWithinMs: 120_000,
  })
  await describeToDirectus(origin, adminToken)
  return { ...child, origin }
}
