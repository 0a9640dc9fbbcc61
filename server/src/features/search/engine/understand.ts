import type { Category } from '@virtual-courses/contract'
import type { ReadFilters, ReadWishes } from '#ports/search-index.ts'
import type { Reader, Role as ReadRole, Shape } from '../reader/reader.ts'
import { tokensOf } from '../reader/tokens.ts'
import { chosen, searchLimits } from './parameters.ts'
import { readLengths } from './read-lengths.ts'
import { type Original, readFilters, readIndic, readPrices, type StatedFilters } from './read-query.ts'
import { alternativesIn, filtersIn, type Item, isSubject, topicsIn, unwantedRoles, withSubject } from './read-roles.ts'
import { readEmoji } from './words/emoji.ts'
import type { CompiledLexicon } from './words/lexicon.ts'
import type { Spelling } from './words/spelling.ts'
import { marks, scriptOf, stem, wordsOf } from './words/words.ts'

/**
 * Role of a concept in a search: what it searches for, a word before it that narrows it ("restaurant" of "restaurant
 * website"), where, for whom and why ("for my yoga studio"), or what it does not want.
 */
export type Role = 'head' | 'modifier' | 'context' | 'excluded'

/** One thing that a search names. A course that has all stems of one of the names has it. */
export type Concept = {
  /** as it was written, corrected and translated */
  words: readonly string[]
  role: Role
  /** names of the thing itself, as stems; the first is the concept's own */
  same: readonly [readonly string[], ...(readonly string[])[]]
  /** names of what helps with it */
  related: readonly (readonly string[])[]
  /** the thing in words for the sentence model */
  meaning: string
  /** the lexicon knows it: people learn it */
  topic: boolean
  /** neither English nor known to catalogue or lexicon */
  strange: boolean
  /** an everyday word that courses have by chance */
  weak: boolean
  /** its first place among the words of the search, and the one after its last */
  at?: readonly [number, number]
}

export type Understood = {
  concepts: Concept[]
  /** what the search does not want */
  excluded: Concept[]
  shape: Shape
  /** subjects of which any is wanted, or that are compared, as places among the concepts; [] for one subject */
  alternatives: number[][]
  filters: StatedFilters
  /** a category that was named; `whole` when nothing else was */
  category: { name: Category; whole: boolean } | null
  /**
   * texts for the sentence model: the subject without its context, the whole search where it says more, the part that asks,
   * and the sentences of a story; "" and [] where there are none
   */
  texts: { subject: string; whole: string; request: string; sentences: string[] }
  /** parts of the words, 0 to 1, that belong to shops and notifications, and to people who want to learn */
  commerce: number
  teaching: number
  /** the search as it was read, where words were corrected or translated */
  readAs: string | null
}

export type Knowledge = {
  reader: Reader
  lexicon: CompiledLexicon
  spelling: Spelling
  isEnglish: (word: string) => boolean
  /** does any course have this stem? */
  inCatalogue: (stem: string) => boolean
  /** does a lecture of any course say this word? */
  isSpoken: (word: string) => boolean
}

/** Of letters alone only these name something. */
const namingLetters = new Set(['c', 'r'])

