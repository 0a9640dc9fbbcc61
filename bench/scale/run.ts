import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { migrate, openDatabase } from '../../server/src/db/open-database.ts'
import { fillAtScale } from '../../server/test/support/database/fill-at-scale.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from '../lib/command.ts'
import { password } from '../lib/dataset.ts'
import { hashPassword } from '../lib/environment.ts'
import { machineFacts } from '../lib/machine.ts'
import { startOurServer } from '../lib/our-server.ts'
import { type Cluster, startCluster } from '../lib/postgres.ts'
import { table, writeSection } from '../lib/report.ts'
import { findKnown, waitedFor } from './calls.ts'
import { type Measured, measure, memoryOf, signInAll, waitUntilQuiet } from './measure.ts'
import { drawPlot } from './plot.ts'

const usage = `npm run bench -- scale               what calls and pages cost in shops of 1,000, 10,000 and 50,000 courses
  --sizes N,N    numbers of courses, at least 200 (default 1000,10000,50000)
  --requests N   requests of each row, one after the other (default 60)
  --only TEXT    only rows whose name has this text
  --search       a search process beside the web process, which has no index then
  --heap N       most megabytes of the web process's heap (default: what Node takes)
  --json FILE    JSON lines go there (default bench/results)
  --from F,F     measures nothing: takes the JSON lines of earlier runs
  --write        puts table and plot into docs/scaling.md and docs/images/scaling.svg`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,50000' },
    requests: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    search: { type: 'boolean', default: false },
    heap: { type: 'string' },
    json: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const wanted = values.sizes.split(',').map(Number)
const requests = Number(values.requests)
if (values.help) exitWithUsage(usage)
if (wanted.some((size) => !(size >= 200)) || !(requests >= 5))
  exitWithUsage(usage, 'Sizes are at least 200, requests 5.')
requireLinux()

/** What an operator of a shop of this size sets; everything else is as PostgreSQL comes. */
const postgresSettings = { shared_buffers: '1GB', max_wal_size: '4GB' }
/** Longest wait for the index of the search, which a server fills before it is ready; milliseconds. */
const longestFill = 900_000

const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-scale-'))
chmodSync(folder, 0o711)
let cluster: Cluster | undefined
const print = values.from ? () => undefined : openResults('scale-', values.json)
const close = async () => {
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)

async function fill(connectionString: string, courses: number): Promise<void> {
  const { db, close: closeDatabase } = openDatabase({ connectionString }, () => undefined)
  await migrate(db)
  await closeDatabase()
  const client = new Client(connectionString)
  await client.connect()
  try {
    await fillAtScale(client, courses, { now: new Date(), passwordHash: await hashPassword(password) })
  } finally {
    await client.end()
  }
}

const knownOf = async (connectionString: string, courses: number) => {
  const client = new Client(connectionString)
  await client.connect()
  try {
    return await findKnown(client, courses)
  } finally {
    await client.end()
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

async function measureSize(databasePid: number, databaseUrl: string, courses: number): Promise<Measured[]> {
  const filling = Date.now()
  await fill(databaseUrl, courses)
  const known = await knownOf(databaseUrl, courses)
  const home = join(folder, `size-${courses}`)
  mkdirSync(home)
  const starting = Date.now()
  const shared = { AI_EMBEDDINGS: 'off', CODE_SECRET: randomBytes(32).toString('hex') }
  const start = (name: string, env: Record<string, string>) => {
    const options = { databaseUrl, profile: false, env: { ...shared, ...env }, readyWithinMs: longestFill }
    mkdirSync(join(home, name))
    return startOurServer({ ...options, folder: join(home, name) })
  }
  const search = values.search ? await start('search', { ROLE: 'search' }) : undefined
  const web = {
    ROLE: 'web',
    ...(search && { SEARCH_URL: search.origin }),
    ...(values.heap && { NODE_OPTIONS: `--max-old-space-size=${Number(values.heap)}` }),
  }
  const server = await start('web', web).catch(async (error) => {
    await search?.stop()
    throw error
  })
  try {
    const readyMs = Date.now() - starting
    await fetch(`${server.origin}/api/course/catalogue?text=python`)
    await waitUntilQuiet(server.pid, longestFill)
    const cookies = await signInAll(server.origin, courses)
    const rows: Measured[] = []
    let most = memoryOf(server)
    const base = { courses, fillSeconds: Math.round((starting - filling) / 1000), readyMs, startMb: megabytes(most) }
    for (const waited of waitedFor(known).filter(({ name }) => name.includes(values.only))) {
      if (waited.full) print({ ...base, memoryMb: megabytes(most) })
      const row = await measure({ server, databasePid, courses }, cookies[waited.as], waited, requests)
      most = Math.max(most, memoryOf(server))
      rows.push(row)
      print(row)
    }
    print({ ...base, memoryMb: megabytes(most), withFullList: true })
    return rows
  } finally {
    await server.stop()
    await search?.stop()
  }
}

const shown = (row: Measured | undefined): string[] =>
  row
    ? [
        Object.keys(row.failed).length > 0 ? `failed ${JSON.stringify(row.failed)}` : row.p50.toFixed(1),
        row.p99.toFixed(1),
        `${row.cpu.toFixed(1)} + ${row.databaseCpu.toFixed(1)}`,
        (row.bytes / 1000).toFixed(1),
      ]
    : ['-', '-', '-', '-']

async function measureAll(): Promise<Measured[]> {
  print({ machine: machineFacts(), requests })
  cluster = await startCluster(folder, postgresSettings)
  const rows: Measured[] = []
  for (const courses of wanted) {
    const url = await cluster.createDatabase(`courses_${courses}`)
    rows.push(...(await measureSize(cluster.pid, url, courses)))
  }
  return rows
}

/** The rows of earlier runs; the last one of a name and size counts. */
function readRows(files: readonly string[]): Measured[] {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  // our own lines; those about machine and memory have no name
  const rows = lines.map((line) => JSON.parse(line) as Measured).filter(({ name }) => name !== undefined)
  const last = new Map(rows.map((row) => [`${row.courses} ${row.name}`, row]))
  return [...last.values()].sort((a, b) => a.courses - b.courses)
}

function asTable(rows: readonly Measured[]): string {
  const names = [...new Set(rows.map(({ name }) => name))]
  const sizes = [...new Set(rows.map(({ courses }) => courses))]
  const of = (name: string, size: number) => shown(rows.find((row) => row.name === name && row.courses === size))
  return table([
    ['what a user waits for', ...sizes.flatMap((size) => [`${size}: p50 ms`, 'p99 ms', 'CPU ms', 'kB'])],
    ...names.map((name) => [name, ...sizes.flatMap((size) => of(name, size))]),
  ])
}

try {
  const rows = values.from ? readRows(values.from.split(',')) : await measureAll()
  console.log(`\n${asTable(rows)}`)
  if (values.write) {
    const docs = join(import.meta.dirname, '../../docs')
    writeSection(join(docs, 'scaling.md'), 'scale', asTable(rows))
    writeFileSync(join(docs, 'images/scaling.svg'), drawPlot(rows.filter(({ name }) => !name.startsWith('full list'))))
  }
} finally {
  await close()
}
