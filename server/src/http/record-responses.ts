import type { FastifyInstance } from 'fastify'
import { pathOf } from './origins.ts'
import type { CountResponse } from './request-times.ts'

/** Maximum length of a logged path in characters. */
const maxPathLength = 300

/** Logs one line for each response, without query strings, which may contain secrets, and counts its time. */
export function recordResponses(app: FastifyInstance, count: CountResponse): void {
  // Nothing in these lines is a secret, and looking for secrets takes longer than writing them.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply
    const facts = {
      reqId: request.id,
      method: request.method,
      path: pathOf(request.url).slice(0, maxPathLength),
      status,
      ms: Math.round(ms),
    }
    if (status >= 500) log.error(facts, 'answered')
    else log.info(facts, 'answered')
    count(request.method, request.routeOptions.url ?? 'unknown', status, ms / 1000)
    done()
  })
}
