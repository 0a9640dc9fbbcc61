import { type ChatTurn, api as calls } from '@virtual-courses/contract'
import { readEvents, type StreamEvent } from './read-events.ts'

/**
 * Sends a message, with the turns before it, to the assistant and reads the answer as it comes. Carries no cookies: the assistant knows only what is
 * public. Throws when the server is not reached, answers anything but 2xx, or breaks off.
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
    throw new Error(`The assistant answered with status ${response.status}`)
  }
  yield* readEvents(response.body)
}
