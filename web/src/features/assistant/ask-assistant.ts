import { type ChatTurn, api as calls } from '@virtual-courses/contract'
import { createParser } from 'eventsource-parser'

/** An event of the assistant's stream: a piece of the reply, an error, or data that cannot be read. */
export type StreamEvent = { reply: string } | { error: string } | { unreadable: true }

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

/** Yields the events of a stream as they arrive. Throws when it breaks off; leaving the loop early cancels it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: StreamEvent[] = []
  const parser = createParser({
    onEvent({ data }) {
      // JSON has no line breaks: these separate events of a server that leaves out the blank lines
      events.push(...data.split('\n').flatMap((line) => readData(line) ?? []))
    },
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // a character may be cut in two; at the end, the blank line completes the last event
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      yield* events
      events = []
      if (done) return
    }
  } finally {
    // after an error there is nothing left to cancel
    reader.cancel().catch(() => {})
  }
}

/** Returns null for empty data, and for data of a kind that is not known yet. */
function readData(data: string): StreamEvent | null {
  if (data.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return { unreadable: true }
  }
  if (typeof value !== 'object' || value === null) return { unreadable: true }
  if ('error' in value && value.error) return { error: String(value.error) }
  if ('reply' in value) return typeof value.reply === 'string' ? { reply: value.reply } : { unreadable: true }
  return null
}
