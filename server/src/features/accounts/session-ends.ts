import { z } from 'zod'
import type { Publication } from '#core/broadcast.ts'
import type { Db } from '#core/executor.ts'
import { defineTopic, subscribe, toProcesses } from '#core/topics.ts'

/** Ids in one message, far below what the database carries. */
const idsInMessage = 200

const endedSessions = defineTopic({ name: 'sessions-ended', message: z.array(z.string()) })

/**
 * Calls `listener` with the ids of sessions that were ended, once that is committed, by this process or another one on the same
 * database. Sessions that merely expire are not told, and messages are lost while the connection to the database is: anyone who
 * keeps something open for a session asks again now and then whether it lives.
 */
export function onSessionsEnded(db: Db, listener: (sessionIds: readonly string[]) => void): void {
  subscribe(db, endedSessions, listener)
}

/** These sessions are deleted by the transaction. */
export function sessionsEnded(sessionIds: readonly string[]): Publication {
  const chunks: string[][] = []
  for (let start = 0; start < sessionIds.length; start += idsInMessage)
    chunks.push(sessionIds.slice(start, start + idsInMessage))
  return toProcesses(endedSessions, ...chunks)
}
