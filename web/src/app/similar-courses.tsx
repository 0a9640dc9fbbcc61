import { useRef } from 'react'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { CourseGrid } from '#features/courses/course-grid.tsx'
import { useSimilar } from '#features/search/use-similar.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { StoreCard } from './store-card.tsx'

/** Two rows of two, or one of three: a fourth card alone in a row looks lost. */
const card = 'lg:nth-[4]:hidden'

/** Courses like this one, at the end of its page. Loaded shortly before they come into view, into reserved space. */
export function SimilarCourses({ courseId }: { courseId: string }) {
  const section = useRef<HTMLElement>(null)
  const courses = useSimilar(courseId, section)
  return (
    <section ref={section} aria-labelledby="similar" aria-busy={courses === undefined} className="mt-16">
      <h2 id="similar" className="mb-6 text-2xl">
        Similar Courses
      </h2>
      {courses?.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          There are no similar courses yet.
          <ButtonLink to={paths.allCourses} variant="link">
            View all Courses
          </ButtonLink>
        </div>
      ) : (
        <CourseGrid>
          {courses
            ? courses.map((course) => (
                <li key={course._id} className={card}>
                  <StoreCard course={course} />
                </li>
              ))
            : ['one', 'two', 'three', 'four'].map((one) => (
                <li key={one} className={card}>
                  <CourseCardSkeleton />
                </li>
              ))}
        </CourseGrid>
      )}
    </section>
  )
}
