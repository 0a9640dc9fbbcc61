import PDFDocument from 'pdfkit'
import type { AwardDocument } from './award.ts'
import { logo } from './logo.ts'
import { type Cell, collect, colours, createPen, drawLogo, heightOf, type Pdf, type Pen } from './pen.ts'
import type { TextStyle } from './set-text.ts'

/** A4 on its side in points. */
const paper = { width: 841.89, height: 595.28 }
const edge = { outer: 22, inner: 30 }
const inner = { left: 84, width: paper.width - 168 }

const bold = (size: number): TextStyle => ({ weight: 'bold', size })
const plain = (size: number): TextStyle => ({ weight: 'regular', size })

/** Sizes that are tried, the largest first, until a text has so many lines. */
const nameSizes = [36, 30, 25, 20, 16]
const courseSizes = [22, 18, 15, 12]

/** Sets a text as large as it fits. */
function setLarge(pen: Pen, text: string, sizes: readonly number[], lines: number): Cell {
  const cells = sizes.map((size) => pen.set(text, inner.width, bold(size)))
  return cells.find((cell) => cell.lines.length <= lines) ?? (cells.at(-1) as Cell) // there are sizes
}

/** Draws a certificate on one page; resolves with the bytes of the PDF file. The same certificate gives the same bytes. */
export async function drawAward(award: AwardDocument): Promise<Buffer> {
  const { title, language, issuedAt } = award
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: language.tag,
    displayTitle: true,
    info: { Title: title, CreationDate: issuedAt, ModDate: issuedAt },
  })
  const done = collect(pdf)
  drawFrame(pdf)
  drawTexts(createPen(pdf), award)
  drawFoot(pdf, createPen(pdf), award)
  pdf.end()
  return done
}

function drawFrame(pdf: Pdf): void {
  const { fill } = logo.background
  const frame = (by: number): Pdf => pdf.rect(by, by, paper.width - 2 * by, paper.height - 2 * by)
  frame(edge.outer).lineWidth(2.5).strokeColor(fill).stroke()
  frame(edge.inner).lineWidth(0.75).strokeColor(colours.line).stroke()
  drawLogo(pdf, { x: (paper.width - 48) / 2, y: 58, size: 48 })
}

function drawTexts(pen: Pen, award: AwardDocument): void {
  const parts: { cell: Cell; colour: string; above: number }[] = [
    { cell: pen.set(award.siteName, inner.width, plain(11)), colour: colours.quiet, above: 0 },
    { cell: pen.set(award.title, inner.width, bold(26)), colour: logo.background.fill, above: 8 },
    { cell: pen.set(award.before, inner.width, plain(12)), colour: colours.quiet, above: 22 },
    { cell: setLarge(pen, award.name, nameSizes, 1), colour: colours.ink, above: 6 },
    { cell: pen.set(award.between, inner.width, plain(12)), colour: colours.quiet, above: 8 },
    { cell: setLarge(pen, award.course, courseSizes, 2), colour: colours.ink, above: 6 },
    { cell: pen.set(award.after, inner.width, plain(12)), colour: colours.quiet, above: 6 },
    { cell: pen.set(award.required.join(' · '), inner.width, plain(10)), colour: colours.quiet, above: 20 },
  ]
  let y = 120
  for (const { cell, colour, above } of parts) {
    y += above
    pen.draw(cell, { x: inner.left, y, width: inner.width, align: 'center', colour })
    y += cell.height
  }
}

function drawFoot(pdf: Pdf, pen: Pen, { facts, check }: AwardDocument): void {
  const top = paper.height - 126
  const width = inner.width / Math.max(1, facts.length)
  for (const [index, { label, value }] of facts.entries()) {
    const at = { x: inner.left + index * width, width, align: 'center' as const }
    pen.draw(pen.set(label, width - 12, plain(8.5)), { ...at, y: top, colour: colours.quiet })
    pen.draw(pen.set(value, width - 12, bold(11)), { ...at, y: top + heightOf(plain(8.5)) + 2 })
  }
  const rule = top + 40
  pdf
    .moveTo(inner.left, rule)
    .lineTo(inner.left + inner.width, rule)
    .lineWidth(0.75)
    .strokeColor(colours.line)
    .stroke()
  const line = { x: inner.left, width: inner.width, align: 'center' as const }
  pen.draw(pen.set(check.text, inner.width, plain(9)), { ...line, y: rule + 8, colour: colours.quiet })
  const address = pen.set(check.address, inner.width, bold(9))
  const y = rule + 8 + heightOf(plain(9))
  pen.draw(address, { ...line, y, colour: logo.background.fill })
  pdf.link(inner.left, y, inner.width, address.height, check.address)
}
