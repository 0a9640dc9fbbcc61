import { type Run, runsOf, type Script, type Weight } from './fonts.ts'

/** How a text is set; `size` in points. */
export type TextStyle = { weight: Weight; size: number }

export type TextLine = { runs: Run[]; width: number }

/** What setting a text needs to know of the fonts. */
export type Fonts = {
  has(script: Script, weight: Weight, codePoint: number): boolean
  widthOf(run: Run, style: TextStyle): number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

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

/** Breaks a paragraph into lines of at most `width` points, at spaces, and inside of words that are longer. */
export function breakLines(text: string, width: number, style: TextStyle, fonts: Fonts): TextLine[] {
  const measure = (part: string): TextLine => {
    const runs = runsOf(part, (script, codePoint) => fonts.has(script, style.weight, codePoint))
    return { runs, width: runs.reduce((sum, run) => sum + fonts.widthOf(run, style), 0) }
  }
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string): boolean => measure(candidate).width <= width
  for (const word of clean(text).split(/\s+/)) {
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

/** Splits a word that is wider than a line, never inside of what is read as one character. */
function splitWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}
