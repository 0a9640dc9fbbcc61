import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@virtual-courses/contract'
import { Client } from 'pg'
import { type Server, startServer } from '../lib/child.ts'
import { closeOnSignal, requireLinux } from '../lib/command.ts'
import { treeCpuMs } from '../lib/machine.ts'
import { startCluster } from '../lib/postgres.ts'
import { median, table } from '../lib/report.ts'

/**
 * The list of all courses in catalogues of several sizes: warm, and after a change for a visitor and for the author of the change.
 * `--root` measures the server of another working copy.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,50000' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    rounds: { type: 'string', default: '3' },
  },
})
requireLinux()
const { path } = api.courses.published
const listHeaders = { 'accept-encoding': 'gzip' }

/** Runs in the server: on SIGUSR2 it writes the longest stall of its event loop since the last one, in milliseconds. */
const probeIn = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { monitorEventLoopDelay } from 'node:perf_hooks'
    import { writeFileSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    if (isMainThread) {
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      process.on('SIGUSR2', () => {
        writeFileSync(${JSON.stringify(file)}, String(delay.max / 1e6))
        delay.reset()
      })
    }`)}`

const rows = (courses: number): readonly string[] => [
  `insert into users (id, name, email, role, created_at)
   select 'u' || n, 'Name of user ' || n, 'user' || n || '@bench.example',
     case when n <= ${courses} / 10 then 'educator' else 'student' end, now() - n * interval '1 minute'
   from generate_series(1, ${Math.max(1000, courses)}) as n`,
  `insert into courses (id, creator_id, title, sub_title, description, category, level, price_paise, is_published,
     rating_sum, rating_count, rating_counts, lecture_count, enrolment_count, created_at, updated_at)
   select 'c' || n, 'u' || (1 + n % (${courses} / 10)), 'Course ' || n || ' about ' || md5(n::text), 'Short and clear ' || n,
     'What it says: ' || repeat(md5((n * 7)::text) || ' ', 6), 'Web Development', 'Beginner', 49900, true, 24, 6, '{0,0,0,6,0}', 5, 20,
     now() - n * interval '1 minute', now()
   from generate_series(1, ${courses}) as n`,
  `insert into lectures (id, course_id, position, title, is_preview_free, created_at)
   select 'l' || n || '-' || p, 'c' || n, p, 'Lecture ' || p || ' on ' || md5((n * p)::text), p = 1, now()
   from generate_series(1, ${courses}) as n, generate_series(1, 5) as p`,
  `insert into reviews (id, course_id, user_id, rating, comment, created_at)
   select 'r' || n || '-' || p, 'c' || n, 'u' || (1 + (n + p * 131) % ${Math.max(1000, courses)}), 4, '', now() - p * interval '1 hour'
   from generate_series(1, ${courses}) as n, generate_series(1, 6) as p`,
  "update cache_versions set version = version + 1 where name = 'catalogue'",
  'vacuum analyze',
]

type Answer = { status: number; etag: string; encoding: string; bytes: number; firstMs: number; totalMs: number }

const request = (origin: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((done, fail) => {
    const began = performance.now()
    const sent = get(origin + path, { headers }, (reply) => {
      let firstMs = 0
      let bytes = 0
      reply.on('data', (data: Buffer) => {
        firstMs ||= performance.now() - began
        bytes += data.length
      })
      reply.on('error', fail)
      reply.on('end', () =>
        done({
          status: reply.statusCode ?? 0,
          etag: String(reply.headers.etag ?? ''),
          encoding: reply.headers['content-encoding'] ?? '',
          bytes,
          firstMs,
          totalMs: performance.now() - began,
        }),
      )
    })
    sent.on('error', fail)
  })

const call = async (origin: string, path: string, body: object, cookie = ''): Promise<Response> => {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** An educator with a published course, whose title they can change. */
type Author = { cookie: string; change(): Promise<void> }

async function openAuthor(origin: string): Promise<Author> {
  const account = { name: 'Author', email: 'author@bench.example', password: 'correct horse battery', role: 'educator' }
  const signedUp = await call(origin, api.accounts.signup.path, account)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const created = await call(origin, api.courses.create.path, { title: 'Changing', category: 'Others' }, cookie)
  const { _id } = (await created.json()) as { _id: string }
  let count = 0
  const change = async (): Promise<void> => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: `Change ${++count}`, price: '100', isPublished: 'true' }))
      form.append(name, value)
    const url = origin + api.courses.edit.path.replace(':courseId', _id)
    const answer = await fetch(url, { method: api.courses.edit.method, headers: { cookie }, body: form })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  }
  await change()
  return { cookie, change }
}

type Probe = { stallMs(): Promise<number>; peakMb(): number; reset(): void }

