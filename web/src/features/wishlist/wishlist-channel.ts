import { session } from '#lib/session.ts'

type WishlistChange = { userId: string; courseId: string; wishlisted: boolean }

let channel: BroadcastChannel | undefined

/** Connects the tabs of this browser; undefined where the browser cannot. */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('wishlist')
  return channel
}

/** Makes hearts of this tab show a change that the server has saved. */
function showChange({ userId, courseId, wishlisted }: WishlistChange): void {
  session.updateUserData(userId, (before) => {
    const others = (before.wishlist ?? []).filter((id) => id !== courseId)
    return { ...before, wishlist: wishlisted ? [courseId, ...others] : others }
  })
}

/** Shows a saved change in this tab and in the others of the same account. */
export function publishWishlistChange(change: WishlistChange): void {
  showChange(change)
  openChannel()?.postMessage(change)
}

/** Shows what other tabs change. Returns a function that stops it. */
export function subscribeToWishlistChanges(): () => void {
  const onMessage = ({ data }: MessageEvent<WishlistChange>) => showChange(data)
  openChannel()?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}
