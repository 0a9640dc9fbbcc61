import { t } from '@lingui/core/macro'
import { ApiError, api as calls } from '@virtual-courses/contract'
import { keepaliveApi } from '#lib/connection/keepalive-api.ts'
import { createSerialQueue, type SerialQueue } from '#lib/connection/serial-queue.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { session } from '#lib/session/session.ts'
import { spokenFailureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

type Course = {
  queue: SerialQueue
  /** A call failed, perhaps only its reply: the saved state of this browser may be wrong. */
  uncertain: boolean
  /** The server saved a change that is not confirmed by a message yet. */
  unconfirmed: boolean
}

const courses = new Map<string, Course>()

function courseOf(userId: string, courseId: string): Course {
  const key = `${userId} ${courseId}`
  const course = courses.get(key) ?? { queue: createSerialQueue(), uncertain: false, unconfirmed: false }
  courses.set(key, course)
  return course
}

/**
 * Saves what a heart shows. Calls for one course run one after another, so that the server ends with the last press: `signal`
 * is aborted when the heart is pressed again, and a call that is not sent by then is skipped. Errors become messages.
 */
export async function saveHeart(courseId: string, wishlisted: boolean, signal: AbortSignal): Promise<void> {
  const user = session.data()?.user
  if (user?.role !== 'student') {
    toast.error(t`Only students can use wishlist`)
    return
  }
  const userId = user._id
  const course = courseOf(userId, courseId)
  await course.queue(async () => {
    if (signal.aborted) return
    try {
      const saved = session.data()?.userData?.wishlist?.includes(courseId)
      if (course.uncertain || saved !== wishlisted) {
        await keepaliveApi(wishlisted ? calls.wishlist.add : calls.wishlist.remove, { body: { courseId } })
        course.uncertain = false
        course.unconfirmed = true
        session.showHeart({ userId, courseId, wishlisted })
        publishToTabs({ kind: 'wishlist', userId, courseId, wishlisted })
      }
      if (signal.aborted || !course.unconfirmed) return
      course.unconfirmed = false
      toast.success(wishlisted ? t`Added to wishlist` : t`Removed from wishlist`)
    } catch (error) {
      course.uncertain = true
      // pressed again: that call decides
      if (signal.aborted) return
      toast.error(spokenFailureOf(error, t`Wishlist update failed`))
      if (error instanceof ApiError && error.status === 401) session.end()
    }
  })
}
