import type { FastifyInstance } from 'fastify'

/**
 * Writes one warning when a request carries a forwarded header although no proxy is trusted: then all clients look like the
 * proxy, and share its limits.
 */
export function noticeUntrustedProxy(app: FastifyInstance): void {
  let noticed = false
  app.addHook('onRequest', ({ headers, log, raw }, _reply, done) => {
    if (noticed || (headers['x-forwarded-for'] ?? headers['x-forwarded-proto'] ?? headers.forwarded) === undefined)
      return done()
    noticed = true
    log.warn(
      { peer: raw.socket.remoteAddress },
      'TRUST_PROXY: a request came with a forwarded header, but no proxy is trusted. If a reverse proxy is in front, set TRUST_PROXY to the number of proxies: now all visitors count as one client.',
    )
    done()
  })
}
