import { plainLine } from '#core/answers/sanitise-line.ts'
import type { CatalogueFindings } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'

/** Returns the message in lower case, with single blanks, and without signs other than those of names such as C++ and C#. */
export const readMessage = (message: string): string =>
  plainLine(message)
    .toLowerCase()
    .replace(/['’]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}+#₹./&-]/gu, ' ')
    .replace(/[./-](?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const wordsIn = (text: string): string[] => text.split(/[\s/&-]+/).filter(Boolean)

/** Letters that endings such as "-s" and "-ing" add. */
const ending = 3

/** Letters of a word that may be of a title though it says nothing alone, as in "Complete Guide". */
const longWord = 5

/** So many phrases are looked for in all titles. */
const mostPhrases = 6
const longestPhrase = 6
/** Runs of two or more long words. */
export function phrasesIn(text: string): string[] {
  const words = wordsIn(readMessage(text))
  const isLong = (word: string | undefined): boolean => word !== undefined && [...word].length >= longWord
  const phrases = words.flatMap((_, from) => {
    const length = words.slice(from).findIndex((word) => !isLong(word))
    const run = words.slice(from, Math.min(from + longestPhrase, length < 0 ? words.length : from + length))
    return run.slice(1).map((_, at) => run.slice(0, at + 2).join(' '))
  })
  return [...new Set(phrases)].slice(0, mostPhrases)
}

/** The same word, or the same with another ending. Subjects come from the search with their spelling corrected. */
export function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > ending) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) || (short.endsWith('e') && long.startsWith(short.slice(0, -1)))
}

/** The words of `asked` that a text has. */
export const sharedWords = (asked: readonly string[], text: string): string[] => {
  const words = wordsIn(readMessage(text))
  return asked.filter((word) => words.some((other) => sameWord(word, other)))
}

/** Whether a text has every word of a subject. */
export function hasAllWords(text: string, subject: string): boolean {
  const words = wordsIn(readMessage(subject))
  return words.length > 0 && sharedWords(words, text).length === words.length
}

/** Returns the one of a few courses whose title has words of a message that the other titles lack; undefined for none or several. */
export function namedAmong(message: string, courses: readonly CourseFacts[]): CourseFacts | undefined {
  const said = wordsIn(readMessage(message)).filter((word) => word.length > 3 && word !== 'course')
  const owners = said.flatMap((word) => {
    const having = courses.filter(({ title }) => sharedWords([word], title).length > 0)
    return having.length === 1 ? having : []
  })
  const [first] = owners
  return owners.every((owner) => owner === first) ? first : undefined
}

/**
 * Puts the courses that a message names by their titles before what the search found, whatever it ranks. What is exactly asked for is not
 * "closest": beside it, and beside titles with every word of the subject, courses that are only close are left out.
 */
export function exactFirst(
  found: CatalogueFindings,
  named: readonly CourseFacts[],
  subject: string,
): CatalogueFindings {
  const close = found.onlyClosest ? found.courses.filter(({ title }) => hasAllWords(title, subject)) : found.courses
  const exact = [...named, ...close.filter(({ id }) => named.every((one) => one.id !== id))]
  if (exact.length === 0) return found
  const byWords = new Set([...found.byWords, ...exact.slice(0, named.length).map(({ id }) => id)])
  return {
    ...found,
    courses: exact.slice(0, Math.max(found.courses.length, named.length)),
    byWords,
    onlyClosest: false,
  }
}

/** Courses in a language that the reader is likely to understand: English, or that of the answer. All of them where there is none. */
export function understoodFirst(courses: readonly CourseFacts[], language: string): CourseFacts[] {
  const understood = courses.filter((course) => course.language === 'en' || course.language === language)
  return understood.length > 0 ? understood : [...courses]
}
