import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { listNotifications, markAllRead, markRead } from './inbox.ts'
import { listSettings, saveSetting, unsubscribe } from './settings.ts'

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
  serve(
    routes.signedIn,
    api.notifications.settings,
  )(async ({ viewer }) => ({ settings: await listSettings(deps, viewer.id) }))
  serve(
    routes.signedIn,
    api.notifications.saveSetting,
  )(async ({ body, viewer }) => ({ setting: await saveSetting(deps, viewer.id, body) }))
  serve(
    routes.public,
    api.notifications.unsubscribe,
  )(async ({ body, client }) => {
    await unsubscribe(deps, body, client)
    return { message: body.all ? 'You get no more of these mails' : 'You get no more mails of this kind' }
  })
}
