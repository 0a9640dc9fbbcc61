import type { Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { type FontName, fontPath, type Weight } from './fonts.ts'
import { logo } from './logo.ts'
import { layOutPlainly, openPdfFont } from './pdf-font.ts'
import { breakLines, type Fonts, type TextLine, type TextStyle } from './set-text.ts'
import { bytesOf, hasLetter, pathOf, shapeText } from './shape.ts'

export type Pdf = InstanceType<typeof PDFDocument>

const lineHeight = 1.35
export const heightOf = ({ size }: TextStyle): number => size * lineHeight

export const colours = { ink: '#1a1744', quiet: '#4b4767', line: '#c9c4d6' }

/** A text in lines, each with its style. Heights and widths are in points. */
export type Cell = { lines: { line: TextLine; style: TextStyle }[]; height: number }

type Place = { x: number; y: number; width: number; align?: 'left' | 'right' | 'center'; colour?: string }

/** Share of the free width before a line. */
const shares = { left: 0, center: 0.5, right: 1 }

/** Sets and draws text in every script that has a font here. */
export type Pen = {
  /** Sets a text in lines of at most `width`; its own lines after the first get the style `rest`. */
  set(text: string, width: number, first: TextStyle, rest?: TextStyle): Cell
  widthOf(text: string, style: TextStyle): number
  drawLine(cell: Cell, index: number, place: Place): void
  draw(cell: Cell, place: Place): void
}

export function createPen(pdf: Pdf): Pen {
  const fonts = loadFonts(pdf)
  const pen: Pen = {
    set(text, width, first, rest = first) {
      const lines = text.split('\n').flatMap((paragraph, index) => {
        const style = index === 0 ? first : rest
        return breakLines(paragraph, width, style, fonts).map((line) => ({ line, style }))
      })
      return { lines, height: lines.reduce((sum, { style }) => sum + heightOf(style), 0) }
    },
    widthOf: (text, style) =>
      Math.max(
        ...text.split('\n').map((line) => breakLines(line, Number.POSITIVE_INFINITY, style, fonts)[0]?.width ?? 0),
      ),
    drawLine(cell, index, { x, y, width, align = 'left', colour = colours.ink }) {
      const found = cell.lines[index]
      if (!found) return
      const { line, style } = found
      let at = x + (width - line.width) * shares[align]
      for (const run of line.runs) {
        const place = { x: at, y: y + style.size }
        pdf.fontSize(style.size).fillColor(colour)
        if (run.shaped) {
          pdf.path(pathOf(fontPath(run.font, style.weight), run.drawn, place, style.size)).fill()
          fonts.writeUnseen(run.text, place, fonts.widthOf(run, style))
        } else {
          fonts.use(run.font, style.weight)
          pdf.text(run.drawn, place.x, place.y, { lineBreak: false, baseline: 'alphabetic' })
        }
        at += fonts.widthOf(run, style)
      }
    },
    draw(cell, place) {
      let y = place.y
      for (const [index, { style }] of cell.lines.entries()) {
        pen.drawLine(cell, index, { ...place, y })
        y += heightOf(style)
      }
    },
  }
  return pen
}

/** Stay open in the thread that draws: to open one, and to read its tables, takes longer than to draw a page. */
const opened = new Map<string, Font>()

/** Opens a font for pdfkit. The one for Han is opened for each document, since it keeps the outlines of all letters that it has drawn. */
function fontOf(font: FontName, weight: Weight): Buffer {
  const path = fontPath(font, weight)
  const open =
    opened.get(path) ??
    openPdfFont(bytesOf(path), font === 'last' ? layOutPlainly : (text) => shapeText(path, text).letters)
  if (font !== 'han') opened.set(path, open)
  // pdfkit takes fonts that are opened; its types are older
  return open as unknown as Buffer
}

type PenFonts = Fonts & {
  use(font: FontName, weight: Weight): void
  /** Writes the text that readers and searches find for letters that are drawn as outlines. */
  writeUnseen(text: string, at: { x: number; y: number }, width: number): void
}

/** Fonts are read at their first use. */
function loadFonts(pdf: Pdf): PenFonts {
  const registered = new Set<string>()
  const use = (font: FontName, weight: Weight): void => {
    const name = `${font}-${weight}`
    if (!registered.has(name)) pdf.registerFont(name, fontOf(font, weight))
    registered.add(name)
    pdf.font(name)
  }
  return {
    use,
    has: (font, weight, codePoint) => hasLetter(fontPath(font, weight), codePoint),
    widthOf({ font, drawn, shaped }, { weight, size }) {
      if (shaped) return size * shapeText(fontPath(font, weight), drawn).width
      use(font, weight)
      return pdf.fontSize(size).widthOfString(drawn)
    },
    writeUnseen(text, { x, y }, width) {
      use('last', 'regular')
      const natural = pdf.widthOfString(text)
      const horizontalScaling = natural > 0 ? (100 * width) / natural : 100
      const options = { lineBreak: false, baseline: 'alphabetic', horizontalScaling } as const
      pdf.fillOpacity(0).text(text, x, y, options).fillOpacity(1)
    },
  }
}

/** Draws the mark of the site. */
export function drawLogo(pdf: Pdf, at: { x: number; y: number; size: number }): void {
  const { size, background, pages, dot } = logo
  pdf
    .save()
    .translate(at.x, at.y)
    .scale(at.size / size)
  pdf.roundedRect(0, 0, size, size, background.radius).fill(background.fill)
  for (const { path, fill } of pages) pdf.path(path).fill(fill)
  pdf.circle(dot.x, dot.y, dot.radius).fill(dot.fill)
  pdf.restore()
}

/** Resolves with the bytes of a file, once it is ended. */
export async function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  return Buffer.concat(chunks)
}
