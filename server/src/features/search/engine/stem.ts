/// <reference path="./packages.d.ts" />
import american from 'american-british-english-translator/data/british_spellings.json' with { type: 'json' }
import snowball from 'snowball-stemmers'

const english = snowball.newStemmer('english')
const spellings = new Map<string, string>(Object.entries(american))
const mostKept = 50_000
const kept = new Map<string, string>()
let families: Readonly<Record<string, string>> = {}

/** Sets the stems of words whose family the stemmer does not see (`stems` of the lexicon). */
export function setFamilies(stems: Readonly<Record<string, string>>): void {
  families = stems
  kept.clear()
}

/**
 * The part that a word shares with its relatives, in lower case: Snowball's English stem of the American spelling. A stem that
 * ends in "i" for "y" loses it, so that "pottery" is with "potter", and "photography" with "photographer".
 */
export function stem(word: string): string {
  const known = kept.get(word)
  if (known !== undefined) return known
  if (kept.size > mostKept) kept.clear()
  const found = stemOf(word)
  kept.set(word, found)
  return found
}

function stemOf(word: string): string {
  const written = spellings.get(word) ?? word
  const family = families[word] ?? families[written]
  if (family !== undefined) return family
  if (written.length <= 3 || /[^a-z]/.test(written)) return written
  return english.stem(written).replace(/(?<=.{5})i$/, '')
}
