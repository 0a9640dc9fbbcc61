import type { FastifyReply } from 'fastify'

/**
 * Aborted when the client has gone, or has its answer. Not Fastify's `request.signal`: over a real connection that one is aborted as
 * soon as the body of the request was read.
 */
export function clientLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}
