import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { courseTextChanged } from '../courses/index.ts'
import { embedCourse, embedMissing } from './embed-course.ts'

/** Courses whose vectors are missing get them. */
export const fillVectors = defineJob({ name: 'fill-course-vectors', data: noData, retries: 3, retrySeconds: 60 })

export const searchJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(courseTextChanged, ({ courseId }) => embedCourse(deps, courseId)),
  handleJob(fillVectors, () => embedMissing(deps), '23 * * * *'),
]
