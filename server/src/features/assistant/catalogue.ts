import { type Category, maxSearchLength, type SearchFilters } from '@virtual-courses/contract'
import type { FeatureDeps } from '../deps.ts'
import { searchCourses } from '../search/index.ts'
import { type CourseFacts, countByCategory, findPublished, findShelf, findTaughtBy, type Shelf } from './queries.ts'

export type CatalogueFindings = {
  courses: CourseFacts[]
  /** as the search understood them; null when nothing was found */
  filters: SearchFilters | null
  levelRelaxed: boolean
  readAs: string | null
  /** ids of those that have words of the query, not only its meaning */
  byWords: ReadonlySet<string>
}

/** Everything that the assistant knows: what is public at this moment. */
export type Catalogue = {
  search(query: string, limit: number): Promise<CatalogueFindings>
  /** the published ones, in this order */
  courses(ids: readonly string[]): Promise<CourseFacts[]>
  shelf(shelf: Shelf, limit: number): Promise<CourseFacts[]>
  categories(): Promise<{ category: Category; courses: number }[]>
  /** courses of a teacher who is named in the text */
  taughtBy(lowerText: string, limit: number): Promise<CourseFacts[]>
}

/** The catalogue of this database, found by the site's own search. */
export function openCatalogue(deps: FeatureDeps): Catalogue {
  const courses = (ids: readonly string[]): Promise<CourseFacts[]> => findPublished(deps.db, ids)
  return {
    courses,
    async search(query, limit) {
      const found = await searchCourses(deps, query.slice(0, maxSearchLength))
      const [first] = found
      return {
        courses: await courses(found.slice(0, limit).map(({ _id }) => _id)),
        filters: first?.filters ?? null,
        levelRelaxed: first?.levelRelaxed ?? false,
        readAs: first?.readAs ?? null,
        byWords: new Set(found.filter(({ match }) => match.words.length > 0).map(({ _id }) => _id)),
      }
    },
    shelf: async (shelf, limit) => courses(await findShelf(deps.db, shelf, limit)),
    categories: () => countByCategory(deps.db),
    taughtBy: async (lowerText, limit) => courses(await findTaughtBy(deps.db, lowerText, limit)),
  }
}
