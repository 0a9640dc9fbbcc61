import type { Embedder } from '#ports/embedder.ts'
import type { Lexicon } from '../lexicon/lexicon.ts'
import { openBackground } from './background.ts'
import { compileLexicon } from './compile-lexicon.ts'
import { createLexicalIndex } from './lexical-index.ts'
import { narrow } from './narrow.ts'
import { type Ranked, rank } from './rank.ts'
import { type Understanding, understandingOf } from './recognise.ts'
import type { SearchableCourse } from './searchable-course.ts'
import { createSpelling, type LiveSpelling } from './spelling.ts'
import { defaultTuning, type Tuning } from './tuning.ts'
import { type Knowledge, type Understood, understand } from './understand.ts'
import { type CourseVectors, createVectorIndex } from './vector-index.ts'
import { createWishes } from './wishes.ts'
import { wordsOf } from './words-of.ts'

export type Found = {
  courses: Ranked[]
  understood: Understood
  /** nothing fitted the stated level, so other levels are shown */
  levelRelaxed: boolean
  /** highest price that "cheap" was taken for, in rupees; null when it was not asked or nothing is that cheap */
  cheapLimit: number | null
  /** words of the search led to courses, before the filters; also where it asks for nothing in particular */
  foundByWords: boolean
}

export type SearchEngine = {
  /**
   * Courses that fit, the best first; none for what is not taught here. `subjects` take the place of what the search seems to
   * be about, beside its prices and levels. Never throws because of the texts.
   */
  search(input: string, subjects?: string): Promise<Found>
  /** What the search understands of a text. */
  read(input: string): Understanding
  /** Courses most like this one, the most alike first: by meaning, or by the words of its title while it has no vectors. */
  similar(id: string, most: number): Promise<string[]>
  /** Adds a course or takes over its changes; without vectors it is found by its words alone. */
  put(course: SearchableCourse, vectors?: CourseVectors): void
  remove(id: string): void
  has(id: string): boolean
  setLexicon(lexicon: Lexicon): Promise<void>
}

export type EngineOptions = {
  lexicon: Lexicon
  /** null searches by words alone */
  embedder: Embedder | null
  /** an English word, in lower case? */
  isEnglish: (word: string) => boolean
  tuning?: Partial<Tuning>
  /** false leaves words as they are written */
  correct?: boolean
}

/** Those of honest searches: 30 in a text and 77 in all are the most of the evaluation. */
const searchTokens = { each: 40, all: 80 }

/** The whole search in memory: understands, ranks, filters, rejects. One for each process, in a thread of its own (`search-worker.ts`). */
export async function createEngine(options: EngineOptions): Promise<SearchEngine> {
  const { embedder, isEnglish } = options
  const tuning = { ...defaultTuning, ...options.tuning }
  const words = createLexicalIndex((word, count) => spelling.count(word, count))
  const vectors = createVectorIndex()
  const courses = new Map<string, SearchableCourse>()
  let lexicon = compileLexicon(options.lexicon)
  const wishes = createWishes(words, tuning)
  const embed = remembering(embedder)
  let background = await openBackground(embed, lexicon, tuning)
  let spelling = openSpelling()

  /** Words of the courses count by their number; those of the lexicon are known, but worth less as a correction. */
  function openSpelling(): LiveSpelling {
    if (options.correct === false) return withoutCorrection(isEnglish)
    const phrases = [
      ...[...lexicon.levels, ...lexicon.levelHints].map(([phrase]) => phrase),
      ...lexicon.free,
      ...lexicon.cheap,
      ...[...lexicon.categories.keys()].map(wordsOf),
    ]
    const opened = createSpelling(isEnglish, [...lexicon.words, ...phrases.flat(), ...lexicon.stopWords])
    for (const [word, count] of words.words) opened.count(word, count)
    return opened
  }

  const knowledge = (): Knowledge => ({ lexicon, spelling, isEnglish, inCatalogue: words.has })

  return {
    has: (id) => courses.has(id),
    put(course, own) {
      courses.set(course.id, course)
      words.put(course)
      if (own) vectors.put(course.id, own)
      else vectors.remove(course.id)
      background.put(course.id, own ?? [])
      wishes.forget()
    },
    remove(id) {
      courses.delete(id)
      words.remove(id)
      vectors.remove(id)
      background.put(id, [])
      wishes.forget()
    },
    async setLexicon(next) {
      const compiled = compileLexicon(next)
      const opened = await openBackground(embed, compiled, tuning)
      for (const [id, own] of vectors.all()) opened.put(id, own)
      lexicon = compiled
      background = opened
      spelling = openSpelling()
      wishes.forget()
    },
    read: (input) => understandingOf(understand(input, knowledge())),
    async similar(id, most) {
      const course = courses.get(id)
      if (!course) return []
      const near = vectors.near(id, most).filter(({ likeness }) => likeness >= tuning.leastAlike)
      if (vectors.has(id)) return near.map((one) => one.id)
      const hits = words.find(understand(`${course.title} ${course.category ?? ''}`, knowledge()).concepts)
      return [...hits]
        .filter(([other]) => other !== id)
        .sort(([, a], [, b]) => b.score - a.score)
        .slice(0, most)
        .map(([other]) => other)
    },
    async search(input, subjects) {
      const known = knowledge()
      const read = understand(input, known)
      const understood = subjects === undefined ? read : { ...understand(subjects, known), filters: read.filters }
      const hits = words.find(understood.concepts)
      // What rank refuses by its words alone, or lists by its filters, needs no vectors: they are most of the work.
      const strange = understood.concepts.every((concept) => concept.strange)
      const asked = understood.meaning === '' || strange ? [] : [understood.meaning, ...understood.spoken]
      const queries = embedder && asked.length > 0 ? await embedder.embed(asked, searchTokens) : []
      const [query, spoken] = queries
      const likeness = query ? vectors.compare(query) : new Map<string, number>()
      const asSpoken = spoken ? Math.max(0, ...vectors.compare(spoken).values()) : 0
      const { offTopic, intents } = background.around(queries, wishes.isTaught(known))
      const wish = wishes.follow(intents, known)
      const ranked = rank({ understood, hits, likeness, asSpoken, offTopic, wish, courses, tuning })
      const foundByWords = understood.concepts.length === 0 || ranked.some(({ byMeaning }) => !byMeaning)
      return { understood, foundByWords, ...narrow(ranked, understood, courses, tuning) }
    },
  }
}

const withoutCorrection = (isEnglish: (word: string) => boolean): LiveSpelling => ({
  knows: isEnglish,
  correct: (word) => word,
  near: () => [],
  soundsLike: () => undefined,
  count: () => {},
})

/** The vectors of sentences that stay: an operator's new lines leave nearly all of them as they are. None without a model. */
function remembering(embedder: Embedder | null): (sentences: readonly string[]) => Promise<Float32Array[]> {
  const known = new Map<string, Float32Array>()
  return async (sentences) => {
    if (!embedder) return []
    const fresh = [...new Set(sentences)].filter((sentence) => !known.has(sentence))
    const vectors = fresh.length > 0 ? await embedder.embed(fresh) : []
    fresh.forEach((sentence, at) => {
      const vector = vectors[at]
      if (vector) known.set(sentence, vector)
    })
    return sentences.flatMap((sentence) => known.get(sentence) ?? [])
  }
}
