import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Messaging } from '#ports/messaging.ts'
import type { Db, Executor } from '../executor.ts'
import { newId } from '../new-id.ts'

/** PostgreSQL channel of messages between the processes on one database. */
export const broadcastChannel = 'broadcast'

/** Maximum size of a message in bytes. A NOTIFY payload has less than 8,000 bytes; the rest is for the envelope. */
export const maxBroadcastBytes = 7_500

/** Messages on a topic for all processes, in this order. Created by `toProcesses`, `toUsers` or functions of features over them. */
export type Publication = { topic: string; messages: readonly unknown[] }

type Listener = (message: unknown) => void

/** A message of this process that was not yet delivered to its own listeners. */
type Outgoing = {
  topic: string
  message: unknown
  /** called in this process right before the listeners */
  first: (() => void) | undefined
  /** its transaction has committed */
  committed: boolean
  delivered: () => void
}

/** State of this process for one database; `id` distinguishes its own messages from those of others. */
type Station = {
  id: string
  listeners: Map<string, Set<Listener>>
  /** number of the last message */
  last: number
  /** by number, in the order in which they were sent */
  outgoing: Map<number, Outgoing>
  /** true while own messages come back over the channel and are delivered then, in the order of the commits */
  echoes: boolean
  /** carries what no transaction sends; without it that goes by NOTIFY too */
  messaging?: Messaging
}

/** Milliseconds after which an own message that has not come back is delivered directly. */
const echoTimeoutMs = 500

const Envelope = z.object({
  from: z.string(),
  number: z.number().int().optional(),
  topic: z.string(),
  message: z.unknown(),
})
type Envelope = z.input<typeof Envelope>

const stations = new WeakMap<Db, Station>()

function stationOf(db: Db): Station {
  const known = stations.get(db)
  if (known) return known
  const station: Station = { id: newId(), listeners: new Map(), last: 0, outgoing: new Map(), echoes: false }
  stations.set(db, station)
  return station
}

const emit = (station: Station, topic: string, message: unknown): void => {
  for (const listener of station.listeners.get(topic) ?? []) listener(message)
}

function deliver(station: Station, number: number): void {
  const one = station.outgoing.get(number)
  if (!one) return
  station.outgoing.delete(number)
  try {
    one.first?.()
    emit(station, one.topic, one.message)
  } finally {
    one.delivered()
  }
}

/** Called when own messages do not come back: delivers the committed ones that wait. */
function deliverWithoutEcho(station: Station): void {
  station.echoes = false
  for (const [number, { committed }] of [...station.outgoing]) if (committed) deliver(station, number)
}

/** Calls `listener` with every committed message on a topic, without validation. Use `subscribe`, which validates. */
export function receiveAll(db: Db, topic: string, listener: Listener): void {
  const { listeners } = stationOf(db)
  listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
}

/** Returns a publication. Throws when a message is longer than `maxBroadcastBytes`. */
export function publicationOf(topic: string, messages: readonly unknown[]): Publication {
  for (const message of messages)
    if (Buffer.byteLength(JSON.stringify(message)) > maxBroadcastBytes)
      throw new Error(`A message on "${topic}" is too long to be broadcast`)
  return { topic, messages }
}

type Sent = {
  /** Call after the commit; resolves when the listeners of this process were called. */
  deliver(): Promise<void>
  /** Call when the transaction has failed. */
  drop(): void
}

/**
 * Sends publications to all processes in order; with a transaction, when it commits. Every process receives them in the order of commits,
 * which PostgreSQL guarantees for notifications; this process too waits for its own to come back. While it does not listen (embedded
 * database, lost connection), it delivers directly. `first` runs right before the listeners, in this process only.
 */
export async function sendAll(
  db: Db,
  on: Executor,
  publications: readonly { publication: Publication; first?: (() => void) | undefined }[],
): Promise<Sent> {
  const { envelopes, ...sent } = register(stationOf(db), publications)
  if (envelopes.length > 0)
    await notification(envelopes)
      .execute(on)
      .catch((error: unknown) => {
        sent.drop()
        throw error
      })
  return sent
}

/**
 * Sends publications like `sendAll`, with one statement that is a transaction of its own: `run` gets a `select pg_notify(...)` of all of
 * them, makes it a part of its statement and returns false when no row was selected.
 */
