import { ApiError, type Client, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useUserData } from '#lib/session/root-data.ts'
import { session } from '#lib/session/session.ts'

export type WishlistPage = ReplyOf<typeof calls.wishlist.page>

/** Reads the page of the wishlist at a place; its first one when the place cannot be found any more. */
export async function readWishlistPage(api: Client, at: string): Promise<WishlistPage> {
  if (!at) return api(calls.wishlist.page)
  try {
    return await api(calls.wishlist.page, { query: { cursor: at } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_input') return api(calls.wishlist.page)
    throw error
  }
}

/** A page that was read, and the ids of the whole wishlist at that time; null when they could not be read. */
export type ListedWishlist = WishlistPage & { ids: readonly string[] | null }

let lastVisit: { userId: string | undefined; at: string; list: ListedWishlist } | undefined
const currentUserId = () => session.data()?.user?._id
const savedIds = () => session.data()?.userData?.wishlist ?? null

/** Hearts follow what was changed on another device, unless something was changed here since the list was requested. */
function updateHearts(wishlist: readonly string[], idsBefore: readonly string[] | null) {
  if (savedIds() !== idsBefore) return
  session.updateUserData(currentUserId(), (before) => ({ ...before, wishlist }))
}

/**
 * A page of the wishlist: the list once it is loaded; until then, or if it cannot be, the state. It comes with the document; after
 * a navigation it is requested, and that of the last visit is shown meanwhile.
 * @param first with the document: the page, or null if it could not be read; undefined without a document
 */
export function useWishlistPage(first: WishlistPage | null | undefined, at: string) {
  const ids = useUserData()?.wishlist ?? null
  const [state, setState] = useState<ListedWishlist | 'loading' | 'failed'>(() => {
    if (first !== undefined) return first ? { ...first, ids } : 'failed'
    const known = lastVisit?.userId === currentUserId() && lastVisit?.at === at ? lastVisit : undefined
    return known?.list ?? 'loading'
  })
  const latest = useRef(0)

  const refresh = useCallback(async () => {
    const request = ++latest.current
    const idsBefore = savedIds()
    try {
      const [page, { courseIds }] = await Promise.all([
        readWishlistPage(browserApi, at),
        browserApi(calls.wishlist.ids),
      ])
      if (request !== latest.current) return
      const list = { ...page, ids: courseIds }
      lastVisit = { userId: currentUserId(), at, list }
      updateHearts(courseIds, idsBefore)
      setState(list)
    } catch {
      if (request === latest.current) setState((before) => (typeof before === 'string' ? 'failed' : before))
    }
  }, [at])

  useEffect(() => {
    // without a document, or when the ids could not be read with it
    if (first === undefined || (first && savedIds() === null)) void refresh()
  }, [first, refresh])

  const retry = () => {
    setState('loading')
    void refresh()
  }
  return { list: state, retry, refresh }
}
