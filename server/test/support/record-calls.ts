import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A setup file: notes which endpoints the tests call and how they answer, one line `GET /api/… 200` for each answer that
 * is new to the process, in the file that TEST_CALLS_FILE names. `npm test` reads it when the suite has ended.
 */
const file = process.env.TEST_CALLS_FILE
const recorded: unique symbol = Symbol.for('virtual-courses.recorded-calls')
// files share one process, and each of them runs this file
const shared = globalThis as { [recorded]?: Set<string> }

if (file && !shared[recorded]) {
  const lines = new Set<string>()
  shared[recorded] = lines
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { request, reply } = message as { request: FastifyRequest; reply: FastifyReply } // what Fastify publishes
    reply.raw.once('close', () => {
      const line = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`
      if (lines.has(line)) return
      lines.add(line)
      appendFileSync(file, `${line}\n`)
    })
  })
}
