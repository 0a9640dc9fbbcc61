import { z } from 'zod'
import { endpoint, event } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** What a notification is about. Rows live for years: kinds are added, never renamed. `text` is of a time before there were kinds. */
export const NotificationKind = z.enum([
  'student-enrolled',
  'payment-refunded',
  'lecture-added',
  'lectures-added',
  'session-scheduled',
  'sessions-scheduled',
  'session-started',
  'sessions-started',
  'course-reviewed',
  'review-replied',
  'review-removed',
  'price-dropped',
  'course-unlisted',
  'course-relisted',
  'text',
])
export type NotificationKind = z.output<typeof NotificationKind>

export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  message: z.string(),
  read: z.boolean(),
  createdAt: Instant,
  /** path of a page, or "" */
  link: z.string(),
})
export type Notification = z.output<typeof Notification>

/** Default number of notifications in one reply. */
export const notificationPage = 50

const Message = z.object({ message: z.string() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    access: 'signedIn',
    summary: 'Notifications of the current user, newest first; `before` is the id of the last known one',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(notificationPage),
      before: Id.optional(),
    }),
    status: 200,
    reply: z.object({
      notifications: z.array(Notification),
      /** number of all unread notifications, not of this page only */
      unreadCount: z.number().int(),
      /** there are older ones */
      more: z.boolean(),
    }),
    errors: [],
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/user/notifications/:notificationId/read',
    access: 'signedIn',
    summary: 'Mark a notification as read; repeating it is no error',
    params: z.object({ notificationId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/user/notifications/read',
    access: 'signedIn',
    summary: 'Mark all notifications as read',
    status: 200,
    reply: Message,
    errors: [],
  }),
}

/** Events of notifications that the server sends over the socket. */
export const notificationEvents = {
  arrived: event({ name: 'notification', summary: 'The user has a new notification', payload: Notification }),
  read: event({
    name: 'notifications-read',
    summary: 'The user has marked notifications as read, here or in another tab',
    payload: z.object({ ids: z.union([z.literal('all'), z.array(Id)]), unreadCount: z.number().int() }),
  }),
}
