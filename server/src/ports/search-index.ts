import type { Category, CourseLanguage, Level } from '@virtual-courses/contract'

/** A published course as search indexes it. */
export type IndexedCourse = {
  id: string
  title: string
  subTitle: string
  description: string
  category: Category | null
  level: Level | null
  language: CourseLanguage
  /** null while the educator has set none */
  pricePaise: number | null
  lectures: readonly string[]
  /** names of those who teach it */
  educator: string
  /** length of its videos; null while it is not known */
  minutes: number | null
  /** headings between the lectures */
  sections: readonly string[]
  /** what students learn, as its page lists it */
  outcomes: readonly string[]
  /** descriptions and captions of its lectures, cut to what fits into memory */
  spoken: string
}

/** An entry of the index; without vectors the course is found by its words only. */
export type IndexEntry = { course: IndexedCourse; vectors: readonly Float32Array[] }

export type IndexChange = { put: readonly IndexEntry[]; remove: readonly string[] }

/** Filters that were recognised in a search. Prices in rupees, inclusive. */
export type ReadFilters = {
  free: boolean
  minPrice: number | null
  maxPrice: number | null
  /** length of all videos, inclusive */
  minMinutes: number | null
  maxMinutes: number | null
  level: Level | null
  category: Category | null
  /** languages that the text names beside its subject; [] for none */
  languages: CourseLanguage[]
  /** the search asked for the cheapest: the results are sorted by price */
  cheapestFirst: boolean
}

/** What a search was read to want, where it is more than one subject. Words as corrected and translated. */
export type ReadChoices = {
  /** courses about these are left out */
  without: string[]
  /** courses of this level are left out */
  notLevel: Level | null
  /** any of these is wanted, or they are compared; [] for one subject */
  alternatives: string[]
  compared: boolean
}

/** Why a course is among the results. */
export type Reason =
  /** the course has these words of the search, as corrected or translated */
  | { kind: 'words'; phrase: string }
  /** found by its meaning */
  | { kind: 'meaning' }
  /** taught in the language that the search asks for or is written in */
  | { kind: 'language'; language: CourseLanguage }
  /** ranked higher because the search asks for courses of this level, as "become a …" does for beginners */
  | { kind: 'level'; level: Level }
  /** the search asks for the cheapest */
  | { kind: 'cheapest' }

export type FoundCourse = {
  id: string
  /** "closest" when the course may not be what the search asks for */
  match: 'sure' | 'closest'
  /** the most important first */
  reasons: readonly Reason[]
}

export type Findings = {
  /** the best first, sure matches before closest ones */
  courses: FoundCourse[]
  filters: ReadFilters
  /** no course has the stated level, so other levels are shown */
  levelRelaxed: boolean
  /** the search with corrected and translated words; null when there are none */
  readAs: string | null
  /** null for a search of one subject */
  choices: ReadChoices | null
  /** true when its words match courses, before the filters; also for a search without a subject */
  foundByWords: boolean
}

/** A title, or a part of one, that a message names. */
export type NamedTitle = {
  /** the course, or several whose titles are alike, the likeliest first; at most 4 */
  ids: string[]
  /** false when a large part of the title is missing: it may be meant */
  whole: boolean
  /** the words of the message that name it, in lower case */
  words: string
}

/** What a message to the assistant is about. */
export type Reading = {
  /** the subject, corrected and translated, without the words that express the intent; "" without one */
  subject: string
  /** the subject split at words such as "and" and "vs" */
  parts: string[]
  /** what the user already knows, according to the message; not part of the subject */
  known: string
  /** positions in a list that the message names: 1 is the first, -1 the last, 0 means all */
  places: number[]
  /** titles of courses that the message names, in its order; at most 4 */
  titles: NamedTitle[]
  /** words of the message that belong to no whole title */
  rest: string
  /** the message with corrected and translated words; null when there are none */
  readAs: string | null
  filters: ReadFilters
  /** what the message may mean, the most likely first, at most 5; `similarity` is 0 to 1. None for a message without words. */
  labels: { label: string; similarity: number }[]
}

/** The client of a search: clients take turns, and aborted searches are not run. */
export type SearchTurn = {
  client: string
  signal?: AbortSignal | undefined
  /** the language that the reader has chosen: of courses that fit alike, those in it come first */
  language?: string | undefined
}

export type SearchOptions = {
  /** searched for instead of the recognised subject; prices and levels stay those of the search */
  subjects?: string | undefined
  /** takes every word for what is wanted: "not" excludes nothing, "or" offers no choice */
  asWritten?: boolean | undefined
  /** maximum number of courses; by default as many as the search page shows */
  most?: number | undefined
}

/** The search index, in memory and in a thread of its own. */
export type SearchIndex = {
  /** Loads the index, if it is not loaded. All other functions except `check` do so too. */
  start(): void
  /** Throws while the index is loading or when it has failed; not when it was not started. */
  check(): void
  /** Returns how often the index was loaded, when it is ready. After each load it is empty and must be filled. */
  generation(): Promise<number>
  /** Returns the name of the embedding model; null when searches use words only. */
  model(): Promise<string | null>
  update(change: IndexChange): Promise<void>
  /** Throws `unavailable` when too many searches wait, when this one has waited too long, and when the client has left. */
  search(input: string, turn: SearchTurn, options?: SearchOptions): Promise<Findings>
  /** Analyses a message to the assistant. Throws `unavailable` like `search`. */
  read(text: string, turn: SearchTurn): Promise<Reading>
  /** Returns the ids of the most similar courses, the most similar first. Throws `unavailable` like `search`. */
  similar(id: string, most: number, turn: SearchTurn): Promise<string[]>
  /** Returns one vector for each text, read as English where it is in a script of India; rejects without a model. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** Returns the vector of a question, before those of other texts; null without a model. Throws `unavailable` like `search`. */
  embedQuestion(text: string, turn: SearchTurn): Promise<Float32Array | null>
  /**
   * Runs the background questions against the catalogue, between other messages, and sets how probable a match must be for the search to be
   * sure of it. Returns that probability.
   */
  calibrate(): Promise<number>
  /** Sets that probability as it was found before, until the index is loaded again. */
  setSure(likely: number): Promise<void>
  /** Sets the lexicon lines of the settings, in addition to the built-in words. They stay set after a reload. */
  setLexicon(lines: string): void
  close(): Promise<void>
}

/** Searches of the published courses, whichever process has the index. */
export type Search = Pick<SearchIndex, 'search' | 'read' | 'similar'> & {
  /**
   * Brings the index up to date. Does not wait long for changes when the catalogue is large. Throws `unavailable`, with how far it is,
   * when filling the index takes longer than ten seconds.
   */
  fresh(): Promise<void>
  /** Throws `unavailable`, with how far it is, while the index does not have all courses yet. */
  check(): void
  /** Increases with every change of the index: while it is the same, so are the results of searches. */
  revision(): number
}

/** Searches in another process. */
export type RemoteSearch = Search & {
  /** Resolves when that process is ready. */
  ping(): Promise<void>
}
