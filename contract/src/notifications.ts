import { z } from 'zod'
import { endpoint, event } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

export const Notification = z.object({
  _id: Id,
  message: z.string(),
  read: z.boolean(),
  createdAt: Instant,
  /** path of the page that it is about, or "" */
  link: z.string(),
})
export type Notification = z.output<typeof Notification>

/** How many notifications one answer brings unless fewer are asked for. */
export const notificationPage = 50

const Message = z.object({ message: z.string() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    access: 'signedIn',
    summary: 'My notifications, newest first; `before` is the id of the last one that is known',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(notificationPage),
      before: Id.optional(),
    }),
    status: 200,
    reply: z.object({
      notifications: z.array(Notification),
      /** of all my notifications, not of this page alone */
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
    summary: 'Mark one of my notifications as read; doing so twice is no error',
    params: z.object({ notificationId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/user/notifications/read',
    access: 'signedIn',
    summary: 'Mark all my notifications as read',
    status: 200,
    reply: Message,
    errors: [],
  }),
}

/** What a signed-in browser is told over the socket without asking. */
export const notificationEvents = {
  arrived: event({ name: 'notification', summary: 'A notification was made for me', payload: Notification }),
  read: event({
    name: 'notifications-read',
    summary: 'I marked notifications as read, here or in another tab',
    payload: z.object({ ids: z.union([z.literal('all'), z.array(Id)]), unreadCount: z.number().int() }),
  }),
}
