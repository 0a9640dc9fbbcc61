import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import type { Messaging } from '#ports/messaging.ts'

/** The stream; each entry has one field. */
const stream = 'messages'
/**
 * Approximate number of entries that Redis keeps: at most 40 MB, and as many as a process can catch up with after losing its connection.
 */
const keptEntries = 5000
/** Maximum number of entries in one read. */
const batch = 200
/** Time in milliseconds that a read waits for the next entry; less than the time after which a silent connection is considered lost. */
const blockMs = 1000
const retryMs = 200
/** Maximum age of entries that a process reads after an interruption: signals to a participant slot are useless after that time. */
const caughtUpSeconds = 30

type Client = Pick<RedisClientType, 'xAdd' | 'duplicate'>

/**
 * Exchanges messages over a Redis stream. Every process reads the whole stream over its own connection, and continues where it stopped
 * after an interruption. `client` must reject commands while it is not connected; it stays open.
 */
export function redisMessaging(client: Client): Messaging {
  const reader = client.duplicate()
  // outages are logged by the shared client
  reader.on('error', () => {})
  void reader.connect().catch(() => {})
  let closed = false
  let receiving = false
  let listener = (_message: string): void => {}
  let last: string | undefined

  const startedMs = performance.now()

  /**
   * Finds the entry to read from: a process needs no entries from before its start, and after an interruption only the last half minute.
   * Entries since the start are read even if the first connection comes late, because a socket may be waiting for them.
   */
  const begin = async (): Promise<void> => {
    const newest = await reader.xRevRange(stream, '+', '-', { COUNT: 1 })
    const end = newest?.[0]?.id ?? '0-0'
    const [seconds, microseconds] = await reader.time()
    const now = Number(seconds) * 1000 + Number(microseconds) / 1000
    const ageMs = Math.min(performance.now() - startedMs, caughtUpSeconds * 1000)
    // reading begins after an id, so this includes the millisecond of the start
    const oldest = `${Math.floor(now - ageMs) - 1}-0`
    // A Redis that lost its entries, or whose clock is behind, has no entries after the last one that was read.
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