/** Returns what a search asks for. `asWritten` takes every word for a subject that is wanted. Pure; never throws, whatever the text. */
export function understand(
  input: string,
  knowledge: Knowledge,
  { asWritten = false }: { asWritten?: boolean | undefined } = {},
): Understood {
  const { lexicon, spelling, isEnglish, inCatalogue } = knowledge
  const text = readEmoji(input.slice(0, searchLimits.text).normalize('NFKC')).slice(0, searchLimits.text)
  const { rest: unlimited, ...lengths } = readLengths(text)
  const { rest, minPrice, maxPrice } = readPrices(unlimited)
  const tokens = tokensOf(text, rest, {
    isTaught: (word) => inCatalogue(stem(word)),
    isEnglish,
    topicsIn: (words) => topicsIn(words, lexicon),
  })
  const read = withSubject(knowledge.reader.read(tokens), tokens, knowledge.reader.frequency)
  const written = tokens.map(({ word }) => word.slice(0, searchLimits.wordLength))
  const indic = readIndic(written, { lexicon, isEnglish, soundsLike: spelling.soundsLike })
  let sentence = 0
  const sentences = tokens.map(({ before }) => (before === '.' || before === '?' ? ++sentence : sentence))
  const forWhat = indic.sources[indic.words.lastIndexOf(marks.forWhat)] ?? -1
  const items = indic.words.flatMap((said, place) => {
    const from = indic.sources[place] ?? 0
    const own = read.roles[from] ?? 'F'
    // "X ke liye": what precedes it is the context
    const role = own === 'S' && from < forWhat && sentences[from] === sentences[forWhat] ? 'C' : own
    // English names of several spellings appear only now.
    return (indic.translated ? wordsOf(said) : [said])
      .filter((word) => word !== marks.forWhat)
      .map((word): Item => {
        const wanted = asWritten && role === 'X' ? 'S' : role
        return { word, role: wanted, from, sentence: sentences[from] ?? 0, unwanted: unwantedRoles.has(wanted) }
      })
  })
  const limited = limitItems(items, lexicon)
  const corrected = correctAll(limited, knowledge)
  const stated = readFilters(corrected, lexicon)
  let concepts = conceptsIn(stated.words, knowledge)
  const filters = filtersIn(read, stated.filters)
  const isLanguage = concepts.length === 0 && filters.inHindi
  const isNothing = read.intent.none > 0.5 && concepts.length === 0
  // "developer" says nothing beside "web", but is better than nothing.
  if (concepts.length === 0 && !isNothing)
    concepts = [
      ...(isLanguage ? ['hindi'] : []),
      ...corrected.filter(({ word }) => lexicon.entries.has(stem(word))).map(({ word }) => word),
    ].map((word) => conceptOf([word], 'head', knowledge))
  const excluded = concepts.filter(({ role }) => role === 'excluded')
  concepts = withOriginals(
    concepts.filter(({ role }) => role !== 'excluded'),
    indic.originals,
    knowledge,
  )
  const english = stated.words.filter(({ word }) => scriptOf(word) === null)
  const subject = concepts
    .filter(({ role, words: [word = ''] }) => role !== 'context' && scriptOf(word) === null)
    .map(({ meaning }) => meaning)
    .join(' ')
  const story = sentencesOf(english, lexicon)
  const whole = story.length > 1 ? '' : textOf(english)
  const changed =
    indic.translated || corrected.map(({ word }) => word).join(' ') !== limited.map(({ word }) => word).join(' ')
  return {
    concepts,
    excluded,
    shape: read.shape,
    alternatives: asWritten ? [] : alternativesIn(concepts, read, stated.words),
    filters: {
      ...filters,
      notLevel: asWritten ? null : filters.notLevel,
      inHindi: !isLanguage && (filters.inHindi || indic.hindi),
      ...lengths,
      minPrice,
      maxPrice: filters.free ? null : maxPrice,
    },
    category: categoryIn(concepts, lexicon),
    texts: isStrange(english, concepts, isEnglish)
      ? { subject: '', whole: '', request: '', sentences: [] }
      : {
          subject,
          whole: whole === subject ? '' : whole,
          request: requestOf(english),
          sentences: story.length > 1 ? story : [],
        },
    commerce: read.intent.off,
    teaching: read.roles.some((role) => role === 'F') ? read.intent.learn + read.intent.career : 0,
    readAs: changed ? readable(corrected, concepts, indic.translated) : null,
  }
}

/** Nothing but words that no one knows has no meaning for the sentence model. */
const isStrange = (
  items: readonly Item[],
  concepts: readonly Concept[],
  isEnglish: (word: string) => boolean,
): boolean => concepts.every(({ strange }) => strange) && !items.some(({ word }) => isEnglish(word))

const textOf = (items: readonly Item[]): string =>
  items
    .filter(({ role }) => role !== 'X')
    .map(({ word }) => word)
    .join(' ')

/** Returns how a search was read where it names more than one wish; null for a plain one. */
export function readWishes({ concepts, excluded, alternatives, shape, filters }: Understood): ReadWishes | null {
  const textOfAll = (places: readonly number[]): string =>
    places.flatMap((place) => concepts[place]?.words ?? []).join(' ')
  const without = excluded.map(({ words }) => words.join(' '))
  if (without.length === 0 && alternatives.length === 0 && filters.notLevel === null) return null
  return {
    without,
    notLevel: filters.notLevel,
    alternatives: alternatives.map(textOfAll),
    compared: shape === 'compare',
  }
}

/** Returns the filters that a search states, for those outside of the engine. */
export function statedFilters({ filters, category }: Pick<Understood, 'filters' | 'category'>): ReadFilters {
  const { cheap, levelHint, inHindi, notLevel, ...stated } = filters
  return { ...stated, category: category?.whole ? category.name : null, cheapestFirst: cheap }
}

