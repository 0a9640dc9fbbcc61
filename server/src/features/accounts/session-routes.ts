import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { presentSessions } from './present.ts'
import { findSessionsOf } from './session-queries.ts'
import { endSessionOf, endSessionsOf } from './sessions.ts'

/** A user sees and ends his own sessions. */
export function registerSessions(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.accounts.sessions,
  )(async ({ viewer }) => ({
    sessions: presentSessions(await findSessionsOf(deps.db, viewer.id, deps.clock.now()), viewer.sessionId),
  }))
  serve(
    routes.signedIn,
    api.accounts.endSession,
  )(async ({ params, viewer, session }) => {
    if (!(await endSessionOf(deps.db, viewer.id, params.sessionId))) throw new DomainError('not_found')
    if (params.sessionId === viewer.sessionId) session.clear()
    return { message: 'This browser was signed out' }
  })
  serve(
    routes.signedIn,
    api.accounts.endOtherSessions,
  )(async ({ viewer }) => {
    await transact(deps.db, (tx) => endSessionsOf(tx, viewer.id, viewer.sessionId))
    return { message: 'All other browsers were signed out' }
  })
}
