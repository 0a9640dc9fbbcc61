import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bareEnvironment, type Server, startServer } from '../lib/child.ts'
import { makeDataset } from '../lib/dataset.ts'
import { cacheFolder, installPackages, Missing } from '../lib/tools.ts'
import { describeToDirectus, fillDirectusTables, readableByAll } from './directus-data.ts'

export const directusVersion = '12.4.0'
const nodeVersion = '22.23.3'

export type Directus = Server & { adminToken: string }

export type DirectusInstall = { node: string; cli: string; folder: string; nodeVersion: string }

/**
 * Installs Directus from npm into the cache folder, once: no package's install script runs, and it gets the Node it is made
 * for. `isolated-vm` would have to be compiled; only Directus's own flows and sandboxed extensions use it, so an empty
 * module replaces it. Needs npm and, the first time, the npm registry.
 */
export function installDirectus(): DirectusInstall {
  const nodePackage = `node-linux-${process.arch}`
  if (process.platform !== 'linux') throw new Missing('The comparison with Directus runs on Linux alone')
  const folder = join(cacheFolder, `directus-${directusVersion}`)
  const modules = join(folder, 'node_modules')
  if (installPackages(folder, { directus: directusVersion, [nodePackage]: nodeVersion }, 'about 900 MB')) {
    const isolated = join(modules, 'isolated-vm')
    mkdirSync(isolated, { recursive: true })
    writeFileSync(join(isolated, 'package.json'), '{ "name": "isolated-vm", "version": "0.0.0", "main": "index.js" }\n')
    writeFileSync(join(isolated, 'index.js'), 'module.exports = {}\n')
  }
  return {
    node: join(modules, nodePackage, 'bin/node'),
    // the command behind `directus`, without its check for a newer version
    cli: join(modules, '@directus/api/dist/cli/run.js'),
    folder,
    nodeVersion,
  }
}

/**
 * Starts Directus in production mode on an empty database of its own, with the same rows as ours, readable by the public. Responses are not
 * cached, its cache of schema and permissions is on by default, logs are JSON. The rate limit and the pressure limiter, which answers 503
 * to a busy server, are off.
 */
export async function startDirectus(parent: string, databaseUrl: string): Promise<Directus> {
  const install = installDirectus()
  const folder = join(parent, 'directus')
  mkdirSync(folder, { recursive: true })
  const adminToken = randomBytes(24).toString('hex')
  const env = {
    ...bareEnvironment(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
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
  const server = await startServer((port, origin) => ({
    name: `Directus ${directusVersion}`,
    command: install.node,
    args: [install.cli, 'start'],
    cwd: folder,
    env: { ...env, PORT: String(port), PUBLIC_URL: origin },
    logFile: join(folder, 'directus.log'),
    readyPath: '/server/ping',
    readyWithinMs: 120_000,
  }))
  await describeToDirectus(server.origin, adminToken)
  return { ...server, adminToken }
}

/** Gives Directus a file that everyone may read, and returns its id. */
export async function addDirectusFile({ origin, adminToken }: Directus, path: string, type: string): Promise<string> {
  const authorization = `Bearer ${adminToken}`
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type }), 'video.mp4')
  const stored = await fetch(`${origin}/files`, { method: 'POST', headers: { authorization }, body: form })
  if (!stored.ok) throw new Error(`Directus refused a file: ${stored.status} ${await stored.text()}`)
  await readableByAll({ origin, adminToken }, 'directus_files')
  return z.object({ data: z.object({ id: z.string() }) }).parse(await stored.json()).data.id
}
