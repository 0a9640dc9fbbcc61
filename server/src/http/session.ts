import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { cookiesOf, readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** multipart bodies of this route are streamed to disk and have their own limits */
    streamsBody?: boolean
    /** the route reads the session itself, and `request.viewer` stays null */
    readsSession?: boolean
  }
  interface FastifyRequest {
    /** the current user; null for a visitor */
    viewer: CurrentUser | null
  }
}

/** Name of the cookie with the session token. */
export const sessionCookie = 'vc_session'

/** Sets `request.viewer` before handlers run; requests without the cookie cost nothing. */
export function readSessions(app: FastifyInstance, sessions: SessionReader): void {
  app.decorateRequest('viewer', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> => {
    const session = await sessions.read(token)
    if (!session) return
    request.viewer = session.viewer
    if (session.expiresAt) cookiesOf(request, reply).set(sessionCookie, token, session.expiresAt)
  }
  // A callback, not a promise: it runs for every request, and most have no session.
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.routeOptions.config.readsSession ? undefined : readCookie(request, sessionCookie)
    if (!token) return done()
    identify(request, reply, token).then(() => done(), done)
  })
}
