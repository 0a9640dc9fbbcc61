import { Trans } from '@lingui/react/macro'
import { type CourseCard, api as calls } from '@virtual-courses/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { StoreCard } from '../store-card.tsx'

/** Distance from the viewport at which the list is requested. */
const ahead = '800px'

/**
 * Returns courses like this one, requested when `element` comes near the viewport; undefined until then. Empty when there are
 * none, and after an error: they are an extra.
 */
function useSimilar(courseId: string, element: RefObject<Element | null>): readonly CourseCard[] | undefined {
  const [courses, setCourses] = useState<readonly CourseCard[]>()
  useEffect(() => {
    if (!element.current) return
    const left = new AbortController()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        browserApi(calls.ai.similar, { params: { courseId }, signal: left.signal }).then(
          (answer) => setCourses(answer.courses),
          (error: unknown) => {
            if (left.signal.aborted) return
            console.warn(error)
            setCourses([])
          },
        )
      },
      { rootMargin: ahead },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      left.abort()
    }
  }, [courseId, element])
  return courses
}

/** Two rows of two, or one of three: a fourth card alone in a row looks lost. */
const card = 'lg:nth-[4]:hidden'

/** Courses like this one, at the end of its page. Loaded shortly before they come into view, into reserved space. */
export function SimilarCourses({ courseId }: { courseId: string }) {
  const section = useRef<HTMLElement>(null)
  const courses = useSimilar(courseId, section)
  return (
    <section ref={section} aria-labelledby="similar" aria-busy={courses === undefined} className="mt-16">
      <h2 id="similar" className="mb-6 text-2xl">
        <Trans>Similar Courses</Trans>
      </h2>
      {courses?.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          <Trans>There are no similar courses yet.</Trans>
          <ButtonLink to={paths.allCourses} variant="link">
            <Trans>View all Courses</Trans>
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
