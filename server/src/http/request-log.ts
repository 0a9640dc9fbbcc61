import type { FastifyInstance } from 'fastify'

/** So much of a path is logged, in characters: an address of 16 kB is no help to anyone who reads the log. */
const maxPathLength = 300

/** One line for each answer. Query strings stay out: they may hold codes that no one else should read. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const mark = request.url.indexOf('?')
    const path = (mark < 0 ? request.url : request.url.slice(0, mark)).slice(0, maxPathLength)
    const facts = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.error(facts, 'answered')
    else request.log.info(facts, 'answered')
    done()
  })
}
