import { z } from 'zod'
import { broadcast, subscribe } from '#core/broadcast.ts'
import type { Db, Executor } from '#core/transact.ts'

const topic = 'sessions-ended'
/** Ids in one message, far below what the database carries. */
const idsInMessage = 200

const Ids = z.array(z.string())

/**
 * Calls `listener` with the ids of sessions that were ended, once that is committed, by this process or another one on the same
 * database. Sessions that merely expire are not told, and messages are lost while the connection to the database is: whoever
 * keeps something open for a session asks again now and then whether it lives.
 */
export function onSessionsEnded(db: Db, listener: (sessionIds: readonly string[]) => void): void {
  subscribe(db, topic, (message) => {
    const ids = Ids.safeParse(message)
    if (ids.success) listener(ids.data)
  })
}

/** Says that these sessions were deleted with `on`; listeners learn it when that is committed. */
export async function publishSessionsEnded(on: Executor, sessionIds: readonly string[]): Promise<void> {
  for (let start = 0; start < sessionIds.length; start += idsInMessage)
    await broadcast(on, topic, sessionIds.slice(start, start + idsInMessage))
}
