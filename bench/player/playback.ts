import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { signIn, startDemoServer } from '../lib/our-server.ts'
import { startCluster } from '../lib/postgres.ts'
import { table, writeResults } from '../lib/report.ts'
import { Missing } from '../lib/tools.ts'
import { fillLectures, makeMedia, seconds } from './lecture-media.ts'

/**
 * How a lecture plays on slow lines: `npm run bench -- playback` opens it in Chromium with an empty cache, as a stream and as the
 * same file without one, and prints when the first picture moves, how often and how long it stops, and the qualities shown.
 */
const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    watch: { type: 'string', default: '60' },
    native: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(`npm run bench -- playback [--only 400,1500,changing,good] [--watch SECONDS] [--native] [--write]
  --native  a third way: Chromium's own player of streams, without hls.js`)
  process.exit(0)
}

type Line = { name: string; latency: number; steps: readonly { at: number; kilobits: number }[] }
const lines: Record<string, Line> = {
  '400': { name: '400 kbit/s', latency: 300, steps: [{ at: 0, kilobits: 400 }] },
  '1500': { name: '1.5 Mbit/s', latency: 100, steps: [{ at: 0, kilobits: 1500 }] },
  changing: {
    name: '1.5 M, at 20 s 400 k, at 50 s 3 M',
    latency: 100,
    steps: [
      { at: 0, kilobits: 1500 },
      { at: 20, kilobits: 400 },
      { at: 50, kilobits: 3000 },
    ],
  },
}
const good: Line = { name: '10 Mbit/s', latency: 40, steps: [{ at: 0, kilobits: 10_000 }] }
const ways = ['stream', 'MP4', ...(values.native ? ['native'] : [])] as const
type Way = (typeof ways)[number]
const watchSeconds = Number(values.watch)

/** What the page itself counts, from before its first script. */
type Seen = { first: number | null; stalls: number[]; heights: [number, number][]; seconds: number }

/** Runs in the page: notes what every video element does, in milliseconds since the page was asked for. */
const observe = (): void => {
  const seen = { first: null as number | null, stalls: [] as number[], heights: [] as [number, number][], seconds: 0 }
  Reflect.set(window, 'seen', seen)
  let at = 0
  let movedAt = 0
  let stalledAt: number | null = null
  setInterval(() => {
    const video = document.querySelector('video')
    if (!video || video.readyState === 0) return
    const now = performance.now()
    const height = video.videoHeight
    if (height > 0 && seen.heights.at(-1)?.[1] !== height) seen.heights.push([Math.round(now), height])
    if (video.currentTime !== at && !video.paused) {
      if (at > 0) seen.first ??= now
      if (stalledAt !== null) seen.stalls.push(now - stalledAt)
      stalledAt = null
      at = video.currentTime
      movedAt = now
      seen.seconds = at
    } else if (seen.first !== null && !video.paused && !video.ended && stalledAt === null && now - movedAt > 300)
      stalledAt = movedAt
    // one that goes on at the end counts as well
    Reflect.set(seen, 'open', stalledAt === null ? 0 : now - stalledAt)
  }, 50)
}

const follow = async (session: CDPSession, { latency, steps }: Line, stopped: AbortSignal): Promise<void> => {
  const began = performance.now()
  for (const { at, kilobits } of steps) {
    await sleep(Math.max(0, at * 1000 - (performance.now() - began)), undefined, { signal: stopped }).catch(
      () => undefined,
    )
    if (stopped.aborted) return
    const bytes = (kilobits * 1000) / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes / 2,
    })
  }
}

type Opened = { page: Page; session: CDPSession; stop: () => Promise<void> }

/** The page of a lecture, as a student opens it. */
type Visit = { browser: Browser; way: Way; address: string; cookie: { name: string; value: string; url: string } }

async function openPage({ browser, way, cookie }: Visit): Promise<Opened> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  })
  await context.addCookies([cookie])
  await context.addInitScript(observe)
  if (way === 'native') await context.addInitScript(() => Reflect.deleteProperty(window, 'MediaSource'))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  return { page, session, stop: () => context.close() }
}

const press = async (page: Page): Promise<void> => {
  // the button is there as soon as the player is; what it plays comes later
  await page.getByRole('button', { name: 'Play', exact: true }).first().click({ timeout: 120_000 })
}

