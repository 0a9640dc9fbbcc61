import { createParser } from 'eventsource-parser'

/** Data of an event that is not the JSON of an object. */
export type Unreadable = { unreadable: true }

/**
 * Yields the events of a stream of `data: {json}` as they arrive, as `read` takes them; null of it is left out. Throws when the stream
 * breaks off; leaving the loop early cancels it.
 */
export async function* readEvents<E>(
  body: ReadableStream<Uint8Array>,
  read: (value: object) => E | Unreadable | null,
): AsyncGenerator<E | Unreadable> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: (E | Unreadable)[] = []
  const parser = createParser({
    onEvent({ data }) {
      // JSON has no line breaks: these separate events of a server that leaves out the blank lines
      events.push(...data.split('\n').flatMap((line) => readLine(line, read) ?? []))
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

/** Reads a piece of a reply or an error, which every answer may have; null for other events. */
export function readReply(value: object): { reply: string } | { error: string } | Unreadable | null {
  if ('error' in value && value.error) return { error: String(value.error) }
  if ('reply' in value) return typeof value.reply === 'string' ? { reply: value.reply } : { unreadable: true }
  return null
}

/** Returns null for empty data. */
function readLine<E>(data: string, read: (value: object) => E | Unreadable | null): E | Unreadable | null {
  if (data.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return { unreadable: true }
  }
  return typeof value === 'object' && value !== null ? read(value) : { unreadable: true }
}
