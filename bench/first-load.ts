import { gzipSync } from 'node:zlib'
import { publicPaths } from '@virtual-courses/contract'
import { type Judged, judge, type Limits } from './lib/bench-case.ts'
import type { Environment } from './lib/environment.ts'
import { signIn, startDemoServer } from './lib/our-server.ts'
import { median, table } from './lib/report.ts'
import { openSlowPhone, type Paint, type Pressed, type SlowPhone } from './lib/slow-phone.ts'
import { floorScriptBytes, type Served, serveFloorApp, serveWithoutScripts } from './peers/first-load.ts'

export type FirstLoadRow = {
  page: string
  runs: number
  /** U1: until a press on the main control takes effect */
  usableMs: number
  /** of the floor app */
  floorMs: number
  usableRatio: number
  /** U4 */
  largestPaintMs: number
  /** of the same page without scripts */
  limitMs: number
  paintRatio: number
  layoutShift: number
  /** L8: gzipped bytes of all scripts that the page fetched by itself */
  scriptBytes: number
  floorBytes: number
  judged: readonly RowId[]
}

type RowId = 'U1' | 'U4' | 'L8'

/** A page, and its main control: what a user presses there first. Where that is a link, a control that needs scripts is measured besides. */
export type PageToLoad = {
  page: string
  path: string
  cookie: string
  control: string
  effect: string
  /** the rows that are judged; the others are printed */
  judged: readonly RowId[]
}

