import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawRequestDefaultExpression,
} from 'fastify'
import { DomainError, type ErrorReport } from '#core/domain-error.ts'
import { pathOf } from './allow-origins.ts'
import { answerParserErrors, answerRouterErrors } from './parser-errors.ts'
import { handleProblems, sendProblem } from './problems.ts'
import { sendStandardHeaders, standardHeaders } from './standard-headers.ts'

type Options = {
  log: FastifyBaseLogger
  /** hops of reverse proxy whose forwarded headers are believed */
  trustedHops: number
  /** the address people use (`PUBLIC_URL`), without a slash at its end */
  publicUrl: string
  /** is called with each error that is not the client's */
  onError: (fault: ErrorReport) => void
}

/** Largest body where a route sets no limit of its own, in bytes. */
const bodyLimit = 1024 * 1024
/** A connection that sends and takes nothing for so long is closed, in milliseconds. */
const idleConnectionMs = 120_000
/** The headers of a request must arrive in this time, in milliseconds; checked every `connectionCheckMs`. */
const headersTimeoutMs = 15_000
const connectionCheckMs = 5000
/** Longest parameter of a path, in characters: ids and tokens stay far below. */
const maxParamLength = 200

/** Returns a source of ids that no other process and no other start gives, without randomness at each request. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => `${start}${(++count).toString(36).padStart(6, '0')}`
}

/** Whether a request came over a connection; pages that are rendered in this process call the API without one. */
export const isFromNetwork = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => raw instanceof IncomingMessage

/**
 * The HTTP server without routes. Everything that it refuses by itself is a problem document with a request id: what the parser
 * and the router refuse, unknown addresses, methods that an address does not have (405 with `Allow`), requests during a shutdown.
 */
export function createServer({ log, trustedHops, publicUrl, onError }: Options): FastifyInstance {
  const https = publicUrl.startsWith('https:')
  const headers = standardHeaders(https)
  const nextId = requestIds()
  const server: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    trustProxy: trustedHops > 0 && ((_address: string, hop: number) => hop < trustedHops),
    bodyLimit,
    // An upload of gigabytes over a slow connection takes hours; headers have a timeout of their own.
    requestTimeout: 0,
    connectionTimeout: idleConnectionMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: originForm,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionCheckMs,
      // Node refuses a request without a host with an empty answer; the hook below does it with a problem.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength },
    clientErrorHandler: answerParserErrors({ log, nextId, headers }),
    frameworkErrors: answerRouterErrors(headers),
  })
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1); Node refuses it with an empty answer.
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
      return done(new DomainError('invalid_input', 'The request is not well-formed'))
    }
    // What was begun before is finished, calls of its own included.
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
  // JSON is the only kind of body that every call takes; forms bring parsers of their own.
  server.removeContentTypeParser('text/plain')
  return server
}

/**
 * The path and query of a request's target. A target in absolute form (`GET http://host/path`) is reduced to them, and its host
 * takes the place of the Host header (RFC 9112, section 3.2.2): routes, guards and logs see one form.
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

/**
 * Writes one warning when a request carries a forwarded header although no proxy is trusted: then all clients look like the
 * proxy, and share its limits.
 */
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
