import { create, type Font } from 'fontkit'

/** A letter as it stands on the paper, in units of its font: how far the next one is away, and how far it is moved itself. */
export type Letter = { id: number; codePoints: number[]; advance: number; x: number; y: number }

/**
 * Opens a font for pdfkit, which embeds it; texts are laid out by `layOut`. A font that stays open gives every document the same bytes:
 * what readers copy are the code points of the text itself, not those with which a letter was first asked for.
 */
export function openPdfFont(bytes: Buffer, layOut: (text: string, font: Font) => readonly Letter[]): Font {
  const font = create(bytes)
  if ('fonts' in font) throw new Error('This is a collection of fonts')
  const layout = (text: string) => {
    const letters = layOut(text, font)
    const positions = letters.map(({ advance, x, y }) => ({ xAdvance: advance, yAdvance: 0, xOffset: x, yOffset: y }))
    return {
      glyphs: letters.map(({ id, codePoints }) => ({ id, codePoints, advanceWidth: font.getGlyph(id).advanceWidth })),
      positions,
      // pdfkit scales the positions
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return Object.create(font, { layout: { value: layout } })
}

/**
 * Lays a text out without shaping: one letter for each character, in the order of the text. The invisible text behind letters that are
 * drawn as outlines is set so, that readers copy and find the text itself.
 */
export const layOutPlainly = (text: string, font: Font): Letter[] =>
  Array.from(text, (sign) => {
    const codePoint = sign.codePointAt(0) ?? 0
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint)
    return { id, codePoints: [codePoint], advance: advanceWidth, x: 0, y: 0 }
  })
