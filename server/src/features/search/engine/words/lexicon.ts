import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Category, categories, type Level, levels } from '@virtual-courses/contract/values/fields'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'
import type { Embedder } from '#ports/embedder.ts'
import { compileDictionary, type IndianDictionary } from '../indian/dictionary.ts'
import { compileTyped } from '../indian/read-indian.ts'
import { languages } from './languages.ts'
import { marks, phraseOf, setFamilies, singular, stem, wordsOf } from './words.ts'

type Phrase = readonly string[]

/** What is known of a subject. Names are lists of stems, all of which a course must have. */
export type Entry = {
  /** how the subject is usually called, for the sentence model; "" where no other name is known */
  usual: string
  same: readonly Phrase[]
  related: readonly Phrase[]
  /** the first two of the related ones as they are written */
  helps: readonly string[]
}

/** Sentences of an intent, and the subjects that lead to it as words, the best first. */
export type Intent = { sentence: string; subjects: readonly Phrase[] }

/** A lexicon in the form that a search needs. Keys of maps are stems, or plain words for Hindi, joined by blanks. */
export type CompiledLexicon = {
  entries: ReadonlyMap<string, Entry>
  longestEntry: number
  /** every word of the subjects that have other names or neighbours, as it is written */
  words: ReadonlySet<string>
  categories: ReadonlyMap<string, Category>
  stopWords: ReadonlySet<string>
  weakStems: ReadonlySet<string>
  commerceWords: ReadonlySet<string>
  teachingWords: ReadonlySet<string>
  freeOf: ReadonlySet<string>
  freeAfter: ReadonlySet<string>
  /** phrases of the same kind, the longest first */
  levels: readonly (readonly [phrase: Phrase, level: Level])[]
  free: readonly Phrase[]
  cheap: readonly Phrase[]
  /** the words of levels and prices as they are written, with the plural of the last one */
  stated: ReadonlySet<string>
  inHindi: readonly Phrase[]
  cues: readonly (readonly [phrase: Phrase, role: 'goal' | 'context'])[]
  dictionary: IndianDictionary
  /** Hindi in Latin letters, as many type it */
  typed: ReadonlyMap<string, string>
  /** names of letters in Devanagari, the longest first */
  letters: readonly (readonly [name: string, letter: string])[]
  background: readonly string[]
  intents: readonly Intent[]
}

export const commas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const stemsOf = (text: string): string[] => wordsOf(text).map(stem)
const keyOf = (text: string): string => stemsOf(text).join(' ')
const longestFirst = (phrases: readonly string[], read: (text: string) => Phrase = phraseOf): Phrase[] =>
  phrases
    .map(read)
    .filter((phrase) => phrase.length > 0)
    .sort((a, b) => b.length - a.length)

/** Brings the lines of a lexicon into the form that a search needs. */
export function compileLexicon(lexicon: Lexicon): CompiledLexicon {
  setFamilies(lexicon.stems)
  const { entries, words } = compileTopics(lexicon)
  const byLevel = (phrases: Readonly<Record<Level, readonly string[]>>) =>
    levels
      .flatMap((level) => phrases[level].map((phrase) => [phraseOf(phrase), level] as const))
      .sort(([a], [b]) => b.length - a.length)
  const cues = (phrases: readonly string[], role: 'goal' | 'context') =>
    longestFirst(phrases, (text) => wordsOf(text).map(singular)).map((phrase) => [phrase, role] as const)
  const named = categories.flatMap((category): [string, Category][] =>
    category === 'Others' ? [] : lexicon.categories[category].map((phrase) => [keyOf(phrase), category]),
  )
  const { letters, otherLanguages } = lexicon.indian
  return {
    entries,
    longestEntry: Math.max(1, ...[...entries.keys()].map((key) => key.split(' ').length)),
    words,
    categories: new Map(named),
    stopWords: new Set([
      ...lexicon.stopWords,
      ...Object.values(marks),
      ...Object.values(otherLanguages).flat().flatMap(wordsOf),
    ]),
    weakStems: new Set(lexicon.weakWords.map(stem)),
    commerceWords: new Set(lexicon.commerceWords),
    teachingWords: new Set(lexicon.teachingWords),
    freeOf: new Set(lexicon.freeOf),
    freeAfter: new Set(lexicon.freeAfter),
    levels: byLevel(lexicon.levels),
    free: longestFirst(lexicon.free),
    cheap: longestFirst(lexicon.cheap),
    stated: new Set(
      [...Object.values(lexicon.levels).flat(), ...lexicon.free, ...lexicon.cheap].flatMap((phrase) => [
        ...wordsOf(phrase),
        ...wordsOf(`${phrase}s`),
      ]),
    ),
    inHindi: longestFirst(lexicon.inHindi),
    cues: [...cues(lexicon.goalCues, 'goal'), ...cues(lexicon.contextCues, 'context')].sort(
      ([a], [b]) => b.length - a.length,
    ),
    dictionary: compileDictionary(lexicon.indian),
    typed: compileTyped(lexicon.indian.typed),
    letters: Object.entries(letters)
      .map(([name, letter]) => [wordsOf(name).join(''), letter] as const)
      .sort(([a], [b]) => b.length - a.length),
    background: lexicon.background,
    intents: intentsOf(lexicon),
  }
}

