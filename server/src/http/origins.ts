import { isIP } from 'node:net'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#core/domain-error.ts'

/** True when an `Origin` is allowed or that of the requested host. */
export const isOurOrigin = (origin: string, host: string | undefined, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)

/** Returns the host of a request; undefined when the browser says that the request is cross-site, so that only `allowed` counts. */
const hostFor = (request: FastifyRequest): string | undefined =>
  request.headers['sec-fetch-site'] === 'cross-site' ? undefined : request.host

/** Returns the origin of the page that made a GET request, which browsers usually send in `Referer` only. */
function pageOf({ headers: { origin, referer } }: FastifyRequest): string | undefined {
  if (origin !== undefined) return origin
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : referer
}

/** True when a GET request may change something: from a page of an allowed origin, from the address bar, or from a program. */
function mayChangeByGet(request: FastifyRequest, allowed: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  const page = pageOf(request)
  return page === undefined ? site === undefined : isOurOrigin(page, hostFor(request), allowed)
}

/**
 * Refuses state-changing requests of browsers from other sites: the Origin must be the server's own or allowed. Requests with neither an
 * Origin nor a cross-site `Sec-Fetch-Site` come from programs without browser cookies and pass, as do `openPaths`. GET requests to
 * `changingPaths` follow the same rule, with `Referer` in place of a missing Origin.
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
      // of the route, because a path can be written in many ways
      const { url = '' } = request.routeOptions
      if (!changingPaths.has(url) || mayChangeByGet(request, allowed)) return done()
      return done(new DomainError('wrong_origin'))
    }
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined ? site !== 'cross-site' : isOurOrigin(origin, hostFor(request), allowed)) return done()
    if (openPaths.has(pathOf(request.url))) return done()
    done(new DomainError('wrong_origin'))
  })
}

/** Returns the path of a URL without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

/** Sets CORS headers: `origins` may read replies with credentials; `openPaths` may be called by every site without credentials. */
export async function allowOrigins(
  app: FastifyInstance,
  { origins, openPaths }: { origins: readonly string[]; openPaths: ReadonlySet<string> },
): Promise<void> {
  const listed = {
    origin: origins.length > 0 ? [...origins] : false,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // response headers that resumable uploads need
    exposedHeaders: ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset', 'Retry-After'],
    // A request that merely resembles a preflight reaches the router, whose errors are problem documents.
    strictPreflight: false,
  }
  const open = { origin: '*', credentials: false, methods: ['POST'], strictPreflight: false }
  await app.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers
      const isOpen = openPaths.has(pathOf(request.url)) && !(origin !== undefined && origins.includes(origin))
      done(null, isOpen ? open : listed)
    },
  })
}

type Options = { publicUrl: string; host: string }

/**
 * Returns a function that decides whether a Host header names this machine. A foreign name that resolves to it is DNS rebinding: pages of
 * that name would have the same origin and could read everything.
 */
export function knownHosts({ publicUrl, host }: Options): (header: string | undefined) => boolean {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname, host.toLowerCase()])
  const everyAddress = host === '0.0.0.0' || host === '::'
  return (header = '') => {
    const name = header.replace(/:\d+$/, '').toLowerCase()
    // An IP address cannot be rebound.
    return names.has(name) || (everyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  }
}

/** Refuses requests for other host names. For development only; in production the proxy decides. */
export function serveKnownHosts(app: FastifyInstance, isKnown: (header: string | undefined) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isKnown(request.raw.headers.host) ? undefined : new DomainError('unknown_host'))
  })
}
