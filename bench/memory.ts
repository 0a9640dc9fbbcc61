import { setTimeout as sleep } from 'node:timers/promises'
import { cataloguePath } from './cases/catalogue.ts'
import { pageRequests } from './cases/catalogue-page.ts'
import type { House } from './lib/house.ts'
import { load } from './lib/load.ts'
import { fillEmbeddedDatabase, fillOurDatabase } from './lib/our-database.ts'
import { dataDirIn, type OurServer, startOurServer } from './lib/our-server.ts'
import { treeMemory } from './lib/processes.ts'
import { table } from './lib/table.ts'

export type MemoryRow = {
  what: string
  /** resident memory of the process tree, bytes; shared pages count in each process */
  idleRssBytes: number
  loadedRssBytes: number
  /** the same with shared pages counted once */
  idlePssBytes: number
  loadedPssBytes: number
}

const settle = 5000

/** Loads the catalogue and its pages in turn at 64 connections. */
const drive = async (origin: string, seconds: number): Promise<void> => {
  const catalogue = { method: 'GET', path: cataloguePath, headers: { 'Accept-Encoding': 'br' } }
  for (const requests of [[catalogue], pageRequests]) await load({ origin, requests, connections: 64, seconds })
}

/** The memory of a running server some seconds after its start, and some seconds after the load. */
const measure = async (what: string, server: OurServer, seconds: number): Promise<MemoryRow> => {
  await sleep(settle)
  const idle = treeMemory(server.pid)
  await drive(server.origin, seconds)
  await sleep(settle)
  const loaded = treeMemory(server.pid)
  return {
    what,
    idleRssBytes: idle.rssBytes,
    loadedRssBytes: loaded.rssBytes,
    idlePssBytes: idle.pssBytes,
    loadedPssBytes: loaded.pssBytes,
  }
}

/** Our server on PostgreSQL, with the data set in it, started afresh. */
async function onPostgres(house: House, seconds: number): Promise<MemoryRow> {
  const databaseUrl = await (await house.cluster()).createDatabase('memory')
  const folder = house.folderFor('memory')
  // the first start makes the tables
  await (await startOurServer({ folder, databaseUrl, profile: false })).stop()
  await fillOurDatabase({ connectionString: databaseUrl }, await house.passwordHash())
  const server = await startOurServer({ folder, databaseUrl, profile: false })
  try {
    return await measure('server, with PostgreSQL', server, seconds)
  } finally {
    await server.stop()
  }
}

/** Our server on its embedded database (in the same process), with the same data. */
async function onEmbedded(house: House, seconds: number): Promise<MemoryRow> {
  const folder = house.folderFor('memory-embedded')
  await fillEmbeddedDatabase(dataDirIn(folder), await house.passwordHash())
  const server = await startOurServer({ folder, profile: false })
  try {
    return await measure('server, embedded database', server, seconds)
  } finally {
    await server.stop()
  }
}

/** Memory of our server, idle and after `seconds` of load on the catalogue and on its pages each. */
export async function measureMemory(house: House, seconds: number): Promise<MemoryRow[]> {
  return [await onEmbedded(house, seconds), await onPostgres(house, seconds)]
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** The table for people. */
export const memoryTable = (rows: readonly MemoryRow[]): string =>
  table([
    ['memory', 'idle RSS', 'after load RSS', 'idle PSS', 'after load PSS'],
    ...rows.map((row) => [
      row.what,
      mb(row.idleRssBytes),
      mb(row.loadedRssBytes),
      mb(row.idlePssBytes),
      mb(row.loadedPssBytes),
    ]),
  ])
