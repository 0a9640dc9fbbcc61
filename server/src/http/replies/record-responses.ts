import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { pathOf } from '../origins.ts'

/** Maximum length of a logged path in characters. */
const maxPathLength = 300

/** Logs one line for each response, without query strings, which may contain secrets, and records its duration. */
export function recordResponses(app: FastifyInstance, registry: Registry): void {
  const times = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  // These lines contain no secrets, and redaction would take longer than writing them.
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
    times.observe({ method: request.method, route: request.routeOptions.url ?? 'unknown', status }, ms / 1000)
    done()
  })
}
