import { courses as demoCourses } from '../../../server/src/db/demo/courses.ts'
import { buildingCourses } from './building-courses.ts'
import { otherCourses } from './other-courses.ts'
import { thinkingCourses } from './thinking-courses.ts'
import type { EvaluationCourse } from './written-course.ts'

const fromDemo: EvaluationCourse[] = demoCourses
  .filter(({ published }) => published)
  .map(({ lectures, ...course }) => ({ ...course, lectures: lectures.map(({ title }) => title) }))

/** The demo's published courses and those written for the evaluation. */
export const evaluationCourses: EvaluationCourse[] = [
  ...fromDemo,
  ...buildingCourses,
  ...thinkingCourses,
  ...otherCourses,
]
