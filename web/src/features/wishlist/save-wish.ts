import { ApiError, api as calls, createClient } from '@virtual-courses/contract'
import { serverMessageOf } from '#lib/message-of.ts'
import { session } from '#lib/session.ts'
import { toast } from '#ui/toast.ts'
import { wishChannel } from './wish-channel.ts'
import { createWishQueue } from './wish-queue.ts'
import { changedWish, showWish } from './wishes.ts'

/** The call outlives the page: who presses a heart and leaves at once has still pressed it. */
const lastingApi = createClient((path, init) => fetch(path, { ...init, credentials: 'include', keepalive: true }))

const me = () => session.data()?.user?._id ?? ''
const show = (courseId: string, wished: boolean) => showWish(me(), courseId, wished)

/** Sends what a heart shows to the server; see `createWishQueue`. Fetched when the first heart is pressed. */
export const saveWish = createWishQueue({
  async send(courseId, wished) {
    await lastingApi(wished ? calls.wishlist.add : calls.wishlist.remove, { body: { courseId } })
  },
  shown: (courseId) => changedWish(me(), courseId) ?? false,
  show,
  saved(courseId, wished) {
    toast.success(wished ? 'Added to wishlist' : 'Removed from wishlist')
    wishChannel()?.postMessage({ owner: me(), courseId, wished })
  },
  failed(error) {
    toast.error(serverMessageOf(error, 'Wishlist update failed'))
    if (error instanceof ApiError && error.status === 401) session.end()
  },
})
