import type { Category } from '@virtual-courses/contract'
import type { CompiledLexicon, Variant } from './compile-lexicon.ts'
import { readFilters, readPrices, type StatedFilters } from './read-filters.ts'
import { readHindi } from './read-hindi.ts'
import type { Spelling } from './spelling.ts'
import { stem } from './stem.ts'
import { wordsOf } from './words-of.ts'

/** One thing that is asked for. A course that has any of the variants has it. */
export type Concept = {
  /** as it was written, corrected and translated */
  words: readonly string[]
  /** the first variant is the concept itself */
  variants: readonly [Variant, ...Variant[]]
  /** how the model of meanings is told of it */
  meaning: string
  /** the lexicon knows it: it is a thing that people learn */
  topic: boolean
  /** one that nothing else helps with: whoever asks for a violin wants no guitar */
  alone: boolean
  /** neither English nor known to catalogue or lexicon */
  strange: boolean
  /** an everyday word that courses have by chance */
  weak: boolean
}

export type Understood = {
  concepts: Concept[]
  filters: StatedFilters
  /** a category that was named; `whole` when nothing else was */
  category: { name: Category; whole: boolean } | null
  /** the subject in plain words, for the model of meanings; "" without one */
  meaning: string
  /** the whole sentence and, of a long one, its parts, where it is English and says more than its subject */
  spoken: string[]
  /** it has words of shops, news and services, and none of teaching */
  elsewhere: boolean
  /** it names nothing but things that are bought */
  goods: boolean
  /** the search as it was read, where words were corrected or translated */
  readAs: string | null
}

export type Knowledge = {
  lexicon: CompiledLexicon
  spelling: Spelling
  isEnglish: (word: string) => boolean
  /** does any course have this stem? */
  inCatalogue: (stem: string) => boolean
}

/**
 * What is read of a search. Honest ones of the evaluation have at most 120 letters, 25 words (15 letters the longest) and 9
 * things that are asked for; whatever somebody sends, the work stays near to theirs.
 */
export const searchLimits = {
  /** UTF-16 units, compatible forms brought together: one sign may become eighteen */
  text: 400,
  wordLength: 32,
  /** different words that carry meaning; stop words come on top, since names such as "free of cost" need theirs */
  words: 24,
}

/** words from which on the parts of a sentence are looked at, too, and how many of them */
const longSentence = 9
const mostParts = 4

const weights = { same: 0.9, related: 0.45 }
/** Of letters alone only these name something. */
const namingLetters = new Set(['c', 'r'])

/** What a search asks for. Pure; never throws, whatever the text. */
export function understand(input: string, knowledge: Knowledge): Understood {
  const { lexicon, spelling, isEnglish } = knowledge
  const { rest, minPrice, maxPrice } = readPrices(input.normalize('NFKC').slice(0, searchLimits.text))
  const written = wordsOf(rest).map((word) => word.slice(0, searchLimits.wordLength))
  const read = readHindi(written, { lexicon, isEnglish, soundsLike: spelling.soundsLike })
  const hindi = { ...read, words: limitWords(read.words, lexicon) }
  const corrected = correctAll(hindi.words, knowledge)
  const { words, filters } = readFilters(corrected, lexicon)
  const subject = conceptsIn(words, knowledge)
  // "developer" says nothing beside "web", but is better than nothing.
  const concepts =
    subject.length > 0
      ? subject
      : words.filter((word) => lexicon.entries.has(stem(word))).map((word) => conceptOf([word], knowledge))
  const category = categoryIn(concepts, words, lexicon)
  const changed = hindi.translated || corrected.join(' ') !== hindi.words.join(' ')
  const meaning = concepts.map(({ meaning }) => meaning).join(' ')
  const sentence = words.join(' ')
  return {
    concepts,
    spoken: hindi.translated || sentence === meaning ? [] : [sentence, ...partsOf(rest, lexicon)],
    filters: { ...filters, minPrice, maxPrice: filters.free ? null : maxPrice },
    category,
    meaning,
    elsewhere: isElsewhere([...written, ...corrected], lexicon),
    goods: concepts.length > 0 && concepts.every(({ words }) => words.every((word) => lexicon.goods.has(word))),
    readAs: changed ? readable(corrected, concepts, hindi.translated) : null,
  }
}

/** The first words that carry meaning, in their places among the stop words; a word that comes again counts once. */
function limitWords(words: readonly string[], { stopWords }: Pick<CompiledLexicon, 'stopWords'>): string[] {
  const kept = new Set<string>()
  return words.filter((word) => {
    if (stopWords.has(word) || kept.has(word)) return true
    if (kept.size === searchLimits.words) return false
    kept.add(word)
    return true
  })
}

/** Parts of a long sentence that say something: who tells a story asks in one of them. */
function partsOf(text: string, { stopWords }: CompiledLexicon): string[] {
  const says = (part: string): boolean => wordsOf(part).filter((word) => !stopWords.has(word)).length >= 2
  if (wordsOf(text).length < longSentence) return []
  const parts = text.split(/[,.;:!?]|\b(?:and|but|because|so that|so|which|who|that|how to|want to|like to|need to)\b/)
  const saying: string[] = []
  for (const part of parts.reverse()) {
    if (saying.length === mostParts) break
    if (says(part)) saying.unshift(part.trim())
  }
  return saying
}

