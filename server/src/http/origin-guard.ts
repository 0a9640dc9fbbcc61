import type { FastifyInstance } from 'fastify'
import { pathOf } from './allow-origins.ts'
import { Refusal } from './refusal.ts'

/** Is this Origin one of ours: allowed, or the address that is being asked? */
export const isOurOrigin = (origin: string, host: string | undefined, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)

/**
 * Refuses state-changing requests that a browser sends from a foreign site: the Origin must be ours or allowed.
 * Requests without an Origin (programs, the payment provider) carry no cookies of a browser and pass; so do those to `openPaths`,
 * which change nothing in anybody's name.
 */
export function guardOrigin(
  app: FastifyInstance,
  allowed: readonly string[],
  openPaths: ReadonlySet<string> = new Set(),
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return done()
    const origin = request.headers.origin
    if (origin === undefined || isOurOrigin(origin, request.host, allowed)) return done()
    if (openPaths.has(pathOf(request.url))) return done()
    done(new Refusal('wrong_origin'))
  })
}
