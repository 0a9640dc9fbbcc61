import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@virtual-courses/contract'
import { Client } from 'pg'
import { cataloguePath } from './cases/catalogue.ts'
import { directusPageRequests, pageRequests } from './cases/catalogue-page.ts'
import { type Judged, judge } from './lib/bench-case.ts'
import type { Environment } from './lib/environment.ts'
import { load, type Request } from './lib/load.ts'
import { type Memory, memoryParts, treeMemory } from './lib/machine.ts'
import { fillEmbeddedDatabase, fillOurDatabase } from './lib/our-database.ts'
import { dataDirIn, startOurServer } from './lib/our-server.ts'
import { startCluster } from './lib/postgres.ts'
import { table } from './lib/report.ts'
import { startDirectus } from './peers/directus.ts'

export type MemoryRow = {
  what: string
  /** some seconds after the start */
  idle: Memory
  /** some seconds after the load */
  loaded: Memory
}

type Process = { what: string; pid: number }

/** Milliseconds between start or load and the measurement of memory. */
const settle = 5000
const connections = 64

/** The memory of these processes before and after each list of requests was sent to `origin` for `seconds`. */
const measure = async (
  processes: readonly Process[],
  origin: string,
  lists: readonly (readonly Request[])[],
  seconds: number,
): Promise<MemoryRow[]> => {
  await sleep(settle)
  const idle = processes.map(({ pid }) => treeMemory(pid))
  for (const requests of lists) await load({ origin, requests, connections, seconds })
  await sleep(settle)
  const nothing = { rssBytes: 0, pssBytes: 0 }
  return processes.map(({ what, pid }, at) => ({ what, idle: idle[at] ?? nothing, loaded: treeMemory(pid) }))
}

const catalogue: Request = { method: 'GET', path: cataloguePath, headers: { 'Accept-Encoding': 'br' } }
const ourLists = [[catalogue], pageRequests]

const metricsToken = randomBytes(16).toString('hex')

/** What the memory of our process consists of, PSS in bytes. */
async function partsOf({ pid, origin }: { pid: number; origin: string }): Promise<Record<string, number>> {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text()
  const heap = Number(/^nodejs_heap_size_total_bytes (\S+)$/m.exec(metrics)?.[1])
  const { files, own, children } = memoryParts(pid)
  return {
    'JavaScript heap of the main thread': heap,
    'search thread, buffers, C library': own - heap,
    'program code and other files': files,
    'process that waits for an image': children,
  }
}

async function searchOnce(origin: string): Promise<void> {
  const { status } = await fetch(`${origin}${api.ai.search.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ input: 'learn web development' }),
  })
  if (status !== 200) throw new Error(`the search answered ${status}`)
}

/** Our server on its embedded database (in the same process). */
async function onEmbedded(environment: Environment, seconds: number): Promise<MemoryRow[]> {
  const folder = environment.folderFor('memory-embedded')
  await fillEmbeddedDatabase(dataDirIn(folder), await environment.passwordHash())
  const server = await startOurServer({ folder, profile: false })
  try {
    return await measure([{ what: 'ours, embedded database', pid: server.pid }], server.origin, ourLists, seconds)
  } finally {
    await server.stop()
  }
}

/** Resolves when the server has found out how sure a search of its courses must be, for which the model is loaded. */
async function calibrated(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const kept = async () => (await client.query('select from search_calibrations')).rowCount
    for (let tries = 0; (await kept()) === 0; tries++) {
      if (tries > 120) throw new Error('the search was not calibrated within a minute')
      await sleep(500)
    }
  } finally {
    await client.end()
  }
}

/** Our server on a PostgreSQL of its own, as a site starts that has run before. */
async function onPostgres(environment: Environment, seconds: number): Promise<MemoryRow[]> {
  const folder = environment.folderFor('memory-postgres')
  const cluster = await startCluster(folder)
  try {
    const databaseUrl = await cluster.createDatabase('ours')
    // the first start makes the tables
    await (await startOurServer({ folder, databaseUrl, profile: false })).stop()
    await fillOurDatabase({ connectionString: databaseUrl }, await environment.passwordHash())
    const first = await startOurServer({ folder, databaseUrl, profile: false })
    try {
      await calibrated(databaseUrl)
    } finally {
      await first.stop()
    }
    const env = { METRICS_TOKEN: metricsToken }
    const server = await startOurServer({ folder, databaseUrl, profile: false, env })
    const processes = [
      { what: 'ours, with PostgreSQL', pid: server.pid },
      { what: '  its PostgreSQL', pid: cluster.pid },
    ]
    try {
      await sleep(settle)
      const idle = await partsOf(server)
      const rows = await measure(processes, server.origin, ourLists, seconds)
      const loaded = await partsOf(server)
      const memory = (bytes = Number.NaN): Memory => ({ rssBytes: Number.NaN, pssBytes: bytes })
      const parts = Object.entries(idle).map(([what, bytes]) => ({
        what: `  ${what}`,
        idle: memory(bytes),
        loaded: memory(loaded[what]),
      }))
      const before = treeMemory(server.pid)
      await searchOnce(server.origin)
      await sleep(settle)
      // the model is loaded for the first search
      const searched = { what: 'ours, before and after the first search', idle: before, loaded: treeMemory(server.pid) }
      return [...rows.slice(0, 1), ...parts, ...rows.slice(1), searched]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Directus on a PostgreSQL of its own, under the load of its catalogue pages. */
async function ofDirectus(environment: Environment, seconds: number): Promise<MemoryRow[]> {
  const folder = environment.folderFor('memory-directus')
  const cluster = await startCluster(folder)
  try {
    const directus = await startDirectus(folder, await cluster.createDatabase('directus'))
    const processes = [
      { what: directus.name, pid: directus.pid },
      { what: '  its PostgreSQL', pid: cluster.pid },
    ]
    try {
      return await measure(processes, directus.origin, [directusPageRequests, directusPageRequests], seconds)
    } finally {
      await directus.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Memory idle, and after twice `seconds` of load at 64 connections: ours on both databases, and Directus beside it. */
export async function measureMemory(environment: Environment, seconds: number): Promise<MemoryRow[]> {
  const rows: MemoryRow[] = []
  for (const one of [onEmbedded, onPostgres, ofDirectus]) rows.push(...(await one(environment, seconds)))
  return rows
}

/** P7: memory after the load, our process beside Directus, each with a PostgreSQL of its own that is not counted. */
export function judgeMemory(rows: readonly MemoryRow[]): Judged[] {
  const after = (name: string) => rows.find(({ what }) => what.startsWith(name))?.loaded.pssBytes ?? Number.NaN
  const ratio = after('ours, with PostgreSQL') / after('Directus')
  const limits = { of: 'PSS after load', better: 'lower', must: 0.6, aim: 0.4, moonshot: 0.3 } as const
  return [judge('P7', 'memory beside Directus', ratio, limits)]
}

const mb = (bytes: number): string => (Number.isNaN(bytes) ? '' : `${Math.round(bytes / 1e6)} MB`)

/** The table for people. PSS counts memory that processes share once, so it can be added up. */
export const memoryTable = (rows: readonly MemoryRow[]): string =>
  table([
    ['memory', 'idle PSS', 'after load PSS', 'idle RSS', 'after load RSS'],
    ...rows.map(({ what, idle, loaded }) => [
      what,
      mb(idle.pssBytes),
      mb(loaded.pssBytes),
      mb(idle.rssBytes),
      mb(loaded.rssBytes),
    ]),
  ])
