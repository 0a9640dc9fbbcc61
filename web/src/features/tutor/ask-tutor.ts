import { type BodyInput, api as calls, problemOf, type TutorEvent } from '@virtual-courses/contract'
import { withLanguage } from '#lib/api.ts'
import { readEvents, readReply, type Unreadable } from '#lib/connection/read-events.ts'

export type TutorRequest = BodyInput<typeof calls.tutor.ask>

/**
 * Asks the tutor of a course, and yields its answer as it arrives. Throws `ApiError` for an error of the server, and other errors when it
 * cannot be reached or breaks off.
 */
export async function* askTutor(body: TutorRequest, signal: AbortSignal): AsyncGenerator<TutorEvent | Unreadable> {
  const { method, path } = calls.tutor.ask
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: withLanguage({ accept: 'text/event-stream', 'content-type': 'application/json' }),
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) throw problemOf(response.status, await response.json().catch(() => null))
  yield* readEvents<TutorEvent>(response.body, (value) => {
    // of our own server, which sends what the contract says
    if ('citation' in value || 'question' in value) return value as TutorEvent
    return readReply(value)
  })
}
