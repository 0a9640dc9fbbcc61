import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { DomainError, type ErrorReport } from '#core/domain-error.ts'
import { pathOf } from './allow-origins.ts'
import { collectMethods } from './allowed-methods.ts'
import { answerParserErrors, answerRouterErrors } from './parser-errors.ts'
import { handleProblems, sendProblem } from './problems.ts'
import { originForm } from './request-target.ts'
import { sendStandardHeaders, standardHeaders } from './standard-headers.ts'
import { noticeUntrustedProxy } from './untrusted-proxy.ts'

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

/** Ids that no other process and no other start gives, without asking for randomness at each request. */
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
  if (trustedHops === 0) noticeUntrustedProxy(server)
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
