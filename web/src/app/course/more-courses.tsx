import { Trans } from '@lingui/react/macro'
import type { CourseCard } from '@virtual-courses/contract'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { paths } from '#lib/paths.ts'
import { StoreCard } from '../store-card.tsx'
import { SimilarCourses } from './similar-courses.tsx'

type Props = {
  courseId: string
  /** of the same educator */
  others: readonly CourseCard[]
  /** on the page for visitors, which leads to others of its kind and has no similar courses */
  visitor: boolean
}

/** What a course's page ends with: other courses of the educator, and similar ones. */
export function MoreCourses({ courseId, others, visitor }: Props) {
  return (
    <>
      {(others.length > 0 || !visitor) && (
        <section aria-labelledby="others" className="mt-16">
          <h2 id="others" className="mb-6 text-2xl">
            <Trans>Other Published Courses by the Educator</Trans>
          </h2>
          {others.length > 0 ? (
            <CourseGrid>
              {others.map((other) => (
                <li key={other._id}>
                  <StoreCard course={other} to={visitor ? paths.publicCourse(other) : paths.course(other._id)} />
                </li>
              ))}
            </CourseGrid>
          ) : (
            <p className="text-muted">
              <Trans>This educator has no other published courses yet.</Trans>
            </p>
          )}
        </section>
      )}
      {!visitor && <SimilarCourses courseId={courseId} />}
    </>
  )
}
