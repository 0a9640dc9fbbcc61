import { type ChatTurn, api as calls } from '@virtual-courses/contract'
import { readEvents as eventsOf, readReply, type Unreadable } from '#lib/connection/read-events.ts'

/** An event of the assistant's stream: a piece of the reply, an error, or data that cannot be read. */
export type StreamEvent = { reply: string } | { error: string } | Unreadable

/**
 * Sends a message with the turns before it, and yields the reply as it arrives. Carries no cookies: the assistant knows public
 * data only. Throws when the server cannot be reached, replies with a status other than 2xx, or breaks off.
 */
export async function* askAssistant(
  message: string,
  history: readonly ChatTurn[],
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { method, path } = calls.ai.chat
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ message, ...(history.length > 0 && { history }) }),
    signal,
  })
  if (!response.ok || !response.body) {
    response.body?.cancel().catch(() => {})
    throw new Error(`The assistant replied with status ${response.status}`)
  }
  yield* readEvents(response.body)
}

/** Yields the events of the assistant's stream as they arrive; kinds that are not known yet are left out. */
export const readEvents = (body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> => eventsOf(body, readReply)
