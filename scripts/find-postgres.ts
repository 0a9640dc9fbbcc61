import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { programVersion } from './program-version.ts'

const INSTALLED = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

/** The folder of the newest PostgreSQL programs (`postgres`, `initdb`) on this machine, PATH first, or null. */
export function findPostgres(): { folder: string; version: string } | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return (
    newest(onPath) ??
    newest(INSTALLED.flatMap((pattern) => globSync(join(pattern, 'postgres')).map((file) => dirname(file))))
  )
}

function newest(folders: string[]): { folder: string; version: string } | null {
  const found = []
  for (const folder of folders) {
    if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) continue
    const version = programVersion(join(folder, 'postgres'))
    if (version) found.push({ folder, version })
  }
  return found.sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))[0] ?? null
}
