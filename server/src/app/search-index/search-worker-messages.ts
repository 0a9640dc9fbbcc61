import type { Findings, IndexEntry, Reading, SearchOptions } from '#ports/search-index.ts'

/** What the search thread is asked to do. */
export type SearchRequest =
  | { act: 'update'; put: readonly IndexEntry[]; remove: readonly string[] }
  | { act: 'search'; input: string; options: SearchOptions }
  | { act: 'read'; text: string }
  | { act: 'similar'; id: string; most: number }
  | { act: 'embed'; texts: readonly string[] }
  | { act: 'lexicon'; lines: string }

export type SearchAnswer = {
  update: null
  search: Findings
  read: Reading
  similar: string[]
  embed: Float32Array[]
  lexicon: null
}

export type ToSearchThread = SearchRequest & { call: number }

export type FromSearchThread =
  /** the model is loaded, or `trouble` says why searches go by words alone */
  | { ready: true; model: string | null; trouble: string | null }
  | { call: number; answer: SearchAnswer[keyof SearchAnswer] }
  | { call: number; error: string }

/** How the thread is started. */
export type SearchThreadOptions = { embeddings: boolean /** the operator's */; lexicon: string }
