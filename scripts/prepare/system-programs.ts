import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { follow } from '../launch/follow.mjs'

const foldersOnPath = (): string[] => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

/** Returns the first version number that a program prints for `--version`, or null when it does not run. */
export function programVersion(path: string): string | null {
  try {
    const text = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /\d+(\.\d+)*/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}

/**
 * Installs Debian packages and says so; as root, or with `sudo` where it asks for no password and `sudoToo` allows it.
 * Resolves to null when they are there, otherwise to the reason why not.
 */
export async function aptInstall(packages: string[], { sudoToo = false } = {}): Promise<string | null> {
  if (!existsSync('/usr/bin/apt-get'))
    return 'this is not a Debian or Ubuntu system, so it cannot be installed from here'
  const prefix = process.getuid?.() === 0 ? [] : sudoToo && (await canSudo()) ? ['sudo', '-n'] : null
  if (!prefix) return 'installing it needs root'
  console.log(`Installing ${packages.join(' and ')} (apt-get) ...`)
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...packages]]
  for (const step of steps) {
    const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...step]
    const { code } = await follow(command[0] ?? '', command.slice(1))
    if (code !== 0) return `"apt-get ${step.join(' ')}" failed (see above)`
  }
  return null
}

async function canSudo(): Promise<boolean> {
  const ending = await follow('sudo', ['-n', 'true'], { onErrorText: () => {} }).catch(() => null)
  return ending?.code === 0
}

/** Returns where a program is on this machine, also one of those that only administrators have on their PATH; or null. */
export function findProgram(name: string): string | null {
  const folders = [...foldersOnPath(), '/usr/bin', '/usr/local/bin', '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place)) ?? null
}

/** Returns where coturn's program is on this machine, or null. */
export const findTurnServer = (): string | null => findProgram('turnserver')

/** Installs a program with its Debian package where that is possible; otherwise says what fails without it. */
async function prepareProgram(name: string, debianPackage: string, fails: string): Promise<void> {
  if (findProgram(name)) return
  const problem = await aptInstall([debianPackage])
  if (problem) console.log(`${name} is missing (${problem}); ${fails} will fail.`)
}

export const prepareTurnServer = (): Promise<void> =>
  prepareProgram('turnserver', 'coturn', 'the end-to-end test of a relayed call')

export const prepareRedis = (): Promise<void> =>
  prepareProgram('redis-server', 'redis-server', 'what several processes share with Redis')

export const prepareFfmpeg = (): Promise<void> => prepareProgram('ffmpeg', 'ffmpeg', 'what is made of videos')

/** Installs pocketsphinx and its model of English, which time transcripts; otherwise says what fails without them. */
export async function preparePocketsphinx(): Promise<void> {
  const model = existsSync('/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict')
  if (model && findProgram('pocketsphinx_batch')) return
  const problem = await aptInstall(['pocketsphinx', 'pocketsphinx-en-us'])
  if (problem) console.log(`pocketsphinx is missing (${problem}); timing transcripts will fail.`)
}

export const prepareNginx = (): Promise<void> => prepareProgram('nginx', 'nginx', 'what nginx sends by itself')

/** Installs OpenStack Swift, the S3-compatible store of the tests, with its Debian package; otherwise says what fails without it. */
export async function prepareSwift(): Promise<void> {
  if (existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')) return
  const problem = await aptInstall(['python3-swift'])
  if (problem) console.log(`OpenStack Swift is missing (${problem}); the tests of the store in a bucket will fail.`)
}

/** Prepares the programs of `startCluster`, which names the missing one. */
export async function prepareCluster(): Promise<void> {
  await prepareRunbooks()
  await prepareSwift()
}

/** Prepares the programs that the runbooks set up. */
export async function prepareRunbooks(): Promise<void> {
  await prepareRedis()
  await prepareNginx()
  await prepareProgram('pgbouncer', 'pgbouncer', 'several processes')
  if (!findPostgres()) await aptInstall(['postgresql'])
}

const POSTGRES_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

/** Returns the folder of the newest PostgreSQL programs (`postgres`, `initdb`) on this machine, PATH first, or null. */
export function findPostgres(): { folder: string; version: string } | null {
  const installed = POSTGRES_FOLDERS.flatMap((pattern) => globSync(join(pattern, 'postgres')))
  return newestPostgres(foldersOnPath()) ?? newestPostgres(installed.map((file) => dirname(file)))
}

function newestPostgres(folders: string[]): { folder: string; version: string } | null {
  const found = []
  for (const folder of folders) {
    if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) continue
    const version = programVersion(join(folder, 'postgres'))
    if (version) found.push({ folder, version })
  }
  return found.sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))[0] ?? null
}

/** Returns the environment of tests that start a PostgreSQL server from the programs in POSTGRES_BIN, or why there are none. */
export async function preparePostgres(): Promise<NodeJS.ProcessEnv | string> {
  const problem = findPostgres() ? null : await aptInstall(['postgresql'])
  const postgres = findPostgres()
  if (postgres) {
    console.log(`PostgreSQL: ${postgres.folder}, version ${postgres.version}`)
    return { POSTGRES_BIN: postgres.folder }
  }
  return (
    `no PostgreSQL programs were found, and ${problem ?? 'the package brought none'}. ` +
    'Install PostgreSQL, or set TEST_DATABASE_URL, or do without it by SKIP_POSTGRES_SUITE=1.'
  )
}
