import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/domain-error.ts'

type Options = { publicUrl: string; host: string }

/**
 * Whether a Host header names this machine as a developer reaches it. A foreign name that resolves to this machine is DNS
 * rebinding: pages of that name would count as the same origin and could read everything.
 */
export function knownHosts({ publicUrl, host }: Options): (header: string | undefined) => boolean {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname, host.toLowerCase()])
  const everyAddress = host === '0.0.0.0' || host === '::'
  return (header = '') => {
    const name = header.replace(/:\d+$/, '').toLowerCase()
    // An address is no name that someone could point here.
    return names.has(name) || (everyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  }
}

/** Refuses requests for other host names. For development only: in production the proxy decides. */
export function serveKnownHosts(app: FastifyInstance, isKnown: (header: string | undefined) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isKnown(request.raw.headers.host) ? undefined : new DomainError('unknown_host'))
  })
}
