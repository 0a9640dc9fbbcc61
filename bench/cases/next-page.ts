import type { Page } from 'playwright-core'
import type { BenchCase } from '../lib/bench-case.ts'
import { startDemoServer } from '../lib/our-server.ts'
import { openSlowBrowser, slowdown, timed } from '../lib/slow-phone.ts'

/** Cards that are pressed in a round; the first one warms the page up. */
const cards = [0, 1, 2, 3, 4, 5]

const list = '/browse'
const card = 'main article a'

/** A list that one goes back to is read again behind that: how long it is read before the next press, in milliseconds. */
const readingMs = 500

/** Runs in the page: resolves with the milliseconds from the press until the heading has this text and is painted. */
const awaitTitle = (title: string): Promise<number> =>
  new Promise((resolve) => {
    let pressedAt = 0
    const note = ({ timeStamp }: Event) => {
      pressedAt = timeStamp
    }
    addEventListener('pointerdown', note, { capture: true, once: true })
    const watcher = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== title) return
      watcher.disconnect()
      // the frame that shows it has been handed over when the next task begins
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)))
    })
    watcher.observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Runs in the page: milliseconds until all of this has been fetched and read. */
const fetchAll = async (urls: string[]): Promise<number> => {
  const begun = performance.now()
  await Promise.all(urls.map(async (url) => (await fetch(url, { cache: 'no-store' })).json()))
  return performance.now() - begun
}

async function openList(page: Page, origin: string): Promise<void> {
  await page.goto(origin + list, { waitUntil: 'networkidle' })
  await page.locator('html[data-hydrated]').waitFor()
}

/** Presses each card in turn and returns what the pages after it fetched. */
async function pressCards(page: Page, note: (ms: number, fetched: string[]) => void): Promise<void> {
  let fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') fetched.push(request.url())
  })
  const heading = (await page.locator('h1').textContent()) ?? ''
  for (const at of cards) {
    const link = page.locator(card).nth(at)
    await link.scrollIntoViewIfNeeded()
    await page.waitForTimeout(readingMs)
    const title = (await link.textContent()) ?? ''
    fetched = []
    const painted = page.evaluate(awaitTitle, title)
    await link.click()
    const ms = await painted
    // the title is that of the card until the data are there
    await page.waitForURL(({ pathname }) => pathname !== list)
    note(ms, fetched)
    await page.goBack()
    await page.locator('h1', { hasText: heading }).waitFor()
  }
}

/** From a press on a course until its title is painted, against fetching the same data. */
export const u3: BenchCase = {
  id: 'U3',
  title: 'from a card to its course, painted',
  ratios: [{ of: 'ms', value: ({ p50Ms }) => p50Ms, better: 'lower', must: 3, aim: 2, moonshot: 1.5 }],
  prepare: async (environment, started) => {
    const server = await started.keep(startDemoServer(environment.folderFor('u3')))
    const browser = await started.keep(openSlowBrowser())
    const conditions = { cookie: '', slowdown }
    const fetched: string[][] = []
    const run = () =>
      browser.withPage(conditions, async (page) => {
        await openList(page, server.origin)
        const times: number[] = []
        fetched.length = 0
        await pressCards(page, (ms, urls) => {
          times.push(ms)
          fetched.push(urls)
        })
        return timed(times.slice(1))
      })
    return {
      ours: { name: 'Virtual Courses', run },
      peer: {
        name: 'bare fetch',
        run: async () => {
          // what ours has fetched
          if (fetched.length === 0) await run()
          return browser.withPage(conditions, async (page) => {
            await openList(page, server.origin)
            const times: number[] = []
            for (const urls of fetched) times.push(await page.evaluate(fetchAll, urls))
            return timed(times.slice(1))
          })
        },
      },
      note: `${cards.length - 1} presses a round`,
    }
  },
}
