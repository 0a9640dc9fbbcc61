import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { type Child, freePort, startChild } from './child.ts'
import { Missing } from './tools.ts'

export type Cluster = {
  /** root of PostgreSQL's process tree */
  pid: number
  version: string
  /** Creates an empty database and returns its address. */
  createDatabase: (name: string) => Promise<string>
  stop: () => Promise<void>
}

/** Debian keeps the server programs of each major version in a folder of their own, off PATH. */
const binaries = (): string => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = versions.sort((a, b) => b - a).find((version) => existsSync(join(root, `${version}/bin/postgres`)))
  if (newest) return join(root, String(newest), 'bin')
  const found = findProgram('postgres')
  if (found) return join(found, '..')
  throw new Missing('PostgreSQL is missing: apt-get install postgresql (15 or newer)')
}

/** PostgreSQL refuses to run as root; then it runs as the user that Debian's package makes, or as no one. */
const runAs = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'no one']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // no such user
    }
  }
  throw new Missing('PostgreSQL does not run as root, and there is no user postgres or no one to run it as')
}

/**
 * A fresh PostgreSQL in `folder`, listening on a loopback port behind a random password, with the settings it comes with besides
 * the given ones.
 */
export async function startCluster(folder: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const bin = binaries()
  const owner = runAs()
  const home = join(folder, 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const password = randomBytes(18).toString('hex')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password)
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [home, passwordFile]) chownSync(path, owner.uid, owner.gid)
  }
  chmodSync(passwordFile, 0o600)
  const data = join(home, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'bench', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'],
    { ...owner, cwd: home, stdio: 'pipe' },
  )
  const port = await freePort()
  const address = (database: string) => `postgres://bench:${password}@127.0.0.1:${port}/${database}`
  const ask = async (statement: string): Promise<string> => {
    const client = new Client({ connectionString: address('postgres') })
    // a connection that breaks while it is being closed does not matter
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<Record<string, string>>(statement)
      return Object.values(rows[0] ?? {})[0] ?? ''
    } finally {
      await client.end()
    }
  }
  const child: Child = await startChild({
    name: 'PostgreSQL',
    command: join(bin, 'postgres'),
    args: [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    ...owner,
    cwd: home,
    logFile: join(folder, 'postgres.log'),
    ready: () =>
      ask('select 1').then(
        () => true,
        () => false,
      ),
    // "fast" shutdown: open sessions end, the data stay whole
    stopSignal: 'SIGINT',
  })
  return {
    pid: child.pid,
    version: await ask('show server_version'),
    createDatabase: async (name) => {
      await ask(`create database ${name}`)
      return address(name)
    },
    stop: child.stop,
  }
}
