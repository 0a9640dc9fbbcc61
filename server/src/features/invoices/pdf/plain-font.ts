import { create, type Font } from 'fontkit'

/**
 * Opens a font without shaping: one glyph for each character, in the order of the text. The invisible text behind
 * letters that are drawn as outlines is set in it, so that readers copy and find the text itself.
 */
export function openPlainFont(bytes: Buffer): Font {
  const font = create(bytes)
  if ('fonts' in font) throw new Error('This is a collection of fonts')
  const layout = (text: string) => {
    const glyphs = Array.from(text, (sign) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0))
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return {
      glyphs,
      positions,
      // pdfkit scales the positions
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return Object.create(font, { layout: { value: layout } })
}
