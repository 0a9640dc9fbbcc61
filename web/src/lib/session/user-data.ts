import { ApiError, type Client, api as calls, type ReplyOf, type Role } from '@virtual-courses/contract'

export type NotificationPage = ReplyOf<typeof calls.notifications.list>

/** Data of the current user that every page shows. */
export type UserData = {
  /** ids of the courses on a student's wishlist; null for others, and when they could not be read */
  wishlist: readonly string[] | null
  /** the newest notifications; null for visitors, and when they could not be read */
  notifications: NotificationPage | null
}

/** Number of notifications that come with a document. */
export const newestNotifications = 20

const isNotAllowed = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403)

/**
 * Reads the wishlist and the notifications. Never throws: errors go to `log`, and pages work without the data.
 * @param role of the current user; without it everything is requested at once, and the server rejects what the
 *   user may not read
 */
export async function readUserData(
  api: Client,
  role: Role | undefined,
  log: (error: unknown) => void,
): Promise<UserData> {
  const withoutData = (error: unknown) => {
    if (!isNotAllowed(error)) log(error)
    return null
  }
  const [wishlist, notifications] = await Promise.all([
    role === undefined || role === 'student'
      ? api(calls.wishlist.ids).then(({ courseIds }) => courseIds, withoutData)
      : null,
    api(calls.notifications.list, { query: { limit: newestNotifications } }).catch(withoutData),
  ])
  return { wishlist, notifications }
}
