import { api } from '@virtual-courses/contract'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllRead, markRead } from './mark-read.ts'

/** The calls of notifications. */
export function registerNotifications(rings: Rings, deps: FeatureDeps): void {
  serve(rings.signedIn, api.notifications.list)(async ({ query, viewer }) => listNotifications(deps, viewer.id, query))
  serve(
    rings.signedIn,
    api.notifications.markRead,
  )(async ({ params, viewer }) => {
    await markRead(deps, viewer.id, params.notificationId)
    return { message: 'Notification marked as read' }
  })
  serve(
    rings.signedIn,
    api.notifications.markAllRead,
  )(async ({ viewer }) => {
    await markAllRead(deps, viewer.id)
    return { message: 'All notifications marked as read' }
  })
}