const probeOf = (server: Server, file: string): Probe => ({
  async stallMs() {
    writeFileSync(file, '')
    process.kill(server.pid, 'SIGUSR2')
    while (readFileSync(file, 'utf8') === '') await sleep(20)
    return Number(readFileSync(file, 'utf8'))
  },
  peakMb: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  // sets the peak to what is resident now
  reset: () => writeFileSync(`/proc/${server.pid}/clear_refs`, '5'),
})

const untilQuiet = async (pid: number): Promise<void> => {
  for (let quiet = 0; quiet < 3; ) {
    const before = treeCpuMs(pid)
    await sleep(500)
    quiet = treeCpuMs(pid) - before < 60 ? quiet + 1 : 0
  }
}

type Row = { courses: number; what: string } & Record<string, number | string>

async function measure(courses: number, server: Server, probe: Probe, postgres: number): Promise<Row[]> {
  const { origin, pid } = server
  const found: Row[] = []
  const watch = async (what: string, work: () => Promise<Answer>): Promise<void> => {
    const seen: Record<'first' | 'total' | 'cpu' | 'database' | 'stall' | 'peak', number[]> = {
      first: [],
      total: [],
      cpu: [],
      database: [],
      stall: [],
      peak: [],
    }
    let last: Answer | undefined
    for (let round = 0; round < Number(values.rounds); round++) {
      await untilQuiet(pid)
      probe.reset()
      await probe.stallMs()
      const [cpu, database] = [treeCpuMs(pid), treeCpuMs(postgres)]
      last = await work()
      await untilQuiet(pid)
      seen.cpu.push(treeCpuMs(pid) - cpu)
      seen.database.push(treeCpuMs(postgres) - database)
      seen.stall.push(await probe.stallMs())
      seen.peak.push(probe.peakMb())
      seen.first.push(last.firstMs)
      seen.total.push(last.totalMs)
    }
    const row = {
      courses,
      what,
      status: last?.status ?? 0,
      encoding: last?.encoding || 'plain',
      MB: ((last?.bytes ?? 0) / 1e6).toFixed(1),
      ...Object.fromEntries(
        Object.entries(seen).map(([name, all]) => [
          name,
          all.length > 0 ? Math.round(name === 'stall' ? Math.min(...all) : median(all)) : '-',
        ]),
      ),
    }
    console.error(JSON.stringify(row))
    found.push(row)
  }
  const author = await openAuthor(origin)
  const read = () => request(origin, listHeaders)
  const { etag } = await read()
  await watch('warm, gzip', read)
  await watch('warm, plain', () => request(origin, {}))
  await watch('304', () => request(origin, { ...listHeaders, 'if-none-match': etag }))
  await watch('visitor after a change', async () => {
    await author.change()
    return read()
  })
  await watch('author after a change', async () => {
    await author.change()
    return request(origin, { ...listHeaders, cookie: author.cookie })
  })
  return found
}

const folder = mkdtempSync(join(tmpdir(), 'bench-list-'))
chmodSync(folder, 0o755)
const cluster = await startCluster(folder)
const close = async (): Promise<void> => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)
try {
  const all: Row[] = []
  for (const courses of values.sizes.split(',').map(Number)) {
    const databaseUrl = await cluster.createDatabase(`list_${courses}`)
    const file = join(folder, `stall-${courses}`)
    const home = join(folder, `server-${courses}`)
    mkdirSync(home)
    const start = () =>
      startServer((port, origin) => ({
        name: 'Virtual Courses',
        command: process.execPath,
        args: ['--import', probeIn(file), 'server/src/main.ts'],
        cwd: values.root,
        env: {
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: join(home, 'data'),
          DATABASE_URL: databaseUrl,
          NODE_ENV: 'test',
          SEED: 'none',
          // serves calls and runs jobs, without pages and without the index of the search
          ROLE: 'worker',
          AI_EMBEDDINGS: 'off',
          PUBLIC_URL: origin,
        },
        logFile: join(home, 'log'),
        readyPath: '/readyz',
        readyWithinMs: 180_000,
      }))
    await (await start()).stop()
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    for (const statement of rows(courses)) await client.query(statement)
    await client.end()
    const server = await start()
    try {
      all.push(...(await measure(courses, server, probeOf(server, file), cluster.pid)))
    } finally {
      await server.stop()
    }
  }
  const names = ['courses', 'what', 'status', 'encoding', 'MB', 'first', 'total', 'cpu', 'database', 'stall', 'peak']
  console.log(table([names, ...all.map((row) => names.map((name) => String(row[name] ?? '')))]))
  console.log(
    '\nfirst, total: ms until the first and the last byte; cpu, database: ms of the server and of PostgreSQL until',
  )
  console.log('both are quiet; stall: longest of the event loop, ms, of the best round; peak: MB. Else medians.')
} finally {
  await close()
}