/** Of several strange words a short one that happens to be near to a known word is no slip. */
function correctAll(words: readonly string[], knowledge: Knowledge): string[] {
  const { lexicon, spelling } = knowledge
  const unknown = words.filter((word) => !lexicon.stopWords.has(word) && /^[a-z]+$/.test(word) && !spelling.knows(word))
  const meant = new Map(Array.from(new Set(unknown), (word) => [word, spelling.correct(word)]))
  const slips = unknown.filter((word) => meant.get(word) !== word)
  const byChance = slips.length <= unknown.length - slips.length && slips.every((word) => word.length < 6)
  const corrected = words.flatMap((word) =>
    lexicon.stopWords.has(word) || (byChance && slips.includes(word)) ? [word] : (meant.get(word) ?? word).split(' '),
  )
  return corrected.map((word, at) => meantBeside(word, corrected[at - 1], corrected[at + 1], knowledge) ?? word)
}

/** "pubic speaking" is English, and yet no course has it, while a word that is one slip away makes a subject of the two. */
function meantBeside(
  word: string,
  before: string | undefined,
  after: string | undefined,
  { lexicon, spelling, inCatalogue }: Knowledge,
): string | undefined {
  if (inCatalogue(stem(word)) || lexicon.words.has(word) || lexicon.stopWords.has(word)) return undefined
  const names = (phrase: string[]): boolean => lexicon.entries.has(phrase.map(stem).join(' '))
  return spelling
    .near(word)
    .find(
      (other) =>
        (after && names([other, after])) || (before && !lexicon.stopWords.has(before) && names([before, other])),
    )
}

const isElsewhere = (words: readonly string[], { elsewhereWords, teachingWords }: CompiledLexicon): boolean =>
  words.some((word) => elsewhereWords.has(word)) && !words.some((word) => teachingWords.has(word))

/** Of a translated sentence only its subject is told; a corrected one is told whole. */
const readable = (words: readonly string[], concepts: readonly Concept[], translated: boolean): string | null =>
  (translated ? concepts.flatMap((concept) => concept.words) : words).join(' ') || null

function conceptsIn(words: readonly string[], knowledge: Knowledge): Concept[] {
  const { lexicon } = knowledge
  const stems = words.map(stem)
  const concepts: Concept[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(lexicon.longestEntry, words.length - at)
    while (length > 1 && !lexicon.entries.has(stems.slice(at, at + length).join(' '))) length--
    const part = words.slice(at, at + length)
    const meaningless = length === 1 && (lexicon.stopWords.has(part[0] ?? '') || saysNothing(part[0] ?? ''))
    if (!meaningless) concepts.push(conceptOf(part, knowledge))
    at += length
  }
  return concepts.filter(({ variants: [own] }, place) => {
    const key = own.stems.join(' ')
    return concepts.findIndex(({ variants: [other] }) => other.stems.join(' ') === key) === place
  })
}

/** Letters alone, small numbers and years; other numbers are part of what no course may have. */
const saysNothing = (word: string): boolean =>
  /^([a-z]|\d{1,2}|(19|20)\d\d|101|360|365)$/.test(word) && !namingLetters.has(word)

/** A name as a concept: what it is called otherwise, and what helps whoever asks for it. */
export function conceptOf(words: readonly string[], { lexicon, isEnglish, inCatalogue }: Knowledge): Concept {
  const stems = words.map(stem)
  const entry = lexicon.entries.get(stems.join(' '))
  const inLexicon = (word: string): boolean => lexicon.words.has(word)
  const variants: [Variant, ...Variant[]] = [
    { stems, weight: 1 },
    ...(entry?.same ?? []).map((same) => ({ stems: same, weight: weights.same })),
    ...(entry?.related ?? []).map((related) => ({ stems: related, weight: weights.related })),
  ]
  const taught = [stems, ...(entry?.same ?? [])].some((name) => name.every(inCatalogue))
  return {
    words,
    variants,
    // A name that no course has may be one that the model has never seen: what it has to do with says more.
    meaning: [entry?.usual || words.join(' '), ...(taught ? [] : (entry?.helps ?? []))].join(' '),
    topic: entry !== undefined,
    alone: entry !== undefined && entry.related.length === 0,
    weak: entry === undefined && stems.every((one) => lexicon.weakStems.has(one)),
    strange: !words.some((word, at) => isEnglish(word) || inLexicon(word) || inCatalogue(stems[at] ?? '')),
  }
}

/** The longest name of a category among the words. */
function categoryIn(
  concepts: readonly Concept[],
  words: readonly string[],
  lexicon: CompiledLexicon,
): Understood['category'] {
  const stems = words.map((word) => stem(word))
  const subject = concepts.flatMap(({ variants: [own] }) => own.stems)
  const whole = lexicon.categories.get(subject.join(' '))
  if (whole) return { name: whole, whole: true }
  for (let length = 5; length > 0; length--) {
    for (let at = 0; at + length <= stems.length; at++) {
      const name = lexicon.categories.get(stems.slice(at, at + length).join(' '))
      if (name) return { name, whole: false }
    }
  }
  return null
}
