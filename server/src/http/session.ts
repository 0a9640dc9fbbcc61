import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { cookiesOf, readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null for a visitor */
    viewer: CurrentUser | null
  }
}

/** Name of the cookie that holds the session's token. */
export const sessionCookie = 'vc_session'

/** Reads the current user before any handler runs; requests without the cookie cost nothing. */
export function readSessions(app: FastifyInstance, sessions: SessionReader): void {
  app.decorateRequest('viewer', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> => {
    const session = await sessions.read(token)
    if (!session) return
    request.viewer = session.viewer
    if (session.expiresAt) cookiesOf(request, reply).set(sessionCookie, token, session.expiresAt)
  }
  // A callback, not a promise: most requests have no session, and each promise in the way of all of them costs.
  app.addHook('onRequest', (request, reply, done) => {
    const token = readCookie(request, sessionCookie)
    if (!token) return done()
    identify(request, reply, token).then(() => done(), done)
  })
}
