import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** people reach this site over https (`PUBLIC_URL`), whatever a proxy says of a single request */
    httpsSite?: boolean
    /** the address people use, without a slash at its end */
    publicUrl?: string
  }
}

/**
 * A cookie of this site that scripts cannot read and that other sites' requests do not carry. On an https site its name begins
 * with `__Host-`, so that browsers take it only with `Secure`, for the whole host and from this host alone: neither a
 * subdomain nor plain http can plant one. The plain name is not read there.
 */
export const browserCookie = (base: string) => {
  const hostName = `__Host-${base}`
  const nameOn = (server: FastifyInstance): string => (server.httpsSite ? hostName : base)
  const options = (reply: FastifyReply) => ({
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: reply.server.httpsSite === true || reply.request.protocol === 'https',
  })
  return {
    nameOn,
    read(request: FastifyRequest): string | undefined {
      // Parsing is left to requests that bring the cookie.
      return request.headers.cookie?.includes(base) ? request.cookies[nameOn(request.server)] : undefined
    },
    set(reply: FastifyReply, value: string, expires: Date): void {
      reply.setCookie(nameOn(reply.server), value, { ...options(reply), expires })
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(nameOn(reply.server), options(reply))
    },
  }
}
