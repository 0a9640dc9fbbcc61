import type { Embedder } from '#ports/embedder.ts'
import type { Findings, FoundCourse, IndexedCourse, SearchOptions, SearchTurn } from '#ports/search-index.ts'
import { createReader, loadReaderModel, type Reader } from '../reader/reader.ts'
import { findCandidates, matchWords, weighConcepts } from './find-candidates.ts'
import { type ReadPhrase, readWritten } from './indian/read-indian.ts'
import { createInvertedIndex, englishOf } from './inverted-index.ts'
import { type CourseVectors, createVectorIndex, openIntents, type QueryVectors } from './meaning.ts'
import { createTitleIndex, readTitles, type TitleReading } from './named-titles.ts'
import { chosen, loadModels, sureFrom, weigh } from './parameters.ts'
import {
  fitsLevel,
  fitsLimits,
  type HeldCourse,
  isLimited,
  isStated,
  type Judged,
  judge,
  prominenceOf,
  shelve,
  unwantedIn,
} from './rank.ts'
import { type Asked, choicesOf, readSearch } from './read-choices.ts'
import { levelsIn } from './read-query.ts'
import { type Knowledge, statedFilters } from './understand.ts'
import { conceptOf } from './words/concepts.ts'
import { taughtIn } from './words/course-languages.ts'
import { type CompiledLexicon, compileLexicon, type Lexicon } from './words/lexicon.ts'
import { createSpelling, type Spelling } from './words/spelling.ts'
import { hasIndianScript, scriptOf, wordsOf } from './words/words.ts'

export type Found = {
  courses: FoundCourse[]
  understood: Asked
  /** nothing fitted the stated level, so other levels are shown */
  levelRelaxed: boolean
  /** words of the search led to courses, before the filters; also where it asks for nothing in particular */
  foundByWords: boolean
}

export type SearchEngine = {
  /**
   * Returns the courses that fit, the best first, at most `most` of them. `subjects` take the place of what the search seems
   * to be about, beside its prices and levels; `language` decides between courses that fit alike. Never throws because of the texts.
   */
  search(input: string, options?: SearchOptions & Pick<SearchTurn, 'language'>): Promise<Found>
  /** Returns what the search understands of a text. */
  read(input: string): Asked
  /** Returns the titles of courses that a text names. */
  titles(input: string): TitleReading
  /** Returns a text of a course for the sentence model, which knows English alone: what is in scripts of India as it is read. */
  inEnglish(text: string): string
  /** Returns what a search is measured by, before anything is decided; for the programs that fit the weights. */
  inspect(input: string): Promise<Judged & { understood: Asked }>
  /** Returns the courses most like this one, the most alike first: by meaning, or by the words of its title while it has no vectors. */
  similar(id: string, most: number): Promise<string[]>
  /** Adds a course or takes over its changes; without vectors it is found by its words alone. */
  put(course: IndexedCourse, vectors?: CourseVectors): void
  remove(id: string): void
  has(id: string): boolean
  /**
   * Sets from which probability on a search of this catalogue is sure, and returns it: that above which few of the background questions
   * are, which no catalogue answers. Awaits `pause` between two of them.
   */
  calibrate(pause?: () => Promise<void>): Promise<number>
  /** Sets that probability as `calibrate` found it before. */
  setSure(likely: number): void
  setLexicon(lexicon: Lexicon): Promise<void>
}

export type EngineOptions = {
  lexicon: Lexicon
  /** null searches by words alone */
  embedder: Embedder | null
  /** vectors of sentences that have been made before, by this model */
  sentences?: ReadonlyMap<string, Float32Array>
  /** an English word, in lower case? */
  isEnglish: (word: string) => boolean
  /** by default those of `data/model.json` */
  models?: ReturnType<typeof loadModels>
  /** by default that of `data/reader.bin` */
  reader?: Reader
  /** by default `createSpelling` */
  spelling?: typeof createSpelling
}

