import PDFDocument from 'pdfkit'
import type { PaperDocument } from './document.ts'
import { type Cell, collect, colours, createPen, drawLogo, heightOf, type Pdf, type Pen } from './pen.ts'
import type { TextStyle } from './set-text.ts'

/** A4 in points, with its margins. */
const paper = { width: 595.28, height: 841.89, left: 48, top: 48, bottom: 64 }
const inner = paper.width - 2 * paper.left
const end = paper.height - paper.bottom

/** The mark beside the heading, as tall as its line. */
const mark = { size: 27, gap: 9 }

const heading: TextStyle = { weight: 'bold', size: 20 }
const label: TextStyle = { weight: 'bold', size: 8 }
const body: TextStyle = { weight: 'regular', size: 9.5 }
const name: TextStyle = { weight: 'bold', size: 9.5 }
const small: TextStyle = { weight: 'regular', size: 8 }
const strong: TextStyle = { weight: 'bold', size: 11 }

/** Pages that a document may have: more rows than they hold are a mistake of the caller. */
const maxPages = 200

/** Draws a document; resolves with the bytes of the PDF file. Throws a RangeError for one that needs too many pages. */
export async function drawDocument(document: PaperDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: document.language.tag,
    displayTitle: true,
    info: { Title: document.title, CreationDate: document.issuedAt, ModDate: document.issuedAt },
  })
  const done = collect(pdf)
  const sheet: Sheet = { pdf, pen: createPen(pdf), y: paper.top, pages: 1 }
  drawTop(sheet, document)
  drawParties(sheet, document.parties)
  drawTable(sheet, document.table)
  drawTotals(sheet, document.totals)
  drawFoot(sheet, document.foot)
  numberPages(sheet, document.language)
  pdf.end()
  return done
}

/** Where the next thing is drawn. */
type Sheet = { pdf: Pdf; pen: Pen; y: number; pages: number }

function rule({ pdf, y }: Sheet, colour: string): void {
  pdf
    .moveTo(paper.left, y)
    .lineTo(paper.left + inner, y)
    .lineWidth(0.75)
    .strokeColor(colour)
    .stroke()
}

function newPage(sheet: Sheet): void {
  if (++sheet.pages > maxPages) throw new RangeError(`A document has more than ${maxPages} pages`)
  sheet.pdf.addPage()
  sheet.y = paper.top
}

/** Begins a new page where the rest of this one is lower than `height`. */
function need(sheet: Sheet, height: number): void {
  if (sheet.y + height > end && sheet.y > paper.top) newPage(sheet)
}

function drawTop(sheet: Sheet, { title, facts }: PaperDocument): void {
  const { pen } = sheet
  const half = inner / 2 - 12
  const beside = mark.size + mark.gap
  const cell = pen.set(title, half - beside, heading)
  drawLogo(sheet.pdf, { x: paper.left, y: sheet.y, size: mark.size })
  pen.draw(cell, { x: paper.left + beside, y: sheet.y, width: half - beside })
  const left = paper.left + half + 24
  const keyWidth = 96
  const valueWidth = half - keyWidth - 8
  let y = sheet.y + 2
  for (const fact of facts) {
    const [key, value] = [pen.set(fact.label, keyWidth, small), pen.set(fact.value, valueWidth, body)]
    pen.draw(key, { x: left, y: y + 1.5, width: keyWidth, colour: colours.quiet })
    pen.draw(value, { x: left + keyWidth + 8, y, width: valueWidth })
    y += Math.max(key.height, value.height) + 2
  }
  sheet.y = Math.max(sheet.y + Math.max(cell.height, mark.size), y) + 14
  rule(sheet, colours.ink)
  sheet.y += 14
}

function drawParties(sheet: Sheet, parties: PaperDocument['parties']): void {
  const { pen } = sheet
  const width = (inner - 24 * (parties.length - 1)) / Math.max(1, parties.length)
  const columns = parties.map(({ heading: title, lines }, index) => ({
    x: paper.left + index * (width + 24),
    cells: [
      { cell: pen.set(title, width, label), after: 4, colour: colours.quiet },
      ...lines.map((line, at) => ({
        cell: pen.set(line, width, at === 0 ? name : body),
        after: 0,
        colour: colours.ink,
      })),
    ],
  }))
  // line by line beside each other, so that addresses of any length go on, on the next page
  for (let at = 0; at < Math.max(0, ...columns.map(({ cells }) => cells.length)); at++) {
    const row = columns.flatMap(({ x, cells }) => cells.slice(at, at + 1).map((one) => ({ x, ...one })))
    const height = Math.max(...row.map(({ cell, after }) => cell.height + after))
    need(sheet, height)
    for (const { x, cell, colour } of row) pen.draw(cell, { x, y: sheet.y, width, colour })
    sheet.y += height
  }
  sheet.y += 20
}

type Column = { title: string; x: number; width: number; align: 'left' | 'right' }
const gap = 10
/** Share of the page that columns of numbers may take. */
const mostForNumbers = 0.75

