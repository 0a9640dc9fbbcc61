import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, statusOf } from '@virtual-courses/contract'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#core/domain-error.ts'
import { problemOf, sendProblem } from './problems.ts'

/** Codes of Node's HTTP parser; all others mean that the request is malformed. */
const parserCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Milliseconds for which a refused connection stays open, so that the client can read the reply. */
const lingerMs = 1000

const malformed = (): DomainError => new DomainError('invalid_input', 'The request is not well-formed')

/** Node's internal field with the response that is being written to the connection. */
type SocketWithResponse = Socket & { _httpMessage?: { headersSent: boolean } | null }

/** Writes a problem document to a connection without a reply object (only the head for a HEAD request), and closes the connection. */
export function writeProblem(
  socket: Socket,
  domainError: DomainError,
  { requestId, headers, isHead }: { requestId: string; headers: Readonly<Record<string, string>>; isHead: boolean },
): void {
  const status = statusOf(domainError.code)
  const body = JSON.stringify(problemOf(domainError, requestId))
  const fields = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(domainError.retryAfterSeconds !== undefined && { 'retry-after': String(domainError.retryAfterSeconds) }),
    ...headers,
    connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${isHead ? '' : body}`)
  const cut = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(cut))
}

/** True when the bytes that the parser refused begin a HEAD request. Later parts of a long head do not show the method. */
const isHeadRequest = (error: Error): boolean =>
  'rawPacket' in error &&
  Buffer.isBuffer(error.rawPacket) &&
  error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '

type Options = {
  log: FastifyBaseLogger
  nextId: () => string
  headers: Readonly<Record<string, string>>
}

/** Sends a problem document for errors of Node's HTTP parser (malformed requests, large or slow headers) and closes the connection. */
export function handleParserErrors({ log, nextId, headers }: Options): (error: Error, socket: Socket) => void {
  // Further bytes on the same connection cause parser errors too.
  const answered = new WeakSet<Socket>()
  return (error, socket) => {
    if (answered.has(socket)) return
    answered.add(socket)
    const { code = '' } = error as NodeJS.ErrnoException // errors of Node carry a code
    const { _httpMessage: current } = socket as SocketWithResponse
    if (code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
      socket.destroy()
      return
    }
    const problem = parserCodes[code]
    const domainError = problem ? new DomainError(problem) : malformed()
    const requestId = nextId()
    log.info(
      { reqId: requestId, status: statusOf(domainError.code), reason: code },
      'request refused by the HTTP parser',
    )
    writeProblem(socket, domainError, { requestId, headers, isHead: isHeadRequest(error) })
  }
}

/** Sends a problem document for errors of the router: paths that cannot be decoded, parameters that are too long. */
export const handleRouterErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers)
    request.log.info({ method: request.method, reason: error.code }, 'request refused by the router')
    const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
    void sendProblem(request, reply, tooLong ? new DomainError('address_too_long') : malformed())
  }
