import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { cookieNameOn, cookiesOf, readCookie, readPlainCookie } from './cookies.ts'

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

/** Names the viewer of a call that a document makes in this process. No client can guess a value that is in `passes`. */
const passHeader = 'x-document-pass'
const passes = new Map<string, CurrentUser>()

/**
 * Makes a call in this process for a document that is being rendered. It has the document's viewer: a page makes up to ten calls, and each of
 * them would read the same session. A form that is sent without scripts may begin or end one, so its calls read it again.
 */
export async function callAsViewerOf<Reply>(
  { viewer, method }: Pick<FastifyRequest, 'viewer' | 'method'>,
  call: (headers: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  if (!viewer || method !== 'GET') return call({})
  const pass = randomUUID()
  passes.set(pass, viewer)
  try {
    return await call({ [passHeader]: pass })
  } finally {
    passes.delete(pass)
  }
}

/** Sets `request.viewer` before handlers run; requests without the cookie cost nothing. */
export function readSessions(app: FastifyInstance, sessions: SessionReader): void {
  app.decorateRequest('viewer', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> => {
    const session = await sessions.read(token)
    if (!session) return
    request.viewer = session.viewer
    if (session.expiresAt) cookiesOf(request, reply).set(sessionCookie, token, session.expiresAt)
  }
  /** Replaces the cookie of an earlier version, also in the request itself, so that calls of its page use the new one. */
  const replace = async (request: FastifyRequest, reply: FastifyReply, plain: string): Promise<string | undefined> => {
    const cookies = cookiesOf(request, reply)
    const replaced = await sessions.replacePlain(plain)
    cookies.clearPlain(sessionCookie)
    if (!replaced) return undefined
    const { token, expiresAt } = replaced
    cookies.set(sessionCookie, token, expiresAt)
    const name = cookieNameOn(request.server, sessionCookie)
    request.headers.cookie = `${request.headers.cookie}; ${name}=${token}`
    request.cookies[name] = token
    return token
  }
  const arrive = async (request: FastifyRequest, reply: FastifyReply, plain: string | undefined): Promise<void> => {
    const token = plain === undefined ? readCookie(request, sessionCookie) : await replace(request, reply, plain)
    if (token && !request.routeOptions.config.readsSession) await identify(request, reply, token)
  }
  // A callback, not a promise: it runs for every request, and most have no session.
  app.addHook('onRequest', (request, reply, done) => {
    const plain = readPlainCookie(request, sessionCookie)
    const token = request.routeOptions.config.readsSession ? undefined : readCookie(request, sessionCookie)
    if (!token && !plain) return done()
    const known = token && passes.get(String(request.headers[passHeader]))
    if (known) {
      request.viewer = known
      return done()
    }
    arrive(request, reply, plain).then(() => done(), done)
  })
}
