import { chromium } from 'playwright-core'
import { treeMemory } from '../lib/machine.ts'
import { browserPath } from '../lib/slow-phone.ts'
import type { RunningClass } from './open-class.ts'
import { megabytes } from './readings.ts'

export type BrowserMemory = {
  /** of the processes that run pages, and of all of the browser; pages that processes share count once */
  rendererMb: number
  browserMb: number
  /** after a collection */
  heapMb: number
  nodes: number
  listeners: number
  /** messages that stand in the chat */
  messages: number
  /** seconds of the picture that were played since the last reading */
  playedSeconds: number
}

export type BrowserListener = { read: () => Promise<BrowserMemory>; stop: () => Promise<void> }

/** Lets a student enter the room in a real Chromium, with the page that everyone has, and listen. */
export async function openBrowserListener(
  { origin = '', lectureId }: RunningClass,
  cookie: string,
): Promise<BrowserListener> {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream=fps=5',
      '--use-fake-ui-for-media-stream',
    ],
  })
  try {
    // the policy of a site on https asks for encrypted connections
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const [name = '', value = ''] = cookie.split('=')
    await session.send('Network.setCookie', {
      name,
      value,
      url: origin.replace('http:', 'https:'),
      secure: true,
      path: '/',
    })
    await page.goto(`${origin}/live/${lectureId}`)
    await page.getByRole('button', { name: 'Join now' }).click()
    await page.getByRole('heading', { name: 'Live Chat' }).waitFor({ timeout: 60_000 })
    await session.send('Performance.enable')
    const processes = await browser.newBrowserCDPSession()
    /** Of the first picture; 0 while there is none. It begins again with each new connection. */
    const playedSeconds = () =>
      page.evaluate(() => document.querySelector<HTMLVideoElement>('video[data-remote]')?.currentTime ?? 0)
    await page.waitForFunction(
      () => (document.querySelector('video[data-remote]') as HTMLVideoElement | null)?.videoWidth,
    )
    let played = await playedSeconds()
    return {
      async read() {
        await session.send('HeapProfiler.collectGarbage')
        const { metrics } = await session.send('Performance.getMetrics')
        const metric = (wanted: string) => metrics.find((one) => one.name === wanted)?.value ?? 0
        const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
        const memoryOf = (type: string) =>
          megabytes(
            processInfo.filter((one) => one.type === type).reduce((sum, { id }) => sum + treeMemory(id).pssBytes, 0),
          )
        const before = played
        played = await playedSeconds()
        return {
          rendererMb: memoryOf('renderer'),
          browserMb: memoryOf('browser'),
          heapMb: megabytes(metric('JSHeapUsedSize')),
          nodes: metric('Nodes'),
          listeners: metric('JSEventListeners'),
          messages: await page.getByRole('region', { name: 'Messages so far' }).getByRole('listitem').count(),
          playedSeconds: Math.round(played < before ? played : played - before),
        }
      },
      stop: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
