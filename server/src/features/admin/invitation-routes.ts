import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { callerOf } from '../accounts/index.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { findOpen } from './invitation-queries.ts'
import { presentInvitation } from './present.ts'
import { sendInvitation, withdrawInvitation } from './send-invitation.ts'

/** The calls about invitations: two of anyone who has a link, three of admins. */
export function registerInvitations(routes: Routes, deps: FeatureDeps): void {
  serve(routes.public, api.invitations.read)((call) => readInvitation(deps, call.body.token, callerOf(call)))
  serve(routes.public, api.invitations.accept)((call) => acceptInvitation(deps, call.body, callerOf(call)))
  serve(
    routes.admin,
    api.invitations.list,
  )(async () => ({ invitations: (await findOpen(deps.db, deps.clock.now())).map(presentInvitation) }))
  serve(
    routes.admin,
    api.invitations.send,
  )(async ({ body, viewer }) => {
    await sendInvitation(deps, viewer, body.email)
    return { message: `An invitation is on its way to ${body.email}` }
  })
  serve(
    routes.admin,
    api.invitations.withdraw,
  )(async ({ params, viewer }) => {
    await withdrawInvitation(deps, viewer, params.invitationId)
    return { message: 'Invitation withdrawn' }
  })
}
