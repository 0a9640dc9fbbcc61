import { ApiError, type Client, api as calls, type ReplyOf, type Role } from '@virtual-courses/contract'

export type NotificationPage = ReplyOf<typeof calls.notifications.list>

/** What belongs to the reader alone and stands on every page. */
export type OwnData = {
  /** ids of the courses that a student wishes for; null for others, and when they could not be read */
  wishlist: readonly string[] | null
  /** the newest notifications; null for visitors, and when they could not be read */
  notifications: NotificationPage | null
}

/** How many notifications come with a document. */
export const newestNotifications = 20

const notMine = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403)

/**
 * Reads what hearts and the bell show. Never fails: pages do without, and the reason goes to `log`.
 * @param role of who is asking; without it everything is asked for, so that nothing has to wait for the answer to who it
 *   is, and who may not have something is given nothing
 */
export async function readOwnData(
  api: Client,
  role: Role | undefined,
  log: (error: unknown) => void,
): Promise<OwnData> {
  const without = (error: unknown) => {
    if (!notMine(error)) log(error)
    return null
  }
  const [wishlist, notifications] = await Promise.all([
    role === undefined || role === 'student'
      ? api(calls.wishlist.ids).then(({ courseIds }) => courseIds, without)
      : null,
    api(calls.notifications.list, { query: { limit: newestNotifications } }).catch(without),
  ])
  return { wishlist, notifications }
}
