import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { Blob, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs'
import type { Letter } from './pdf-font.ts'

/** Letters of a text from left to right; the width in parts of the size of the font. */
export type Shaped = { width: number; letters: readonly Letter[] }
/** In parts of the size of the font. */
type Outline = readonly { type: string; values: readonly number[] }[]

type OpenFont = {
  bytes: Buffer
  font: Font
  unitsPerEm: number
  codePoints: ReadonlySet<number>
  outlines: Map<number, Outline>
  /** texts that were shaped: lines are measured many times before they are drawn */
  shaped: Map<string, Shaped>
  /** letters of these texts */
  letters: number
}

/** Letters of texts that a font keeps. */
const mostLetters = 20_000
const opened = new Map<string, OpenFont>()

/** Opens a font file (OpenType, or WOFF of it). Fonts stay open in the thread that draws. */
function openFont(path: string): OpenFont {
  const known = opened.get(path)
  if (known) return known
  const packed = readFileSync(path)
  const bytes = packed.toString('latin1', 0, 4) === 'wOFF' ? unpackWoff(packed) : packed
  const face = new Face(new Blob(new Uint8Array(bytes)))
  const one = {
    bytes,
    font: new Font(face),
    unitsPerEm: face.upem,
    codePoints: new Set(face.collectUnicodes()),
    outlines: new Map<number, Outline>(),
    shaped: new Map<string, Shaped>(),
    letters: 0,
  }
  opened.set(path, one)
  return one
}

/** Returns the OpenType file of a font: pdfkit would unpack tables of WOFF again for each letter. */
export const bytesOf = (path: string): Buffer => openFont(path).bytes

/** Returns whether a font has a letter for a character. */
export const hasLetter = (path: string, codePoint: number): boolean => openFont(path).codePoints.has(codePoint)

/** Characters that only say how those beside them are drawn. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/**
 * Shapes a text, all of whose letters have one script, with HarfBuzz: the shaping of pdfkit fails at texts in Telugu and Gurmukhi, and
 * takes several times as long for others. The first letter decides the direction.
 */
export function shapeText(path: string, text: string): Shaped {
  const open = openFont(path)
  const known = open.shaped.get(text)
  if (known) return known
  const buffer = new Letters()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(open.font, buffer)
  const positions = buffer.getGlyphPositions()
  const glyphs = buffer.getGlyphInfos()
  // a letter of several characters has the number of the first one; of several letters of one character the first stands for it
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b)
  const letters = glyphs.map(({ codepoint: id, cluster }, index): Letter => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const isFirst = glyphs[index - 1]?.cluster !== cluster
    const characters = isFirst ? text.slice(cluster, starts[starts.indexOf(cluster) + 1]) : ''
    const codePoints = [...characters].filter((sign) => !unseen.test(sign)).map((sign) => sign.codePointAt(0) ?? 0)
    return { id, codePoints, advance: xAdvance, x: xOffset, y: yOffset }
  })
  const shaped = { width: letters.reduce((sum, { advance }) => sum + advance, 0) / open.unitsPerEm, letters }
  if (open.letters + letters.length > mostLetters) {
    open.shaped.clear()
    open.letters = 0
  }
  open.shaped.set(text, shaped)
  open.letters += letters.length
  return shaped
}

function outlineOf({ font, unitsPerEm, outlines }: OpenFont, id: number): Outline {
  const known = outlines.get(id)
  if (known) return known
  const outline = font
    .glyphToJson(id)
    .map(({ type, values }) => ({ type, values: values.map((value) => value / unitsPerEm) }))
  outlines.set(id, outline)
  return outline
}

/** Returns a shaped text as a path (SVG) that begins at a point of the base line. */
export function pathOf(path: string, text: string, at: { x: number; y: number }, size: number): string {
  const open = openFont(path)
  const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)
  let pen = 0
  return shapeText(path, text)
    .letters.flatMap(({ id, advance, x, y }) => {
      const left = at.x + ((pen + x) / open.unitsPerEm) * size
      const base = at.y - (y / open.unitsPerEm) * size
      pen += advance
      return outlineOf(open, id).map(({ type, values }) => {
        const points = values.map((value, index) =>
          rounded(index % 2 === 0 ? left + value * size : base - value * size),
        )
        return `${type}${points.join(' ')}`
      })
    })
    .join('')
}

/** Returns the OpenType file that a WOFF file (version 1) packs, table by table. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    const sum = woff.readUInt32BE(at + 16)
    return { tag: woff.subarray(at, at + 4), sum, bytes: packed < length ? inflateSync(bytes) : bytes }
  })
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  const most = 2 ** Math.floor(Math.log2(count))
  for (const [at, value] of [count, 16 * most, Math.log2(most), 16 * (count - most)].entries())
    head.writeUInt16BE(value, 4 + 2 * at)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, sum, bytes }] of tables.entries()) {
    const at = 12 + 16 * index
    tag.copy(head, at)
    for (const [place, value] of [sum, offset, bytes.length].entries()) head.writeUInt32BE(value, at + 4 + 4 * place)
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
