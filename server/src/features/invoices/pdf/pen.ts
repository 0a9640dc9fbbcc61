import type PDFDocument from 'pdfkit'
import { fontPath, type Run, type Script, type Weight } from './fonts.ts'
import { breakLines, type Fonts, type TextLine, type TextStyle } from './set-text.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** The part of a document of pdfkit that its types leave out. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }

const lineHeight = 1.35
export const heightOf = ({ size }: TextStyle): number => size * lineHeight

export const colours = { ink: '#1a1744', quiet: '#4b4767', line: '#c9c4d6' }

/** A text in lines, each with its style. Heights and widths are in points. */
export type Cell = { lines: { line: TextLine; style: TextStyle }[]; height: number }

type Place = { x: number; y: number; width: number; align?: 'left' | 'right'; colour?: string }

/** Sets and draws texts in all scripts that there are fonts of. */
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
      let at = align === 'right' ? x + width - line.width : x
      for (const run of line.runs) {
        fonts.use(run.script, style.weight)
        pdf.fontSize(style.size).fillColor(colour)
        const shaped = run.script === 'devanagari'
        // letters stand in another order on the paper: readers and searches get the text itself
        if (shaped) pdf.markContent('Span', { actual: run.text })
        pdf.text(run.text, at, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
        if (shaped) pdf.endMarkedContent()
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

/** Fonts are read at their first use. */
function loadFonts(pdf: Pdf): Fonts & { use(script: Script, weight: Weight): WithFont['_font']['font'] } {
  const loaded = new Map<string, WithFont['_font']['font']>()
  const use = (script: Script, weight: Weight) => {
    const name = `${script}-${weight}`
    const known = loaded.get(name)
    if (known) {
      pdf.font(name)
      return known
    }
    pdf.registerFont(name, fontPath(script, weight)).font(name)
    const { font } = (pdf as unknown as WithFont)._font
    loaded.set(name, font)
    return font
  }
  return {
    use,
    has: (script, weight, codePoint) =>
      (loaded.get(`${script}-${weight}`) ?? use(script, weight)).hasGlyphForCodePoint(codePoint),
    widthOf({ script, text }: Run, { weight, size }) {
      use(script, weight)
      return pdf.fontSize(size).widthOfString(text)
    },
  }
}
