import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { fillClass } from '../server/test/support/database/fill-class.ts'
import { keepStarted } from './lib/child.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from './lib/command.ts'
import { machineFacts } from './lib/machine.ts'
import { signIn, startDemoServer } from './lib/our-server.ts'
import { startCluster } from './lib/postgres.ts'
import { median, quantile, table } from './lib/report.ts'
import { openSlowBrowser, slowdown } from './lib/slow-phone.ts'

/** What the marks of a large class cost: on the page of its educator, and as the table that leaves and comes in. */
const usage = `npm run bench -- marks-table [options]
  --students N  of the course (default 1000)
  --entries N   quizzes of the course, at each of which each student has an attempt (default 60)
  --rounds N    of each measurement (default 5)`
const { values: options } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    entries: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) exitWithUsage(usage)
const [students, entries, rounds] = [Number(options.students), Number(options.entries), Number(options.rounds)]
for (const [name, value] of Object.entries({ students, entries, rounds }))
  if (!Number.isInteger(value) || value < 2) exitWithUsage(usage, `--${name} is a whole number from 2`)
requireLinux()

const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-bench-'))
chmodSync(folder, 0o711) // PostgreSQL does not run as root
const { keep, stop } = keepStarted()
const close = async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)

/** Runs in the page: scrolls the table to its end and aside, and resolves with the milliseconds between its frames. */
const scroll = (selector: string): Promise<number[]> =>
  new Promise((resolve) => {
    const region = document.querySelector(selector)
    if (!region) return resolve([])
    const [frames, begun]: [number[], number] = [[], performance.now()]
    let last = begun
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      const share = Math.min(1, (now - begun) / 2000)
      region.scrollTop = share * (region.scrollHeight - region.clientHeight)
      region.scrollLeft = share * (region.scrollWidth - region.clientWidth)
      if (share < 1) requestAnimationFrame(next)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(next)
  })

const region = 'section:has(> table)'

/** Opens the page; returns milliseconds until its table is painted, and those between frames while it scrolls. */
async function visit(page: Page, address: string): Promise<{ paintedMs: number; frames: number[]; elements: number }> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(`${region} tbody tr`).nth(49).waitFor({ state: 'attached' })
  const paintedMs = await page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
  )
  await page.waitForLoadState('networkidle')
  const frames = await page.evaluate(scroll, region)
  return { paintedMs, frames, elements: await page.locator(`${region} *`).count() }
}

try {
  mkdirSync(join(folder, 'cluster'))
  chmodSync(join(folder, 'cluster'), 0o711)
  const cluster = await keep(startCluster(join(folder, 'cluster')))
  const databaseUrl = await cluster.createDatabase('marks')
  mkdirSync(join(folder, 'server'))
  const server = await keep(startDemoServer(join(folder, 'server'), undefined, databaseUrl))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ lecture_id: string; course_id: string; user_id: string; email: string }>(`
    select attempts.lecture_id, lectures.course_id, min(attempts.user_id) as user_id, educator.email
    from quiz_attempts as attempts join lectures on lectures.id = attempts.lecture_id
      join courses on courses.id = lectures.course_id join users as educator on educator.id = courses.creator_id
    where attempts.handed_in_at is not null and not attempts.is_preview
    group by 1, 2, 4 having count(*) filter (where attempts.number > 1) = 0 order by 1 limit 1`)
  const [found] = rows
  if (!found) throw new Error('the demo has no quiz that was taken')
  const { course_id: courseId, lecture_id: lectureId, user_id: studentId, email } = found
  await fillClass((text) => client.query(text), { courseId, lectureId, studentId, students, entries })
  await client.query('vacuum analyze')
  await client.end()

  const cookie = await signIn(server.origin, email)
  const path = `/api/marks/course/${courseId}`
  const call = async (at: string, body?: object): Promise<{ text: string; ms: number }> => {
    const begun = performance.now()
    const answer = await fetch(server.origin + at, {
      headers: { cookie, ...(body && { 'content-type': 'application/json', origin: server.origin }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${at} got status ${answer.status}: ${text.slice(0, 200)}`)
    return { text, ms: performance.now() - begun }
  }
  const results: [string, number[]][] = []
  const repeat = async (what: string, one: (round: number) => Promise<number>) => {
    await one(-1)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await one(round))
    results.push([what, times])
  }
  await repeat('a page of 50 students: the call', async () => (await call(`${path}?limit=50`)).ms)
  await repeat('all students as CSV', async () => (await call(`${path}/csv`)).ms)
  const exported = (await call(`${path}/csv`)).text
  await repeat(
    'preview of the table without a change',
    async () => (await call(`${path}/preview`, { text: exported })).ms,
  )
  await repeat('import of one column of marks', async (round) => {
    const now = (await call(`${path}/csv`)).text
    const text = now.replaceAll(/^(Pupil [^\r\n]*?,[^,]*,[^,]*,[^,]*,)[^,]*/gm, `$1${(round + 2) / 100}`)
    const { seen, changesTotal } = JSON.parse((await call(`${path}/preview`, { text })).text)
    if (changesTotal < students - 1) throw new Error(`the table changes ${changesTotal} marks`)
    return (await call(path, { text, reason: 'Oral exam', seen })).ms
  })

  const browser = await keep(openSlowBrowser())
  for (const rate of [1, slowdown])
    for (const [name, size] of Object.entries({
      '1280 px': { width: 1280, height: 800 },
      '390 px': { width: 390, height: 844 },
    })) {
      const [painted, p95, worst]: [number[], number[], number[]] = [[], [], []]
      let elements = 0
      for (let round = 0; round < rounds; round++)
        await browser.withPage({ cookie, slowdown: rate }, async (page) => {
          await page.setViewportSize(size)
          const seen = await visit(page, `${server.origin}/courses/${courseId}/marks`)
          painted.push(seen.paintedMs)
          p95.push(
            quantile(
              seen.frames.toSorted((one, other) => one - other),
              0.95,
            ),
          )
          worst.push(Math.max(...seen.frames))
          elements = seen.elements
        })
      const where = `${name}, processor ${rate === 1 ? 'as it is' : `${rate} times slower`}`
      results.push([`page, first 50 students painted (${where})`, painted])
      results.push([`scrolling, frames p95 (${where})`, p95], [`scrolling, longest frame (${where})`, worst])
      console.error(`${where}: ${elements} elements in the table`)
    }
  const print = openResults('marks-table-')
  print({ machine: machineFacts(), students, entries, kilobytesOfCsv: Math.round(exported.length / 1000) })
  for (const [what, times] of results) print({ what, ms: times.map((ms) => Math.round(ms * 10) / 10) })
  console.log(
    table([
      [`${students} students, ${entries} entries`, 'median ms', 'least', 'most'],
      ...results.map(([what, times]) => [
        what,
        median(times).toFixed(0),
        Math.min(...times).toFixed(0),
        Math.max(...times).toFixed(0),
      ]),
    ]),
  )
} finally {
  await close()
}