async function play(visit: Visit, line: Line) {
  const { page, session, stop } = await openPage(visit)
  const over = new AbortController()
  try {
    const following = follow(session, line, over.signal)
    await sleep(50)
    await page.goto(visit.address, { waitUntil: 'commit', timeout: 120_000 })
    await press(page)
    await page
      .waitForFunction(() => Reflect.get(window, 'seen').first !== null, undefined, { timeout: 180_000 })
      .catch(() => undefined)
    await sleep(watchSeconds * 1000)
    const seen = (await page.evaluate(() => Reflect.get(window, 'seen'))) as Seen & { open: number } // of `observe`
    over.abort()
    await following
    return seen
  } finally {
    over.abort()
    await stop()
  }
}

const shown = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function row(line: Line, way: Way, seen: Seen & { open: number }): string[] {
  const stalls = seen.open > 0 ? [...seen.stalls, seen.open] : seen.stalls
  const long = stalls.reduce((sum, one) => sum + one, 0)
  const heights = seen.heights.map(([at, height]) => `${height}p at ${Math.round(at / 1000)} s`).join(', ')
  return [
    line.name,
    way,
    seen.first === null ? 'never' : shown(seen.first),
    String(stalls.length),
    shown(long),
    `${Math.round(seen.seconds)} s`,
    heights,
  ]
}

/** Milliseconds from a press of a key that goes to 45 s until the picture moves there; nothing of it was loaded before. */
async function seek(visit: Visit): Promise<number> {
  const { page, session, stop } = await openPage(visit)
  try {
    await follow(session, good, new AbortController().signal)
    await page.goto(visit.address)
    await press(page)
    await page.waitForFunction(() => Reflect.get(window, 'seen').first !== null, undefined, { timeout: 60_000 })
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const video = document.querySelector('video')
          if (!video) throw new Error('there is no video')
          const began = performance.now()
          video.currentTime = 45
          const checkFrame = () => {
            if (!video.seeking && video.currentTime > 45.05) resolve(performance.now() - began)
            else requestAnimationFrame(checkFrame)
          }
          checkFrame()
        }),
    )
  } finally {
    await stop()
  }
}

const program = process.env.CHROMIUM_PATH ?? findProgram('chromium')
if (!program) throw new Missing('Chromium is missing: apt-get install chromium')
makeMedia()
const folder = mkdtempSync(join(tmpdir(), 'bench-playback-'))
chmodSync(folder, 0o711)
const cluster = await startCluster(folder)
const databaseUrl = await cluster.createDatabase('playback')
const server = await startDemoServer(folder, undefined, databaseUrl)
const browser = await chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const lectures = await fillLectures(folder, databaseUrl)
  const chosen = values.only === '' ? [...Object.keys(lines), 'good'] : values.only.split(',')
  const rows = [
    ['line', 'plays', 'first picture', 'stalls', 'stood still', `of ${seconds} s after ${watchSeconds} s`, 'quality'],
  ]
  const seeks: string[] = []
  // a new account each time would have no place to go on from; the demo's student has none here either, until a run reports one
  const open = async (way: Way) => {
    const session = await signIn(server.origin, 'student@demo.example')
    const [name = '', ...rest] = session.split('=')
    const lecture = way === 'MP4' ? lectures.progressive : lectures.streamed
    await lectures.deletePositions()
    const address = `${server.origin}/viewlecture/${lectures.courseId}?lecture=${lecture}`
    return { browser, way, address, cookie: { name, value: rest.join('='), url: server.origin } }
  }
  for (const [key, line] of Object.entries(lines)) {
    if (!chosen.includes(key)) continue
    for (const way of ways) {
      rows.push(row(line, way, await play(await open(way), line)))
      console.error(rows.at(-1)?.join('  '))
    }
  }
  if (chosen.includes('good'))
    for (const way of ways) {
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        times.push(await seek(await open(way)))
      }
      seeks.push(`${way} ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
    }
  const text = [
    ...(rows.length > 1 ? [table(rows)] : []),
    ...(seeks.length > 0 ? [`Seek to 45 s at ${good.name}: ${seeks.join('; ')}`] : []),
  ]
  console.log(text.join('\n\n'))
  if (values.write) writeResults('playback', text.join('\n\n'))
} finally {
  await browser.close()
  await server.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
