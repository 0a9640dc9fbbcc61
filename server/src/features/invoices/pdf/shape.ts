import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { Blob, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs'

/** Letters of a text as they stand on the paper: their outlines, in parts of the size of the font, and where each begins. */
export type Shaped = { width: number; glyphs: { outline: Outline; x: number; y: number }[] }
type Outline = readonly { type: string; values: readonly number[] }[]

type OpenFont = {
  bytes: Buffer
  font: Font
  unitsPerEm: number
  codePoints: ReadonlySet<number>
  outlines: Map<number, Outline>
  /** texts that were shaped: lines are measured many times before they are drawn */
  shaped: Map<string, Shaped>
}

const mostShaped = 2000
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
  }
  opened.set(path, one)
  return one
}

/** Returns the OpenType file of a font: pdfkit would unpack tables of WOFF again for each letter. */
export const bytesOf = (path: string): Buffer => openFont(path).bytes

/** Returns whether a font has a letter for a character. */
export const hasLetter = (path: string, codePoint: number): boolean => openFont(path).codePoints.has(codePoint)

/**
 * Shapes a text, all of whose letters have one script, with HarfBuzz: the shaping of pdfkit fails at texts in Telugu and Gurmukhi. The
 * first letter decides the direction.
 */
export function shapeText(path: string, text: string): Shaped {
  const open = openFont(path)
  const known = open.shaped.get(text)
  if (known) return known
  const letters = new Letters()
  letters.addText(text)
  letters.guessSegmentProperties()
  shape(open.font, letters)
  const positions = letters.getGlyphPositions()
  const em = open.unitsPerEm
  let pen = 0
  const glyphs = letters.getGlyphInfos().map(({ codepoint: id }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const glyph = { outline: outlineOf(open, id), x: (pen + xOffset) / em, y: yOffset / em }
    pen += xAdvance
    return glyph
  })
  const shaped = { width: pen / em, glyphs }
  if (open.shaped.size >= mostShaped) open.shaped.clear()
  open.shaped.set(text, shaped)
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

/** Returns shaped letters as a path (SVG) that begins at a point of the base line. */
export function pathOf({ glyphs }: Shaped, at: { x: number; y: number }, size: number): string {
  const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)
  return glyphs
    .flatMap(({ outline, x, y }) =>
      outline.map(({ type, values }) => {
        const points = values.map((value, index) =>
          rounded(index % 2 === 0 ? at.x + (x + value) * size : at.y - (y + value) * size),
        )
        return `${type}${points.join(' ')}`
      }),
    )
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
