import { DomainError } from '#core/domain-error.ts'
import type { Findings, FoundCourse, SearchIndex, SearchOptions, SearchTurn } from '#ports/search-index.ts'

export type ScriptedSearchIndex = SearchIndex & {
  /** what every search finds */
  found: FoundCourse[]
  filters: Partial<Findings['filters']>
  /** "slow" ends only when the client leaves; "loading" and "overloaded" fail accordingly */
  state: 'ready' | 'slow' | 'loading' | 'overloaded' | 'broken'
  asked: { input: string; turn: SearchTurn; options: SearchOptions | undefined }[]
}

/** A search index whose results a test sets. */
export function scriptedSearchIndex(): ScriptedSearchIndex {
  const index: ScriptedSearchIndex = {
    found: [],
    filters: {},
    state: 'ready',
    asked: [],
    start: () => {},
    check() {
      if (index.state === 'loading') throw new Error('The search is still loading')
    },
    generation: async () => 1,
    model: async () => null,
    embedQuestion: async () => null,
    update: async () => {},
    async search(input, turn, options) {
      index.asked.push({ input, turn, options })
      if (index.state === 'overloaded') throw new DomainError('unavailable')
      if (index.state === 'broken') throw new Error('The search thread has ended')
      if (index.state === 'slow')
        await new Promise((_, reject) =>
          turn.signal?.addEventListener('abort', () => reject(new DomainError('unavailable'))),
        )
      return {
        courses: index.found,
        filters: {
          free: false,
          minPrice: null,
          maxPrice: null,
          minMinutes: null,
          maxMinutes: null,
          level: null,
          category: null,
          languages: [],
          cheapestFirst: false,
          ...index.filters,
        },
        levelRelaxed: false,
        readAs: null,
        choices: null,
        foundByWords: true,
      }
    },
    async read(text) {
      const { filters } = await index.search(text, { client: 'read' })
      return {
        subject: text,
        parts: [text],
        known: '',
        places: [],
        readAs: null,
        filters,
        labels: [],
        titles: [],
        rest: text,
      }
    },
    similar: async () => [],
    embed: async () => [],
    calibrate: async () => 0.5,
    setSure: async () => {},
    setLexicon: () => {},
    close: async () => {},
  }
  return index
}

/** Courses that a scripted search finds, in this order. */
export const foundAs = (match: FoundCourse['match'], ...ids: string[]): FoundCourse[] =>
  ids.map((id) => ({ id, match, reasons: [] }))
