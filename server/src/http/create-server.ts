import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { msg } from '@lingui/core/runtime-macro'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawRequestDefaultExpression,
} from 'fastify'
import { DomainError, type ErrorReport } from '#core/domain-error.ts'
import { pathOf } from './origins.ts'
import { handleParserErrors, handleRouterErrors } from './parser-errors.ts'
import { handleProblems, sendProblem } from './problems.ts'
import { sendStandardHeaders, standardHeaders } from './standard-headers.ts'

type Options = {
  log: FastifyBaseLogger
  /** number of reverse proxies whose forwarded headers are trusted */
  trustedHops: number
  /** `PUBLIC_URL` without a trailing slash */
  publicUrl: string
  /** called with each internal error */
  onError: (report: ErrorReport) => void
}

/** Maximum size of a body in bytes on routes without a limit of their own. */
const bodyLimit = 1024 * 1024
/** Milliseconds after which an idle connection is closed. */
const idleConnectionMs = 120_000
/** Timeout of the headers of a request in milliseconds; checked every `connectionCheckMs`. */
const headersTimeoutMs = 15_000
const connectionCheckMs = 5000
/** Maximum length of a path parameter in characters; ids and tokens are much shorter. */
const maxParamLength = 200

/** Returns a generator of request ids that are unique over processes and starts, without randomness at each request. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => `${start}${(++count).toString(36).padStart(6, '0')}`
}

/** Returns the request id of a trusted proxy if it has a common format. */
const proxyRequestId = (id: string | string[] | undefined): string | undefined =>
  typeof id === 'string' && /^[\w.:-]{8,128}$/.test(id) ? id : undefined

/** True when a request came over a connection; server-rendered pages call the API without one. */
export const isFromNetwork = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => raw instanceof IncomingMessage

/**
 * Creates the HTTP server without routes. All its own errors are problem documents with a request id: those of the parser and the
 * router, unknown paths, methods that a path does not support (405 with `Allow`), requests during a shutdown.
 */
export function createServer({ log, trustedHops, publicUrl, onError }: Options): FastifyInstance {
  const https = publicUrl.startsWith('https:')
  const headers = standardHeaders(https)
  const nextId = requestIds()
  const server: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId:
      trustedHops > 0 ? ({ headers }: IncomingMessage) => proxyRequestId(headers['x-request-id']) ?? nextId() : nextId,
    trustProxy: trustedHops > 0 && ((_address: string, hop: number) => hop < trustedHops),
    bodyLimit,
    // An upload of gigabytes over a slow connection takes hours; headers have their own timeout.
    requestTimeout: 0,
    connectionTimeout: idleConnectionMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: originForm,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionCheckMs,
      // Node would send an empty reply to a request without a host; the hook below sends a problem document.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength },
    clientErrorHandler: handleParserErrors({ log, nextId, headers }),
    frameworkErrors: handleRouterErrors(headers),
  })
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1); Node would send an empty reply.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.decorate('httpsSite', https)
  server.decorate('publicUrl', publicUrl)
  sendStandardHeaders(server, headers)
  if (trustedHops === 0) warnOfUntrustedProxy(server)
  let closing = false
  server.addHook('preClose', (done) => {
    closing = true
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      reply.header('connection', 'close')
      return done(new DomainError('invalid_input', msg`The request is not well-formed`))
    }
    // Requests that have begun are finished, and so are their calls in this process.
    if (closing && isFromNetwork(request)) return done(new DomainError('unavailable'))
    done()
  })
  handleProblems(server, onError)
  const methodsOf = collectMethods(server)
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(pathOf(request.url))
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(request, reply, new DomainError('not_found'))
    reply.header('allow', allowed.join(', '))
    return sendProblem(request, reply, new DomainError('method_not_allowed'))
  })
  // All endpoints accept JSON bodies only; forms register their own parsers.
  server.removeContentTypeParser('text/plain')
  return server
}

/**
 * Returns the path and query of a request target. For a target in absolute form (`GET http://host/path`) the Host header is replaced by
 * its host (RFC 9112, section 3.2.2), so that routes, guards and logs see one form.
 */
function originForm(request: RawRequestDefaultExpression): string {
  const { url = '' } = request
  if (url.charCodeAt(0) === 47 || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  request.headers.host = host
  return pathname + search
}

/**
 * Collects the routes below /api/ as they are registered; returns a function that lists the methods of a path, empty for an
 * unknown path. Register it before the routes.
 */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    const known = methods.get(url) ?? { pattern, methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    methods.set(url, known)
  })
  return (path) => {
    const found = new Set<string>()
    for (const one of methods.values()) if (one.pattern.test(path)) for (const method of one.methods) found.add(method)
    return [...found].sort()
  }
}

/** Logs one warning when a request has a forwarded header but no proxy is trusted: then all clients share the limits of the proxy. */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', ({ headers, log, raw }, _reply, done) => {
    if (warned || (headers['x-forwarded-for'] ?? headers['x-forwarded-proto'] ?? headers.forwarded) === undefined)
      return done()
    warned = true
    log.warn(
      { peer: raw.socket.remoteAddress },
      'TRUST_PROXY: a request came with a forwarded header, but no proxy is trusted. If a reverse proxy is in front, set TRUST_PROXY to the number of proxies: now all visitors count as one client.',
    )
    done()
  })
}
