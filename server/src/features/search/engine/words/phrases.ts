import { singular, wordsOf } from './words.ts'

/** Between the words of a phrase they change nothing: "no prior experience". */
const small: ReadonlySet<string> = new Set(['a', 'any', 'prior', 'single', 'the', 'too'])
const none: ReadonlySet<string> = new Set(['without', 'zero'])

/** A word as phrases have it: in the singular, and "no" for all words that say so. */
export const inPhrase = (word: string): string => (none.has(word) ? 'no' : singular(word))

/** The words of a phrase that count. */
export const phraseOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !small.has(word))
    .map(inPhrase)

/** Returns the place of the first word of a phrase and that after its last one; undefined where the words, of `inPhrase`, lack it. */
export function findPhrase(
  words: readonly string[],
  phrase: readonly string[],
): [from: number, end: number] | undefined {
  for (let from = 0; from + phrase.length <= words.length; from++) {
    let end = from
    for (const word of phrase) {
      while (end > from && word !== words[end] && small.has(words[end] ?? '')) end++
      if (words[end] !== word) {
        end = 0
        break
      }
      end++
    }
    if (end > from) return [from, end]
  }
  return undefined
}
