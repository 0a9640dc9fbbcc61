import { ApiError, type CourseCard, api as calls } from '@virtual-courses/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { session } from '#lib/session.ts'

/** The courses once they are loaded; until then, or if they cannot be, the state. */
export type WishlistCourses = readonly CourseCard[] | 'loading' | 'failed'

let lastVisit: { userId: string | undefined; courses: readonly CourseCard[] } | undefined
const currentUserId = () => session.data()?.user?._id
const savedIds = () => session.data()?.userData?.wishlist ?? null

/** Hearts follow what was changed on another device, unless something was changed here since the list was requested. */
function updateHearts(courses: readonly CourseCard[], idsBefore: readonly string[] | null) {
  if (savedIds() !== idsBefore) return
  const wishlist = courses.map(({ _id }) => _id)
  session.updateUserData(currentUserId(), (before) => ({ ...before, wishlist }))
}

/**
 * The courses of the wishlist. They come with the document; after a navigation they are requested, and those of the last
 * visit are shown meanwhile.
 * @param first with the document: the courses, or null if they could not be read; undefined without a document
 */
export function useWishlistCourses(first: readonly CourseCard[] | null | undefined) {
  const [state, setState] = useState<WishlistCourses>(() => {
    if (first !== undefined) return first ?? 'failed'
    return lastVisit && lastVisit.userId === currentUserId() ? lastVisit.courses : 'loading'
  })
  const latest = useRef(0)

  const refresh = useCallback(async () => {
    const request = ++latest.current
    const idsBefore = savedIds()
    try {
      const { wishlist: courses } = await browserApi(calls.wishlist.list)
      if (request !== latest.current) return
      lastVisit = { userId: currentUserId(), courses }
      updateHearts(courses, idsBefore)
      setState(courses)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.end()
      if (request === latest.current) setState((before) => (typeof before === 'string' ? 'failed' : before))
    }
  }, [])

  useEffect(() => {
    if (first === undefined) void refresh()
    // the ids could not be read with the document, but the courses could
    else if (first && savedIds() === null) updateHearts(first, null)
  }, [first, refresh])

  const retry = () => {
    setState('loading')
    void refresh()
  }
  return { courses: state, retry, refresh }
}