type Draft = { usual: string; same: Map<string, string[]>; related: Map<string, string[]>; helps: string[] }

function compileTopics(
  lexicon: Pick<Lexicon, 'same' | 'related' | 'known'>,
): Pick<CompiledLexicon, 'entries' | 'words'> {
  const drafts = new Map<string, Draft>()
  const words = new Set<string>()
  const draftOf = (phrase: string): Draft => {
    const key = keyOf(phrase)
    const draft = drafts.get(key) ?? { usual: '', same: new Map(), related: new Map(), helps: [] }
    drafts.set(key, draft)
    return draft
  }
  const addNames = (names: readonly string[]): void => {
    for (const name of names) {
      const draft = draftOf(name)
      draft.usual ||= names[0] ?? ''
      for (const other of names) if (keyOf(other) !== keyOf(name)) draft.same.set(keyOf(other), stemsOf(other))
    }
  }
  for (const line of lexicon.same) {
    const [usual = '', others = ''] = line.split('=').map((part) => part.trim())
    const names = [usual, ...commas(others)].filter((name) => keyOf(name) !== '')
    for (const word of names.flatMap(wordsOf)) words.add(word)
    addNames(names)
  }
  // Not added to `words` either, nor found by sound: "इसमें" is no Samoan.
  for (const language of languages) addNames([language, `${language} language`])
  for (const line of lexicon.related) {
    const [heads = '', helps = ''] = line.split('>')
    for (const head of commas(heads).filter((name) => keyOf(name) !== '')) {
      for (const word of wordsOf(head)) words.add(word)
      const draft = draftOf(head)
      for (const help of commas(helps)) {
        if (keyOf(help) === keyOf(head)) continue
        draft.related.set(keyOf(help), stemsOf(help))
        if (draft.helps.length < 2) draft.helps.push(help)
      }
    }
  }
  // Not added to `words`: a name that few catalogues have is no correction of another word.
  for (const line of lexicon.known) for (const name of commas(line)) draftOf(name)
  // What helps under one name helps under the others too.
  for (const draft of drafts.values()) {
    for (const name of draft.same.keys()) {
      if (draft.helps.length === 0) draft.helps = drafts.get(name)?.helps ?? []
      for (const [key, stems] of drafts.get(name)?.related ?? [])
        if (!draft.same.has(key)) draft.related.set(key, stems)
    }
  }
  const entries = [...drafts].map(([key, { usual, same, related, helps }]): [string, Entry] => [
    key,
    { usual, same: [...same.values()], related: [...related.values()], helps },
  ])
  return { entries: new Map(entries), words }
}

function readIntents(line: string): Intent[] {
  const [sentences = '', names = ''] = line.split('>')
  const subjects = commas(names).map(wordsOf)
  return sentences.split(';').map((sentence) => ({ sentence: sentence.trim(), subjects }))
}

export const intentsOf = ({ intents }: Pick<Lexicon, 'intents'>): Intent[] => intents.flatMap(readIntents)

const file = (name: string): string => join(import.meta.dirname, '../../data', name)
const line = z.string().trim().min(1)
const lines = z.array(line)
/** Words separated by blanks. */
const words = z.string().transform((text) => text.split(/\s+/).filter(Boolean))
const left = (sign: string) => line.regex(new RegExp(`^[^${sign}]+${sign}[^${sign}]*$`), `must have one "${sign}"`)
const topicCategories = categories.filter((category) => category !== 'Others')
const byLevel = z.record(z.enum(levels), lines)

