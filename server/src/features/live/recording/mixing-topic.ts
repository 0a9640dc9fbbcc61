import { z } from 'zod'
import type { Publication } from '#core/events/broadcast.ts'
import { defineTopic, toProcesses } from '#core/events/topics.ts'

/** A recording waits for a worker, or was deleted. Workers that miss it poll. */
export const mixingTopic = defineTopic({ name: 'live-mixing', message: z.object({}) })

export const mixingLater = (): Publication => toProcesses(mixingTopic, {})
