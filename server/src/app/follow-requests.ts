import type { FastifyInstance } from 'fastify'
import { runAs, type Work } from '#core/current-work.ts'
import type { OpenSpan, Tracing } from '#ports/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** set by the first hook of a request */
    work: Work | null
    /** null where no traces are sent */
    span: OpenSpan | null
  }
}

/**
 * Makes every request the current work of what it runs and enqueues, and a span where traces are sent. The trace context of a request is
 * continued when `trusted` proxies are in front: a visitor must not choose what is sampled, or join the traces of others.
 */
export function followRequests(app: FastifyInstance, tracing: Tracing | undefined, trusted: boolean): void {
  app.decorateRequest('work', null)
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const parent = trusted && typeof traceparent === 'string' ? traceparent : undefined
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracing?.open({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id },
      parent,
    })
    const work = { requestId: request.id, traceparent: span?.traceparent }
    request.work = work
    request.span = span ?? null
    runAs(work, done)
  })
  // A body arrives in events of the connection, which are not part of this request's work.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done()
    else runAs(request.work ?? {}, done)
  })
  if (!tracing) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const error = statusCode >= 500 ? `answered ${statusCode}` : undefined
    request.span?.end({ 'http.response.status_code': statusCode }, error)
    done()
  })
}
