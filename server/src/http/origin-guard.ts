import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './allow-origins.ts'
import { Refusal } from './refusal.ts'

/** Is this Origin one of ours: allowed, or the address that is being asked? */
export const isOurOrigin = (origin: string, host: string | undefined, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)

/** "Our own address" is no answer when the browser itself calls the request foreign. */
const hostFor = (request: FastifyRequest): string | undefined =>
  request.headers['sec-fetch-site'] === 'cross-site' ? undefined : request.host

/**
 * Refuses state-changing requests that a browser sends from a foreign site: the Origin must be ours or allowed.
 * Requests that name neither an Origin nor a foreign site in `Sec-Fetch-Site` (programs, the payment provider) carry no cookies of
 * a browser and pass; so do those to `openPaths`,
 * which change nothing in anybody's name.
 */
export function guardOrigin(
  app: FastifyInstance,
  allowed: readonly string[],
  openPaths: ReadonlySet<string> = new Set(),
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined ? site !== 'cross-site' : isOurOrigin(origin, hostFor(request), allowed)) return done()
    if (openPaths.has(pathOf(request.url))) return done()
    done(new Refusal('wrong_origin'))
  })
}
