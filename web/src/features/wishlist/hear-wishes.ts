import { session } from '#lib/session.ts'
import { type WishNews, wishChannel } from './wish-channel.ts'
import { showWish } from './wishes.ts'

/** Shows what other tabs of the same account change. Answers how to stop. */
export function hearWishes(): () => void {
  const channel = wishChannel()
  const hear = ({ data }: MessageEvent<WishNews>) => {
    if (data.owner === session.data()?.user?._id) showWish(data.owner, data.courseId, data.wished)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
