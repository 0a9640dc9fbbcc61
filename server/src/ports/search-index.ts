import type { Category, Level } from '@virtual-courses/contract'

/** What the search knows of a published course. */
export type IndexedCourse = {
  id: string
  title: string
  subTitle: string
  description: string
  category: Category | null
  level: Level | null
  /** null while the educator has set none */
  pricePaise: number | null
  lectures: readonly string[]
}

/** A course as it goes into the index; without vectors it is found by its words alone. */
export type IndexEntry = { course: IndexedCourse; vectors: readonly Float32Array[] }

export type IndexChange = { put: readonly IndexEntry[]; remove: readonly string[] }

/** What a search was taken for. Prices in rupees, both ends included. */
export type ReadFilters = {
  free: boolean
  minPrice: number | null
  maxPrice: number | null
  level: Level | null
  category: Category | null
  /** the search asked for the cheapest: the results are sorted by price */
  cheapestFirst: boolean
}

/** Why a course is among the results. */
export type Reason =
  /** the course has these words of the search, as corrected or translated */
  | { kind: 'words'; phrase: string }
  /** found by its meaning */
  | { kind: 'meaning' }
  /** taught in the language that the search asks for or is written in */
  | { kind: 'language'; language: 'Hindi' }
  /** lifted because the search asks for courses of this level, as "become a …" does for beginners */
  | { kind: 'level'; level: Level }
  /** the search asks for the cheapest */
  | { kind: 'cheapest' }

export type FoundCourse = {
  id: string
  /** "closest": the search is not sure that this is what was asked for */
  match: 'sure' | 'closest'
  /** the most telling first */
  reasons: readonly Reason[]
}

export type Findings = {
  /** the best first; those that the search is sure of before the closest */
  courses: FoundCourse[]
  filters: ReadFilters
  /** nothing fitted the stated level, so other levels are shown */
  levelRelaxed: boolean
  /** the search as it was read, where words were corrected or translated */
  readAs: string | null
  /** Its words led to courses, whatever the filters left of them; also true of a search that asks for nothing in particular. */
  foundByWords: boolean
}

/** What a message to the assistant is about. */
export type Reading = {
  /** in plain words: corrected, translated, without the words that only carry the intent; "" without one */
  subject: string
  /** the subject where words such as "and" and "vs" part it; one part when nothing parts it */
  parts: string[]
  /** what the writer says they know already; no part of the subject */
  known: string
  /** places in a list that the message names: 1 is the first, -1 the last, 0 stands for all of them */
  places: number[]
  /** the message as it was read, where words were corrected or translated */
  readAs: string | null
  filters: ReadFilters
  /** what the message may mean, the most likely first, at most 5; `similarity` is 0 to 1. None for a message without words. */
  labels: { label: string; similarity: number }[]
}

/** For whom something is searched: clients take turns, and what no one waits for any more is not searched. */
export type SearchTurn = { client: string; signal?: AbortSignal | undefined }

export type SearchOptions = {
  /** searched for in place of what the search seems to be about; prices and levels stay those of the search */
  subjects?: string
  /** at most so many courses; by default as many as the search page shows */
  most?: number
}

/** The courses in memory, beside the threads that answer requests. */
export type SearchIndex = {
  /** Begins to load, if that was not done; everything else does so too when it is called. */
  start(): void
  /** Throws a sentence while the index is still loading or when it has failed; passes where no one has started it. */
  check(): void
  /** Counts the times that the index was loaded: with a new number it is empty, and must be filled again. Resolves when it is ready. */
  generation(): Promise<number>
  /** names the model that vectors come from; null where searches go by words alone */
  model(): Promise<string | null>
  update(change: IndexChange): Promise<void>
  /** Throws unavailable when too many searches wait, when this one has waited too long, and when the client has left. */
  search(input: string, turn: SearchTurn, options?: SearchOptions): Promise<Findings>
  /** Reads what a message to the assistant is about. Throws unavailable like `search`. */
  read(text: string, turn: SearchTurn): Promise<Reading>
  /** The courses that are most like this one, the most alike first. Throws unavailable like `search`. */
  similar(id: string, most: number, turn: SearchTurn): Promise<string[]>
  /** One vector for each text; rejects where there is no model. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** Takes an operator's lines, as in the settings, beside the words that the program comes with. Holds after a reload too. */
  setLexicon(lines: string): void
  close(): Promise<void>
}
