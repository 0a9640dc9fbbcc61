import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import type { Messaging } from '#ports/messaging.ts'

/** The stream; each entry has one field. */
const stream = 'messages'
/** Entries that Redis keeps, about: at most 40 MB, and what a process that lost its connection can catch up with. */
const keptEntries = 5000
/** Entries that are read at once. */
const batch = 200
/** How long a read waits for the next entry, in milliseconds; less than the time after which a connection counts as silent. */
const blockMs = 1000
const retryMs = 200
/** Age of the oldest entry that a process reads after an interruption: signals to a slot that was lost for so long are useless. */
const caughtUpSeconds = 30

type Client = Pick<RedisClientType, 'xAdd' | 'duplicate'>

/**
 * Exchanges messages over a stream of Redis. Every process reads all of it over a connection of its own, and after an interruption goes on
 * where it was. `client` must reject commands while it is not connected; it stays open.
 */
export function redisMessaging(client: Client): Messaging {
  const reader = client.duplicate()
  // the client that is shared with others logs outages
  reader.on('error', () => {})
  void reader.connect().catch(() => {})
  let closed = false
  let receiving = false
  let listener = (_message: string): void => {}
  let last: string | undefined

  const startedMs = performance.now()

  /**
   * Finds where to read from: a process needs nothing that is older than itself, and one that was cut off the last half minute. What was
   * sent since the start counts even if the first connection came late: a socket may be waiting for it.
   */
  const begin = async (): Promise<void> => {
    const newest = await reader.xRevRange(stream, '+', '-', { COUNT: 1 })
    const end = newest?.[0]?.id ?? '0-0'
    const [seconds, microseconds] = await reader.time()
    const now = Number(seconds) * 1000 + Number(microseconds) / 1000
    const ageMs = Math.min(performance.now() - startedMs, caughtUpSeconds * 1000)
    // reading begins after an id: of the millisecond of the start nothing is left out
    const oldest = `${Math.floor(now - ageMs) - 1}-0`
    // A Redis that lost its entries, or whose clock is behind, has none after the last one that was read.
    if (last === undefined || isBefore(end, last) || isBefore(last, oldest)) last = oldest
    receiving = true
  }
  const read = async (): Promise<void> => {
    const found = await reader.xRead({ key: stream, id: last ?? '$' }, { BLOCK: blockMs, COUNT: batch })
    for (const { messages } of found ?? [])
      for (const { id, message } of messages) {
        last = id
        if (message.m !== undefined) listener(message.m)
      }
  }
  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        if (!receiving) await begin()
        await read()
      } catch {
        receiving = false
        await sleep(retryMs)
      }
    }
  }
  const done = run()
  return {
    async send(messages) {
      const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: keptEntries } as const
      await Promise.all(messages.map((m) => client.xAdd(stream, '*', { m }, { TRIM })))
    },
    receive(wanted) {
      listener = wanted
    },
    isReceiving: () => receiving,
    async close() {
      closed = true
      reader.destroy()
      await done
    },
  }
}

/** Compares the ids of two entries: milliseconds and a number. */
function isBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time < otherTime || (time === otherTime && number < otherNumber)
}