/** Those of honest searches: 30 in a text and 77 in all are the most of the evaluation. */
const searchTokens = { each: 40, all: 100 }

/** The whole search in memory: understands, gathers, ranks, decides. One for each process, in a thread of its own (`search-worker.ts`). */
export async function createEngine(options: EngineOptions): Promise<SearchEngine> {
  const { embedder, isEnglish, models = loadModels() } = options
  const model = embedder ? models.withMeaning : models.wordsAlone
  const prominence = prominenceOf(model)
  const vectors = embedder ? await createVectorIndex(embedder.dimensions) : null
  const courses = new Map<number, HeldCourse>()
  const slots = new Map<string, number>()
  const free: number[] = []
  const titles = createTitleIndex()
  const reader = options.reader ?? createReader(loadReaderModel())
  let lexicon = compileLexicon(options.lexicon)
  const index = createInvertedIndex(
    (word) => lexicon.stopWords.has(word),
    readCourse,
    (word, count) => spelling.count(word, count),
  )
  const embed = remembering(embedder, options.sentences)
  let intents = await openIntents(embed, lexicon)
  let subjectCourses = new Map<string, [slot: number, value: number][]>()
  let spelling = openSpelling()

  /** The same whatever other courses there are: words of the lexicon alone are known by their sound. */
  function readCourse(words: readonly string[]): ReadPhrase[] {
    return readWritten(words, { ...lexicon, soundsJustLike: spelling.soundsJustLike })
  }

  /** Words of the courses count by their number; those of the lexicon are known, but worth less as a correction. */
  function openSpelling(): Spelling {
    const opened = (options.spelling ?? createSpelling)(isEnglish, knownWords(lexicon), lexicon.stopWords)
    for (const [word, courses] of index.words()) opened.count(word, courses)
    return opened
  }

  function inEnglish(text: string): string {
    if (!hasIndianScript(text)) return text
    return englishOf(readCourse(wordsOf(text)))
      .filter((word) => scriptOf(word) === null)
      .join(' ')
  }

  let { sure } = model.thresholds

  const knowledge = (): Knowledge => ({
    reader,
    lexicon,
    spelling,
    isEnglish,
    inCatalogue: index.has,
    isSpoken: index.isSpoken,
  })
  const shelves = () => ({
    index,
    vectors,
    courses,
    slots: slots.size + free.length,
  })

  /** Courses that are about one subject of an intent, with how much, 0 to 1; kept until courses or the lexicon change. */
  function coursesAbout(subject: readonly string[]): [slot: number, value: number][] {
    const key = subject.join(' ')
    const known = subjectCourses.get(key)
    if (known) return known
    const concepts = weighConcepts([conceptOf(subject, 'head', knowledge())], index)
    const found = findCandidates(concepts, index, {
      prominence,
      slots: slots.size + free.length,
      most: chosen.mostSure * 2,
    })
    const scored = [...found].flatMap((slot): [number, number][] => {
      const { features } = matchWords(concepts, slot, index)
      // A word of a description is no subject.
      const { headAnywhere, headInDescription, headInTitle, headInSubTitle, headInLectures, relatedInTitle } = features
      const named = headAnywhere > 0 && (headInDescription === 0 || headInTitle + headInSubTitle + headInLectures > 0)
      return named || relatedInTitle > 0 ? [[slot, weigh(features, model.ranking)]] : []
    })
    const best = Math.max(...scored.map(([, score]) => score))
    const about = scored.map(([slot, score]): [number, number] => [slot, score / best])
    subjectCourses.set(key, about)
    return about
  }

  async function inspect(
    input: string,
    { subjects, asWritten, language }: SearchOptions & Pick<SearchTurn, 'language'> = {},
    itself?: string,
  ): Promise<Judged & { understood: Asked }> {
    const known = knowledge()
    const read = readSearch(input, known, { asWritten })
    const understood =
      subjects === undefined ? read : { ...readSearch(subjects, known, { asWritten: true }), filters: read.filters }
    const queries = await vectorsOf(understood)
    const surroundings = intents.around(
      Object.values(queries).flat(),
      (all) => all.some((one) => coursesAbout(one).length > 0),
      itself,
    )
    const byIntent = new Map<number, number>()
    for (const { subject, worth } of surroundings.subjects)
      for (const [slot, value] of coursesAbout(subject))
        byIntent.set(slot, Math.max(byIntent.get(slot) ?? 0, worth * value))
    const { filters } = understood
    const passes =
      isLimited(filters) || filters.level !== null
        ? (slot: number) => passesFilters(courses.get(slot), filters)
        : undefined
    const evidence = { understood, vectors: queries, surroundings, intents: byIntent, passes, language }
    return { understood, ...judge(evidence, shelves(), model, prominence) }
  }

  /** The courses whose whole title the search is, whatever else it may seem to ask for: those that it found first, in its order. */
  function calledThis(input: string, found: readonly FoundCourse[], most: number = chosen.mostSure): FoundCourse[] {
    const called = [...titles.called(input)].flatMap((slot) => courses.get(slot) ?? [])
    const placeOf = (id: string): number => found.findIndex((one) => one.id === id) + 1 || found.length + 1
    return called
      .map(({ id, title }) => ({ id, title, place: placeOf(id) }))
      .sort((a, b) => a.place - b.place)
      .slice(0, most)
      .map(({ id, title, place }) => ({
        id,
        match: 'sure',
        reasons: found[place - 1]?.reasons ?? [{ kind: 'words', phrase: title }],
      }))
  }

  /** "Anything but programming" asks for all courses that do not say the word. */
  function* wantedCourses(understood: Asked): Iterable<HeldCourse> {
    for (const [slot, course] of courses) if (unwantedIn(understood, course, slot, index) === 0) yield course
  }

  async function vectorsOf({ texts, concepts }: Asked): Promise<QueryVectors> {
    const none: QueryVectors = { subject: [], whole: [], request: [], sentences: [] }
    // Nothing but words that no one knows has no meaning, and the model is most of the work.
    const meaningless = concepts.length > 0 && concepts.every(({ strange }) => strange) && texts.whole === ''
    if (!embedder || meaningless) return none
    const asked = (['subject', 'request', 'whole', 'sentences'] as const)
      .flatMap((kind) => [texts[kind]].flat().map((text) => ({ kind, text })))
      .filter(({ text }) => text !== '')
    if (asked.length === 0) return none
    const made = await embedder.embed(
      asked.map(({ text }) => text),
      searchTokens,
    )
    const vectorsFor = (kind: keyof QueryVectors) => made.filter((_, at) => asked[at]?.kind === kind)
    return {
      subject: vectorsFor('subject'),
      whole: vectorsFor('whole'),
      request: vectorsFor('request'),
      sentences: vectorsFor('sentences'),
    }
  }

  return {
    has: (id) => slots.has(id),
    put(course, own) {
      const slot = slots.get(course.id) ?? free.pop() ?? slots.size
      slots.set(course.id, slot)
      titles.remove(slot, courses.get(slot)?.title ?? '')
      titles.put(slot, course.title)
      // the words are in the index
      const held = { ...course, description: '', lectures: [], sections: [], outcomes: [], spoken: '' }
      courses.set(slot, {
        ...held,
        language: taughtIn(course),
        titleLevels: levelsIn(inEnglish(course.title), lexicon),
      })
      index.put(slot, course)
      vectors?.put(slot, own ?? [])
      subjectCourses = new Map()
    },
    remove(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      free.push(slot)
      titles.remove(slot, courses.get(slot)?.title ?? '')
      courses.delete(slot)
      index.remove(slot)
      vectors?.remove(slot)
      subjectCourses = new Map()
    },
    async calibrate(pause = async () => {}) {
      const likely: number[] = []
      for (const question of lexicon.background) {
        likely.push((await inspect(question, {}, question)).likely)
        await pause()
      }
      sure = sureFrom(likely, model)
      return sure
    },
    setSure(likely) {
      sure = likely
    },
    async setLexicon(next) {
      const compiled = compileLexicon(next)
      intents = await openIntents(embed, compiled)
      lexicon = compiled
      spelling = openSpelling()
      subjectCourses = new Map()
    },
    async similar(id, most) {
      const slot = slots.get(id)
      const course = slot === undefined ? undefined : courses.get(slot)
      if (slot === undefined || !course) return []
      const [title] = vectors?.vectors(slot) ?? []
      if (vectors && title) {
        const near = [...vectors.near(title, most * 8)]
          .filter((other) => other !== slot)
          .map((other) => ({ other, cosine: vectors.alike(slot, other) }))
        near.sort((a, b) => b.cosine - a.cosine)
        return near
          .filter(({ cosine }) => cosine >= chosen.alike)
          .slice(0, most)
          .flatMap(({ other }) => courses.get(other)?.id ?? [])
      }
      const { candidates } = await inspect(`${course.title} ${course.category ?? ''}`)
      return candidates
        .filter((one) => one.slot !== slot && one.words.length > 0)
        .slice(0, most)
        .map((one) => one.course.id)
    },
    inspect,
    inEnglish,
    read: (input) => readSearch(input, knowledge()),
    titles: (input) =>
      readTitles(input, {
        index,
        courseAt: (slot) => courses.get(slot),
        isStopWord: (word) => lexicon.stopWords.has(word),
        near: spelling.near,
      }),
    async search(input, { subjects, asWritten, most, language } = {}) {
      const judged = await inspect(input, { subjects, asWritten, language })
      const { understood, candidates } = judged
      const foundByWords =
        understood.concepts.length === 0 ||
        (judged.likely >= model.thresholds.closest && candidates.some(({ covered }) => covered > 0))
      const shelved = shelve(
        judged,
        wantedCourses(understood),
        { ...model, thresholds: { ...model.thresholds, sure } },
        { most, language },
      )
      // "free courses" asks for all of them, whatever one is called
      const isFilter = understood.concepts.length === 0 && isStated(understood.filters)
      const called = subjects === undefined && !isFilter ? calledThis(input, shelved.courses, most) : []
      if (called.length === 0) return { understood, foundByWords, ...shelved }
      const others = shelved.courses.filter(({ id }) => !called.some((one) => one.id === id))
      const shown = most ?? Math.max(called.length, shelved.courses.length)
      return { understood, foundByWords: true, ...shelved, courses: [...called, ...others].slice(0, shown) }
    },
  }
}

const passesFilters = (course: HeldCourse | undefined, filters: Asked['filters']): boolean =>
  course !== undefined && fitsLimits(course, filters) && (filters.level === null || fitsLevel(course, filters.level))

/** Words of the lexicon that a typo may be corrected to. */
function* knownWords(lexicon: CompiledLexicon): Iterable<string> {
  yield* lexicon.words
  yield* lexicon.stated
  for (const phrase of lexicon.categories.keys()) yield* wordsOf(phrase)
}

/** The vectors of sentences that stay: an operator's new lines leave nearly all of them as they are. None without a model. */
function remembering(
  embedder: Embedder | null,
  made: EngineOptions['sentences'] = new Map(),
): (sentences: readonly string[]) => Promise<Float32Array[]> {
  const known = new Map(made)
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

/** Returns what leaves the engine: no scores. */
export const findings = ({ courses, understood, levelRelaxed, foundByWords }: Found): Findings => ({
  courses,
  filters: statedFilters(understood),
  levelRelaxed,
  readAs: understood.readAs,
  choices: choicesOf(understood),
  foundByWords,
})
