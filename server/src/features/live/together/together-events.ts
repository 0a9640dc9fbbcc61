import { LiveReaction } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Publication } from '#core/events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'

const inRoom = { room: z.string() }

/** What changed in a room, for all processes. It names rows, which each process reads when it emits; reactions have none. */
const TogetherChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('marked'), ...inRoom, message: z.string() }),
  z.object({ kind: z.literal('poll'), ...inRoom, poll: z.string() }),
  z.object({ kind: z.literal('poll-deleted'), ...inRoom, poll: z.string() }),
  z.object({ kind: z.literal('notes'), ...inRoom, lecture: z.string() }),
  z.object({ kind: z.literal('board'), ...inRoom, revision: z.number().int() }),
  z.object({
    kind: z.literal('reactions'),
    ...inRoom,
    counts: z.array(z.object({ reaction: LiveReaction, count: z.number().int() })),
  }),
])
export type TogetherChange = z.output<typeof TogetherChange>

const changes = defineTopic({ name: 'live-together', message: TogetherChange })

export const toTogether = (...changed: TogetherChange[]): Publication => toProcesses(changes, ...changed)

/** Calls `listener` with each change that any process publishes. */
export const subscribeTogether = (db: Db, listener: (change: TogetherChange) => void): void =>
  subscribe(db, changes, listener)
