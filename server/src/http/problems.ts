import { msg } from '@lingui/core/runtime-macro'
import { type ErrorCode, messageOf, type Problem, statusOf } from '@virtual-courses/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, type ErrorReport, isOutage } from '#core/domain-error.ts'
import { english, type Say, type Sentence, speak } from '#core/languages/language.ts'
import { languageOf } from './language.ts'

const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  412: 'invalid_input',
  413: 'too_large',
  414: 'address_too_long',
  415: 'wrong_media',
  416: 'range_not_satisfiable',
  429: 'rate_limited',
  431: 'headers_too_large',
  503: 'unavailable',
}

/** `Retry-After` in seconds of a 429 or 503 without one of its own. */
const defaultRetrySeconds = 5

/** Messages for errors of Fastify that are more specific than the message of their status. */
const frameworkSentences: Record<string, Sentence> = {
  FST_ERR_CTP_BODY_TOO_LARGE: msg`This request is too large`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: msg`This kind of content is not supported here. Please send application/json.`,
}

/** SQLSTATEs of text that cannot be stored: a NUL character in text (22021) or in JSON (22P05). */
const unstorable = new Set(['22021', '22P05'])

/** SQLSTATEs of values that their type cannot hold: numbers, times and time zones out of range, and texts that cannot be parsed. */
const unreadable = new Set(['22003', '22007', '22008', '22009', '22P02'])

/** True for a PostgreSQL error about a value. If the value comes from the input, a schema is wider than its column. */
const isDataError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (unstorable.has(error.code) || unreadable.has(error.code))

/** Lists paths and texts of the values in an input, at most `most`, which is enough for every endpoint. */
function* leavesOf(input: unknown, most = 2000): Generator<[path: string, text: string]> {
  const open: [string, unknown][] = [['', input]]
  for (let next = open.pop(); next && most > 0; next = open.pop(), most--) {
    const [path, value] = next
    if (typeof value === 'string' || typeof value === 'number') yield [path, String(value)]
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) open.push([path ? `${path}.${key}` : key, one])
  }
}

/** Returns the validation error for a value that PostgreSQL refused, with its field if the error message quotes a value of the input. */
function dataProblem({ code, message: reason }: Error & { code: string }, request: FastifyRequest): DomainError {
  const isUnstorable = unstorable.has(code)
  const sentence = isUnstorable
    ? msg`The text holds a character that cannot be stored`
    : msg`A value is out of range, or not of the right form`
  const quoted = /"(.*)"/s.exec(reason)?.[1]
  const inputs = [request.params, request.query, request.body]
  const field = inputs.flatMap((input) => [...leavesOf(input)]).find(([, text]) => text === quoted)
  if (!field) return new DomainError('invalid_input', sentence)
  const [path] = field
  const message = isUnstorable
    ? msg`Please check "${{ name: path }}": The text holds a character that cannot be stored`
    : msg`Please check "${{ name: path }}": A value is out of range, or not of the right form`
  return new DomainError('invalid_input', { message, fields: [{ path, message: sentence }] })
}

function toDomainError(error: unknown, request: FastifyRequest): DomainError | null {
  if (error instanceof DomainError) return error
  const { code: name } = error as { code?: unknown } // errors of the driver and of Fastify carry one
  if (isOutage(error)) return new DomainError('unavailable')
  if (isDataError(error)) return dataProblem(error, request)
  const status = (error as Partial<FastifyError>).statusCode // errors of Fastify carry one; others are internal errors
  const code = status === undefined ? undefined : byStatus[status]
  if (!code) return null
  const sentence = typeof name === 'string' ? frameworkSentences[name] : undefined
  if (sentence) return new DomainError(code, sentence)
  return code === 'invalid_input' ? new DomainError(code, msg`The request is not well-formed`) : new DomainError(code)
}

/** Returns the problem document of an error. */
export const problemOf = (domainError: DomainError, requestId: string, say: Say = english): Problem => ({
  message: say(domainError.sentence),
  code: domainError.code,
  requestId,
  ...(domainError.fields && {
    fields: domainError.fields.map(({ path, message }) => ({ path, message: say(message) })),
  }),
})

/** Sends an error as a problem document. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, domainError: DomainError): FastifyReply {
  const body = problemOf(domainError, request.id, speak(languageOf(request)))
  const status = statusOf(domainError.code)
  if (status === 429 || status === 503)
    reply.header('retry-after', String(domainError.retryAfterSeconds ?? defaultRetrySeconds))
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
}

const reportOf = (error: unknown, request: FastifyRequest): ErrorReport => {
  const { url: route = '' } = request.routeOptions
  const path = route === '' || route.includes('*') ? (request.url.split('?')[0] ?? '') : route
  return { error, requestId: request.id, method: request.method, path: path.slice(0, 300) }
}

/**
 * Sets the error handler, which turns errors into replies. Internal errors are logged with the request id, reported to `onError`, and not
 * shown to clients.
 */
export function handleProblems(app: FastifyInstance, onError: (report: ErrorReport) => void = () => {}): void {
  app.setErrorHandler((error, request, reply) => {
    const domainError = toDomainError(error, request)
    // A full queue is not an internal error.
    if (!domainError || (statusOf(domainError.code) >= 500 && domainError.code !== 'unavailable'))
      onError(reportOf(error, request))
    if (domainError && domainError !== error && domainError.code === 'unavailable')
      request.log.warn({ err: error }, 'a service that a request needed is away')
    if (isDataError(error))
      request.log.warn({ err: error }, 'a value that its schema let through was refused by the database')
    if (domainError) return sendProblem(request, reply, domainError)
    request.log.error({ err: error }, 'a request failed')
    return sendProblem(request, reply, new DomainError('internal', messageOf('internal')))
  })
}
