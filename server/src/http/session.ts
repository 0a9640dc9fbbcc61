import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from './viewer.ts'
import './viewer.ts'

/** Name of the cookie that holds the session's token. */
export const sessionCookie = 'vc_session'

export type SessionReader = {
  /** Null for an unknown, ended or expired token. `expiresAt` is set when the cookie has to be renewed. */
  read(token: string): Promise<{ viewer: Viewer; expiresAt?: Date } | null>
}

const options = (reply: FastifyReply) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: reply.request.protocol === 'https',
})

/** Puts a session's token into the browser. */
export function setSessionCookie(reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(sessionCookie, token, { ...options(reply), expires })
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, options(reply))
}

/** Answers who asks before any handler runs; requests without the cookie cost nothing. */
export function readSessions(app: FastifyInstance, sessions: SessionReader): void {
  app.decorateRequest('viewer', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> => {
    const session = await sessions.read(token)
    if (!session) return
    request.viewer = session.viewer
    if (session.expiresAt) setSessionCookie(reply, token, session.expiresAt)
  }
  // A callback, not a promise: most requests have no session, and each promise in the way of all of them costs.
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.headers.cookie?.includes(sessionCookie) ? request.cookies[sessionCookie] : undefined
    if (!token) return done()
    identify(request, reply, token).then(() => done(), done)
  })
}
