import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findProgram } from '../../scripts/system-programs.ts'
import { startServer } from './child.ts'
import { cacheFolder, installPackages, Missing } from './tools.ts'

const version = '13.5.0'

/** What one load of one page showed: a phone with a CPU four times slower, on slow 4G, with an empty cache. */
export type PageLoad = {
  largestPaintMs: number
  layoutShift: number
  blockingMs: number
  /** addresses of the scripts that were fetched */
  scripts: string[]
  /** what Lighthouse gives the page for search engines, 0 to 100 */
  seo: number
}

type Audit = { numericValue?: number; details?: { items?: { resourceType?: string; url?: string }[] } }
type Result =
  | {
      lhr: {
        audits: Record<string, Audit>
        categories: Record<string, { score: number | null }>
        runtimeError?: { message: string }
      }
    }
  | undefined
type Lighthouse = (url: string, flags: object) => Promise<Result>

export type Measuring = {
  measure: (url: string, cookie: string) => Promise<PageLoad>
  stop: () => Promise<void>
}

/** The browser that programs open. Throws Missing without one. */
export const browserPath = (): string => {
  const path = process.env.CHROMIUM_PATH ?? findProgram('chromium') ?? findProgram('google-chrome')
  if (!path) throw new Missing('Chromium is missing: apt-get install chromium')
  return path
}

/** Opens a browser with a fresh profile in `workFolder`, and Lighthouse, which is installed into the cache folder at the first use. */
export async function openLighthouse(workFolder: string): Promise<Measuring> {
  const executablePath = browserPath()
  const folder = join(cacheFolder, `lighthouse-${version}`)
  installPackages(folder, { lighthouse: version }, '120 MB')
  // a package of the cache folder has no types here
  const { default: lighthouse } = (await import(
    pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  )) as { default: Lighthouse }
  const profile = join(workFolder, 'chromium')
  mkdirSync(profile, { recursive: true })
  let port = 0
  const browser = await startServer((chosen) => {
    port = chosen
    return {
      name: 'Chromium',
      command: executablePath,
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        `--remote-debugging-port=${chosen}`,
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      logFile: join(workFolder, 'chromium.log'),
      readyPath: '/json/version',
    }
  })
  return {
    async measure(url, cookie) {
      const result = await lighthouse(url, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['seo'],
        onlyAudits: ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time', 'network-requests'],
        ...(cookie && { extraHeaders: { Cookie: cookie } }),
      })
      const audits = result?.lhr.audits
      if (!audits || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
      const audit = (name: string): number => {
        const value = audits[name]?.numericValue
        if (value === undefined) throw new Error(`${url}: Lighthouse gave no ${name}`)
        return value
      }
      const requests = audits['network-requests']?.details?.items ?? []
      return {
        largestPaintMs: audit('largest-contentful-paint'),
        layoutShift: audit('cumulative-layout-shift'),
        blockingMs: audit('total-blocking-time'),
        seo: Math.round(100 * (result.lhr.categories.seo?.score ?? 0)),
        scripts: requests.flatMap(({ resourceType, url: script }) =>
          resourceType === 'Script' && script?.startsWith('http') ? [script] : [],
        ),
      }
    },
    stop: browser.stop,
  }
}
