import { type ErrorCode, messageOf, type Problem, statusOf } from '@virtual-courses/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_media',
  429: 'rate_limited',
  503: 'unavailable',
}

/** `Retry-After` of a 429 or 503 whose cause does not tell when it ends. */
const defaultRetrySeconds = 5

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  // PostgreSQL stores no NUL character: whatever text brought one was not typed by a person.
  if ((error as { code?: unknown }).code === '22021')
    return new Refusal('invalid_input', 'The text holds a character that cannot be stored') // SQLSTATE of the driver's errors
  const status = (error as Partial<FastifyError>).statusCode // Fastify's own errors carry it; anything else is a fault of ours
  const code = status === undefined ? undefined : byStatus[status]
  if (!code) return null
  return code === 'invalid_input' ? new Refusal(code, 'The request is not well-formed') : new Refusal(code)
}

/** Answers a refusal as the one JSON problem format. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body: Problem = {
    message: refusal.message,
    code: refusal.code,
    requestId: request.id,
    ...(refusal.fields && { fields: refusal.fields }),
  }
  const status = statusOf(refusal.code)
  if (status === 429 || status === 503)
    reply.header('retry-after', String(refusal.retryAfterSeconds ?? defaultRetrySeconds))
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
}

/** A request that ended in a fault of ours. */
export type Fault = {
  error: unknown
  requestId: string
  method: string
  /** as the server knows it, without ids where it has a name for them, and never with a query: those may be private */
  path: string
}

const faultOf = (error: unknown, request: FastifyRequest): Fault => {
  const { url: route = '' } = request.routeOptions
  const path = route === '' || route.includes('*') ? (request.url.split('?')[0] ?? '') : route
  return { error, requestId: request.id, method: request.method, path }
}

/**
 * The one place that turns errors into HTTP. Faults of ours are logged with the request's id and never shown; `onFault` is told
 * of them too.
 */
export function handleProblems(app: FastifyInstance, onFault: (fault: Fault) => void = () => {}): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal || statusOf(refusal.code) >= 500) onFault(faultOf(error, request))
    if (refusal) return sendProblem(request, reply, refusal)
    request.log.error({ err: error }, 'a request failed')
    return sendProblem(request, reply, new Refusal('internal', messageOf('internal')))
  })
}
