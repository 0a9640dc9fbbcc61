import { session } from '#lib/session.ts'
import { toast } from '#ui/toast.ts'
import { showWish } from './wishes.ts'

/** Pressed before the code that sends wishes was there; what is shown by then is sent. */
const waiting = new Set<string>()

/** Shows a wish at once and sends it. Says why when it is not a student who wishes, and sends nothing. */
export function setWish(courseId: string, wished: boolean): void {
  const user = session.data()?.user
  if (user?.role !== 'student') {
    toast.error('Only students can use wishlist')
    return
  }
  showWish(user._id, courseId, wished)
  if (waiting.has(courseId)) return
  waiting.add(courseId)
  import('./save-wish.ts').then(
    ({ saveWish }) => {
      waiting.delete(courseId)
      return saveWish(courseId, !wished)
    },
    () => {
      waiting.delete(courseId)
      showWish(user._id, courseId, !wished)
      toast.error('Wishlist update failed')
    },
  )
}
