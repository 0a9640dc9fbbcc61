import { evaluationCourses } from './all-courses.ts'
import { checkKeys } from './check-keys.ts'
import type { GradedQuery } from './graded-query.ts'
import { indianQueries } from './indian-queries.ts'
import { limitQueries } from './limit-queries.ts'
import { wordingQueries } from './wording-queries.ts'

const queries: GradedQuery[] = [...wordingQueries, ...indianQueries, ...limitQueries]

checkKeys(queries, evaluationCourses)

/** Every other query of the list, so that each kind is in both parts. The engine is tuned on the first part alone. */
export const parts: Record<'tuned' | 'untouched', GradedQuery[]> = {
  tuned: queries.filter((_, place) => place % 2 === 0),
  untouched: queries.filter((_, place) => place % 2 === 1),
}
