import { DomainError } from '../domain-error.ts'
import type { Say, Sentence } from '../languages/language.ts'
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { consumeAll } from '../limits/rate-limits.ts'

type Bounds = {
  /** answers at once */
  answers: ConcurrencyLimit
  /** who asks, as these are counted */
  person: string
  /** each is consumed once */
  limits: Parameters<typeof consumeAll>[0]
  /** length of the message, the most it may have, and what is said of a longer one */
  length: number
  mostLength: number
  tooLong: Sentence
}

type Reply = { kind: 'events'; events: AsyncIterable<object>; retryAfterSeconds?: number | undefined }

/**
 * Counts a message and streams its answer. A message that is refused gets one event with the sentence, because clients show only
 * those verbatim.
 */
export async function beginAnswer(
  { answers, person, limits, length, mostLength, tooLong }: Bounds,
  say: Say,
  answer: () => AsyncIterable<object>,
): Promise<Reply> {
  try {
    const leave = answers.enter(person)
    try {
      await consumeAll(limits)
      if (length <= mostLength) return { kind: 'events', events: until(leave, answer()) }
    } catch (error) {
      leave()
      throw error
    }
    leave()
    return { kind: 'events', events: once({ error: say(tooLong) }) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return {
      kind: 'events',
      events: once({ error: say(error.sentence) }),
      retryAfterSeconds: error.retryAfterSeconds,
    }
  }
}

async function* until(leave: () => void, events: AsyncIterable<object>): AsyncGenerator<object> {
  try {
    yield* events
  } finally {
    leave()
  }
}

async function* once(event: object): AsyncGenerator<object> {
  yield event
}
