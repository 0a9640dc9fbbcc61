import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { listNotifications, markAllRead, markRead } from './inbox.ts'
import { listSettings, saveSetting, unsubscribe } from './settings.ts'

/** Serves the endpoints of notifications. */
export function registerNotifications(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.notifications.list,
  )(async ({ query, say, viewer }) => listNotifications(deps, viewer.id, query, say))
  serve(
    routes.signedIn,
    api.notifications.markRead,
  )(async ({ params, say, viewer }) => {
    await markRead(deps, viewer.id, params.notificationId)
    return { message: say(msg`Notification marked as read`) }
  })
  serve(
    routes.signedIn,
    api.notifications.markAllRead,
  )(async ({ say, viewer }) => {
    await markAllRead(deps, viewer.id)
    return { message: say(msg`All notifications marked as read`) }
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
  )(async ({ body, client, say }) => {
    await unsubscribe(deps, body, client)
    return { message: say(body.all ? msg`You get no more of these mails` : msg`You get no more mails of this kind`) }
  })
}
