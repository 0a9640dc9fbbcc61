import type { EventRule, PayloadOf } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Db } from '../executor.ts'
import { maxBroadcastBytes, type Publication } from './broadcast.ts'
import { defineTopic, subscribe, toProcesses } from './topics.ts'

const Payload = z.record(z.string(), z.unknown())

const users = defineTopic({
  name: 'users',
  message: z.object({ event: z.string(), shared: Payload, to: z.array(z.tuple([z.string(), Payload])) }),
})

type Fields<E extends EventRule> = Partial<PayloadOf<E>>

/** A recipient, and the fields of the payload that only this recipient gets. */
export type Recipient<E extends EventRule> = { userId: string; own?: Fields<E> }

/**
 * Returns a publication of an event to all sockets of users, in every process. `shared` are the fields of the payload that are equal
 * for all users; with `own` they must be complete. Users without a connection get nothing.
 */
export function toUsers<E extends EventRule>(
  event: E,
  shared: Fields<E>,
  recipients: readonly Recipient<E>[],
): Publication {
  const room = maxBroadcastBytes - bytesOf({ event: event.name, shared, to: [] })
  const chunks: [string, Fields<E>][][] = []
  let used = Number.POSITIVE_INFINITY
  for (const { userId, own = {} } of recipients) {
    const bytes = bytesOf([userId, own]) + 1
    if (used + bytes > room) {
      chunks.push([])
      used = 0
    }
    chunks.at(-1)?.push([userId, own])
    used += bytes
  }
  return toProcesses(users, ...chunks.map((to) => ({ event: event.name, shared, to })))
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Calls `listener` for each user to whom any process publishes an event. */
export function onPublishedToUsers(db: Db, listener: (userId: string, event: string, payload: object) => void): void {
  subscribe(db, users, ({ event, shared, to }) => {
    for (const [userId, own] of to) listener(userId, event, { ...shared, ...own })
  })
}
