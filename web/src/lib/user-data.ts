import { ApiError, type Client, api as calls, type ReplyOf, type Role } from '@virtual-courses/contract'

export type NotificationPage = ReplyOf<typeof calls.notifications.list>

/** What belongs to the current user and is shown on every page. */
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
 * Reads what hearts and the bell show. Never throws: pages do without it, and the error goes to `log`.
 * @param role of the current user; without it everything is requested at once, before it is known who is asking, and the
 *   server refuses what the user may not have
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
