import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamReply } from '#core/call.ts'
import { chooseEncoding, namesTag } from '../request-headers.ts'
import { sendFile } from './send-file.ts'

/** Milliseconds after which a client that reads nothing is disconnected. */
const defaultStalledMs = 20_000

/**
 * Sends server-sent events, each as `data: {json}` and a blank line; the reply ends with the iteration. The headers forbid proxies to
 * cache, compress or buffer them. The iteration is ended when the client disconnects. About 32 kB are buffered for a slow client; a
 * client that reads nothing for `stalledMs` is disconnected.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<object>,
  stalledMs = defaultStalledMs,
): FastifyReply {
  const gone = new AbortController()
  const body = new PassThrough()
  const { raw } = reply
  raw.once('close', () => gone.abort())
  const cut = (): void => {
    gone.abort()
    raw.destroy()
  }
  void write(body, events, { gone: gone.signal, stalledMs, cut })
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
}

async function write(
  body: PassThrough,
  events: AsyncIterable<object>,
  { gone, stalledMs, cut }: { gone: AbortSignal; stalledMs: number; cut: () => void },
): Promise<void> {
  let stalled: NodeJS.Timeout | undefined
  try {
    for await (const event of events) {
      if (gone.aborted) break
      if (body.write(`data: ${JSON.stringify(event)}\n\n`)) continue
      stalled = setTimeout(cut, stalledMs)
      await once(body, 'drain', { signal: gone })
      clearTimeout(stalled)
    }
    body.end()
    // The last events may still be buffered.
    const late = setTimeout(cut, stalledMs)
    late.unref()
    gone.addEventListener('abort', () => clearTimeout(late), { once: true })
  } catch (error) {
    clearTimeout(stalled)
    // A regular end would make an incomplete reply look complete.
    body.destroy(gone.aborted || !(error instanceof Error) ? undefined : error)
  }
}

/** Sends the result of a handler of an endpoint of kind "stream". Throws range_not_satisfiable, and not_found for a deleted file. */
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
  if (stream.kind === 'redirect')
    return reply.header('cache-control', stream.cacheControl ?? 'no-store').redirect(stream.url, 302)
  if (stream.kind === 'gzip') return sendGzip(request, reply, stream)
  if (stream.kind === 'bytes') return reply.type(stream.contentType).send(Buffer.from(stream.bytes))
  if (stream.kind === 'pieces')
    return reply.type(stream.contentType).send(Readable.from(stream.pieces, { objectMode: false }))
  const { etag } = stream.headers
  if (etag !== undefined && namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(stream.contentType).send(stream.text)
}

/** Sends a precompressed text in an encoding that the client accepts, or 304 when the client has it. */
function sendGzip(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, hash, contentType }: Extract<StreamReply, { kind: 'gzip' }>,
): FastifyReply {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const encoding = chooseEncoding(accepted, ['gzip'])
  const etag = encoding ? `"${hash}-g"` : `"${hash}"`
  reply.header('vary', 'accept-encoding').header('etag', etag)
  if (namesTag(known, etag)) return reply.code(304).send()
  reply.type(contentType)
  if (encoding) return reply.header('content-encoding', encoding).send(bytes)
  return reply.send(Readable.from([bytes]).pipe(createGunzip()))
}
