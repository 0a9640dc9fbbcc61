import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Cluster = { url: (database: string) => string; stop(): Promise<void> }

/** Folder of the PostgreSQL server programs that `npm test` has found, or of the newest ones on this machine; or null. */
export function findServerPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** PostgreSQL refuses to run as root: then it runs as the user "postgres" or, without one, as "nobody". */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const name = ['postgres', 'nobody'].find((user) => {
    try {
      execFileSync('id', ['-u', user], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
  const id = (flag: string) => Number(execFileSync('id', [flag, name ?? 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

type ClusterOptions = {
  /** also listens on loopback, with TLS by this certificate and key */
  tls?: { port: number; certificate: string; key: string }
}

/** Starts a PostgreSQL server on a temporary folder, reachable by a Unix socket only. */
export async function startCluster({ tls }: ClusterOptions = {}): Promise<Cluster> {
  const programs = findServerPrograms()
  if (!programs)
    throw new Error(
      'No PostgreSQL server programs were found: install the package "postgresql" or set TEST_DATABASE_URL',
    )
  const folder = mkdtempSync(join(tmpdir(), 'vc-pg-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...user,
    stdio: 'ignore',
  })
  const files = { 'server.crt': tls?.certificate, 'server.key': tls?.key }
  for (const [name, content] of Object.entries(tls ? files : {})) {
    writeFileSync(join(data, name), content ?? '', { mode: 0o600 })
    if (user) chownSync(join(data, name), user.uid, user.gid)
  }
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'jit=off',
    'autovacuum=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'checkpoint_timeout=1h',
    ...(tls ? ['listen_addresses=127.0.0.1', `port=${tls.port}`, 'ssl=on'] : ['listen_addresses=']),
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    'shared_buffers=128MB',
  ]
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...user,
    stdio: 'ignore',
  })
  const url = (database: string) =>
    `postgres://test@localhost${tls ? `:${tls.port}` : ''}/${database}?host=${encodeURIComponent(folder)}`
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (attempt > 100 || child.exitCode !== null) throw error
      await sleep(100)
    }
  }
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
