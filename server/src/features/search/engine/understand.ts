import type { Category, CourseLanguage } from '@virtual-courses/contract'
import type { ReadFilters } from '#ports/search-index.ts'
import type { Reader } from '../reader/reader.ts'
import { type Alternative, type Original, readIndian } from './indian/read-indian.ts'
import { chosen, searchLimits } from './parameters.ts'
import { readLengths } from './read-lengths.ts'
import { readFilters, readPrices, type StatedFilters } from './read-query.ts'
import { type Concept, conceptOf, type WordKnowledge } from './words/concepts.ts'
import { languagesBeside } from './words/course-languages.ts'
import { languages } from './words/languages.ts'
import { type CompiledLexicon, readEmoji } from './words/lexicon.ts'
import { marks, scriptOf, singular, stem, wordsOf } from './words/words.ts'

export type Understood = {
  concepts: Concept[]
  filters: StatedFilters
  /** a category that was named; `whole` when nothing else was */
  category: { name: Category; whole: boolean } | null
  /**
   * texts for the sentence model: the subject without its context, the whole search where it says more, the part that asks,
   * and the sentences of a story; "" and [] where there are none
   */
  texts: { subject: string; whole: string; request: string; sentences: string[] }
  /** written in Hindi, in its own letters or in Latin ones */
  isHindi: boolean
  /** languages that it names beside its subject */
  taughtIn: CourseLanguage[]
  /** parts of the words, 0 to 1, that belong to shops and notifications, and to people who want to learn */
  commerce: number
  teaching: number
  /** the search as it was read, where words were corrected or translated */
  readAs: string | null
}

export type Knowledge = WordKnowledge & { reader: Reader }

/** Of letters alone only these name something. */
const namingLetters = new Set(['c', 'r'])

/** The text of a search without the prices and lengths that it states. */
export function readNumbers(input: string) {
  const { rest: unlimited, ...lengths } = readLengths(
    readEmoji(input.slice(0, searchLimits.text).normalize('NFKC')).slice(0, searchLimits.text),
  )
  return { ...readPrices(unlimited), lengths }
}

/** Returns what a search asks for, every word as one that is wanted. Pure; never throws, whatever the text. */
export function understand(input: string, knowledge: WordKnowledge): Understood {
  const { lexicon, spelling, isEnglish, inCatalogue } = knowledge
  const { rest, minPrice, maxPrice, lengths } = readNumbers(input)
  const written = wordsOf(rest.replace(/[.!?;\n।]+(?=\s)/g, ` ${marks.sentence} `)).map((word) =>
    word.slice(0, searchLimits.wordLength),
  )
  const indic = readIndian(written, {
    ...lexicon,
    isEnglish,
    isTopic: (word) => lexicon.words.has(word),
    inCatalogue: (word) => inCatalogue(stem(word)),
    soundsLike: spelling.soundsLike,
  })
  // English names of several spellings appear only now.
  const limited = limitWords(indic.translated ? wordsOf(indic.words.join(' ')) : indic.words, lexicon)
  const corrected = correctAll(limited, knowledge)
  const { words, filters } = readFilters(corrected, lexicon)
  let concepts = conceptsIn(words, knowledge)
  const isLanguage = concepts.length === 0 && filters.inHindi
  // "developer" says nothing beside "web", but is better than nothing.
  if (concepts.length === 0)
    concepts = [...(isLanguage ? ['hindi'] : []), ...words.filter((word) => lexicon.entries.has(stem(word)))].map(
      (word) => conceptOf([word], 'head', knowledge),
    )
  concepts = withOriginals(withAlternatives(concepts, indic.alternatives), indic.originals, knowledge)
  const said = words.filter((word) => !isMark(word) && scriptOf(word) === null)
  const subject = subjectOf(concepts)
  const sentences = sentencesOf(
    words.filter((word) => scriptOf(word) === null),
    lexicon,
  )
  const whole = sentences.length > 1 ? '' : said.join(' ')
  const share = (of: ReadonlySet<string>): number =>
    [...written, ...corrected].some((word) => of.has(word)) ? 1 / Math.max(1, concepts.length) : 0
  const changed = indic.translated || corrected.join(' ') !== limited.join(' ')
  return {
    concepts,
    filters: {
      ...filters,
      inHindi: !isLanguage && filters.inHindi,
      ...lengths,
      minPrice,
      maxPrice: filters.free ? null : maxPrice,
    },
    isHindi: !isLanguage && indic.hindi,
    category: categoryIn(concepts, lexicon),
    taughtIn: languagesBeside(written),
    texts: {
      subject,
      whole: whole === subject ? '' : whole,
      request: requestOf(words, lexicon),
      sentences: sentences.length > 1 ? sentences : [],
    },
    commerce: share(lexicon.commerceWords),
    teaching: share(lexicon.teachingWords),
    readAs: changed ? readable(corrected, concepts, indic.translated) : null,
  }
}

