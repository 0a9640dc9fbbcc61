/// <reference path="./packages.d.ts" />

import { readFileSync } from 'node:fs'
import sanscript from '@indic-transliteration/sanscript'
import american from 'american-british-english-translator/data/british_spellings.json' with { type: 'json' }
import nspell from 'nspell'
import snowball from 'snowball-stemmers'
import { languages } from './languages.ts'

/** Words that replace signs while a search is read; they are stop words. */
export const marks = { sentence: 'zzsentence', forWhat: 'zzforwhat', without: 'zzwithout' }

/** Names with signs or several spellings, with the spelling that is used for all. */
const spellings: readonly [RegExp, string][] = [
  [/\bc\s?\+\+/g, ' cplusplus '],
  [/\bcpp\b/g, ' cplusplus '],
  [/\bc\s?#/g, ' csharp '],
  [/\bc sharp\b/g, ' csharp '],
  [/(^|\s)(asp)?\.net\b/g, ' dotnet '],
  [/\b(next|nest|nuxt|three|socket)[\s.-]?(js|io)\b/g, ' $1$2 '],
  [/\b(node|react|vue|angular|express|ember|backbone|d3|p5|svelte|solid)[\s.-]?js\b/g, ' $1 '],
  [/\b(java|type)[\s-]script\b/g, ' $1script '],
  [/\ba\s?\/\s?b\b/g, ' ab '],
  [/\bci\s?\/\s?cd\b/g, ' cicd '],
  [/\b(front|back)[\s-]?end\b/g, ' $1end '],
  [/\bfull[\s-]?stack\b/g, ' fullstack '],
  [/\be[\s-]commerce\b/g, ' ecommerce '],
  [/\bwi[\s-]fi\b/g, ' wifi '],
  [/\bpowerbi\b/g, ' power bi '],
  [/\b3ds?\s?max\b/g, ' 3dsmax '],
  [/\bchat\s?-?gpt\b/g, ' chatgpt '],
  [/\b(word)\s?(press)\b|\b(photo)\s?(shop)\b|\b(git)\s?(hub)\b/g, ' $1$2$3$4$5$6 '],
  [/\bweb\s?(site|page)/g, ' web$1'],
  [/\bdata[\s-]?base/g, ' database'],
  [/\buiux\b/g, ' ui ux '],
  [/\baiml\b/g, ' ai ml '],
  [/\b(web|app)\s?dev\b/g, ' $1 development '],
  [/\bscikit[\s-]learn\b/g, ' sklearn '],
  [/\b(without|no) (writing |any |knowing |doing )*(code|coding|programming)\b/g, ' nocode '],
  [/\b(no|low)[\s-]?code\b/g, ' $1code '],
  [/\b(dev|ml)\s?ops\b/g, ' $1ops '],
  [/\b(you)\s(tube)/g, '$1$2'],
  [/(\p{L})['’]s\b/gu, '$1'],
  [/(\p{L})['’](\p{L})/gu, '$1$2'],
]

/** Marks that say how letters are joined or where a line may break: they change no word, and would divide it. */
const joiners = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Malayalam letters for a consonant without a vowel, as the consonant with the sign that takes its vowel away. */
const chillus: Readonly<Record<string, string>> = { ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' }

/** Letters of one sound that are written in two ways: Bengali's t without a vowel, Assamese's r, Arabic letters of Urdu. */
const letterForms: readonly (readonly [RegExp, string])[] = [
  [/ৎ/g, 'ত্'],
  [/ৰ/g, 'র'],
  [/ੱ/g, ''],
  [/ੰ/g, 'ਂ'],
  [/[يى]/g, 'ی'],
  [/ك/g, 'ک'],
  [/[ةهۃ]/g, 'ہ'],
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
]

/** Places in the block of a script of India, which all of them share: sign of a nasal vowel, of a nasal, of a dotted letter. */
const [candrabindu, anusvara, nukta] = [0x01, 0x02, 0x3c]
/** First and last stop of each row of consonants, with its nasal. */
const rows: readonly (readonly [from: number, to: number, nasal: number])[] = [
  [0x15, 0x18, 0x19],
  [0x1a, 0x1d, 0x1e],
  [0x1f, 0x22, 0x23],
  [0x24, 0x27, 0x28],
  [0x2a, 0x2d, 0x2e],
]
const dentalNasal = 0x28
const isSibilant = (place: number): boolean => place >= 0x36 && place <= 0x38
const tamilBlock = 0xb80

/** True for a nasal that is also written as a sign over the letter before it: of the row of the next consonant, or an n as in "इन्टरनेट". */
function isWrittenAsSign(nasal: number, next: number): boolean {
  const row = rows.find(([from, to]) => next >= from && next <= to)
  if (nasal === dentalNasal) return row !== undefined || isSibilant(next)
  return row?.[2] === nasal
}

/** Brings together what the scripts of India, and Urdu, write in several ways: हिन्दी and हिंदी, हज़ार and हजार, ൽ and ല്. */
function foldSpellings(text: string): string {
  if (!/[\u0600-\u06ff\u0900-\u0d7f]/.test(text)) return text
  let out = text.replace(/[ൺൻർൽൾൿ]/g, (letter) => chillus[letter] ?? letter)
  for (const [form, to] of letterForms) out = out.replace(form, to)
  return out
    .replace(/[\u0900-\u0d7f]/g, (letter) => {
      const code = letter.charCodeAt(0)
      if ((code & 0x7f) === nukta) return ''
      return (code & 0x7f) === candrabindu ? String.fromCharCode(code + 1) : letter
    })
    .replace(
      /([\u0900-\u0d7f])[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d](?=([\u0900-\u0d7f]))/g,
      (both, nasal: string, next: string) => {
        const code = nasal.charCodeAt(0)
        const block = code & ~0x7f
        // Tamil has no such sign
        if (block === tamilBlock || !isWrittenAsSign(code & 0x7f, next.charCodeAt(0) & 0x7f)) return both
        return String.fromCharCode(block | anusvara)
      },
    )
}

/** Compatible forms brought together, lower case, names and letters of several spellings in one. */
export function normalise(text: string): string {
  // A normal form sorts the combining marks of a letter, and takes the square of their number for that.
  let out = foldSpellings(
    text
      .replace(joiners, '')
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .normalize('NFKC')
      .toLowerCase(),
  )
  // "n.l.p." is "nlp"
  out = out.replace(/(?<![a-z])(?:[a-z]\.){2,}[a-z]?(?![a-z])/g, (letters) => letters.replaceAll('.', ''))
  for (const [form, to] of spellings) out = out.replace(form, to)
  return out
}

/** The words of a text in lower case, in order, without signs. */
export const wordsOf = (text: string): string[] => wordsIn(normalise(text))

/** The same of a text that is normalised already. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Words of a text that are written with a hyphen, as one word: "make-up" is "makeup". */
export const joinedWordsOf = (text: string): string[] =>
  Array.from(text.toLowerCase().matchAll(/\b([a-z]{2,})-([a-z]{2,})\b/g), ([, left, right]) => `${left}${right}`)

/** A plural in -s without it; other words of three letters and more that end so lose it too. */
export const singular = (word: string): string => word.replace(/(?<=..[^s])s$/, '')

const english = snowball.newStemmer('english')
const britishSpellings = new Map<string, string>(Object.entries(american))
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
  const written = britishSpellings.get(word) ?? word
  const family = families[word] ?? families[written] ?? families[singular(written)]
  if (family !== undefined) return family
  if (written.length <= 3 || /[^a-z]/.test(written)) return written
  return english.stem(written).replace(/(?<=.{5})i$/, '')
}

/**
 * Reads a file of the dictionary. Its module reads both with an await at the top, as the module of a thread must not, see
 * search-worker.ts.
 */
const dictionaryFile = (name: 'index.aff' | 'index.dic'): string =>
  readFileSync(new URL(name, import.meta.resolve('dictionary-en')), 'utf8')

/** Returns a function that recognises English words in lower case, American and British; of proper names only those of languages. */
export function createEnglish(): (word: string) => boolean {
  const spell = nspell(dictionaryFile('index.aff'), dictionaryFile('index.dic'))
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size > 20_000) known.clear()
    const answer = spell.correct(word) || britishSpellings.has(word) || languages.has(word)
    known.set(word, answer)
    return answer
  }
}

/** The types of the package know no default export. */
const transliterate = (sanscript as unknown as { t(text: string, from: string, to: string): string }).t

/** Unicode ranges of the scripts of India that are read, as the transliterator calls them. */
const scripts: readonly (readonly [from: number, to: number, scheme: string])[] = [
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb00, 0xb7f, 'oriya'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
]

/** The script of a word, null for others than those of India. */
export function scriptOf(word: string): string | null {
  const code = word.codePointAt(0) ?? 0
  return scripts.find(([from, to]) => code >= from && code <= to)?.[2] ?? null
}

/** Is any of a text in a script of India? */
export const hasIndianScript = (text: string): boolean => /[\u0900-\u0d7f]/.test(text)

/** A doubled r of the south that sounds like t: the transliterator lacks it. */
const doubled: Readonly<Record<string, string>> = { റ്റ: 'ട്ട', ற்ற: 'ட்ட' }

const devanagariOf = new Map<string, ReadonlyMap<string, string>>()

/**
 * Returns the letters of a script with those of Devanagari. They stand for the transliterator letter for letter. It makes its tables again
 * at each change of scripts: two changes for each word made a text of Tamil cost more than all else in a search.
 */
function lettersOf(script: string): ReadonlyMap<string, string> {
  const known = devanagariOf.get(script)
  if (known) return known
  const [from, to] = scripts.find(([, , scheme]) => scheme === script) ?? [0, -1]
  const block = Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))
  const letters = new Map(block.map((letter) => [letter, transliterate(letter, script, 'devanagari')]))
  devanagariOf.set(script, letters)
  return letters
}

/** Returns a word of an Indian script in Devanagari. */
export function inDevanagari(word: string, script: string): string {
  if (script === 'devanagari') return word
  const letters = lettersOf(script)
  const read = word.replace(/റ്റ|ற்ற/g, (pair) => doubled[pair] ?? pair)
  const written = [...read].map((letter) => letters.get(letter) ?? letter).join('')
  // the south writes out that a word ends without a vowel
  return written.replace(/\u094d$/u, '')
}

/** Short vowels of the south and those of English words, which Hindi does not have. */
const foreignVowels: Readonly<Record<string, string>> = {
  ...{ ऎ: 'ए', ऒ: 'ओ', ऍ: 'ए', ॲ: 'ए', ऑ: 'ओ' },
  ...{ 'ॆ': 'े', 'ॊ': 'ो', 'ॅ': 'े', 'ॉ': 'ो' },
}
const tamilSounds: Readonly<Record<string, string>> = { bh: 'p', gh: 'k', dh: 't', jh: 's' }

/** Returns a word of an Indian script in Latin letters, about as English would write its sound. */
export function inLatin(word: string): string {
  const script = scriptOf(word)
  if (!script) return word
  const devanagari = inDevanagari(word, script)
    .normalize('NFD')
    .replace(/[ऎऒऍॲऑॆॊॅॉ़]/g, (sign) => foreignVowels[sign] ?? '')
  const latin = transliterate(devanagari, 'devanagari', 'hk')
  // Tamil has one letter for k and g, t and d, p and b; the transliterator takes it for the rarest sound.
  const read =
    script === 'tamil' ? latin.replace(/[bgdj]h/gi, (sign) => tamilSounds[sign.toLowerCase()] ?? sign) : latin
  return read
    .replace(/ph?/g, (sign) => (sign === 'ph' ? 'f' : 'p'))
    .replace(/[GJNM]/g, 'n')
    .replace(/[zS]/g, 's')
    .toLowerCase()
    .replace(/c+h?/g, 'ch')
    .replace(/[^a-z]|(?<=..)a$/g, '')
}

/** "git" and "get" have no j. */
export const withHardG = (word: string): string => word.replace(/g(?=[ei])/g, '2')
export const hardSoundOf = (word: string): string => soundOf(withHardG(word))

/** What English letters sound like, and those that Indian spellings exchange. The order matters. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/tch|ch/g, '1'],
  [/tion|sion/g, 'sn'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/sch|sh|sc(?=[ei])/g, 's'],
  [/gn$|ng$/g, 'n'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/[zj]|g(?=[ei])/g, 'j'],
  [/w/g, 'v'],
  [/m(?=[pb])|[nm](?=[kgtdc])/g, 'n'],
  [/1/g, 'c'],
  [/2/g, 'g'],
  [/(?!^y)[aeiouyh]/g, ''],
  [/(.)\1+/g, '$1'],
]

/**
 * The consonants of a word, those that Hindi and English spelling exchange brought together: "फ्लटर" and "flutter" are "fltr".
 * Too coarse for English typos; it finds the English word that is written in an Indian script.
 */
export function soundOf(word: string): string {
  // a g of these scripts is never a j
  const latin = scriptOf(word) ? inLatin(word).replace(/g(?!$)/g, '2') : word
  return sounds.reduce((out, [form, to]) => out.replace(form, to), latin)
}

/** The same for scripts such as Tamil's, which write p and b, t and d, k and g alike. */
export const looseSoundOf = (word: string): string =>
  soundOf(word)
    .replace(/m$/, 'n')
    .replace(/[bfv]/g, 'p')
    .replace(/d/g, 't')
    .replace(/g/g, 'k')
    .replace(/[cj]/g, 's')
    .replace(/(.)\1+/g, '$1')

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
