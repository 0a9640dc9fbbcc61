import { type CourseCard, api as calls } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'

/** Distance from the viewport at which the list is requested. */
const ahead = '800px'

/**
 * Returns courses like this one, requested when `element` comes near the viewport; undefined until then. Empty when there are
 * none, and after an error: they are an extra.
 */
export function useSimilar(courseId: string, element: RefObject<Element | null>): readonly CourseCard[] | undefined {
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
