import { createLineReader } from './read-lines.ts'

/** What a line of the assistant's stream says: a piece of the reply, what went wrong, or nothing that can be read. */
export type StreamEvent = { reply: string } | { error: string } | { unreadable: true }

/** null for lines without data, and for data of a kind that is not known yet. */
export function readLine(line: string): StreamEvent | null {
  if (!line.startsWith('data:')) return null
  const data = line.slice('data:'.length).trim()
  if (data === '') return null
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

/** Reads the assistant's stream as it comes. Rejects when it breaks off; leaving the loop early cancels it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const lines = createLineReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // a character may be cut in two as well
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      const whole = lines.push(text)
      for (const line of done ? [...whole, ...lines.rest()] : whole) {
        const event = readLine(line)
        if (event) yield event
      }
      if (done) return
    }
  } finally {
    // after a failure there is nothing left to cancel
    reader.cancel().catch(() => {})
  }
}