/** The first words that carry meaning, in their places among the others; a word that comes again counts once. */
function limitItems(items: readonly Item[], { stopWords }: Pick<CompiledLexicon, 'stopWords'>): Item[] {
  const kept = new Set<string>()
  return items.filter(({ word }) => {
    if (stopWords.has(word) || kept.has(word)) return true
    if (kept.size === searchLimits.words) return false
    kept.add(word)
    return true
  })
}

/** Corrects what is searched for. Of several strange words a short one that happens to be near to a known word is no typo. */
function correctAll(items: readonly Item[], knowledge: Knowledge): Item[] {
  const { lexicon, spelling, isSpoken } = knowledge
  const isKnown = (word: string): boolean => lexicon.stopWords.has(word) || spelling.knows(word) || isSpoken(word)
  const unknown = items.filter((item) => isSubject(item) && /^[a-z]+$/.test(item.word) && !isKnown(item.word))
  const meant = new Map(unknown.map(({ word }) => [word, spelling.correct(word)]))
  const typos = [...meant].filter(([word, right]) => right !== word).map(([word]) => word)
  const byChance = typos.length <= meant.size - typos.length && typos.every((word) => word.length < 6)
  return items.flatMap((item) =>
    !isSubject(item) || lexicon.stopWords.has(item.word) || (byChance && typos.includes(item.word))
      ? [item]
      : (meant.get(item.word) ?? item.word).split(' ').map((word) => ({ ...item, word })),
  )
}

/** Of a translated sentence only the subject is shown, of a corrected one all words. */
const readable = (items: readonly Item[], concepts: readonly Concept[], translated: boolean): string | null =>
  (translated ? concepts.flatMap((concept) => concept.words) : items.map(({ word }) => word)).join(' ') || null

/** The part of a story that asks: from the first to the last word of the subject in the last sentence that has one. */
function requestOf(items: readonly Item[]): string {
  const last = items.findLast(({ role }) => role === 'S')
  if (!last) return ''
  const own = items.filter(({ sentence }) => sentence === last.sentence)
  const from = own.findIndex(({ role }) => role === 'S')
  const to = own.findLastIndex(({ role }) => role === 'S')
  const part = own.slice(from, to + 1).filter(({ role }) => role !== 'X')
  return part.length < items.length - 2 ? part.map(({ word }) => word).join(' ') : ''
}

/** The last sentences that say something: the one that asks is among them. */
function sentencesOf(items: readonly Item[], { stopWords }: CompiledLexicon): string[] {
  const sentences = new Map<number, Item[]>()
  for (const item of items) sentences.set(item.sentence, [...(sentences.get(item.sentence) ?? []), item])
  return [...sentences.values()]
    .filter((sentence) => sentence.some(({ word }) => !stopWords.has(word)))
    .slice(-searchLimits.sentences)
    .map(textOf)
}

/** Returns the concepts among the words, each once; when all are context, they are what the search is for. */
function conceptsIn(items: readonly Item[], knowledge: Knowledge): Concept[] {
  const { lexicon } = knowledge
  const stems = items.map(({ word }) => stem(word))
  const found: { concept: Concept; at: number; end: number }[] = []
  for (let at = 0; at < items.length; ) {
    let length = Math.min(lexicon.longestEntry, items.length - at)
    while (
      length > 1 &&
      !(lexicon.entries.has(stems.slice(at, at + length).join(' ')) && items.slice(at, at + length).some(isSubject))
    )
      length--
    const own = items.slice(at, at + length)
    const [{ word } = { word: '' }] = own
    const next = items[at + 1]
    // "water colour" where courses write "watercolour"
    const joined = length === 1 && next !== undefined && joins(own[0], next, knowledge)
    if (joined) length = 2
    const named = own.find(isSubject) ?? (joined ? next : undefined)
    if (named && !(length === 1 && (lexicon.stopWords.has(word) || saysNothing(word)))) {
      const concept = conceptOf(
        items.slice(at, at + length).map((one) => one.word),
        roleOf(named.role),
        knowledge,
      )
      if (!found.some((one) => one.concept.same[0].join(' ') === concept.same[0].join(' ')))
        found.push({ concept: { ...concept, at: [at, at + length] }, at, end: at + length })
    }
    at += length
  }
  const asks = found.some(({ concept }) => concept.role === 'head' && !concept.weak)
  return found.map(({ concept, end }) => {
    if (concept.role === 'excluded') return concept
    if (!asks) return { ...concept, role: 'head' }
    const narrows = found.some(({ at, concept: other }) => at === end && other.role === 'head' && !other.weak)
    return concept.role === 'head' && narrows ? { ...concept, role: 'modifier' } : concept
  })
}

