import type { CourseDetails } from '@virtual-courses/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'

/** Returns a function that opens an entry of a course by its id: beside the player, or on the page of its own that a quiz has. */
export function useOpenLecture({ _id: courseId, lectures }: CourseDetails): (id: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (id) => {
      const entry = lectures.find(({ _id }) => _id === id) ?? { _id: id }
      void navigate(paths.entry(courseId, entry), { preventScrollReset: !('kind' in entry) })
    },
    [navigate, courseId, lectures],
  )
}
