import { type Category, categories, type Level, levels } from '@virtual-courses/contract'
import type { Lexicon } from '../lexicon/lexicon.ts'
import { stem } from './stem.ts'
import { wordsOf } from './words-of.ts'

/** Another way to say a thing: its stems, all of which a course must have, and how much they count. */
export type Variant = { stems: readonly string[]; weight: number }

/** What is known of a phrase. */
export type Entry = {
  /** how the thing is usually called, for the model of meanings; "" where no other name is known */
  usual: string
  same: readonly string[][]
  related: readonly string[][]
  /** the first two of the related ones as they are written */
  helps: readonly string[]
}

/** A sentence that tells a wish, and the subjects that lead to it as words. */
export type Intent = { sentence: string; subjects: readonly (readonly string[])[] }

/** A lexicon in the form that a search needs. Phrases are keys: their stems, or plain words for Hindi, joined by spaces. */
export type CompiledLexicon = {
  entries: ReadonlyMap<string, Entry>
  longestEntry: number
  stopWords: ReadonlySet<string>
  romanHindi: ReadonlyMap<string, string>
  devanagari: ReadonlyMap<string, string>
  levels: readonly (readonly [phrase: readonly string[], level: Level])[]
  levelHints: readonly (readonly [phrase: readonly string[], level: Level])[]
  free: readonly (readonly string[])[]
  cheap: readonly (readonly string[])[]
  categories: ReadonlyMap<string, Category>
  /** every word of the lexicon's subjects that have other names or neighbours, as it is written */
  words: ReadonlySet<string>
  background: readonly string[]
  intents: readonly Intent[]
  weakStems: ReadonlySet<string>
  elsewhereWords: ReadonlySet<string>
  teachingWords: ReadonlySet<string>
  goods: ReadonlySet<string>
  degrees: ReadonlySet<string>
}

const commas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const stemsOf = (text: string): string[] => wordsOf(text).map(stem)
const keyOf = (text: string): string => stemsOf(text).join(' ')

type Loose = { usual: string; same: Map<string, string[]>; related: Map<string, string[]>; helps: string[] }

/** Reads the lines of a lexicon. What is not of the form of a line is passed over: a slip of the operator must not end the search. */
export function compileLexicon(lexicon: Lexicon): CompiledLexicon {
  const entries = new Map<string, Loose>()
  const words = new Set<string>()
  const entryOf = (phrase: string, mayBeMeant = true): Loose => {
    const key = keyOf(phrase)
    if (mayBeMeant) for (const word of wordsOf(phrase)) words.add(word)
    const known = entries.get(key) ?? { usual: '', same: new Map(), related: new Map(), helps: [] }
    entries.set(key, known)
    return known
  }
  for (const line of lexicon.same) {
    const [usual = '', others = ''] = line.split('=').map((part) => part.trim())
    const names = [usual, ...commas(others)].filter((name) => keyOf(name) !== '')
    for (const name of names) {
      // a name that stands alone is no correction of another word: few catalogues have it
      const entry = entryOf(name, names.length > 1)
      entry.usual ||= usual
      for (const other of names) if (keyOf(other) !== keyOf(name)) entry.same.set(keyOf(other), stemsOf(other))
    }
  }
  for (const line of lexicon.related) {
    const [heads = '', helps = ''] = line.split('>')
    for (const head of commas(heads)) {
      if (keyOf(head) === '') continue
      const entry = entryOf(head)
      for (const help of commas(helps)) {
        if (keyOf(help) === keyOf(head)) continue
        entry.related.set(keyOf(help), stemsOf(help))
        if (entry.helps.length < 2) entry.helps.push(help)
      }
    }
  }
  // What helps under one name helps under the others too.
  for (const entry of [...entries.values()]) {
    for (const name of entry.same.keys()) {
      if (entry.helps.length === 0) entry.helps = entries.get(name)?.helps ?? []
      for (const [key, stems] of entries.get(name)?.related ?? [])
        if (!entry.same.has(key)) entry.related.set(key, stems)
    }
  }
  const plain = (phrases: readonly string[]): string[][] => longestFirst(phrases.map(wordsOf))
  const byLevel = (phrases: Lexicon['levels'] | Lexicon['levelHints']) =>
    levels
      .flatMap((level) => phrases[level].map((phrase) => [wordsOf(phrase), level] as const))
      .sort((a, b) => b[0].length - a[0].length)
  const named = categories.flatMap((category): [string, Category][] =>
    category === 'Others' ? [] : lexicon.categories[category].map((phrase) => [keyOf(phrase), category]),
  )
  return {
    entries: new Map(
      [...entries].map(([key, { usual, same, related, helps }]) => [
        key,
        { usual, same: [...same.values()], related: [...related.values()], helps },
      ]),
    ),
    longestEntry: Math.max(1, ...[...entries.keys()].map((key) => key.split(' ').length)),
    stopWords: wordSet(lexicon.stopWords),
    romanHindi: readTranslations(lexicon.romanHindi),
    devanagari: readTranslations(lexicon.devanagari),
    levels: byLevel(lexicon.levels),
    levelHints: byLevel(lexicon.levelHints),
    free: plain(lexicon.free),
    cheap: plain(lexicon.cheap),
    categories: new Map(named),
    words,
    background: lexicon.background,
    intents: lexicon.intents.flatMap(readIntents),
    weakStems: new Set([...wordSet(lexicon.weakWords)].map(stem)),
    elsewhereWords: wordSet(lexicon.elsewhereWords),
    teachingWords: wordSet(lexicon.teachingWords),
    goods: wordSet(lexicon.goods),
    degrees: wordSet(lexicon.degrees),
  }
}

const wordSet = (lines: readonly string[]): Set<string> => new Set(lines.flatMap(wordsOf))

function readIntents(line: string): Intent[] {
  const [sentences = '', names = ''] = line.split('>')
  const subjects = commas(names).map(wordsOf)
  return sentences.split(';').map((sentence) => ({ sentence: sentence.trim(), subjects }))
}

const longestFirst = (phrases: string[][]): string[][] =>
  phrases.filter((phrase) => phrase.length > 0).sort((a, b) => b.length - a.length)

/** Verbs change their ending before "ke liye", "mein" and things: sikhna, sikhne, sikhni. */
function formsOf(phrase: string): string[] {
  const [, stem, ending] = /^(.{2,})(na|ना)$/u.exec(phrase) ?? []
  if (stem === undefined) return [phrase]
  return [phrase, ...(ending === 'na' ? ['ne', 'ni'] : ['ने', 'नी']).map((other) => stem + other)]
}

function readTranslations(lines: readonly string[]): Map<string, string> {
  const translations = new Map<string, string>()
  for (const line of lines) {
    const [from = '', to = ''] = line.split('=')
    for (const phrase of commas(from)) {
      const key = wordsOf(phrase).join(' ')
      for (const form of formsOf(key)) if (form !== '' && !translations.has(form)) translations.set(form, to.trim())
    }
  }
  return translations
}
