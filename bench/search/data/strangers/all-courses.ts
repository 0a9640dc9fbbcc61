import type { EvaluationCourse } from '../written-course.ts'
import { appCourses } from './app-courses.ts'
import { codeCourses } from './code-courses.ts'
import { lifeCourses } from './life-courses.ts'
import { machineCourses } from './machine-courses.ts'
import { numberCourses } from './number-courses.ts'
import { safetyCourses } from './safety-courses.ts'

/** Courses by others, who had seen neither the engine nor its lexicon. Some keys are those of the own set. */
export const strangerCourses: EvaluationCourse[] = [
  ...appCourses,
  ...machineCourses,
  ...numberCourses,
  ...safetyCourses,
  ...codeCourses,
  ...lifeCourses,
]