/** What a search is for in words for the sentence model. */
export function subjectOf(concepts: readonly Concept[]): string {
  const asked = concepts.filter(({ role, words: [word = ''] }) => role !== 'context' && scriptOf(word) === null)
  const named = asked.filter(({ frame }) => frame < chosen.framed)
  return (named.length > 0 ? named : asked).map(({ meaning }) => meaning).join(' ')
}

/** Returns the filters that a search states, for those outside of the engine. */
export function statedFilters({
  filters,
  category,
  taughtIn: languages,
}: Pick<Understood, 'filters' | 'category' | 'taughtIn'>): ReadFilters {
  const { cheap, levelHint, inHindi, ...stated } = filters
  return { ...stated, category: category?.whole ? category.name : null, languages, cheapestFirst: cheap }
}

const isMark = (word: string): boolean => word === marks.sentence || word === marks.forWhat

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

/** Of several strange words a short one that happens to be near to a known word is no typo. */
function correctAll(words: readonly string[], knowledge: WordKnowledge): string[] {
  const { lexicon, spelling, isSpoken } = knowledge
  const unknown = words.filter(
    (word) => !lexicon.stopWords.has(word) && /^[a-z]+$/.test(word) && !spelling.knows(word) && !isSpoken(word),
  )
  // who writes on finishes the last word
  const last = words.at(-1)
  const correct = (word: string): string => {
    const meant = (word === last && spelling.finished(word)) || spelling.correct(word)
    // "gujarat" is a place
    return languages.has(meant) && meant === `${word.replace(/a$/, '')}i` ? word : meant
  }
  const meant = new Map(Array.from(new Set(unknown), (word) => [word, correct(word)]))
  const typos = unknown.filter((word) => meant.get(word) !== word)
  const byChance = typos.length <= unknown.length - typos.length && typos.every((word) => word.length < 6)
  return words.flatMap((word) =>
    lexicon.stopWords.has(word) || (byChance && typos.includes(word)) ? [word] : (meant.get(word) ?? word).split(' '),
  )
}

/** Of a translated sentence only the subject is shown, without its small words; of a corrected one all words. */
function readable(words: readonly string[], concepts: readonly Concept[], translated: boolean): string | null {
  const isSmall = ({ weak, words: [word = ''] }: Concept): boolean => weak && scriptOf(word) !== null
  const named = concepts.filter((concept) => !isSmall(concept)).flatMap((concept) => concept.words)
  return (translated ? named : words.filter((word) => !isMark(word))).join(' ') || null
}

/** What follows the last cue of a goal, up to the end of its sentence: the part of a story that asks. */
function requestOf(words: readonly string[], lexicon: CompiledLexicon): string {
  const compared = words.map(singular)
  for (let at = words.length - 1; at >= 0; at--) {
    const cue = cueAt(compared, at, lexicon)
    if (cue?.role !== 'goal') continue
    const rest = words.slice(at + cue.length)
    const end = rest.findIndex(isMark)
    const part = end < 0 ? rest : rest.slice(0, end)
    if (part.some((word) => !lexicon.stopWords.has(word))) return part.length < words.length - 2 ? part.join(' ') : ''
  }
  return ''
}

/** The last sentences that say something: the one that asks is among them. */
function sentencesOf(words: readonly string[], { stopWords }: CompiledLexicon): string[] {
  const sentences: string[][] = [[]]
  for (const word of words) {
    if (word === marks.sentence) sentences.push([])
    else if (!isMark(word)) sentences.at(-1)?.push(word)
  }
  return sentences
    .filter((sentence) => sentence.some((word) => !stopWords.has(word)))
    .slice(-searchLimits.sentences)
    .map((sentence) => sentence.join(' '))
}

/** `words` in the singular, as cues are. */
function cueAt(
  words: readonly string[],
  at: number,
  { cues }: Pick<CompiledLexicon, 'cues'>,
): { role: 'goal' | 'context'; length: number } | undefined {
  const found = cues.find(([phrase]) => phrase.every((word, offset) => words[at + offset] === word))
  return found && { role: found[1], length: found[0].length }
}

