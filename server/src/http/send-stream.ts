import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamReply } from '#core/call.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'

/** Sends what the handler of an endpoint of kind "stream" has returned. Throws range_not_satisfiable, and not_found for a file that is gone. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: StreamReply,
): FastifyReply | Promise<FastifyReply> {
  if (stream.kind === 'file') return sendFile(request, reply, stream)
  if (stream.kind === 'events') {
    if (stream.retryAfterSeconds) reply.header('retry-after', String(stream.retryAfterSeconds))
    return sendEvents(reply, stream.events)
  }
  if (stream.headers) reply.headers(stream.headers)
  if (stream.kind === 'redirect') return reply.header('cache-control', 'no-store').redirect(stream.url, 302)
  const { etag } = stream.headers
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(stream.contentType).send(stream.text)
}
