import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { stage } from '../draw/theme.ts'

const require = createRequire(import.meta.url)
const displayFont = new URL('../../../web/src/ui/fonts/bricolage-display.woff2', import.meta.url)

const inPackage = (pack: string, file: string): string =>
  join(dirname(require.resolve(`${pack}/package.json`)), 'files', file)

const face = (family: string, file: string | URL, unicode: string): string => {
  const data = readFileSync(file).toString('base64')
  return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${unicode}}`
}

const latin = 'U+0000-00FF,U+2000-206F,U+2190-2199,U+2212,U+2122'
const further = 'U+0100-02FF,U+20A0-20CF,U+2C60-2C7F'

const fonts = (): string =>
  [
    face('Inter Variable', inPackage('@fontsource-variable/inter', 'inter-latin-wght-normal.woff2'), latin),
    face('Inter Variable', inPackage('@fontsource-variable/inter', 'inter-latin-ext-wght-normal.woff2'), further),
    face(
      'JetBrains Mono Variable',
      inPackage('@fontsource-variable/jetbrains-mono', 'jetbrains-mono-latin-wght-normal.woff2'),
      latin,
    ),
    face('Bricolage Display', displayFont, latin),
  ].join('')

export type Rasteriser = { shoot: (inside: string) => Promise<Buffer>; close: () => Promise<void> }

/** A browser that turns the inside of an SVG (in stage units, or `box` units) into a PNG of the given size in pixels. */
export const openRasteriser = async (
  width: number,
  height: number,
  box: { width: number; height: number } = stage,
): Promise<Rasteriser> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(
    `<!doctype html><style>${fonts()}*{margin:0}body{overflow:hidden;background:#fff}svg{display:block}</style>` +
      `<svg id="stage" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box.width} ${box.height}" preserveAspectRatio="xMidYMid slice"></svg>`,
  )
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((each) => each.load()))
  })
  const session = await page.context().newCDPSession(page)
  return {
    shoot: async (inside) => {
      await page.evaluate((markup) => {
        const svg = document.getElementById('stage')
        if (svg) svg.innerHTML = markup
      }, inside)
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
      return Buffer.from(data, 'base64')
    },
    close: () => browser.close(),
  }
}