/** Whether each word belongs to what the search is for, or to its context. */
function rolesOf(words: readonly string[], lexicon: CompiledLexicon): ('head' | 'context')[] {
  const roles: ('head' | 'context')[] = []
  let role: 'head' | 'context' = 'head'
  const compared = words.map(singular)
  let clause = 0
  for (let at = 0; at < words.length; ) {
    const cue = cueAt(compared, at, lexicon)
    const length = cue?.length ?? 1
    if (words[at] === marks.sentence) role = 'head'
    // "X ke liye": what precedes it is the context
    if (words[at] === marks.forWhat) roles.fill('context', clause)
    if (isMark(words[at] ?? '')) clause = at + 1
    if (cue) role = cue.role === 'goal' ? 'head' : 'context'
    for (let offset = 0; offset < length; offset++) roles.push(role)
    at += length
  }
  return roles
}

/** Returns the concepts among the words, each once; when all are context, they are what the search is for. */
function conceptsIn(words: readonly string[], knowledge: WordKnowledge): Concept[] {
  const { lexicon, inCatalogue } = knowledge
  const stems = words.map(stem)
  const roles = rolesOf(words, lexicon)
  const found: { concept: Concept; at: number; end: number }[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(lexicon.longestEntry, words.length - at)
    while (length > 1 && !lexicon.entries.has(stems.slice(at, at + length).join(' '))) length--
    const [word = '', next = ''] = words.slice(at, at + 2)
    // "water colour" where courses write "watercolour"
    const joined =
      length === 1 &&
      next.length > 1 &&
      word.length > 1 &&
      word.length + next.length > 4 &&
      inCatalogue(stem(word + next))
    if (joined) length = 2
    const meaningless = length === 1 && (lexicon.stopWords.has(word) || saysNothing(word))
    if (!meaningless) {
      const concept = conceptOf(words.slice(at, at + length), roles[at] ?? 'head', knowledge)
      if (!found.some((one) => one.concept.same[0].join(' ') === concept.same[0].join(' ')))
        found.push({ concept, at, end: at + length })
    }
    at += length
  }
  const asks = found.some(({ concept }) => concept.role === 'head' && !concept.weak)
  return found.map(({ concept, end }) => {
    if (!asks) return { ...concept, role: 'head' }
    const narrows = found.some(({ at, concept: other }) => at === end && other.role === 'head' && !other.weak)
    return concept.role === 'head' && narrows ? { ...concept, role: 'modifier' } : concept
  })
}

/** A Hindi word has more than one English name: a course that has any of them has it. */
const withAlternatives = (concepts: readonly Concept[], alternatives: readonly Alternative[]): Concept[] =>
  concepts.map((concept) => {
    const name = concept.words.join(' ')
    const others = alternatives.filter(({ read }) => read.join(' ') === name).map(({ names }) => names.map(stem))
    return others.length === 0 ? concept : { ...concept, same: [...concept.same, ...others] }
  })

/**
 * Lets the words of Indian scripts count as they were written, beside what they were read as, where courses have them. Those without a
 * subject are everyday words.
 */
function withOriginals(
  concepts: readonly Concept[],
  originals: readonly Original[],
  { lexicon, inCatalogue }: WordKnowledge,
): Concept[] {
  const all = [...concepts]
  for (const { words, read } of originals) {
    if (!words.every(inCatalogue)) continue
    const at = all.findIndex((concept) => read.some((one) => concept.words.includes(one)))
    const concept = all[at]
    if (concept) all[at] = { ...concept, same: [...concept.same, words], strange: false }
    // what was read and is no concept has become a filter
    else if (read.length === 0)
      for (const word of words) {
        const weak =
          words.length > 1 || lexicon.stopWords.has(word) || lexicon.dictionary.written(words, 0) !== undefined
        const own = { words: [word], role: 'head', same: [[word]], related: [], meaning: '' } as const
        all.push({ ...own, topic: false, strange: false, weak, frame: 0 })
      }
  }
  return all.every(({ weak }) => weak) ? [...concepts] : all
}

/** Letters alone, small numbers and years; other numbers are part of what no course may have. */
const saysNothing = (word: string): boolean =>
  /^([a-z]|\d{1,2}|(19|20)\d\d|101|360|365)$/.test(word) && !namingLetters.has(word)

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
