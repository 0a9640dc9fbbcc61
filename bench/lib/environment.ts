import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { type Directus, startDirectus } from '../peers/directus.ts'
import { keepStarted, type Server } from './child.ts'
import { password } from './dataset.ts'
import { fillOurDatabase } from './our-database.ts'
import { startOurServer } from './our-server.ts'
import { type Cluster, startCluster } from './postgres.ts'

/** What the cases share. Each part is started once, when it is first needed. */
export type Environment = {
  folder: string
  cluster: () => Promise<Cluster>
  /** our server on PostgreSQL with the data set */
  ours: () => Promise<Server>
  /** the address of its database, for another process of it */
  ourDatabase: () => Promise<string>
  /** Directus on the same PostgreSQL with the same data */
  directus: () => Promise<Directus>
  /** the hash that all accounts of the data set have */
  passwordHash: () => Promise<string>
  /** a fresh folder for a peer's files */
  folderFor: (name: string) => string
  /** whether CPU profiles of our servers are kept in their folders */
  profile: boolean
  close: () => Promise<void>
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Opens the environment in a temporary folder; `profile` keeps a CPU profile of our server there, and the folder with it. */
export function openEnvironment({ profile }: { profile: boolean }): Environment {
  const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-bench-'))
  // PostgreSQL and nginx's worker run as other users and must be able to walk through
  chmodSync(folder, 0o711)
  const { keep, stop } = keepStarted()
  const folderFor = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o711)
    return path
  }
  const passwordHash = once(() => hashPassword(password))
  const cluster = once(() => keep(startCluster(folderFor('cluster'))))
  const ourDatabase = once(async () => (await cluster()).createDatabase('ours'))
  const ours = once(async () => {
    const databaseUrl = await ourDatabase()
    const server = await keep(startOurServer({ folder: folderFor('ours'), databaseUrl, profile }))
    await fillOurDatabase({ connectionString: databaseUrl }, await passwordHash())
    return server
  })
  const directus = once(async () =>
    keep(startDirectus(folderFor('directus'), await (await cluster()).createDatabase('directus'))),
  )
  const close = async () => {
    await stop()
    if (profile) console.error(`CPU profiles and logs: ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
  return { folder, cluster, ours, ourDatabase, directus, passwordHash, folderFor, profile, close }
}

/** What the product stores passwords with: argon2id, 19 MiB, two passes, one lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Parameters)
