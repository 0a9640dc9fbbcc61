import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '#core/call.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** whether the site is reached over https according to `PUBLIC_URL`, whatever a proxy says about a single request */
    httpsSite?: boolean
    /** `PUBLIC_URL` without a trailing slash */
    publicUrl?: string
  }
}

/**
 * Returns the name of a cookie in browsers. On an https site it begins with `__Host-`, so that browsers accept it only with `Secure`,
 * for the whole host and from this host: neither a subdomain nor plain http can set it. The plain name is read once there, for
 * sessions of earlier versions (`session.ts`).
 */
export const cookieNameOn = (server: FastifyInstance, name: string): string =>
  server.httpsSite ? `__Host-${name}` : name

/** Returns the value of a cookie; headers without its name are not parsed. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie?.includes(name) ? request.cookies[cookieNameOn(request.server, name)] : undefined

/** Returns the value of the cookie that an earlier version has set on an https site, if the present cookie is not sent. */
export function readPlainCookie(request: FastifyRequest, name: string): string | undefined {
  if (request.server.httpsSite !== true || !request.headers.cookie?.includes(name)) return undefined
  return request.cookies[cookieNameOn(request.server, name)] === undefined ? request.cookies[name] : undefined
}

/** Cookies of a request and its reply: `HttpOnly` and `SameSite=Lax`. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies & { clearPlain(name: string): void } {
  const { server } = request
  const options = () => ({
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: server.httpsSite === true || request.protocol === 'https',
  })
  return {
    read: (name) => readCookie(request, name),
    set(name, value, expires) {
      reply.setCookie(cookieNameOn(server, name), value, { ...options(), expires })
    },
    clear(name) {
      reply.clearCookie(cookieNameOn(server, name), options())
    },
    clearPlain(name) {
      reply.clearCookie(name, options())
    },
  }
}
