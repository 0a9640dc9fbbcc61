import { api } from '@virtual-courses/contract'
import { transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import { serve } from '#http/serve.ts'
import { clearSessionCookie } from '#http/session.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { presentSessions } from './present.ts'
import { findSessionsOf } from './session-queries.ts'
import { endSessionOf, endSessionsOf } from './sessions.ts'

/** A user sees and ends his own sessions. */
export function registerSessions(rings: Rings, deps: FeatureDeps): void {
  serve(
    rings.signedIn,
    api.accounts.sessions,
  )(async ({ viewer }) => ({
    sessions: presentSessions(await findSessionsOf(deps.db, viewer.id, deps.clock.now()), viewer.sessionId),
  }))
  serve(
    rings.signedIn,
    api.accounts.endSession,
  )(async ({ params, viewer, reply }) => {
    if (!(await endSessionOf(deps.db, viewer.id, params.sessionId))) throw new Refusal('not_found')
    if (params.sessionId === viewer.sessionId) clearSessionCookie(reply)
    return { message: 'This browser was signed out' }
  })
  serve(
    rings.signedIn,
    api.accounts.endOtherSessions,
  )(async ({ viewer }) => {
    await transact(deps.db, (tx) => endSessionsOf(tx, viewer.id, viewer.sessionId))
    return { message: 'All other browsers were signed out' }
  })
}
