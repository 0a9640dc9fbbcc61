import { laterPart } from './near-view.tsx'

/** The lectures of a course. */
export const laterCurriculum = laterPart(() =>
  import('./curriculum-section.tsx').then((module) => module.CurriculumSection),
)

/** The reviews of a course and its educator. Who is enrolled has a form there. */
export const laterReviews = laterPart(
  () => import('./reviews-and-educator.tsx').then((module) => module.ReviewsAndEducator),
  {
    hasFields: ({ reviews }) => reviews.enrolled,
    missing: <p className="text-muted">The reviews could not be loaded. Please reload the page.</p>,
  },
)

/** Lists of other courses at the end of a course's page. */
export const laterCourses = laterPart(() => import('./more-courses.tsx').then((module) => module.MoreCourses))

/** All parts of a course's page whose code is fetched when they come near. */
export const courseParts = [laterCurriculum, laterReviews, laterCourses] as const
