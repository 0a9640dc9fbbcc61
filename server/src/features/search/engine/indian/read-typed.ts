import { scriptOf, stem, wordsOf } from '../words/words.ts'
import type { IndianDictionary, Translation } from './dictionary.ts'

type Known = {
  dictionary: IndianDictionary
  typed: ReadonlyMap<string, string>
  stopWords: ReadonlySet<string>
  /** an English word, or one of the catalogue's */
  isEnglish: (word: string) => boolean
  /** a word of the lexicon's subjects */
  isTopic: (word: string) => boolean
  /** subjects, by their stems */
  entries: ReadonlyMap<string, unknown>
  inCatalogue: (word: string) => boolean
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
