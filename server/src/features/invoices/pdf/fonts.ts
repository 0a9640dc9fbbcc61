import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json')), 'files')

/** Parts of Noto Sans in the order in which they are tried. The Devanagari part shapes conjuncts, and has the sign of the rupee. */
const scripts = [
  'latin',
  'devanagari',
  'latin-ext',
  'greek',
  'cyrillic',
  'cyrillic-ext',
  'greek-ext',
  'vietnamese',
] as const
export type Script = (typeof scripts)[number]
export type Weight = 'regular' | 'bold'

/** Path of the font file of a part. */
export const fontPath = (script: Script, weight: Weight): string =>
  join(folder, `noto-sans-${script}-${weight === 'bold' ? 700 : 400}-normal.woff`)

/** A piece of text in one font. */
export type Run = { script: Script; text: string }

/** Marks and joiners belong to the letter before them. */
const joins = /^[\p{M}\u200c\u200d]$/u

/**
 * Splits a text where another font is needed. `has` tells whether a part has a character. What no font has is drawn as the box of the
 * first one.
 */
export function runsOf(text: string, has: (script: Script, codePoint: number) => boolean): Run[] {
  const runs: Run[] = []
  for (const sign of text) {
    const codePoint = sign.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const fits = last && has(last.script, codePoint)
    if (last && (fits || joins.test(sign))) last.text += sign
    else runs.push({ script: scripts.find((script) => has(script, codePoint)) ?? 'latin', text: sign })
  }
  return runs
}
