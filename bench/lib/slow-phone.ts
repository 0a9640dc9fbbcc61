import { type Browser, chromium } from 'playwright-core'

/** Slow 4G and a processor four times slower: what Lighthouse simulates, here applied to the browser. */
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const slowdown = 4

/** Milliseconds from the request of a page until the browser showed its largest part, and until all of its controls worked. */
export type SlowLoad = { largestPaintMs: number; usableMs: number }

export type SlowPhone = {
  /** Loads a page with an empty cache. */
  load: (url: string, cookie: string) => Promise<SlowLoad>
  stop: () => Promise<void>
}

type Watched = { largestPaintMs: number; usableMs?: number }

/** Runs in the page, before its own scripts. */
function watch(): void {
  const seen: Watched = { largestPaintMs: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new MutationObserver(() => {
    if ('hydrated' in document.documentElement.dataset) seen.usableMs ??= performance.now()
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-hydrated'] })
}

/** Opens a browser for loads on a slow line; the line and the processor are slowed down for real, so a load takes seconds. */
export async function openSlowPhone(executablePath: string): Promise<SlowPhone> {
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return {
    async load(url, cookie) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        ...(cookie && { extraHTTPHeaders: { Cookie: cookie } }),
      })
      try {
        const page = await context.newPage()
        await page.addInitScript(watch)
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        await session.send('Network.emulateNetworkConditions', line)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        await page.goto(url, { waitUntil: 'commit' })
        const seen = await page.waitForFunction(() => {
          const { seen } = globalThis as unknown as { seen: Watched } // set by `watch`
          return seen.usableMs === undefined ? undefined : { ...seen, usableMs: seen.usableMs }
        })
        const value = await seen.jsonValue()
        if (!value) throw new Error(`${url} did not become usable`)
        return value
      } finally {
        await context.close()
      }
    },
    stop: () => browser.close(),
  }
}
