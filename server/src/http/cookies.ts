import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '#core/call.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** people reach this site over https (`PUBLIC_URL`), whatever a proxy says of a single request */
    httpsSite?: boolean
    /** the address people use, without a slash at its end */
    publicUrl?: string
  }
}

/**
 * The name that browsers know a cookie by. On an https site it begins with `__Host-`, so that browsers take it only with
 * `Secure`, for the whole host and from this host alone: neither a subdomain nor plain http can set one. The plain name is not
 * read there.
 */
export const cookieNameOn = (server: FastifyInstance, name: string): string =>
  server.httpsSite ? `__Host-${name}` : name

/** Returns the value of a cookie; parsing is left to requests that bring it. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie?.includes(name) ? request.cookies[cookieNameOn(request.server, name)] : undefined

/** Cookies of a request and its reply: scripts cannot read them, and requests of other sites do not carry them. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
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
  }
}
