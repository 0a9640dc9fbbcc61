import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import type { BenchCase } from '../lib/bench-case.ts'
import { signIn, startDemoServer } from '../lib/our-server.ts'
import { startCluster } from '../lib/postgres.ts'
import { openSlowBrowser, timed } from '../lib/slow-phone.ts'
import { fillLectures } from '../player/lecture-media.ts'

/** 1.5 Mbit/s. */
const line = { offline: false, latency: 100, downloadThroughput: 1.5e6 / 8, uploadThroughput: 750e3 / 8 }

/** The smallest library that plays HLS in Chromium, of those that we know. */
const library = resolve(import.meta.dirname, '../../node_modules/hls.js/dist/hls.light.min.js')

/** Runs in the page, before its own scripts: notes the press, and the first frame of the video that comes of it. */
function watchFirstFrame(): void {
  const seen = { pressedAt: 0, frameAt: 0 }
  Object.assign(globalThis, { seen })
  const note = ({ timeStamp }: Event) => {
    seen.pressedAt = timeStamp
  }
  addEventListener('pointerdown', note, { capture: true, once: true })
  const waitForVideo = () => {
    const video = document.querySelector('video')
    if (!video) return setTimeout(waitForVideo, 10)
    return video.requestVideoFrameCallback(() => {
      seen.frameAt = performance.now()
    })
  }
  waitForVideo()
}

type Seen = { pressedAt: number; frameAt: number }

/** Presses what this selector finds, and returns the milliseconds until the first frame. */
async function press(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().click()
  const frame = await page.waitForFunction(
    () => {
      const { pressedAt, frameAt } = Reflect.get(globalThis, 'seen') as Seen // of `watchFirstFrame`
      return frameAt > 0 && frameAt - pressedAt
    },
    undefined,
    { timeout: 60_000 },
  )
  return Number(await frame.jsonValue())
}

/** Runs in the page: a button and a video, and what the library's first example does. */
function makeBarePage(stream: string): void {
  document.body.innerHTML = '<button>Play</button><video muted playsinline width="412" height="232"></video>'
  const video = document.querySelector('video')
  const Hls = Reflect.get(globalThis, 'Hls')
  document.querySelector('button')?.addEventListener('click', () => {
    const hls = new Hls()
    hls.loadSource(stream)
    hls.attachMedia(video)
    void video?.play()
  })
}

/** From a press on a lecture until its first frame, against a bare page that plays the same stream of the same server. */
export const u2: BenchCase = {
  id: 'U2',
  title: 'from a lecture to its first frame',
  ratios: [{ of: 'ms', value: ({ p50Ms }) => p50Ms, better: 'lower', must: 1.5, aim: 1.2, moonshot: 1.05 }],
  prepare: async (environment, started) => {
    const folder = environment.folderFor('u2')
    const cluster = await started.keep(startCluster(folder))
    const databaseUrl = await cluster.createDatabase('u2')
    const server = await started.keep(startDemoServer(folder, undefined, databaseUrl))
    const { courseId, streamed, deletePositions } = await fillLectures(folder, databaseUrl)
    const cookie = await signIn(server.origin, 'student@demo.example')
    const browser = await started.keep(openSlowBrowser())
    const open = <T>(visit: (page: Page) => Promise<T>, bypassCSP = false) =>
      browser.withPage({ cookie, line, bypassCSP }, async (page) => {
        await page.addInitScript(watchFirstFrame)
        return visit(page)
      })
    return {
      ours: {
        name: 'Virtual Courses',
        run: async () => {
          await deletePositions()
          return open(async (page) => {
            await page.goto(`${server.origin}/viewlecture/${courseId}`, { waitUntil: 'networkidle' })
            await page.locator('html[data-hydrated]').waitFor()
            return timed([await press(page, `a[href$="lecture=${streamed}"]`)])
          })
        },
      },
      peer: {
        name: 'bare hls.js light',
        run: () =>
          open(async (page) => {
            // any page of the same origin, for its cookie
            await page.goto(`${server.origin}/robots.txt`)
            await page.addScriptTag({ path: library })
            await page.evaluate(makeBarePage, `/api/media/lectures/${streamed}/stream/main.m3u8`)
            return timed([await press(page, 'button')])
          }, true),
      },
      note: '1.5 Mbit/s, 100 ms',
    }
  },
}
