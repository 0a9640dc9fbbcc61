import { z } from 'zod'
import { broadcast, maxBroadcastBytes, subscribe } from './broadcast.ts'
import { newId } from './new-id.ts'
import type { Db, Executor } from './transact.ts'

const Part = z.object({
  id: z.string(),
  index: z.number().int(),
  count: z.number().int().min(1).max(64),
  data: z.string(),
})

/** Base64 makes 4 of 3; the rest is for what stands around it. */
const partBytes = Math.floor(((maxBroadcastBytes - 200) * 3) / 4)
/** Parts whose fellows have not come by then never come, in milliseconds. */
const partTimeoutMs = 10_000

const topicOfParts = (topic: string): string => `${topic} in parts`

/** Like `broadcast`, for a JSON value of up to some 300 kB. */
export async function broadcastLong(on: Executor, topic: string, message: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(message))
  const count = Math.ceil(bytes.length / partBytes)
  const id = newId()
  for (let index = 0; index < count; index++) {
    const data = bytes.subarray(index * partBytes, (index + 1) * partBytes).toString('base64')
    await broadcast(on, topicOfParts(topic), { id, index, count, data })
  }
}

/** Calls `listener` with what any process broadcasts on a topic by `broadcastLong`. */
export function subscribeLong(db: Db, topic: string, listener: (message: unknown) => void): void {
  const waiting = new Map<string, { parts: Map<number, Buffer>; timer: NodeJS.Timeout }>()
  const forget = (id: string): void => {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
  }
  subscribe(db, topicOfParts(topic), (message) => {
    const part = Part.safeParse(message)
    if (!part.success) return
    const { id, index, count, data } = part.data
    const known = waiting.get(id) ?? { parts: new Map(), timer: setTimeout(() => forget(id), partTimeoutMs).unref() }
    waiting.set(id, known)
    known.parts.set(index, Buffer.from(data, 'base64'))
    if (known.parts.size < count) return
    forget(id)
    const whole = Buffer.concat([...known.parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes))
    listener(JSON.parse(whole.toString()))
  })
}
