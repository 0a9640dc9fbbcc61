import type { Lexicon } from './lexicon.ts'

/**
 * The lexicon with an operator's own lines before its own: `a = b, c` for other names of the same thing, `a > b, c` for what
 * helps whoever asks for the left, `#` for notes. What is of no such form is passed over.
 */
export function withOperatorLines(lexicon: Lexicon, text: string): Lexicon {
  const lines = text
    .toLowerCase()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))
  return {
    ...lexicon,
    same: [...lines.filter((line) => /^[^=>]+=[^=>]+$/.test(line)), ...lexicon.same],
    related: [...lines.filter((line) => /^[^=>]+>[^=>]+$/.test(line)), ...lexicon.related],
  }
}
