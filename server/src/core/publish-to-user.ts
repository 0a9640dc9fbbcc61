import type { EventRule, PayloadOf } from '@virtual-courses/contract'
import { z } from 'zod'
import { broadcast, maxBroadcastBytes, subscribe } from './broadcast.ts'
import type { Db, Executor } from './transact.ts'

const Payload = z.record(z.string(), z.unknown())
const Telling = z.object({ event: z.string(), shared: Payload, to: z.array(z.tuple([z.string(), Payload])) })
const topic = 'users'

type Fields<E extends EventRule> = Partial<PayloadOf<E>>

/** Who is told, and the fields of the payload that are his alone. */
export type Recipient<E extends EventRule> = { userId: string; own?: Fields<E> }

/**
 * Sends an event to all sockets of users, in every process, when the transaction commits. `shared` are the fields of the payload
 * that are the same for all of them; together with `own` they must be whole. Whoever is not connected is not told.
 */
export async function publishToUsers<E extends EventRule>(
  on: Executor,
  event: E,
  shared: Fields<E>,
  to: readonly Recipient<E>[],
): Promise<void> {
  const room = maxBroadcastBytes - bytesOf({ event: event.name, shared, to: [] })
  let chunk: [string, Fields<E>][] = []
  let used = 0
  const send = () => broadcast(on, topic, { event: event.name, shared, to: chunk })
  for (const { userId, own = {} } of to) {
    const bytes = bytesOf([userId, own]) + 1
    if (chunk.length > 0 && used + bytes > room) {
      await send()
      chunk = []
      used = 0
    }
    chunk.push([userId, own])
    used += bytes
  }
  if (chunk.length > 0) await send()
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Calls `listener` for each user that some process tells something. */
export function onPublishedToUsers(db: Db, listener: (userId: string, event: string, payload: object) => void): void {
  subscribe(db, topic, (message) => {
    const telling = Telling.safeParse(message)
    if (!telling.success) return
    const { event, shared, to } = telling.data
    for (const [userId, own] of to) listener(userId, event, { ...shared, ...own })
  })
}
