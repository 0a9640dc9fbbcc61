import { gzipSync } from 'node:zlib'
import { type Judged, judge, type Limits } from './lib/bench-case.ts'
import type { Environment } from './lib/environment.ts'
import { browserPath, type Measuring, openLighthouse, type PageLoad } from './lib/lighthouse.ts'
import { signIn, startDemoServer } from './lib/our-server.ts'
import { median, table } from './lib/report.ts'
import { openSlowPhone, type SlowLoad, type SlowPhone } from './lib/slow-phone.ts'
import { floorScriptBytes, serveWithoutScripts } from './peers/first-load.ts'

export type FirstLoadRow = {
  page: string
  runs: number
  largestPaintMs: number
  /** of the same page without scripts */
  limitMs: number
  /** L7: median of the runs' ratios */
  ratio: number
  layoutShift: number
  blockingMs: number
  /** not simulated: on a line and a processor that were slowed down */
  slow: SlowLoad
  /** L8: gzipped bytes of all scripts that the page fetched by itself */
  scriptBytes: number
  floorBytes: number
  /** Lighthouse, 0 to 100: of the pages that search engines may read */
  seo: number
}

type PageToLoad = { page: string; path: string; cookie: string }

async function gzippedBytes(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    urls.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Sides = { origin: string; runs: number; floorBytes: number }

type Tools = { lighthouse: Measuring; phone: SlowPhone }

async function measurePage({ lighthouse, phone }: Tools, one: PageToLoad, sides: Sides): Promise<FirstLoadRow> {
  const plain = await serveWithoutScripts(sides.origin, one.cookie)
  const loads: { ours: PageLoad; limit: PageLoad; slow: SlowLoad }[] = []
  try {
    for (let run = 0; run < sides.runs; run++) {
      const ours = await lighthouse.measure(sides.origin + one.path, one.cookie)
      const limit = await lighthouse.measure(plain.origin + one.path, '')
      loads.push({ ours, limit, slow: await phone.load(sides.origin + one.path, one.cookie) })
    }
  } finally {
    await plain.stop()
  }
  const middle = (value: (load: (typeof loads)[number]) => number): number => median(loads.map(value))
  return {
    page: one.page,
    runs: sides.runs,
    largestPaintMs: middle(({ ours }) => ours.largestPaintMs),
    limitMs: middle(({ limit }) => limit.largestPaintMs),
    ratio: middle(({ ours, limit }) => ours.largestPaintMs / limit.largestPaintMs),
    layoutShift: middle(({ ours }) => ours.layoutShift),
    blockingMs: middle(({ ours }) => ours.blockingMs),
    slow: {
      largestPaintMs: middle(({ slow }) => slow.largestPaintMs),
      usableMs: middle(({ slow }) => slow.usableMs),
    },
    scriptBytes: await gzippedBytes(loads[0]?.ours.scripts ?? []),
    floorBytes: sides.floorBytes,
    seo: middle(({ ours }) => ours.seo),
  }
}

/** L7 and L8: the first load of home, catalogue and course page of the demo, on a slow phone with an empty cache. */
export async function measureFirstLoad(environment: Environment, runs: number): Promise<FirstLoadRow[]> {
  const floorBytes = await floorScriptBytes(environment.folderFor('floor'))
  const server = await startDemoServer(environment.folderFor('first-load'))
  const lighthouse = await openLighthouse(environment.folderFor('lighthouse'))
  const phone = await openSlowPhone(browserPath())
  try {
    const cookie = await signIn(server.origin, 'student@demo.example')
    const courses = (await (await fetch(`${server.origin}/api/course/catalogue?limit=1`)).json()) as {
      courses: { _id: string }[]
    } // our own answer
    const pages: PageToLoad[] = [
      { page: 'home, visitor', path: '/', cookie: '' },
      { page: 'home, student', path: '/', cookie },
      { page: 'catalogue', path: '/allcourses', cookie },
      { page: 'public list', path: '/browse', cookie: '' },
      { page: 'public course page', path: `/course/${courses.courses[0]?._id}`, cookie: '' },
      { page: 'course page', path: `/viewcourse/${courses.courses[0]?._id}`, cookie },
    ]
    const rows: FirstLoadRow[] = []
    for (const one of pages)
      rows.push(await measurePage({ lighthouse, phone }, one, { origin: server.origin, runs, floorBytes }))
    return rows
  } finally {
    await phone.stop()
    await lighthouse.stop()
    await server.stop()
  }
}

const paint: Limits = { of: 'largest paint', better: 'lower', must: 2, aim: 1.3, moonshot: 1.1 }
const scripts: Limits = { of: 'JavaScript', better: 'lower', must: 1.6, aim: 1.3, moonshot: 1.15 }

/** L7 and L8 of each page. */
export const judgeFirstLoad = (rows: readonly FirstLoadRow[]): Judged[] => [
  ...rows.map(({ page, ratio }) => judge('L7', page, ratio, paint)),
  ...rows.map(({ page, scriptBytes, floorBytes }) => judge('L8', page, scriptBytes / floorBytes, scripts)),
]

const heading = (id: string, { must, aim, moonshot }: Limits): string =>
  `${id} (≤ ${must}, aim ${aim}, moonshot ${moonshot})`

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** The table for people, with the limits in its heading. */
export const firstLoadTable = (rows: readonly FirstLoadRow[]): string =>
  table([
    [
      'first load',
      'largest paint',
      'without scripts',
      heading('L7', paint),
      'layout shift',
      'blocked',
      'slowed: painted',
      'usable',
      'JavaScript',
      'floor',
      heading('L8', scripts),
      'SEO',
    ],
    ...rows.map((row) => [
      row.page,
      `${(row.largestPaintMs / 1000).toFixed(2)} s`,
      `${(row.limitMs / 1000).toFixed(2)} s`,
      row.ratio.toFixed(2),
      row.layoutShift.toFixed(3),
      `${Math.round(row.blockingMs)} ms`,
      `${(row.slow.largestPaintMs / 1000).toFixed(2)} s`,
      `${(row.slow.usableMs / 1000).toFixed(2)} s`,
      kb(row.scriptBytes),
      kb(row.floorBytes),
      (row.scriptBytes / row.floorBytes).toFixed(2),
      String(row.seo),
    ]),
  ])
