import { ownNames } from '../words/languages.ts'
import { hasIndianScript, inDevanagari, marks, scriptOf, stem, wordsOf } from '../words/words.ts'
import type { IndianDictionary, Translation } from './dictionary.ts'

type Known = {
  dictionary: IndianDictionary
  /** Hindi in Latin letters, as many type it */
  typed: ReadonlyMap<string, string>
  /** names of letters in Devanagari, the longest first */
  letters: readonly (readonly [name: string, letter: string])[]
  stopWords: ReadonlySet<string>
  /** an English word, or one of the catalogue's */
  isEnglish: (word: string) => boolean
  /** a word of the lexicon's subjects */
  isTopic: (word: string) => boolean
  /** subjects, by their stems */
  entries: ReadonlyMap<string, unknown>
  inCatalogue: (word: string) => boolean
  /** the known word that sounds like this one; `loose` for scripts that write several sounds alike */
  soundsLike: (word: string, loose: boolean) => string | undefined
}

/** Words of an Indian script as they were written, with the English ones that they were read as: none for words without a subject. */
export type Original = { words: string[]; read: string[] }

/** Another name for what words were read as. */
export type Alternative = { names: string[]; read: string[] }

export type ReadIndian = {
  words: string[]
  originals: Original[]
  alternatives: Alternative[]
  /** words were translated or read from another script */
  translated: boolean
  /** the search is written in Hindi */
  hindi: boolean
}

/** "How" stands within phrases, and means the same after them: "खाना कैसे बनाएं". */
const asking = new Set(['कैसे', 'कैसी', 'कसे', 'कसं', 'कशी'])

/**
 * Hindi in either script and words of other languages of India as English words; English words that are written in an Indian
 * script too. Words without a subject go away.
 */
export function readIndian(text: readonly string[], known: Known): ReadIndian {
  const { dictionary, stopWords } = known
  const words = [...text.filter((word) => !asking.has(word)), ...text.filter((word) => asking.has(word))]
  const scripts = words.map(scriptOf)
  const typed = readTyped(words, known)
  const read = words.map((word, at) => {
    const script = scripts[at]
    return script && !stopWords.has(word) ? inDevanagari(word, script) : word
  })
  const out: string[] = []
  const originals: Original[] = []
  const alternatives: Alternative[] = []
  let translated = false
  for (let at = 0; at < read.length; ) {
    const script = scripts[at]
    const word = read[at] ?? ''
    const language = known.isEnglish(words[at] ?? '') ? undefined : languageIn(words[at] ?? '')
    if (language) {
      translated = true
      out.push(language)
      originals.push({ words: [words[at] ?? word], read: [language] })
      at++
      continue
    }
    const found = script ? dictionary.written(read, at) : typed.entries[at]
    if (found) {
      const [english = [], ...others] = found.english.split('/').map((name) => name.split(' ').filter(Boolean))
      alternatives.push(...others.map((names) => ({ names, read: english })))
      // "me" or "to" in an English sentence say nothing either way
      if (found.english !== word) translated ||= found.english !== '' || typed.sure || script !== null
      out.push(...english)
      const own = words.slice(at, at + found.words)
      if (script) originals.push({ words: own, read: english.filter((one) => one !== marks.forWhat) })
      else if (own.every(known.inCatalogue)) alternatives.push({ names: own, read: english })
      at += found.words
      continue
    }
    if (script && !stopWords.has(word)) {
      translated = true
      const own = words[at] ?? word
      const spelled = spelledOut(own, word, script !== 'devanagari', known)
      if (spelled) out.push(spelled)
      else if (script === 'devanagari') out.push(word)
      originals.push({ words: [own], read: spelled ? [spelled] : script === 'devanagari' ? [word] : [] })
    } else if (script) originals.push({ words: [words[at] ?? word], read: [] })
    else out.push(word)
    at++
  }
  const hindi = typed.listed ? translated : scripts.includes('devanagari')
  return { words: withoutBefore(out), originals, alternatives, translated, hindi }
}

/**
 * A word or a phrase of a course with its names in English: none for words without a subject, null for what is not read as it is in Latin
 * letters or called so by no one else.
 */
export type ReadPhrase = { words: readonly string[]; names: readonly (readonly string[])[] | null }

/** Languages of India by what they call themselves, without the sign at its end, which an ending takes the place of. */
const languagesOfIndia = ownNames
  .filter(([own]) => hasIndianScript(own))
  .map(([own, name]) => [wordsOf(own)[0]?.replace(/\p{M}$/u, '') ?? '', name] as const)
/** Their English names in Latin letters, where only an "m" gives way. */
const languagesTyped = languagesOfIndia.map(([, name]) => [name.replace(/m$/, ''), name] as const)
const longestEnding = 6
/** "In", "to" and "of" as the south and Marathi add them, in Latin letters; "tamilnadu" is a place. */
const typedEnding = /^(?:il|ile|yil|thil|lo|ku|ki|dalli|alli|t|y|ne)?$/

/** A language of India by what it calls itself, with any ending: తెలుగు is "telugu", "தமிழில்" and "tamilil" in Tamil. */
export const languageIn = (word: string): string | undefined =>
  scriptOf(word)
    ? languagesOfIndia.find(([own]) => {
        const ending = word.slice(own.length)
        // after the sign that Tamil leaves, another word is joined
        return word.startsWith(own) && ending.length <= longestEnding && !/^\u0bcd./u.test(ending)
      })?.[1]
    : languagesTyped.find(
        ([own, name]) => word !== name && word.startsWith(own) && typedEnding.test(word.slice(own.length)),
      )?.[1]

