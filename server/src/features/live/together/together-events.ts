import { z } from 'zod'
import type { Publication } from '#core/events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'

const inRoom = { room: z.string() }

/** What changed in a room, for all processes. It names the rows: each process reads them when it emits. */
const TogetherChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('marked'), ...inRoom, message: z.string() }),
  z.object({ kind: z.literal('poll'), ...inRoom, poll: z.string() }),
  z.object({ kind: z.literal('poll-deleted'), ...inRoom, poll: z.string() }),
  z.object({ kind: z.literal('notes'), ...inRoom, lecture: z.string() }),
])
export type TogetherChange = z.output<typeof TogetherChange>

const changes = defineTopic({ name: 'live-together', message: TogetherChange })

export const toTogether = (...changed: TogetherChange[]): Publication => toProcesses(changes, ...changed)

/** Calls `listener` with each change that any process publishes. */
export const subscribeTogether = (db: Db, listener: (change: TogetherChange) => void): void =>
  subscribe(db, changes, listener)
