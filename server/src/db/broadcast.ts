import { sql } from 'kysely'
import { z } from 'zod'
import { afterCommit, type Db, type Executor } from './executor.ts'
import { newId } from './new-id.ts'
import { transactionScope } from './transaction-scope.ts'

/** PostgreSQL's channel of what processes on one database tell each other. */
export const broadcastChannel = 'broadcast'

/** PostgreSQL carries messages of less than 8,000 bytes; the rest is for the envelope. */
export const maxBroadcastBytes = 7_500

type Hearer = (message: unknown) => void
/** One process's view of one database; `id` lets it ignore what comes back to it. */
type Station = { id: string; hearers: Map<string, Set<Hearer>> }

const Envelope = z.object({ from: z.string(), topic: z.string(), message: z.unknown() })

const stations = new WeakMap<Db, Station>()

function stationOf(db: Db): Station {
  const known = stations.get(db)
  if (known) return known
  const station: Station = { id: newId(), hearers: new Map() }
  stations.set(db, station)
  return station
}

const tell = (station: Station, topic: string, message: unknown): void => {
  for (const hearer of station.hearers.get(topic) ?? []) hearer(message)
}

/**
 * Calls `hearer` with every message on a topic that was committed, by this process or another one. Messages can be missed
 * while the connection to the database is lost, and another version of the program may have written them: check their shape.
 */
export function hear(db: Db, topic: string, hearer: Hearer): void {
  const { hearers } = stationOf(db)
  hearers.set(topic, (hearers.get(topic) ?? new Set()).add(hearer))
}

/**
 * Tells all processes a JSON value; with a transaction, when it commits. This process hears it directly, without the database's
 * help; another one within milliseconds. Throws when the message is longer than `maxBroadcastBytes`.
 */
export async function broadcast(on: Executor, topic: string, message: unknown): Promise<void> {
  const station = stationOf(on.isTransaction ? openDatabaseOfScope() : (on as Db)) // isTransaction tells the two apart
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) > maxBroadcastBytes)
    throw new Error(`A message on "${topic}" is too long to be broadcast`)
  await sql`select pg_notify(${broadcastChannel}, ${JSON.stringify({ from: station.id, topic, message })})`.execute(on)
  if (on.isTransaction) afterCommit(() => tell(station, topic, message))
  else tell(station, topic, message)
}

/** Takes a message as it came over the channel. What is not ours, or was told here already, is ignored. */
export function receiveBroadcast(db: Db, payload: string): void {
  const station = stationOf(db)
  const envelope = Envelope.safeParse(parse(payload))
  if (!envelope.success || envelope.data.from === station.id) return
  tell(station, envelope.data.topic, envelope.data.message)
}

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