/** Reads the words of a course that are in scripts of India, in their order. */
export function readWritten(
  words: readonly string[],
  known: Pick<Known, 'dictionary' | 'letters' | 'stopWords'> & { soundsJustLike: (word: string) => string | undefined },
): ReadPhrase[] {
  const read = words.map((word) => {
    const script = scriptOf(word)
    return script && !known.stopWords.has(word) ? inDevanagari(word, script) : word
  })
  const out: ReadPhrase[] = []
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    const script = scriptOf(word)
    const found = script ? known.dictionary.written(read, at) : undefined
    const isSmall = script !== null && known.stopWords.has(word)
    const spelled =
      (script ? languageIn(word) : undefined) ??
      (script && !found && !isSmall
        ? (lettersOf(read[at] ?? '', known.letters) ?? known.soundsJustLike(word))
        : undefined)
    const names = spelled ? [[spelled]] : found ? namesOf(found.english) : isSmall ? [] : null
    const end = at + (found?.words ?? 1)
    out.push({ words: words.slice(at, end), names })
    at = end
  }
  return out
}

/** Names of marks that the dictionary has beside words, and "or", which parts its names. */
const noWord = /^(?:zz\w+|or)$/

/** The English names of a translation as words, the first one first. */
export const namesOf = (english: string): string[][] =>
  english
    .split('/')
    .map((name) => name.split(' ').filter((word) => word !== '' && !noWord.test(word)))
    .filter((name) => name.length > 0)

/** "Photoshop ke bina logo": what is left out stands before the word for it, or after it as in "bina coding ke website". */
function withoutBefore(words: readonly string[]): string[] {
  const out: string[] = []
  for (const [at, word] of words.entries()) {
    const before = out.at(-1)
    if (word !== marks.without) out.push(word)
    else if (before === undefined || at === 0 || Object.values(marks).includes(before)) out.push('without')
    else out.splice(-1, 0, 'without')
  }
  return out
}

/** An English word, or letters, that the script spells. The script tells how its letters sound. */
function spelledOut(own: string, word: string, loose: boolean, { letters, soundsLike }: Known): string | undefined {
  return lettersOf(word, letters) ?? soundsLike(own, false) ?? (loose ? soundsLike(own, true) : undefined)
}

/** An acronym that is spelled in Devanagari: "यूपीएससी" is "upsc". */
function lettersOf(word: string, letters: Known['letters']): string | undefined {
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

/** What is Hindi in a text: the entry that begins at each of its words. */
export type ReadTyped = {
  entries: readonly (Translation | undefined)[]
  /** the text has words of the list, of which one is no English word or two are more than "to" or "me" */
  listed: boolean
  /** one of them is no English word */
  sure: boolean
}

const longestPhrase = 4
/** Letters of a word that makes a text Hindi by itself; among words without a subject that are English alone. */
const sureLetters = { alone: 5, inEnglish: 6 }

/** Lines `name, name = English` by name. Verbs change their ending before "ke liye" and things: sikhna, sikhne, sikhni. */
export function compileTyped(lines: readonly string[]): Map<string, string> {
  const typed = new Map<string, string>()
  for (const line of lines) {
    const [names = '', english = ''] = line.split('=')
    for (const name of names.split(',')) {
      const phrase = wordsOf(name).join(' ')
      const stem = /^(.{2,})na$/.exec(phrase)?.[1]
      for (const form of stem === undefined ? [phrase] : [phrase, `${stem}ne`, `${stem}ni`])
        if (form !== '' && !typed.has(form)) typed.set(form, english.trim())
    }
  }
  return typed
}

/**
 * Finds Hindi in Latin letters: by the list, and what neither English nor the list has by its sound, if a course may be about it
 * ("barish" stays unknown where no course has rain). "main page" stays English.
 */
export function readTyped(words: readonly string[], known: Known): ReadTyped {
  const { typed, stopWords, isEnglish, isTopic, inCatalogue, entries, dictionary } = known
  const onList = words.filter((word) => typed.has(word))
  const sure = onList.some((word) => !isEnglish(word) && !stopWords.has(word))
  const listed = sure || onList.filter((word) => !stopWords.has(word)).length >= 2
  const isUnknown = (word: string): boolean =>
    scriptOf(word) === null &&
    !/\d/.test(word) &&
    ![typed, stopWords].some((all) => all.has(word)) &&
    !isEnglish(word) &&
    !isTopic(word)
  const teaches = ({ english, everyday }: Translation): boolean =>
    english.split(' / ').some((name) => {
      const parts = name.split(' ')
      return entries.has(parts.map(stem).join(' ')) || (!everyday && parts.every(inCatalogue))
    })
  const sounding = words.map((word, at) => {
    const found = isUnknown(word) ? dictionary.typed(words, at) : undefined
    return found && !found.loose && (found.english === '' ? listed : teaches(found)) ? found : undefined
  })
  const english = words.filter((word) => stopWords.has(word) && !typed.has(word)).length
  const letters = english >= 1 ? sureLetters.inEnglish : sureLetters.alone
  const isHindi = sounding.some(
    (found, at) => found?.exact && found.plain && found.english !== '' && (words[at] ?? '').length >= letters,
  )
  if (!listed && !isHindi) return { entries: words.map(() => undefined), listed, sure }
  return { entries: words.map((_, at) => longestOf(words, at, typed) ?? sounding[at]), listed, sure }
}

function longestOf(words: readonly string[], at: number, typed: ReadonlyMap<string, string>): Translation | undefined {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
    const english = typed.get(words.slice(at, at + length).join(' '))
    if (english !== undefined)
      return { english, words: length, exact: true, plain: true, loose: false, everyday: false }
  }
  return undefined
}
