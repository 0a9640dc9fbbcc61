import { useEffect, useState } from 'react'
import type { FindCourses, OfferedCourse } from './course-finder.tsx'

/** Value of a form: ids of courses in their order, with spaces between them. */
export const joinIds = (courses: readonly Pick<OfferedCourse, '_id'>[]): string =>
  courses.map(({ _id }) => _id).join(' ')
export const splitIds = (courses: string): string[] => courses.split(' ').filter(Boolean)

/** Pages of courses that are read to know those of a draft. */
const mostPages = 10

/** Returns the courses of such a value; those that a restored draft names are looked up. `know` tells it courses that were read. */
export function useChosenCourses(value: string, find: FindCourses, first: readonly OfferedCourse[] = []) {
  const [known, setKnown] = useState<ReadonlyMap<string, OfferedCourse>>(
    () => new Map(first.map((one) => [one._id, one])),
  )
  const know = (courses: readonly OfferedCourse[]) =>
    setKnown((before) => new Map([...before, ...courses.map((one) => [one._id, one] as const)]))
  const ids = splitIds(value)
  const isUnknown = ids.some((id) => !known.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value that has one
  useEffect(() => {
    if (!isUnknown) return
    let gone = false
    async function lookUp() {
      let cursor: string | undefined
      const missing = new Set(ids.filter((id) => !known.has(id)))
      for (let page = 0; page < mostPages && missing.size > 0 && !gone; page++) {
        const { courses, next } = await find(cursor === undefined ? {} : { cursor })
        if (!gone) know(courses)
        for (const { _id } of courses) missing.delete(_id)
        if (next === null) return
        cursor = next
      }
    }
    // they are shown by their ids then, and can be removed
    lookUp().catch(() => {})
    return () => {
      gone = true
    }
  }, [value, isUnknown])
  return {
    chosen: ids.map((id): OfferedCourse => known.get(id) ?? { _id: id, title: id }),
    titleOf: (id: string): string => known.get(id)?.title ?? id,
    know,
  }
}
