import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { listNotifications, markAllRead, markRead } from './inbox.ts'

/** Serves the endpoints of notifications. */
export function registerNotifications(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.notifications.list)(async ({ query, viewer }) => listNotifications(deps, viewer.id, query))
  serve(
    routes.signedIn,
    api.notifications.markRead,
  )(async ({ params, viewer }) => {
    await markRead(deps, viewer.id, params.notificationId)
    return { message: 'Notification marked as read' }
  })
  serve(
    routes.signedIn,
    api.notifications.markAllRead,
  )(async ({ viewer }) => {
    await markAllRead(deps, viewer.id)
    return { message: 'All notifications marked as read' }
  })
}
