import { type CompiledLexicon, marks } from '../lexicon/compile-lexicon.ts'
import { inDevanagari, scriptOf } from './sound-of.ts'

type Known = {
  lexicon: Pick<CompiledLexicon, 'roman' | 'devanagari' | 'stopWords' | 'letters'>
  /** an English word, or one of the catalogue's */
  isEnglish: (word: string) => boolean
  /** the known word that sounds like this one; `loose` for scripts that write several sounds alike */
  soundsLike: (word: string, loose: boolean) => string | undefined
}

export type ReadIndic = {
  words: string[]
  /** words were translated or read from another script */
  translated: boolean
  /** the search is written in Hindi */
  hindi: boolean
}

const longestPhrase = 4

/**
 * Hindi in either script as English words, and English words that are written in an Indian script; words without a subject go
 * away. Latin words are taken for Hindi only when one of them is no English word, or two are on the list that are more than
 * "to" or "me": "main page" stays English. Numbers and English words stay.
 */
export function readIndic(words: readonly string[], { lexicon, isEnglish, soundsLike }: Known): ReadIndic {
  const { roman, devanagari, stopWords } = lexicon
  const hindi = words.filter((word) => roman.has(word))
  const sure = hindi.filter((word) => !isEnglish(word) && !stopWords.has(word))
  const isRoman = sure.length > 0 || hindi.filter((word) => !stopWords.has(word)).length >= 2
  const scripts = words.map(scriptOf)
  const read = words.map((word, at) => {
    const script = scripts[at]
    return script && !stopWords.has(word) ? inDevanagari(word, script) : word
  })
  const out: string[] = []
  let translated = false
  for (let at = 0; at < read.length; ) {
    const word = read[at] ?? ''
    const script = scripts[at]
    const table = script ? devanagari : isRoman ? roman : undefined
    const found = table && longestMatch(read, at, table)
    if (found) {
      // "me" or "to" in an English sentence say nothing either way
      if (found.english !== word) translated ||= found.english !== '' || sure.length > 0 || script != null
      out.push(...(found.english === marks.forWhat ? [marks.forWhat] : found.english.split(' ').filter(Boolean)))
      at += found.length
      continue
    }
    if (script && !stopWords.has(word)) {
      translated = true
      const loose = script !== 'devanagari'
      // The script tells how its letters sound.
      const own = words[at] ?? word
      const heard =
        lettersOf(word, lexicon.letters) ?? soundsLike(own, false) ?? (loose ? soundsLike(own, true) : undefined)
      if (heard) out.push(heard)
      else if (!loose) out.push(word)
    } else if (!script) out.push(word)
    at++
  }
  return { words: out, translated, hindi: isRoman ? translated : scripts.includes('devanagari') }
}

/** An acronym that is spelled in Devanagari: "यूपीएससी" is "upsc". */
function lettersOf(word: string, letters: CompiledLexicon['letters']): string | undefined {
  let rest = word
  let read = ''
  while (rest !== '') {
    const found = letters.find(([name]) => rest.startsWith(name))
    if (!found) return undefined
    rest = rest.slice(found[0].length)
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
