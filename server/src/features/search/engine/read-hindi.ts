import type { CompiledLexicon } from './compile-lexicon.ts'

type Known = {
  lexicon: Pick<CompiledLexicon, 'romanHindi' | 'devanagari' | 'stopWords'>
  /** an English word, or one of the catalogue's */
  isEnglish: (word: string) => boolean
  /** the catalogue's word that sounds like this one */
  soundsLike: (word: string) => string | undefined
}

const longestPhrase = 4

/**
 * Hindi in either script as English words; what has no subject goes away. Latin words are taken for Hindi only when one of them
 * is no English word, or two are on the list that are more than "to" or "me": "main page" stays English. Numbers and English words pass through.
 */
export function readHindi(
  words: readonly string[],
  { lexicon, isEnglish, soundsLike }: Known,
): { words: string[]; translated: boolean } {
  const hindi = words.filter((word) => lexicon.romanHindi.has(word))
  const sure = hindi.filter((word) => !isEnglish(word) && !lexicon.stopWords.has(word))
  const roman = sure.length > 0 || hindi.filter((word) => !lexicon.stopWords.has(word)).length >= 2
  const out: string[] = []
  let translated = false
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    const table = /\p{Script=Devanagari}/u.test(word) ? lexicon.devanagari : roman ? lexicon.romanHindi : undefined
    const found = table && longestMatch(words, at, table)
    if (found) {
      // "me" or "to" in an English sentence say nothing either way
      if (found.english !== word) translated ||= found.english !== '' || sure.length > 0 || table === lexicon.devanagari
      out.push(...found.english.split(' ').filter(Boolean))
      at += found.length
      continue
    }
    if (table === lexicon.devanagari) {
      const heard = lettersOf(word) ?? soundsLike(word)
      translated = true
      out.push(heard ?? word)
    } else out.push(word)
    at++
  }
  return { words: out, translated }
}

/** English letters as they are called in Hindi, the long names first. */
const letters: readonly [name: string, letter: string][] = [
  ['डब्ल्यू', 'w'],
  ['डब्लू', 'w'],
  ['क्यू', 'q'],
  ['एक्स', 'x'],
  ['ज़ेड', 'z'],
  ['जेड', 'z'],
  ['एफ', 'f'],
  ['एच', 'h'],
  ['आई', 'i'],
  ['एल', 'l'],
  ['एम', 'm'],
  ['एन', 'n'],
  ['आर', 'r'],
  ['एस', 's'],
  ['वाई', 'y'],
  ['बी', 'b'],
  ['सी', 'c'],
  ['डी', 'd'],
  ['जी', 'g'],
  ['जे', 'j'],
  ['के', 'k'],
  ['पी', 'p'],
  ['टी', 't'],
  ['यू', 'u'],
  ['वी', 'v'],
  ['ए', 'a'],
  ['ई', 'e'],
  ['ओ', 'o'],
]

/** An acronym that is spelled in Devanagari: "यूपीएससी" is "upsc". */
function lettersOf(word: string): string | undefined {
  let rest = word
  let read = ''
  while (rest !== '') {
    const found = letters.find(([name]) => rest.startsWith(name.normalize('NFKC')))
    if (!found) return undefined
    rest = rest.slice(found[0].normalize('NFKC').length)
    read += found[1]
  }
  return read.length >= 2 ? read : undefined
}

function longestMatch(
  words: readonly string[],
  at: number,
  table: ReadonlyMap<string, string>,
): { english: string; length: number } | undefined {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
    const english = table.get(words.slice(at, at + length).join(' '))
    if (english !== undefined) return { english, length }
  }
  return undefined
}