/** Columns of numbers are as wide as their widest number; the others share what is left by their weights. */
function placeColumns({ pen }: Sheet, { columns, rows }: PaperDocument['table']): Column[] {
  const natural = columns.map(({ title, align }, index) =>
    align === 'right'
      ? Math.max(pen.widthOf(title, label), ...rows.map((row) => pen.widthOf(row[index] ?? '', body))) + 0.5
      : 0,
  )
  const numbers = natural.reduce((sum, width) => sum + width, 0)
  const scale = Math.min(1, (inner * mostForNumbers) / Math.max(1, numbers))
  const rest = inner - gap * (columns.length - 1) - numbers * scale
  const weights = columns.reduce((sum, { weight, align }) => sum + (align === 'right' ? 0 : weight), 0)
  let x = paper.left
  return columns.map(({ title, weight, align = 'left' }, index) => {
    const width = align === 'right' ? (natural[index] ?? 0) * scale : (rest * weight) / weights
    const column = { title, x, width, align }
    x += width + gap
    return column
  })
}

function drawTable(sheet: Sheet, table: PaperDocument['table']): void {
  const { pen } = sheet
  const columns = placeColumns(sheet, table)
  const heads = columns.map(({ title, width }) => pen.set(title, width, label))
  const headHeight = Math.max(...heads.map(({ height }) => height))
  const drawHead = (): void => {
    for (const [index, column] of columns.entries()) {
      const cell = heads[index]
      if (cell) pen.draw(cell, { ...column, y: sheet.y + headHeight - cell.height, colour: colours.quiet })
    }
    sheet.y += headHeight + 5
    rule(sheet, colours.ink)
    sheet.y += 7
  }
  const goOn = (): void => {
    newPage(sheet)
    drawHead()
  }
  need(sheet, headHeight + 60)
  drawHead()
  for (const row of table.rows) {
    const cells = columns.map(({ width }, index) => pen.set(row[index] ?? '', width, body, small))
    if (sheet.y + Math.max(...cells.map(({ height }) => height)) > end) goOn()
    drawRow(sheet, columns, cells, goOn)
  }
}

/** Draws a row line by line: one that is taller than a page goes on, on the next one. */
function drawRow(sheet: Sheet, columns: readonly Column[], cells: readonly Cell[], goOn: () => void): void {
  const most = Math.max(...cells.map(({ lines }) => lines.length))
  const tops = cells.map(() => sheet.y)
  for (let index = 0; index < most; index++) {
    if (Math.max(...tops) + heightOf(body) > end) {
      goOn()
      tops.fill(sheet.y)
    }
    for (const [place, column] of columns.entries()) {
      const cell = cells[place]
      const line = cell?.lines[index]
      const y = tops[place] ?? sheet.y
      if (!cell || !line) continue
      sheet.pen.drawLine(cell, index, { ...column, y, colour: line.style === small ? colours.quiet : colours.ink })
      tops[place] = y + heightOf(line.style)
    }
  }
  sheet.y = Math.max(sheet.y, ...tops) + 6
  rule(sheet, colours.line)
  sheet.y += 7
}

function drawTotals(sheet: Sheet, totals: PaperDocument['totals']): void {
  const { pen } = sheet
  const width = inner * 0.5
  const [labelWidth, valueWidth] = [width * 0.55, width * 0.45 - 8]
  const sums = totals.map(({ label: text, value, strong: isStrong }) => {
    const style = isStrong === true ? strong : body
    return [pen.set(text, labelWidth, style), pen.set(value, valueWidth, style)] as const
  })
  need(
    sheet,
    sums.reduce((sum, [text, value]) => sum + Math.max(text.height, value.height) + 3, 6),
  )
  const left = paper.left + inner - width
  for (const [text, value] of sums) {
    pen.draw(text, { x: left, y: sheet.y, width: labelWidth })
    pen.draw(value, { x: left + labelWidth + 8, y: sheet.y, width: valueWidth, align: 'right' })
    sheet.y += Math.max(text.height, value.height) + 3
  }
  sheet.y += 18
}

function drawFoot(sheet: Sheet, foot: PaperDocument['foot']): void {
  for (const paragraph of foot) {
    const cell = sheet.pen.set(paragraph, inner, small)
    need(sheet, cell.height)
    sheet.pen.draw(cell, { x: paper.left, y: sheet.y, width: inner, colour: colours.quiet })
    sheet.y += cell.height + 5
  }
}

function numberPages({ pdf, pen, pages }: Sheet, { pageNumber }: PaperDocument['language']): void {
  for (let index = 0; index < pages; index++) {
    pdf.switchToPage(index)
    const text = pageNumber.replace('{page}', String(index + 1)).replace('{pages}', String(pages))
    const cell = pen.set(text, inner, small)
    const place = { x: paper.left, y: paper.height - 40, width: inner, colour: colours.quiet }
    pen.draw(cell, { ...place, align: 'right' })
  }
}
