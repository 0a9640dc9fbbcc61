import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pagesOf } from './first-load.ts'
import { exitWithUsage } from './lib/command.ts'
import { startDemoServer } from './lib/our-server.ts'
import { table } from './lib/report.ts'
import { openSlowBrowser, type SlowBrowser } from './lib/slow-phone.ts'
import { floorScriptBytes } from './peers/first-load.ts'

/** What a first page of the demo fetches by itself, without waiting for slow lines: seconds a page. */
const usage = `npm run bench -- page-bytes                  what each first page fetches by itself
npm run bench -- page-bytes --page player    and each file of the pages whose names have this part`
const { values } = parseArgs({ options: { page: { type: 'string' }, help: { type: 'boolean', default: false } } })
if (values.help) exitWithUsage(usage)

type File = { kind: string; name: string; sent: number; gzip: number }

/** Opens a page with an empty cache; bytes of bodies as they were sent, and of scripts gzipped too. */
const filesOf = (browser: SlowBrowser, url: string, cookie: string): Promise<File[]> =>
  browser.withPage({ cookie }, async (page) => {
    const files: Promise<File>[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith('http')) return
      const read = async (): Promise<File> => {
        const [sizes, response] = await Promise.all([request.sizes(), request.response()])
        const kind = request.resourceType()
        const gzip = kind === 'script' ? gzipSync((await response?.body()) ?? '').length : 0
        const name = new URL(request.url()).pathname.split('/').at(-1) || 'the document'
        return { kind, name, sent: sizes.responseBodySize, gzip }
      }
      files.push(read())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(1000)
    return Promise.all(files)
  })

const kb = (bytes: number): string => (bytes / 1000).toFixed(1)
const sum = (files: readonly File[], of: (file: File) => number): number =>
  files.reduce((all, file) => all + of(file), 0)

const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-bench-'))
const server = await startDemoServer(folder)
const browser = await openSlowBrowser()
try {
  const floor = await floorScriptBytes()
  const kinds = ['document', 'stylesheet', 'font', 'image'] as const
  const rows: string[][] = []
  for (const { page, path, cookie } of await pagesOf(server.origin)) {
    // what is pressed there is another page to `first-load`
    if (page.includes(', its ')) continue
    if (values.page && !page.includes(values.page)) continue
    const files = await filesOf(browser, server.origin + path, cookie)
    const scripts = files.filter(({ kind }) => kind === 'script')
    const gzip = sum(scripts, (file) => file.gzip)
    const sent = (of: string) =>
      kb(
        sum(
          files.filter(({ kind }) => kind === of),
          (file) => file.sent,
        ),
      )
    rows.push([page, ...kinds.map(sent), String(scripts.length), sent('script'), kb(gzip), (gzip / floor).toFixed(3)])
    if (!values.page) continue
    const sorted = files.toSorted((a, b) => b.sent - a.sent)
    const lines = sorted.map(({ kind, name, ...of }) => [name, kind, kb(of.sent), of.gzip > 0 ? kb(of.gzip) : '-'])
    console.log(`\n${table([[`file of the ${page}`, 'kind', 'sent, kB', 'gzip, kB'], ...lines])}`)
  }
  const head = ['page', ...kinds.map((kind) => `${kind}, kB`), 'scripts', 'sent, kB', 'gzip, kB', 'L8 (≤ 1.6)']
  console.log(`\nJavaScript of the floor app, gzip: ${kb(floor)} kB\n${table([head, ...rows])}`)
} finally {
  await browser.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
