import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientKey } from '#core/client-key.ts'
import { clientLeft } from '#http/client-left.ts'
import { knownBrowserCookie } from './browser-cookies.ts'

/** Where a request comes from. */
export type Caller = {
  /** what limits count by */
  key: string
  /** how the browser names itself */
  userAgent: string
  /** what the browser says about its earlier sign-ins (`known-browser.ts`) */
  known: string | undefined
  /** aborted when the client has left before it was answered */
  signal: AbortSignal
}

export const callerOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Caller => ({
  key: clientKey(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
  known: knownBrowserCookie.read(request),
  signal: clientLeft(reply),
})
