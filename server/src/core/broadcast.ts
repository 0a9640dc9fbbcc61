import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from './new-id.ts'
import { afterCommit, afterRollback, type Db, type Executor } from './transact.ts'
import { transactionScope } from './transaction-scope.ts'

/** PostgreSQL's channel of what processes on one database tell each other. */
export const broadcastChannel = 'broadcast'

/** PostgreSQL carries messages of less than 8,000 bytes; the rest is for the envelope. */
export const maxBroadcastBytes = 7_500

type Listener = (message: unknown) => void

/** A message of this process that its own listeners have not got yet. */
type Outgoing = {
  topic: string
  message: unknown
  /** called in this process right before the listeners */
  first: (() => void) | undefined
  /** its transaction has committed */
  committed: boolean
  delivered: () => void
}

/** One process's view of one database; `id` tells its own messages from those of others. */
type Station = {
  id: string
  listeners: Map<string, Set<Listener>>
  /** number of the last message */
  last: number
  /** by number, in the order in which they were sent */
  outgoing: Map<number, Outgoing>
  /** own messages come back over the channel: they are delivered when they do, and so in the order of the commits */
  echoes: boolean
}

/** An own message that has not come back by then is delivered without waiting any longer, in milliseconds. */
const echoTimeoutMs = 500

const Envelope = z.object({
  from: z.string(),
  number: z.number().int().optional(),
  topic: z.string(),
  message: z.unknown(),
})

const stations = new WeakMap<Db, Station>()

function stationOf(db: Db): Station {
  const known = stations.get(db)
  if (known) return known
  const station: Station = { id: newId(), listeners: new Map(), last: 0, outgoing: new Map(), echoes: false }
  stations.set(db, station)
  return station
}

const tell = (station: Station, topic: string, message: unknown): void => {
  for (const listener of station.listeners.get(topic) ?? []) listener(message)
}

function deliver(station: Station, number: number): void {
  const one = station.outgoing.get(number)
  if (!one) return
  station.outgoing.delete(number)
  try {
    one.first?.()
    tell(station, one.topic, one.message)
  } finally {
    one.delivered()
  }
}

/** Own messages do not come back at the moment: delivers those that wait for it. */
function deliverWithoutEcho(station: Station): void {
  station.echoes = false
  for (const [number, { committed }] of [...station.outgoing]) if (committed) deliver(station, number)
}

/**
 * Calls `listener` with every message on a topic that was committed, by this process or another one. Messages can be missed
 * while the connection to the database is lost, and another version of the program may have written them: check their shape.
 */
export function subscribe(db: Db, topic: string, listener: Listener): void {
  const { listeners } = stationOf(db)
  listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
}

/**
 * Tells all processes a JSON value; with a transaction, when it commits. Every process gets the messages in the order in which
 * their transactions committed, as PostgreSQL promises for its notifications: this process too waits for its own ones to come
 * back over the channel, because the answers of two connections may arrive in another order. While it hears no channel (on the
 * embedded database, whose one connection answers in order, or while the connection is lost) its own messages are delivered
 * directly. Resolves, or lets `transact` resolve, when this process's listeners were called; `first` is called right before
 * them, in this process alone. Throws when the message is longer than `maxBroadcastBytes`.
 */
export async function broadcast(on: Executor, topic: string, message: unknown, first?: () => void): Promise<void> {
  const station = stationOf(on.isTransaction ? openDatabaseOfScope() : (on as Db)) // isTransaction tells the two apart
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) > maxBroadcastBytes)
    throw new Error(`A message on "${topic}" is too long to be broadcast`)
  const number = ++station.last
  const { promise: delivery, resolve: delivered } = Promise.withResolvers<void>()
  // It may come back before the answer of the commit does.
  station.outgoing.set(number, { topic, message, first, committed: false, delivered })
  const drop = () => void station.outgoing.delete(number)
  if (on.isTransaction) {
    afterRollback(drop)
    afterCommit(() => finish(station, number, delivery))
  }
  try {
    await notifyAll(on, { from: station.id, number, topic, message })
  } catch (error) {
    drop()
    throw error
  }
  if (!on.isTransaction) await finish(station, number, delivery)
}

const notifyAll = (on: Executor, envelope: z.input<typeof Envelope>) =>
  sql`select pg_notify(${broadcastChannel}, ${JSON.stringify(envelope)})`.execute(on)

async function finish(station: Station, number: number, delivery: Promise<void>): Promise<void> {
  const one = station.outgoing.get(number)
  if (!one) return
  one.committed = true
  if (!station.echoes) return deliver(station, number)
  const late = setTimeout(() => deliverWithoutEcho(station), echoTimeoutMs)
  await delivery
  clearTimeout(late)
}

/** Takes a message as it came over the channel. What is not ours, or was delivered here already, is ignored. */
export function receiveBroadcast(db: Db, payload: string): void {
  const station = stationOf(db)
  const envelope = Envelope.safeParse(parse(payload))
  if (!envelope.success) return
  const { from, number, topic, message } = envelope.data
  if (from === station.id) {
    station.echoes = true
    if (number !== undefined) deliver(station, number)
  } else tell(station, topic, message)
}

/** Finds out whether own messages come back: they do not through a pooler that shares connections between transactions. */
export async function expectEchoes(db: Db): Promise<void> {
  await notifyAll(db, { from: stationOf(db).id, topic: '', message: null })
}

/** The channel is not heard any more. */
export const expectNoEchoes = (db: Db): void => deliverWithoutEcho(stationOf(db))

function openDatabaseOfScope(): Db {
  const scope = transactionScope.getStore()
  if (!scope) throw new Error('A broadcast of a transaction works only inside transact()')
  return scope.db
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