const Words = z.strictObject({
  stopWords: words,
  weakWords: words,
  commerceWords: words,
  teachingWords: words,
  levels: byLevel,
  free: lines,
  cheap: lines,
  inHindi: lines,
  freeOf: words,
  freeAfter: words,
  goalCues: lines,
  contextCues: lines,
  categories: z.record(z.enum(topicCategories), lines),
  stems: z.record(line, line),
})
const Topics = z.strictObject({ same: z.array(left('=')), related: z.array(left('>')), known: lines })
const IndianLanguages = z.strictObject({
  typed: z.array(left('=')),
  loans: z.array(left('=')),
  letters: z.record(line, line),
  others: z.array(left('=')),
  otherLanguages: z.record(line, words),
})
/** Entries `name, name = English` with a semicolon after each. */
const entries = line
  .transform((text) =>
    text
      .split(';')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .pipe(z.array(left('=')))
const Hindi = z.strictObject({
  fixed: entries,
  pronouns: words,
  postpositions: words,
  verbs: entries,
  nouns: z.record(line, entries),
})
const Intents = z.strictObject({ intents: z.array(left('>')) })
const Background = z.strictObject({ background: lines })
/** What the search knows besides the courses: files under `data/`, in the form that their comments describe. */
export type Lexicon = z.output<typeof Words> &
  z.output<typeof Topics> &
  z.output<typeof Intents> & {
    indian: z.output<typeof IndianLanguages> & { hindi: z.output<typeof Hindi> }
    /** questions that no catalogue of courses answers */
    background: readonly string[]
  }
/** The lexicon that the program comes with. Throws when one of its files is not of the right form. */
export function loadLexicon(): Lexicon {
  return {
    ...readDataFile(file('words.yaml'), Words),
    ...readDataFile(file('topics.yaml'), Topics),
    ...readDataFile(file('intents.yaml'), Intents),
    ...readDataFile(file('background.yaml'), Background),
    indian: {
      ...readDataFile(file('indian-languages.yaml'), IndianLanguages),
      hindi: readDataFile(file('hindi.yaml'), Hindi),
    },
  }
}

/**
 * The lexicon with an operator's own lines before its own: `a = b, c` for other names of the same thing, `a > b, c` for what
 * helps someone who asks for the left, `#` for notes. Lines of no such form are ignored.
 */
export function withOperatorLines(lexicon: Lexicon, text: string): Lexicon {
  const own = text
    .toLowerCase()
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => !one.startsWith('#'))
  return {
    ...lexicon,
    same: [...own.filter((one) => /^[^=>]+=[^=>]+$/.test(one)), ...lexicon.same],
    related: [...own.filter((one) => /^[^=>]+>[^=>]+$/.test(one)), ...lexicon.related],
  }
}

/** The dictionary of Hindi as it is shipped, without an operator's lines. */
export const hindiDictionary = (): IndianDictionary => compileDictionary(loadLexicon().indian)

/** Has `stem` know the families of words that are shipped. */
export const useShippedFamilies = (): void => setFamilies(loadLexicon().stems)

/** Names of emoji that show a thing, by CLDR (Unicode License V3); `bench/search/emoji-names.ts` writes the file. */
const emojiNames = readDataFile(file('emoji.json'), z.record(z.string(), z.string()))

/** Puts the names of things in place of their emoji: "🎸" is "guitar". Other emoji, such as faces, say nothing. */
export const readEmoji = (text: string): string =>
  text.replace(/\p{Extended_Pictographic}/gu, (emoji) =>
    emojiNames[emoji] === undefined ? ' ' : ` ${emojiNames[emoji]} `,
  )

/** A SHA-256 hash of the model and the sentences, and a vector for each sentence: 32-bit floats, little-endian. */
export const sentenceVectorsFile = file('sentence-vectors.bin')
const hashBytes = 32

/** The sentences of the lexicon that searches are compared with, each once. */
export const sentencesOf = (lexicon: Lexicon): string[] => [
  ...new Set([...lexicon.background, ...intentsOf(lexicon).map(({ sentence }) => sentence)]),
]

const hashOf = (model: string, sentences: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([model, sentences]), 'buffer')

/**
 * Returns the vectors of the sentences of our lexicon, so that the model is not loaded for them. None after a change of the lexicon or the
 * model, until `npm run bench -- search-sentences` has written them again.
 */
export function loadSentenceVectors(
  { model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>,
  lexicon: Lexicon,
): Map<string, Float32Array> {
  const sentences = sentencesOf(lexicon)
  const bytes = existsSync(sentenceVectorsFile) ? readFileSync(sentenceVectorsFile) : Buffer.alloc(0)
  if (!bytes.subarray(0, hashBytes).equals(hashOf(model, sentences))) return new Map()
  const floats = new Float32Array(new Uint8Array(bytes.subarray(hashBytes)).buffer)
  return new Map(sentences.map((sentence, at) => [sentence, floats.subarray(at * dimensions, (at + 1) * dimensions)]))
}

/** The content of the file, made by the model. */
export async function makeSentenceVectors(embedder: Embedder): Promise<Buffer> {
  const sentences = sentencesOf(loadLexicon())
  const vectors = await embedder.embed(sentences)
  const floats = Float32Array.from(vectors.flatMap((vector) => [...vector]))
  return Buffer.concat([hashOf(embedder.model, sentences), Buffer.from(floats.buffer)])
}
