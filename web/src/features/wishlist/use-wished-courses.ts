import { ApiError, type Course, api as calls } from '@virtual-courses/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { session } from '#lib/session.ts'
import { changedWish, showWish } from './wishes.ts'

/** Courses once they are here; until then, or if they do not come, why not. */
export type WishedCourses = readonly Course[] | 'loading' | 'failed'

let last: { owner: string | undefined; courses: readonly Course[] } | undefined
const me = () => session.data()?.user?._id

/** Courses that were wished for on another device get their hearts; what was changed here meanwhile stands. */
function learn(courses: readonly Course[]) {
  const { user, own } = session.data() ?? {}
  if (!user) return
  for (const { _id } of courses)
    if (!own?.wishlist?.includes(_id) && changedWish(user._id, _id) === undefined) showWish(user._id, _id, true)
}

/**
 * The courses of the wishlist. They come with the document; coming from another page they are read, and those of the last
 * visit are shown meanwhile.
 * @param first with the document: the courses, or null if they could not be read; undefined without a document
 */
export function useWishedCourses(first: readonly Course[] | null | undefined) {
  const [state, setState] = useState<WishedCourses>(() => {
    if (first !== undefined) return first ?? 'failed'
    return last?.owner === me() && last ? last.courses : 'loading'
  })
  const latest = useRef(0)

  const read = useCallback(async () => {
    const mine = ++latest.current
    try {
      const { wishlist: courses } = await browserApi(calls.wishlist.list)
      if (mine !== latest.current) return
      last = { owner: me(), courses }
      learn(courses)
      setState(courses)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.end()
      if (mine === latest.current) setState((before) => (typeof before === 'string' ? 'failed' : before))
    }
  }, [])

  useEffect(() => {
    if (first === undefined) void read()
  }, [first, read])

  const retry = () => {
    setState('loading')
    void read()
  }
  return { courses: state, retry, refresh: read }
}
