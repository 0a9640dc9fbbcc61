import type { FastifyInstance } from 'fastify'

/** One line for each answer. Query strings stay out: they may hold codes that nobody else should read. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    const facts = {
      reqId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.error(facts, 'answered')
    else request.log.info(facts, 'answered')
  })
}
