import { z } from 'zod'
import { maxBroadcastBytes, type Publication, publicationOf, receiveAll } from './broadcast.ts'
import type { Db } from './executor.ts'
import { newId } from './new-id.ts'

/** What processes publish to each other under one name. */
export type Topic<S extends z.ZodType = z.ZodType> = {
  name: string
  message: S
  /** messages may be longer than the database carries (up to some 300 kB): they travel in parts */
  long?: boolean
}

export function defineTopic<const S extends z.ZodType>(topic: Topic<S>): Topic<S> {
  return topic
}

/** A publication to all processes. Throws when a message is too long for the topic. */
export function toProcesses<S extends z.ZodType>(topic: Topic<S>, ...messages: z.input<S>[]): Publication {
  if (topic.long) return publicationOf(topicOfParts(topic), messages.flatMap(partsOf))
  return publicationOf(topic.name, messages)
}

/**
 * Calls `listener` with every message on a topic that was committed, by this process or another one. Messages can be missed
 * while the connection to the database is lost. Another version of the program may have written them: what does not fit the
 * topic's schema is ignored.
 */
export function subscribe<S extends z.ZodType>(
  db: Db,
  topic: Topic<S>,
  listener: (message: z.output<S>) => void,
): void {
  const receive = (message: unknown): void => {
    const read = topic.message.safeParse(message)
    if (read.success) listener(read.data)
  }
  if (topic.long) receiveAll(db, topicOfParts(topic), assemble(receive))
  else receiveAll(db, topic.name, receive)
}

const Part = z.object({
  id: z.string(),
  index: z.number().int(),
  count: z.number().int().min(1).max(64),
  data: z.string(),
})

/** Base64 makes 4 of 3; the rest is for the fields around it. */
const partBytes = Math.floor(((maxBroadcastBytes - 200) * 3) / 4)
/** A message whose parts are not complete by then is given up, in milliseconds. */
const partTimeoutMs = 10_000

const topicOfParts = ({ name }: Topic): string => `${name} in parts`

function partsOf(message: unknown): z.input<typeof Part>[] {
  const bytes = Buffer.from(JSON.stringify(message))
  const count = Math.ceil(bytes.length / partBytes)
  const id = newId()
  return Array.from({ length: count }, (_, index) => {
    const data = bytes.subarray(index * partBytes, (index + 1) * partBytes).toString('base64')
    return { id, index, count, data }
  })
}

function assemble(receive: (message: unknown) => void): (message: unknown) => void {
  const waiting = new Map<string, { parts: Map<number, Buffer>; timer: NodeJS.Timeout }>()
  const giveUp = (id: string): void => {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
  }
  return (message) => {
    const part = Part.safeParse(message)
    if (!part.success) return
    const { id, index, count, data } = part.data
    const known = waiting.get(id) ?? { parts: new Map(), timer: setTimeout(() => giveUp(id), partTimeoutMs).unref() }
    waiting.set(id, known)
    known.parts.set(index, Buffer.from(data, 'base64'))
    if (known.parts.size < count) return
    giveUp(id)
    const whole = Buffer.concat([...known.parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes))
    receive(JSON.parse(whole.toString()))
  }
}
