import type { AwardDocument } from './award.ts'
import { fontPath } from './fonts.ts'
import { logo } from './logo.ts'
import { colours } from './pen.ts'
import { breakLines, type Fonts, type TextLine, type TextStyle } from './set-text.ts'
import { hasLetter, pathOf, shapeText } from './shape.ts'

/** Pixels, as sites show previews. */
export const picture = { width: 1200, height: 630 }
const frame = 28
const inner = { left: 110, width: picture.width - 220 }

/** All letters are outlines: nothing that people wrote becomes markup, and no font is needed to show it. */
const fonts: Fonts = {
  has: (font, weight, codePoint) => hasLetter(fontPath(font, weight), codePoint),
  widthOf: ({ font, drawn }, { weight, size }) => size * shapeText(fontPath(font, weight), drawn).width,
}

function outline({ runs, width }: TextLine, { weight, size }: TextStyle, y: number): string {
  let x = (picture.width - width) / 2
  return runs
    .map((run) => {
      const path = pathOf(fontPath(run.font, weight), run.drawn, { x, y }, size)
      x += fonts.widthOf(run, { weight, size })
      return path
    })
    .join('')
}

type Part = {
  text: string
  weight: TextStyle['weight']
  sizes: readonly number[]
  lines: number
  fill: string
  above: number
}

/** Sets a part as large as it fits; what does not fit into two lines of the smallest size is cut. */
function set({ text, weight, sizes, lines }: Part): { lines: TextLine[]; style: TextStyle } {
  for (const size of sizes) {
    const style = { weight, size }
    const all = breakLines(text, inner.width, style, fonts)
    if (all.length <= lines || size === sizes.at(-1)) return { lines: all.slice(0, Math.max(2, lines)), style }
  }
  return { lines: [], style: { weight, size: 0 } }
}

const lineHeight = 1.3
const markSize = 68

/** Draws a certificate as a picture for previews on other sites: SVG without texts. */
export function drawPicture({ title, name, between, course, required, siteName }: AwardDocument): string {
  const { background, pages, dot, size } = logo
  const parts: Part[] = [
    { text: title, weight: 'bold', sizes: [44, 36], lines: 1, fill: background.fill, above: 10 },
    { text: name, weight: 'bold', sizes: [64, 54, 44, 34], lines: 1, fill: colours.ink, above: 26 },
    { text: between, weight: 'regular', sizes: [24], lines: 1, fill: colours.quiet, above: 12 },
    { text: course, weight: 'bold', sizes: [42, 34, 28], lines: 2, fill: colours.ink, above: 12 },
    { text: required.join(' · '), weight: 'regular', sizes: [20], lines: 2, fill: colours.quiet, above: 14 },
    { text: siteName, weight: 'regular', sizes: [24], lines: 1, fill: colours.quiet, above: 18 },
  ]
  const cells = parts.map((part) => ({ ...part, ...set(part) }))
  const heights = cells.map(({ lines, style, above }) => above + lines.length * style.size * lineHeight)
  const { width, height } = picture
  const top = (height - markSize - heights.reduce((sum, one) => sum + one, 0)) / 2
  let y = top + markSize
  const drawn = cells.map(({ lines, style, fill, above }) => {
    y += above
    const paths = lines.map((line) => {
      y += style.size * lineHeight
      return outline(line, style, y - style.size * 0.25)
    })
    return `<path fill="${fill}" d="${paths.join('')}"/>`
  })
  const mark = `<g transform="translate(${(width - markSize) / 2} ${top}) scale(${markSize / size})"><rect width="${size}" height="${size}" rx="${background.radius}" fill="${background.fill}"/>${pages.map(({ path, fill }) => `<path d="${path}" fill="${fill}"/>`).join('')}<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${dot.fill}"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${background.fill}"/><rect x="${frame}" y="${frame}" width="${width - 2 * frame}" height="${height - 2 * frame}" rx="24" fill="#ffffff"/>${mark}${drawn.join('')}</svg>`
}
