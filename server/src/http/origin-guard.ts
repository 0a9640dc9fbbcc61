import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#core/domain-error.ts'
import { pathOf } from './allow-origins.ts'

/** Whether an `Origin` is one of ours: allowed, or the address that is being asked. */
export const isOurOrigin = (origin: string, host: string | undefined, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)

/** "Our own address" is no answer when the browser itself calls the request foreign. */
const hostFor = (request: FastifyRequest): string | undefined =>
  request.headers['sec-fetch-site'] === 'cross-site' ? undefined : request.host

/** The origin of the page that made a GET request, which names it in `Referer` alone as a rule. */
function pageOf({ headers: { origin, referer } }: FastifyRequest): string | undefined {
  if (origin !== undefined) return origin
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : referer
}

/** May the page that made this GET request change something by it? A person who typed the address may, and programs. */
function mayChangeByGet(request: FastifyRequest, allowed: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  const page = pageOf(request)
  return page === undefined ? site === undefined : isOurOrigin(page, hostFor(request), allowed)
}

/**
 * Refuses state-changing requests that a browser sends from a foreign site: the Origin must be ours or allowed.
 * Requests that name neither an Origin nor a foreign site in `Sec-Fetch-Site` (programs, the payment provider) carry no cookies of
 * a browser and pass; so do those to `openPaths`,
 * which change nothing in anybody's name. GET requests to `changingPaths` change something all the same: theirs is the same rule, with
 * `Referer` in place of a missing Origin.
 */
export function guardOrigin(
  app: FastifyInstance,
  allowed: readonly string[],
  openPaths: ReadonlySet<string> = new Set(),
  changingPaths: ReadonlySet<string> = new Set(),
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'OPTIONS') return done()
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (!changingPaths.has(pathOf(request.url)) || mayChangeByGet(request, allowed)) return done()
      return done(new DomainError('wrong_origin'))
    }
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined ? site !== 'cross-site' : isOurOrigin(origin, hostFor(request), allowed)) return done()
    if (openPaths.has(pathOf(request.url))) return done()
    done(new DomainError('wrong_origin'))
  })
}