/** Two words that are one where it is taught: both of the subject, or one that the lexicon has, as "make up". */
function joins(one: Item | undefined, { word: next, role }: Item, { inCatalogue, lexicon }: Knowledge): boolean {
  const word = one?.word ?? ''
  const joined = stem(word + next)
  if (word.length < 2 || next.length < 2 || joined.length < 5 || !inCatalogue(joined)) return false
  return lexicon.entries.has(joined) || (role !== 'F' && one?.role !== 'F')
}

const roleOf = (role: ReadRole): Role => (role === 'C' ? 'context' : role === 'X' ? 'excluded' : 'head')

/**
 * Lets the words of Indian scripts count as they were written, beside what they were read as, where courses have them. Those without a
 * subject are everyday words.
 */
function withOriginals(
  concepts: readonly Concept[],
  originals: readonly Original[],
  { lexicon, inCatalogue }: Knowledge,
): Concept[] {
  const all = [...concepts]
  for (const { words, read } of originals) {
    if (!words.every(inCatalogue)) continue
    const at = all.findIndex((concept) => read.some((one) => concept.words.includes(one)))
    const concept = all[at]
    if (concept) all[at] = { ...concept, same: [...concept.same, words], strange: false }
    else
      for (const word of words) {
        const weak =
          read.length === 0 && (words.length > 1 || lexicon.stopWords.has(word) || lexicon.devanagari.has(word))
        all.push({
          words: [word],
          role: 'head',
          same: [[word]],
          related: [],
          meaning: '',
          topic: false,
          strange: false,
          weak,
        })
      }
  }
  return all
}

/** Letters alone, small numbers and years; other numbers are part of what no course may have. */
const saysNothing = (word: string): boolean =>
  /^([a-z]|\d{1,2}|(19|20)\d\d|101|360|365)$/.test(word) && !namingLetters.has(word)

/** Returns a name as a concept: what it is called otherwise, and what helps someone who asks for it. */
export function conceptOf(
  words: readonly string[],
  role: Role,
  { lexicon, spelling, isEnglish, inCatalogue }: Knowledge,
): Concept {
  const stems = words.map(stem)
  const entry = lexicon.entries.get(stems.join(' '))
  const [only = ''] = words
  const unknown = words.length === 1 && !inCatalogue(stem(only))
  const near = unknown
    ? spelling
        .near(only)
        .slice(0, 2)
        .map((one) => [stem(one)])
    : []
  const splitWords = unknown ? spelling.split(only) : undefined
  const same: Concept['same'] = [
    stems,
    ...(entry?.same ?? []),
    ...(words.length === 2 ? [[stem(words.join(''))]] : []),
    ...(splitWords ? [splitWords.split(' ').map(stem)] : []),
    // English, and yet no course has it, while a word that is one typo away is taught: "crotchet"
    ...(unknown && entry === undefined && only.length >= chosen.twoTypos ? near : []),
  ]
  const taught = same.some((name) => name.every(inCatalogue))
  return {
    words,
    role,
    same,
    related: [...(entry?.related ?? []), ...(taught ? [] : near)],
    // A name that no course has may be one that the model has never seen: what it has to do with says more.
    meaning: [entry?.usual || words.join(' '), ...(taught ? [] : (entry?.helps ?? []))].join(' '),
    topic: entry !== undefined,
    weak: entry === undefined && stems.every((one) => lexicon.weakStems.has(one)),
    strange: !words.some((word, at) => isEnglish(word) || lexicon.words.has(word) || inCatalogue(stems[at] ?? '')),
  }
}

/** The longest name of a category among the concepts. */
function categoryIn(concepts: readonly Concept[], { categories }: CompiledLexicon): Understood['category'] {
  const names = concepts.map(({ same: [own] }) => own.join(' '))
  const whole = categories.get(names.join(' '))
  if (whole) return { name: whole, whole: true }
  for (let length = concepts.length; length > 0; length--) {
    for (let at = 0; at + length <= names.length; at++) {
      const name = categories.get(names.slice(at, at + length).join(' '))
      if (name) return { name, whole: false }
    }
  }
  return null
}
