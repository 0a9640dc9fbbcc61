import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A reader who takes nothing for so long has stopped reading, whatever their connection says. Milliseconds. */
const defaultStalledMs = 20_000

/**
 * Sends server-sent events as they come: `data: {json}` and a blank line each; the end of the reply is their end. Nothing on the
 * way may keep, compress or collect them. The iteration is ended when the reader has gone. At most some 32 KB wait for a reader;
 * one who takes none of them for `stalledMs` is cut off.
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
  void write(body, events, gone.signal, stalledMs, cut)
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
}

async function write(
  body: PassThrough,
  events: AsyncIterable<object>,
  gone: AbortSignal,
  stalledMs: number,
  cut: () => void,
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
    // The last events may still wait for the reader.
    const late = setTimeout(cut, stalledMs)
    late.unref()
    gone.addEventListener('abort', () => clearTimeout(late), { once: true })
  } catch (error) {
    clearTimeout(stalled)
    // Ending in good order would make half of an answer look whole.
    body.destroy(gone.aborted || !(error instanceof Error) ? undefined : error)
  }
}