async function gzippedBytes(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    urls.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const json = async <T>(url: string, cookie: string): Promise<T> =>
  (await (await fetch(url, { headers: { cookie } })).json()) as T // our own answers

type Lecture = { _id: string; isPreviewFree: boolean; videoUrl: string }
type Course = { _id: string; title: string; price: number; lectures: Lecture[] }

/** Chooses the pages from the demo: a paid course with a free preview, and a lecture with a video of a course that the student has. */
export async function pagesOf(origin: string): Promise<PageToLoad[]> {
  const cookie = await signIn(origin, 'student@demo.example')
  const { courses } = await json<{ courses: { _id: string }[] }>(`${origin}/api/course/catalogue?limit=50`, '')
  const found: { course: Course; enrolled: boolean }[] = []
  for (const { _id } of courses)
    found.push({
      course: await json<Course>(`${origin}/api/course/getcourse/${_id}`, cookie),
      ...(await json<{ enrolled: boolean }>(`${origin}/api/courses/enrolled/${_id}`, cookie)),
    })
  const open = found.find(({ course, enrolled }) => {
    const preview = course.lectures.find(({ isPreviewFree, videoUrl }) => isPreviewFree && videoUrl !== '')
    return !enrolled && course.price > 0 && preview
  })?.course
  const owned = found.find(
    ({ course, enrolled }) => enrolled && course.lectures.some(({ videoUrl }) => videoUrl),
  )?.course
  const lecture = owned?.lectures.find(({ videoUrl }) => videoUrl)
  if (!open || !owned || !lecture) throw new Error('The demo has no course to open and no lecture to play')
  const all = ['U1', 'U4', 'L8'] as const
  const dialog = `document.querySelector('dialog[open]')`
  // the button was there, and the player has its place
  const posterGone = `(() => {
    const there = [...document.querySelectorAll('button')].some((one) => one.textContent.includes('Preview this course'))
    globalThis.wasThere ||= there
    return globalThis.wasThere && !there
  })()`
  return [
    {
      page: 'home',
      path: '/',
      cookie: '',
      control: 'main a:has-text("View all Courses")',
      effect: 'globalThis.pressed',
      judged: all,
    },
    {
      page: 'public list',
      path: '/browse',
      cookie: '',
      control: 'main article a',
      effect: 'globalThis.pressed',
      judged: all,
    },
    {
      page: 'home, its menu',
      path: '/',
      cookie: '',
      control: 'button[aria-label="Open menu"]',
      effect: dialog,
      judged: [],
    },
    {
      page: 'public list, its filters',
      path: '/browse',
      cookie: '',
      control: 'button:has-text("Show Filters")',
      effect: dialog,
      judged: [],
    },
    {
      page: 'public course page',
      // as cards link to it: the address without its title redirects
      path: publicPaths.course(open),
      cookie: '',
      control: 'button:has-text("Preview this course")',
      effect: posterGone,
      judged: all,
    },
    {
      page: 'course page of a student',
      path: `/viewcourse/${open._id}`,
      cookie,
      control: 'button:has-text("Enroll Now")',
      effect: `document.querySelector('button[aria-busy]')`,
      judged: all,
    },
    {
      page: 'player',
      path: `/viewlecture/${owned._id}?lecture=${lecture._id}`,
      cookie,
      control: 'button[aria-label^="Play"]',
      effect: `document.querySelector('video') && !document.querySelector('video').paused`,
      // the player is loaded on use
      judged: ['U1', 'U4'],
    },
  ]
}

const floorButton: Omit<Pressed, 'url'> = {
  cookie: '',
  control: 'button',
  effect: `document.querySelector('button') && !document.querySelector('button').textContent.includes('Pressed 0 times')`,
}

type Load = { usable: number; floor: number; ours: Paint; limit: Paint }

/** Loads a page in four ways, in turn: ours and the floor app until a press works, ours and its copy without scripts until they are painted. */
async function loadOnce(
  phone: SlowPhone,
  { path, ...one }: PageToLoad,
  sides: { ours: string; plain: Served; floor: Served },
): Promise<Load> {
  return {
    usable: await phone.press({ ...one, url: sides.ours + path }),
    floor: await phone.press({ ...floorButton, url: sides.floor.origin }),
    ours: await phone.paint(sides.ours + path, one.cookie),
    limit: await phone.paint(sides.plain.origin + path, ''),
  }
}

/** Measures every page of a server. */
export async function measurePages(
  phone: SlowPhone,
  origin: string,
  pages: readonly PageToLoad[],
  runs: number,
): Promise<FirstLoadRow[]> {
  const floor = await serveFloorApp()
  const floorBytes = await floorScriptBytes()
  const rows: FirstLoadRow[] = []
  try {
    for (const one of pages) {
      const plain = await serveWithoutScripts(origin, one.cookie)
      const loads: Load[] = []
      try {
        for (let run = 0; run < runs; run++) loads.push(await loadOnce(phone, one, { ours: origin, plain, floor }))
      } finally {
        await plain.stop()
      }
      const middle = (value: (load: Load) => number): number => median(loads.map(value))
      rows.push({
        page: one.page,
        runs,
        usableMs: middle(({ usable }) => usable),
        floorMs: middle((load) => load.floor),
        usableRatio: middle((load) => load.usable / load.floor),
        largestPaintMs: middle(({ ours }) => ours.largestPaintMs),
        limitMs: middle(({ limit }) => limit.largestPaintMs),
        paintRatio: middle(({ ours, limit }) => ours.largestPaintMs / limit.largestPaintMs),
        layoutShift: middle(({ ours }) => ours.layoutShift),
        scriptBytes: await gzippedBytes(loads[0]?.ours.scripts ?? []),
        floorBytes,
        judged: one.judged,
      })
    }
  } finally {
    await floor.stop()
  }
  return rows
}

/**
 * U1, U4 and L8: first loads of the demo's pages in a browser whose line and processor are slowed down, with an empty cache.
 * @param part of the names of the pages that are loaded
 */
export async function measureFirstLoad(environment: Environment, runs: number, part = ''): Promise<FirstLoadRow[]> {
  const server = await startDemoServer(environment.folderFor('first-load'))
  const phone = await openSlowPhone()
  try {
    const pages = (await pagesOf(server.origin)).filter(({ page }) => page.includes(part))
    return await measurePages(phone, server.origin, pages, runs)
  } finally {
    await phone.stop()
    await server.stop()
  }
}

const usable: Limits = { of: 'until usable', better: 'lower', must: 2, aim: 1.5, moonshot: 1.25 }
const paint: Limits = { of: 'largest paint', better: 'lower', must: 1.5, aim: 1.2, moonshot: 1.1 }
const scripts: Limits = { of: 'JavaScript', better: 'lower', must: 1.6, aim: 1.45, moonshot: 1.3 }

/** U1, U4 and L8 of each page. */
export const judgeFirstLoad = (rows: readonly FirstLoadRow[]): Judged[] => {
  const of = (id: RowId, limits: Limits, ratio: (row: FirstLoadRow) => number) =>
    rows.filter(({ judged }) => judged.includes(id)).map((row) => judge(id, row.page, ratio(row), limits))
  return [
    ...of('U1', usable, ({ usableRatio }) => usableRatio),
    ...of('U4', paint, ({ paintRatio }) => paintRatio),
    ...of('L8', scripts, ({ scriptBytes, floorBytes }) => scriptBytes / floorBytes),
  ]
}

const heading = (id: string, { must, aim }: Limits): string => `${id} (≤ ${must}, aim ${aim})`
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

/** The table for people, with the limits in its heading. */
export const firstLoadTable = (rows: readonly FirstLoadRow[]): string =>
  table([
    [
      'first load',
      'usable',
      'floor app',
      heading('U1', usable),
      'largest paint',
      'without scripts',
      heading('U4', paint),
      'layout shift',
      'JavaScript',
      'floor app',
      heading('L8', scripts),
    ],
    ...rows.map((row) => [
      row.page,
      seconds(row.usableMs),
      seconds(row.floorMs),
      row.usableRatio.toFixed(2),
      seconds(row.largestPaintMs),
      seconds(row.limitMs),
      row.paintRatio.toFixed(2),
      row.layoutShift.toFixed(3),
      kb(row.scriptBytes),
      kb(row.floorBytes),
      (row.scriptBytes / row.floorBytes).toFixed(2),
    ]),
  ])
