import type { GradedQuery } from './graded-query.ts'
import type { EvaluationCourse } from './written-course.ts'

/** Throws if a query wants a course that is not there. */
export function checkKeys(queries: readonly GradedQuery[], courses: readonly EvaluationCourse[]): void {
  const keys = new Set(courses.map(({ key }) => key))
  for (const { query, wanted } of queries) {
    const unknown = Object.keys(wanted).find((key) => !keys.has(key))
    if (unknown !== undefined) throw new Error(`"${query}" wants the course "${unknown}", which does not exist`)
  }
}
