import { z } from 'zod'
import type { Db } from '../executor.ts'
import { newId } from '../new-id.ts'
import { maxBroadcastBytes, type Publication, publicationOf, receiveAll } from './broadcast.ts'

/** A topic on which processes publish messages to each other. */
export type Topic<S extends z.ZodType = z.ZodType> = {
  name: string
  message: S
  /** set when messages may be longer than a NOTIFY payload (up to about 300 kB): they are sent in parts */
  long?: boolean
}

export function defineTopic<const S extends z.ZodType>(topic: Topic<S>): Topic<S> {
  return topic
}

/** Returns a publication to all processes. Throws when a message is too long for the topic. */
export function toProcesses<S extends z.ZodType>(topic: Topic<S>, ...messages: z.input<S>[]): Publication {
  if (topic.long) return publicationOf(topicOfParts(topic), messages.flatMap(partsOf))
  return publicationOf(topic.name, messages)
}

/**
 * Calls `listener` with every committed message on a topic, of this process or another one. Messages are missed while the database
 * connection is lost. Messages that do not match the topic's schema, such as those of another version, are ignored.
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

/** Bytes of a part: Base64 turns 3 bytes into 4 characters; the rest is for the fields around it. */
const partBytes = Math.floor(((maxBroadcastBytes - 200) * 3) / 4)
/** Milliseconds after which an incomplete message is dropped. */
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
  const drop = (id: string): void => {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
  }
  return (message) => {
    const part = Part.safeParse(message)
    if (!part.success) return
    const { id, index, count, data } = part.data
    const known = waiting.get(id) ?? { parts: new Map(), timer: setTimeout(() => drop(id), partTimeoutMs).unref() }
    waiting.set(id, known)
    known.parts.set(index, Buffer.from(data, 'base64'))
    if (known.parts.size < count) return
    drop(id)
    const whole = Buffer.concat([...known.parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes))
    receive(JSON.parse(whole.toString()))
  }
}
