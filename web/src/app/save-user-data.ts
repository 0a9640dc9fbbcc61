import { saveReadNotifications } from '#features/notifications/notification-updates.ts'
import { saveHeart } from '#features/wishlist/save-heart.ts'

/** Saves a form of `useHeart` or `useMarkRead`. Never throws: errors are shown as messages, and the page goes back to what is saved. */
export async function saveUserData(request: Request): Promise<null> {
  const form = await request.formData()
  const courseId = form.get('courseId')
  if (typeof courseId === 'string') await saveHeart(courseId, form.get('wishlisted') === 'true', request.signal)
  else await saveReadNotifications(form)
  return null
}
