import type { FastifyInstance } from 'fastify'
import { pathOf } from './origins.ts'
import type { CountResponse } from './request-times.ts'

/** A response that was sent. */
export type SentResponse = {
  requestId: string
  method: string
  /** the pattern of its path */
  route: string
  /** may have a query */
  url: string
  status: number
  ms: number
}

/** Maximum length of a logged path in characters. */
const maxPathLength = 300

/**
 * Logs one line for each response, without query strings, which may contain secrets, and counts its time. Returns the function that does
 * so, for responses that Fastify does not send.
 */
export function recordResponses(app: FastifyInstance, count: CountResponse): (sent: SentResponse) => void {
  // Nothing in these lines is a secret, and looking for secrets takes longer than writing them.
  const log = app.log.child({}, { redact: [] })
  const record = ({ requestId, method, route, url, status, ms }: SentResponse): void => {
    const facts = { reqId: requestId, method, path: pathOf(url).slice(0, maxPathLength), status, ms: Math.round(ms) }
    if (status >= 500) log.error(facts, 'answered')
    else log.info(facts, 'answered')
    count(method, route, status, ms / 1000)
  }
  app.addHook('onResponse', (request, reply, done) => {
    record({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      url: request.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })
  return record
}
