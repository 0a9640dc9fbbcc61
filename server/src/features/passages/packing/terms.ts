import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import {
  compileDictionary,
  foldSound,
  hindiDictionary,
  type IndianDictionary,
  namesOf,
  romanOf,
  scriptOf,
  soundKey,
  soundOf,
  stem,
  type Translation,
  useShippedFamilies,
  wordsOf,
} from '../../search/index.ts'
import { isStopWord } from '../stop-words.ts'

/** A term as a number of 32 bits (FNV-1a): two of the few thousand of a course are hardly ever the same. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash | 0
}

let isReady = false
/** The stem of a word, by the same families in each process and at any time: hashes of stems are kept. */
function stemOf(word: string): string {
  if (!isReady) useShippedFamilies()
  isReady = true
  return stem(word)
}

/** Lines `name, name = English`, separated by semicolons. */
const Lines = z.string().transform((text) =>
  text
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean),
)
const Everyday = z.object({ verbs: Lines, fixed: Lines })

let opened: IndianDictionary | undefined
/** Everyday words as lectures use them, and behind them the dictionary of the search. */
function translate(): IndianDictionary {
  if (opened) return opened
  const file = join(import.meta.dirname, '../data/everyday-hindi.yaml')
  const { verbs, fixed } = Everyday.parse(parse(readFileSync(file, 'utf8')))
  const everyday = compileDictionary({ hindi: { fixed, verbs, nouns: {} }, loans: [], others: [], otherLanguages: {} })
  const courses = hindiDictionary()
  const longer = (one: Translation | undefined, other: Translation | undefined): Translation | undefined =>
    one && (!other || other.words <= one.words || other.english === '') ? one : other
  opened = {
    written: (words, at) => longer(everyday.written(words, at), courses.written(words, at)),
    typed(words, at) {
      const found = everyday.typed(words, at)
      return longer(found && (found.exact || found.plain) ? found : undefined, courses.typed(words, at))
    },
  }
  return opened
}

/** What a sound is shorter than is chance. */
const leastSound = 3
/** Endings of Hindi words, by their sound: verbs and plurals. */
const endings = /(?<=..)(?:na|ne|ni|n|te|ta|ti|kr|ke|o|a|e|i|u)$/
const hindiSound = (latin: string): string =>
  `h:${soundKey(foldSound(latin))
    .replace(endings, '')
    .replace(/(?<=..)[aeiou]$/, '')}`
const consonants = (word: string): string | null => {
  const sound = soundOf(word)
  return sound.length < leastSound ? null : `c:${sound}`
}

/** The stems of a text, those of an Indian script in English too; without words that say nothing. */
export const stemsOf = (text: string): string[] => {
  const words = wordsOf(text)
  return words.flatMap((word, at) => (isStopWord(word) ? [] : [stemOf(word), ...inEnglish(words, at)]))
}

const inEnglish = (words: readonly string[], at: number): string[] =>
  scriptOf(words[at] ?? '') === null
    ? []
    : namesOf(translate().written(words, at)?.english ?? '')
        .flat()
        .map(stemOf)

export type PassageTerms = { terms: string[]; words: number }

/**
 * The terms under which a passage is found: its stems, the sounds of words, which Hindi in either script and English words in Hindi letters
 * share, and the English names of Hindi words.
 */
export function passageTerms(text: string): PassageTerms {
  const words = wordsOf(text)
  const terms: string[] = []
  for (const [at, word] of words.entries()) {
    terms.push(stemOf(word), ...inEnglish(words, at))
    if (scriptOf(word) !== null) terms.push(hindiSound(romanOf(word)))
    const sound = consonants(word)
    if (sound !== null) terms.push(sound)
  }
  return { terms, words: words.length }
}

/** One thing that a question names, by the terms it may have in a passage; `worth` is 1 for the word itself, less for what may be it. */
export type Concept = { terms: { hash: number; worth: number; isSound: boolean }[]; word: string }

const worths = { hindiSound: 0.9, english: 0.8, consonants: 0.5 }
const mostConcepts = 24

const hinglish = new Set(
  `ka ke ki ko kya hai hain ho hota hoti hote kaise kese kyun kyu kyon kaun kab kahan aur bhi nahi nahin ye yeh wo woh mein se pe kar karna
  karte karta kare karen kiya gaya gayi liye wala wale wali batao chahiye sakte sakta agar lekin kuch raha rahe rahi mera mere meri apna
  apne apni tha thi jab tab tak jata jaata jati jaati dusre dono kaunsa kaunsi hoga hogi`.split(/\s+/),
)
const english = new Set(
  'the is are was what how why when where which does do did can should would my i you it of in on with for from and or an if that this'.split(
    ' ',
  ),
)

/** Whether a text is Hindi, in either script: most of the small words of it are. */
export function isHindi(text: string): boolean {
  const words = wordsOf(text)
  if (words.some((word) => scriptOf(word) !== null)) return true
  const count = (list: ReadonlySet<string>): number => words.filter((word) => list.has(word)).length
  return count(hinglish) > count(english)
}

/** Returns what a question names. */
export function conceptsOf(text: string): Concept[] {
  const words = wordsOf(text)
  const hindi = isHindi(text)
  const concepts = new Map<string, Concept>()
  for (const [at, word] of words.entries()) {
    const own = stemOf(word)
    if (isStopWord(word) || concepts.has(own) || concepts.size === mostConcepts) continue
    const terms = new Map([[own, 1]])
    const add = (term: string | null, worth: number): void => {
      if (term !== null && !terms.has(term)) terms.set(term, worth)
    }
    if (hindi) add(hindiSound(scriptOf(word) === null ? word : romanOf(word)), worths.hindiSound)
    for (const name of hindi ? translationsOf(words, at) : []) for (const one of name) add(stemOf(one), worths.english)
    add(consonants(word), worths.consonants)
    const hashed = Array.from(terms, ([term, worth]) => ({ hash: hashTerm(term), worth, isSound: /^[ch]:/.test(term) }))
    concepts.set(own, { word: own, terms: hashed })
  }
  return [...concepts.values()]
}

function translationsOf(words: readonly string[], at: number): string[][] {
  if (scriptOf(words[at] ?? '') !== null) return namesOf(translate().written(words, at)?.english ?? '')
  const found = translate().typed(words, at)
  return found && (found.exact || found.plain) ? namesOf(found.english) : []
}

/** A Hindi text in English as far as the dictionary goes, word by word, for a model that knows English alone; others as they are. */
export function inModelLanguage(text: string): string {
  if (!isHindi(text)) return text
  const words = wordsOf(text)
  const out: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const script = scriptOf(word)
    const found =
      script !== null ? translate().written(words, at) : isStopWord(word) ? undefined : translate().typed(words, at)
    if (found && (script !== null || ((found.exact || found.plain) && found.english !== ''))) {
      out.push(...(namesOf(found.english)[0] ?? []))
      at += found.words - 1
    } else if (!isStopWord(word)) out.push(script === null ? word : romanOf(word))
  }
  return out.join(' ')
}
