import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import type { Sample } from './bench-case.ts'
import { median } from './report.ts'
import { Missing } from './tools.ts'

/** Slow 4G and a processor four times slower, applied to the browser itself. */
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
export const slowdown = 4

/** Between two presses on a control that does not react yet, in milliseconds. */
const pause = 60
/** How long a page may take, in milliseconds. */
const timeout = 40_000

/** A page, and what a user presses on it. */
export type Pressed = {
  url: string
  cookie: string
  /** selector of Playwright */
  control: string
  /** source of an expression: whether the press took effect; evaluated in the page */
  effect: string
}

export type Paint = {
  largestPaintMs: number
  layoutShift: number
  /** addresses of the scripts that the page fetched by itself */
  scripts: string[]
}

export type SlowPhone = {
  /** Opens a page with an empty cache and presses its control until that has an effect. Returns milliseconds since the address was given. */
  press: (page: Pressed) => Promise<number>
  /** Opens a page with an empty cache and touches nothing. */
  paint: (url: string, cookie: string) => Promise<Paint>
  stop: () => Promise<void>
}

type Watched = { largestPaintMs: number; layoutShift: number }

/** Runs in the page, before its own scripts. */
function watch(): void {
  const seen: Watched = { largestPaintMs: 0, layoutShift: 0 }
  Object.assign(globalThis, { seen })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaintMs = startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean } // of this type
    if (!hadRecentInput) seen.layoutShift += value
  })
}

/**
 * Notes when an expression becomes true, in milliseconds since the address was given. `pressed` is the link that was pressed last: it leads
 * on with and without scripts, and here nowhere.
 */
const awaitEffect = (effect: string): string => `{
  addEventListener('click', (event) => {
    globalThis.pressed = event.target.closest('a')
    if (globalThis.pressed) event.preventDefault()
  })
  const look = () => {
    if (document.body && (${effect})) globalThis.effectAt = performance.now()
    else setTimeout(look, 10)
  }
  look()
}`

/** The browser that programs open. Throws Missing without one. */
export function browserPath(): string {
  const path = process.env.CHROMIUM_PATH ?? findProgram('chromium') ?? findProgram('google-chrome')
  if (!path) throw new Missing('Chromium is missing: apt-get install chromium')
  return path
}

/** How a page is opened: by whom, on which line, on which processor. */
type Conditions = {
  cookie: string
  line?: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number }
  /** how many times slower the processor is */
  slowdown?: number
  bypassCSP?: boolean
}

export type SlowBrowser = {
  /** Opens a page with an empty cache, and closes it after the visit. */
  withPage: <T>(conditions: Conditions, visit: (page: Page) => Promise<T>) => Promise<T>
  stop: () => Promise<void>
}

/** Opens a browser whose pages can have a slow line and a slow processor. */
export async function openSlowBrowser(): Promise<SlowBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  })
  return {
    async withPage({ cookie, line: slowLine, slowdown: rate = 1, bypassCSP = false }, visit) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        reducedMotion: 'reduce',
        bypassCSP,
        ...(cookie && { extraHTTPHeaders: { Cookie: cookie } }),
      })
      try {
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        if (slowLine) await session.send('Network.emulateNetworkConditions', slowLine)
        await session.send('Emulation.setCPUThrottlingRate', { rate })
        return await visit(page)
      } finally {
        await context.close()
      }
    },
    stop: () => browser.close(),
  }
}

/** The sample of what a browser was timed at, in milliseconds. */
export const timed = (times: readonly number[]): Sample => {
  const ms = median(times)
  return { operations: times.length, perSecond: 1000 / ms, serverCpuMs: 0, cpuMs: 0, p50Ms: ms, p99Ms: ms }
}

/** Opens a browser whose line and processor are slowed down for real: a load takes seconds. */
export async function openSlowPhone(): Promise<SlowPhone> {
  const browser = await openSlowBrowser()
  const withPage = <T>(cookie: string, visit: (page: Page) => Promise<T>) =>
    browser.withPage({ cookie, line, slowdown }, visit)

  return {
    press: ({ url, cookie, control, effect }) =>
      withPage(cookie, async (page) => {
        await page.addInitScript(awaitEffect(effect))
        await page.goto(url, { waitUntil: 'commit' })
        const end = performance.now() + timeout
        for (;;) {
          const at = await page.evaluate('globalThis.effectAt')
          if (typeof at === 'number') return at
          if (performance.now() > end) throw new Error(`${url}: pressing ${control} had no effect`)
          // not there yet, or moved away from under the finger: the next press may hit
          await page
            .locator(control)
            .first()
            .click({ timeout: 500, force: true, noWaitAfter: true })
            .catch(() => undefined)
          await sleep(pause)
        }
      }),
    paint: (url, cookie) =>
      withPage(cookie, async (page) => {
        const scripts = new Set<string>()
        page.on('request', (request) => {
          if (request.resourceType() === 'script' && request.url().startsWith('http')) scripts.add(request.url())
        })
        await page.addInitScript(watch)
        await page.goto(url, { waitUntil: 'load', timeout })
        // what starts after the load, and moves things, counts as well
        await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined)
        await sleep(1000)
        const seen = await page.evaluate(() => (globalThis as unknown as { seen: Watched }).seen) // set by `watch`
        return { ...seen, scripts: [...scripts] }
      }),
    stop: browser.stop,
  }
}
