import { type Category, maxSearchLength } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { ReadFilters, Reading, SearchTurn } from '#ports/search-index.ts'
import { readMessage, searchCourses, taughtIn } from '../search/index.ts'
import {
  type CourseFacts,
  countByCategory,
  findLearnedWith,
  findPublished,
  findShelf,
  findTaughtBy,
  findTitled,
  type Shelf,
} from './queries.ts'

export type CatalogueFindings = {
  courses: CourseFacts[]
  /** as the search understood them; null when nothing was found */
  filters: ReadFilters | null
  levelRelaxed: boolean
  /** none of them is taught in a language that was asked for, so those in other languages are shown */
  languageRelaxed: boolean
  readAs: string | null
  /** ids of those that have words of the query, not only its meaning */
  byWords: ReadonlySet<string>
  /** the search is not sure of any of them */
  onlyClosest: boolean
}

/** All that the assistant knows: the public catalogue. */
export type Catalogue = {
  /** Those that the search is sure of; the closest ones when there are none. */
  search(query: string, limit: number): Promise<CatalogueFindings>
  /** what a message is about */
  read(message: string): Promise<Reading>
  /** the published ones, in this order */
  courses(ids: readonly string[]): Promise<CourseFacts[]>
  shelf(shelf: Shelf, limit: number): Promise<CourseFacts[]>
  categories(): Promise<{ category: Category; courses: number }[]>
  /** courses that many students of a course have as well */
  learnedWith(courseId: string, limit: number): Promise<CourseFacts[]>
  /** those whose titles have one of these phrases */
  titled(phrases: readonly string[], limit: number): Promise<CourseFacts[]>
  /** courses of a teacher who is named in the text */
  taughtBy(lowerText: string, limit: number): Promise<CourseFacts[]>
}

/** The catalogue of this database, found by the site's own search. Everything in it throws when `turn.signal` is aborted. */
export function openCatalogue(deps: FeatureDeps, turn: SearchTurn): Catalogue {
  /** Runs no query for a client that has left. */
  const unlessAborted = <T>(query: () => Promise<T>): Promise<T> => {
    turn.signal?.throwIfAborted()
    return query()
  }
  const courses = (ids: readonly string[]): Promise<CourseFacts[]> => unlessAborted(() => findPublished(deps.db, ids))
  return {
    courses,
    async search(query, limit) {
      const found = await unlessAborted(() => searchCourses(deps, query.slice(0, maxSearchLength), turn))
      const { languages } = found.filters
      const sure = found.courses.filter(({ match }) => match === 'sure')
      const shown = sure.length > 0 ? sure : found.courses
      const hasWords = shown.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'words'))
      const hasCourses = shown.length > 0
      const facts = await courses(shown.slice(0, languages.length > 0 ? undefined : limit).map(({ _id }) => _id))
      const taught = languages.length > 0 ? facts.filter((course) => languages.includes(taughtIn(course))) : facts
      const languageRelaxed = hasCourses && taught.length === 0
      return {
        courses: (languageRelaxed ? facts : taught).slice(0, limit),
        filters: hasCourses ? found.filters : null,
        levelRelaxed: hasCourses && found.levelRelaxed,
        languageRelaxed,
        readAs: hasCourses ? found.readAs : null,
        byWords: new Set(hasWords.map(({ _id }) => _id)),
        onlyClosest: hasCourses && sure.length === 0,
      }
    },
    read: (message) => unlessAborted(() => readMessage(deps, message, turn)),
    shelf: async (shelf, limit) => courses(await unlessAborted(() => findShelf(deps.db, shelf, limit))),
    categories: () => unlessAborted(() => countByCategory(deps.db)),
    learnedWith: async (id, limit) => courses(await unlessAborted(() => findLearnedWith(deps.db, id, limit))),
    titled: async (phrases, limit) =>
      phrases.length === 0 ? [] : courses(await unlessAborted(() => findTitled(deps.db, phrases, limit))),
    taughtBy: async (lowerText, limit) => courses(await unlessAborted(() => findTaughtBy(deps.db, lowerText, limit))),
  }
}
