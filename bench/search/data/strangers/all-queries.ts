import { checkKeys } from '../check-keys.ts'
import type { GradedQuery } from '../graded-query.ts'
import { strangerCourses } from './all-courses.ts'
import { seenIndianQueries } from './seen-indian-queries.ts'
import { seenLimitQueries } from './seen-limit-queries.ts'
import { seenWordingQueries } from './seen-wording-queries.ts'
import { unseenQueries } from './unseen-queries.ts'

/** With the seen queries the search was improved after they were written; the unseen ones came after that. */
export const strangerParts: Record<'seen' | 'unseen', GradedQuery[]> = {
  seen: [...seenWordingQueries, ...seenIndianQueries, ...seenLimitQueries],
  unseen: unseenQueries,
}

checkKeys([...strangerParts.seen, ...strangerParts.unseen], strangerCourses)
