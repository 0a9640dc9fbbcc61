import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Answers server-sent events as they come: `data: {json}` and a blank line each, the end of the answer is their end. Nothing on
 * the way may keep, compress or collect them. `events` gets a signal that is aborted when the reader has gone.
 */
export function sendEvents(reply: FastifyReply, events: (signal: AbortSignal) => AsyncIterable<object>): FastifyReply {
  const gone = new AbortController()
  const body = new PassThrough()
  reply.raw.once('close', () => gone.abort())
  void write(body, events(gone.signal), gone.signal)
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
}

async function write(body: PassThrough, events: AsyncIterable<object>, gone: AbortSignal): Promise<void> {
  try {
    for await (const event of events) {
      if (gone.aborted) break
      if (!body.write(`data: ${JSON.stringify(event)}\n\n`)) await once(body, 'drain', { signal: gone })
    }
    body.end()
  } catch (error) {
    // Ending in good order would make half of an answer look whole.
    body.destroy(gone.aborted || !(error instanceof Error) ? undefined : error)
  }
}