export async function sendWith(
  db: Db,
  publications: readonly { publication: Publication }[],
  run: (notification: RawBuilder<unknown>) => Promise<boolean>,
): Promise<Sent | null> {
  const { envelopes, ...sent } = register(stationOf(db), publications)
  const isSent = await run(notification(envelopes)).catch((error: unknown) => {
    sent.drop()
    throw error
  })
  if (isSent) return sent
  sent.drop()
  return null
}

/** Registers messages as outgoing, before they are sent: they may come back before the reply to the commit. */
function register(
  station: Station,
  publications: readonly { publication: Publication; first?: (() => void) | undefined }[],
): Sent & { envelopes: Envelope[] } {
  const deliveries = new Map<number, Promise<void>>()
  const envelopes: Envelope[] = []
  for (const { publication, first } of publications) {
    const { topic, messages } = publication
    for (const [index, message] of messages.entries()) {
      const number = ++station.last
      const { promise, resolve: delivered } = Promise.withResolvers<void>()
      const own = { topic, message, first: index === 0 ? first : undefined, committed: false, delivered }
      station.outgoing.set(number, own)
      deliveries.set(number, promise)
      envelopes.push({ from: station.id, number, topic, message })
    }
  }
  return {
    envelopes,
    drop: () => {
      for (const number of deliveries.keys()) station.outgoing.delete(number)
    },
    deliver: async () => {
      await Promise.all([...deliveries].map(([number, delivery]) => finishOne(station, number, delivery)))
    },
  }
}

/** Sends what no transaction sends over `messaging` while that works, and otherwise by NOTIFY. */
export function attachMessaging(db: Db, messaging: Messaging): void {
  const station = stationOf(db)
  station.messaging = messaging
  messaging.receive((payload) => {
    const envelope = Envelope.safeParse(parse(payload))
    if (envelope.success && envelope.data.from !== station.id) emit(station, envelope.data.topic, envelope.data.message)
  })
}

/**
 * Sends a publication outside of a transaction; inside one use `tx.publish`. Publications of one process arrive in their order. Over
 * `messaging` they may overtake, or be overtaken by, what transactions publish.
 */
export async function publish(db: Db, publication: Publication): Promise<void> {
  if (await sendWithoutDatabase(stationOf(db), publication)) return
  await (await sendAll(db, db, [{ publication }])).deliver()
}

/** Resolves to false when there is no messaging or it failed; then no listener of this process was called. */
async function sendWithoutDatabase(station: Station, { topic, messages }: Publication): Promise<boolean> {
  const { messaging, id: from } = station
  if (!messaging) return false
  try {
    await messaging.send(messages.map((message) => JSON.stringify({ from, topic, message } satisfies Envelope)))
  } catch {
    return false
  }
  for (const message of messages) emit(station, topic, message)
  return true
}

const notification = (envelopes: readonly Envelope[]): RawBuilder<unknown> => {
  const payloads = envelopes.map((envelope) => JSON.stringify(envelope))
  return sql`select pg_notify(${broadcastChannel}, payload) from unnest(${payloads}::text[]) as payload`
}

async function finishOne(station: Station, number: number, delivery: Promise<void>): Promise<void> {
  const one = station.outgoing.get(number)
  if (!one) return
  one.committed = true
  if (!station.echoes) return deliver(station, number)
  const late = setTimeout(() => deliverWithoutEcho(station), echoTimeoutMs)
  await delivery
  clearTimeout(late)
}

/** Handles a payload of the channel. Foreign payloads, and own messages that were already delivered, are ignored. */
export function receiveBroadcast(db: Db, payload: string): void {
  const station = stationOf(db)
  const envelope = Envelope.safeParse(parse(payload))
  if (!envelope.success) return
  const { from, number, topic, message } = envelope.data
  if (from === station.id) {
    station.echoes = true
    if (number !== undefined) deliver(station, number)
  } else emit(station, topic, message)
}

/** Tests whether own messages come back: they do not through a pooler that shares connections between transactions. */
export async function expectEchoes(db: Db): Promise<void> {
  await notification([{ from: stationOf(db).id, topic: '', message: null }]).execute(db)
}

/** Call when the process does not listen to the channel any more. */
export const expectNoEchoes = (db: Db): void => deliverWithoutEcho(stationOf(db))

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
