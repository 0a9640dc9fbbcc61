import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const options = (reply: FastifyReply) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: reply.request.protocol === 'https',
})

/** A cookie that scripts cannot read and that other sites' requests do not carry. */
const browserCookie = (name: string) => ({
  read: (request: FastifyRequest): string | undefined => request.cookies[name],
  set(reply: FastifyReply, value: string, expires: Date): void {
    reply.setCookie(name, value, { ...options(reply), expires })
  },
  clear(reply: FastifyReply): void {
    reply.clearCookie(name, options(reply))
  },
})

/** Holds the verification token of a browser that verified a code. */
export const proofCookie = browserCookie('vc_reset')

/** Tells that this browser has signed in to an account before (`known-browser.ts`). */
export const knownBrowserCookie = browserCookie('vc_known')
