import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { table } from '../lib/report.ts'
import { cacheFolder, installPackages, Missing } from '../lib/tools.ts'
import { engines, packages, players } from './peers.ts'

/**
 * What a player costs: `npm run bench -- player-sizes` builds a player of the same functions with each library and prints its
 * bytes beside those of ours, as our build has them, and what axe finds in the libraries' controls. For decision record 069.
 */
const assets = resolve(import.meta.dirname, '../../web/build/client/assets')
const needed = (name: string): string => {
  const path = findProgram(name)
  if (!path) throw new Missing(`${name} is missing: apt-get install ${name}`)
  return path
}
const gzipped = (path: string): number => gzipSync(readFileSync(path)).length

/** The files of our build that a file imports statically, itself among them. */
function closure(start: string, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found
  found.add(start)
  const text = readFileSync(join(assets, start), 'utf8')
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.~-]+\.js)["']/g)) closure(next, found)
  return found
}

function ourBytes(): { player: number; engine: number } {
  const find = (name: string): string => {
    const file = readdirSync(assets).find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'))
    if (!file) throw new Error(`the build has no ${name}`)
    return file
  }
  const onPage = new Set([...closure(find('view-lecture')), ...closure(find('entry.client')), ...closure(find('root'))])
  const own = [...closure(find('player'))].filter((file) => !onPage.has(file))
  const engine = readdirSync(assets).filter((file) => /^(hls|stream)-/.test(file) && file.endsWith('.js'))
  const sum = (files: string[]) => files.reduce((total, file) => total + gzipped(join(assets, file)), 0)
  return { player: sum(own), engine: sum(engine) }
}

/** Lines of our player, and of the files that a library's controls and state would be instead of. */
function ourLines(): { all: number; replaceable: number } {
  const folder = resolve(import.meta.dirname, '../../web/src/features/lectures/player')
  const count = (name: string): number => readFileSync(join(folder, name), 'utf8').split('\n').length - 1
  const files = readdirSync(folder).filter((name) => !name.includes('.test.') && name !== 'fixtures.ts')
  const like = ['controls.tsx', 'media-state.ts', 'player-button.tsx', 'scrubber.tsx', 'storyboard.ts']
  const replaceable = [...like, 'surface.tsx', 'use-display-modes.ts', 'use-idle.ts']
  const sum = (names: string[]) => names.reduce((total, name) => total + count(name), 0)
  return { all: sum(files), replaceable: sum(replaceable) }
}

type Built = { script: number; style: number; folder: string }

async function buildOne(work: string, code: string, withReact: boolean): Promise<Built> {
  const root = mkdtempSync(join(work, 'one-'))
  writeFileSync(join(root, 'main.js'), code)
  const folder = join(root, 'out')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      target: 'es2022',
      lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: () => 'main.js', cssFileName: 'main' },
      minify: true,
      rolldownOptions: {
        external: withReact ? [] : [/^react(-dom)?(\/|$)/],
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // what is fetched to show the player: parts that it loads later, such as engines and casting, do not count
  const first = new Set(['main.js'])
  for (const file of first)
    for (const [, next = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      first.add(next)
  const sum = (names: string[]) => names.reduce((total, name) => total + gzipped(join(folder, name)), 0)
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))
  return { script: sum([...first]), style: sum(styles), folder }
}

/** What axe finds in a player's controls, and how many of them are smaller than 44 pixels. */
async function judge(page: Page, folder: string): Promise<{ serious: string; small: string }> {
  await page.route('http://player.test/**', (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/') {
      const body = `<!doctype html><html lang="en"><title>x</title><link rel="stylesheet" href="/main.css"><main><h1>x</h1><div id="box"></div></main>
        <script type="module">import { mount } from '/main.js'; mount(document.querySelector('#box'), '/video.mp4', '/captions.vtt')</script>`
      return route.fulfill({ contentType: 'text/html', body })
    }
    if (path === '/video.mp4') return route.fulfill({ path: join(work, 'video.mp4'), contentType: 'video/mp4' })
    if (path === '/captions.vtt')
      return route.fulfill({ contentType: 'text/vtt', body: 'WEBVTT\n\n00:00.000 --> 00:09.000\nHello\n' })
    return route.fulfill({ path: join(folder, path) }).catch(() => route.abort())
  })
  await page.goto('http://player.test/')
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1, undefined, {
    timeout: 15_000,
  })
  await page.mouse.move(300, 200)
  await page.waitForTimeout(500)
  await page.addScriptTag({ path: resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js') })
  const result = await page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as { run: () => Promise<{ violations: { id: string; impact: string }[] }> } // its own type
    const { violations } = await axe.run()
    const controls: Element[] = []
    const walk = (node: ParentNode) => {
      for (const one of node.querySelectorAll('*')) {
        if (one.matches('button, [role="button"]') && one.getBoundingClientRect().width > 0) controls.push(one)
        if (one.shadowRoot) walk(one.shadowRoot)
      }
    }
    walk(document)
    const small = controls.filter(
      (one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44,
    )
    return {
      serious: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
      small: `${small.length} of ${controls.length}`,
    }
  })
  await page.unroute('http://player.test/**')
  return { serious: result.serious.join(', ') || 'none', small: result.small }
}

const tools = join(cacheFolder, 'players')
installPackages(tools, packages, '40 MB')
const work = mkdtempSync(join(tools, 'work-'))
try {
  mkdirSync(work, { recursive: true })
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=25', '-t', '3', '-pix_fmt', 'yuv420p']
  execFileSync(needed('ffmpeg'), ['-loglevel', 'error', ...source, '-movflags', '+faststart', join(work, 'video.mp4')])
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? needed('chromium') })
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  const rows = [['player', 'JavaScript, gzip', 'styles, gzip', 'serious axe findings', 'buttons under 44 px']]
  const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
  const ours = ourBytes()
  rows.push(['ours', kb(ours.player), 'with the page', 'see e2e', 'see e2e'])
  for (const [name, code] of Object.entries(players)) {
    const { script, style } = await buildOne(work, code, false)
    const judged =
      name.includes('store only') || name.includes('without a layout')
        ? { serious: '–', small: '–' }
        : await judge(page, (await buildOne(work, code, true)).folder)
    rows.push([name, kb(script), kb(style), judged.serious, judged.small])
  }
  for (const [name, code] of Object.entries(engines))
    rows.push([name, kb((await buildOne(work, code, false)).script), '', '', ''])
  if (ours.engine > 0) rows.push(['our engine: hls.js and its use', kb(ours.engine), '', '', ''])
  await browser.close()
  console.log(table(rows))
  const lines = ourLines()
  console.log(
    `\nOur player has ${lines.all} lines; a library's controls would be instead of ${lines.replaceable} of them.`,
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}
