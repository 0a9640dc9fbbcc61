import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { accountTakenOver } from '../accounts/index.ts'
import { endAddress, readAddress, readFeed, renewAddress } from './calendar-address.ts'
import { deleteAddressOf } from './queries.ts'
import { readAgenda } from './read-agenda.ts'

/** Serves what users do next, and their calendars. */
export function registerAgenda(routes: Routes, deps: FeatureDeps): void {
  accountTakenOver.on(deps.db, (tx, { userId }) => deleteAddressOf(tx, userId))
  serve(routes.signedIn, api.agenda.read)(async ({ viewer, say }) => readAgenda(deps, viewer, say))
  serve(routes.signedIn, api.agenda.address)(async ({ viewer }) => readAddress(deps, viewer))
  serve(routes.signedIn, api.agenda.renewAddress)(async ({ viewer }) => renewAddress(deps, viewer))
  serve(routes.signedIn, api.agenda.endAddress)(async ({ viewer }) => endAddress(deps, viewer))
  serve(
    routes.public,
    api.agenda.feed,
  )(async ({ params, client }) => ({
    kind: 'text',
    text: await readFeed(deps, params.token, client),
    contentType: 'text/calendar; charset=utf-8',
    headers: {
      'content-disposition': 'inline; filename="courses.ics"',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  }))
}
