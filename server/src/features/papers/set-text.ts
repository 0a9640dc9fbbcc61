import bidiFactory from 'bidi-js'
import { chooseFont, type FontName, type HasLetter, isShaped, type Weight } from './fonts.ts'

/** How a text is set; `size` in points. */
export type TextStyle = { weight: Weight; size: number }

/**
 * A piece of a line in one font and direction: `text` as it is read from left to right, and `drawn`, what is given to the font. Where
 * these differ, and where letters stand in another order or form, it is `shaped`.
 */
export type Run = { font: FontName; text: string; drawn: string; shaped: boolean }

/** Runs from left to right. */
export type TextLine = { runs: Run[]; width: number }

/** What text layout needs to know about the fonts. */
export type Fonts = {
  has(font: FontName, weight: Weight, codePoint: number): boolean
  widthOf(run: Run, style: TextStyle): number
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const charactersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Longest text of a paragraph, in characters: what is longer ends with an ellipsis. */
const longest = 2000

/** Control characters, and those that turn the direction of what follows, are left out. */
const clean = (text: string): string => {
  const shown = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .trim()
  return shown.length > longest ? `${shown.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : shown
}

/** Letters that are written from right to left, and the first letter of a text whose script decides what the fonts do. */
const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const firstLetter = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u

/** A run in the order of reading; those of an odd level go from right to left (Unicode Bidirectional Algorithm). */
type LeveledRun = { font: FontName; text: string; drawn: string; level: number }

/** Splits a line where another font or direction is needed. */
function splitLine(line: string, base: 'ltr' | 'rtl', has: HasLetter): LeveledRun[] {
  const levels = turned.test(line) ? bidi.getEmbeddingLevels(line, base) : undefined
  const mirrored = levels && bidi.getMirroredCharactersMap(line, levels.levels)
  const runs: LeveledRun[] = []
  let at = 0
  for (const character of charactersOf(line)) {
    const level = levels?.levels[at] ?? 0
    for (const piece of chooseFont(character, runs.at(-1)?.font, has)) {
      const drawn = mirrored?.get(at) ?? piece.drawn
      const last = runs.at(-1)
      if (last && last.font === piece.font && last.level === level) {
        last.text += piece.text
        last.drawn += drawn
      } else runs.push({ ...piece, drawn, level })
    }
    at += character.length
  }
  return runs
}

/** Puts runs into visual order: runs of a level and above are reversed, from the highest level down. */
function orderRuns(runs: readonly LeveledRun[]): LeveledRun[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      if (to > from) from = to
    }
  }
  return ordered
}

/** Shaping takes the direction of a text from its first letter; the others are reversed here. */
function directRun({ font, text, drawn, level }: LeveledRun): Run {
  const isTurned = level % 2 === 1
  const turns = turned.test(firstLetter.exec(drawn)?.[0] ?? '')
  return {
    font,
    // readers expect letters where they stand, and put those from right to left into their order themselves
    text: isTurned ? [...text].reverse().join('') : text,
    drawn: turns === isTurned ? drawn : charactersOf(drawn).reverse().join(''),
    shaped: isTurned || text !== drawn || (isShaped(font) && /[^\s₹]/u.test(text)),
  }
}

/** Breaks a paragraph into lines of at most `width` points, at spaces, and inside of words that are longer. */
export function breakLines(text: string, width: number, style: TextStyle, fonts: Fonts): TextLine[] {
  const cleaned = clean(text)
  const base =
    turned.test(cleaned) && (bidi.getEmbeddingLevels(cleaned).paragraphs[0]?.level ?? 0) === 1 ? 'rtl' : 'ltr'
  const measure = (part: string): TextLine => {
    const pieces = splitLine(part, base, (font, codePoint) => fonts.has(font, style.weight, codePoint))
    const runs = orderRuns(pieces).map(directRun)
    return { runs, width: runs.reduce((sum, run) => sum + fonts.widthOf(run, style), 0) }
  }
  const words = cleaned.split(/\s+/)
  // most texts of a paper are one line
  const whole = measure(words.join(' '))
  if (whole.width <= width) return [whole]
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string): boolean => measure(candidate).width <= width
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    if (fits(word)) continue
    const pieces = splitWord(word, (piece) => fits(piece))
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  if (line !== '' || lines.length === 0) lines.push(line)
  return lines.map(measure)
}

/** Splits a word that is wider than a line, never inside a grapheme. */
function splitWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of charactersOf(word)) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
