import { type CourseCard, api as calls } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'

/** How far below the screen the list is when it is fetched: it is there before it is seen. */
const ahead = '800px'

/**
 * Courses like this one, asked for when `place` comes near the screen; undefined until then. None where the server has none,
 * and where it could not be asked: nobody came for them.
 */
export function useSimilar(courseId: string, place: RefObject<Element | null>): readonly CourseCard[] | undefined {
  const [courses, setCourses] = useState<readonly CourseCard[]>()
  useEffect(() => {
    if (!place.current) return
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
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      left.abort()
    }
  }, [courseId, place])
  return courses
}
