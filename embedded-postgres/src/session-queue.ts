import type { PGlite } from '@electric-sql/pglite'
import { collectAnswer } from './collect-answer.ts'
import {
  askPassword,
  bringsPassword,
  endsReady,
  fatalError,
  isStartup,
  isTerminate,
  syncMessage,
  waitsForSync,
} from './protocol.ts'
import type { WorkQueue } from './work-queue.ts'

type OnData = (data: Uint8Array) => void

/** What pglite-socket's connection handler asks of its queue; the package does not export the type. */
export type SessionQueue = {
  /** Takes one protocol message; resolves to the number of bytes that were answered. A rejection closes the connection. */
  enqueue(session: number, message: Uint8Array, onData: OnData): Promise<number>
  /** Forgets what a session that is gone had handed in. */
  clearQueueForHandler(session: number): void
  /** Rolls back what a session that is gone had open. */
  clearTransactionIfNeeded(session: number): Promise<void>
}

export type SessionQueueOptions = {
  postgres: PGlite
  line: WorkQueue
  queryLimitMs: number
  /** asked of every session when it is given (loopback; a socket is guarded by its folder) */
  password?: string | undefined
  /** called when PostgreSQL broke off: its state is unknown and it must not run on */
  onBroken: (reason: string) => void
}

/**
 * The queue between pglite-socket's connection handler and PostgreSQL, for one session at a time. It replaces the package's own, which
 * stands still for ever after one thrown error, carries a lost session's state into the next one, and enters PostgreSQL once
 * for each small message: here the messages up to a Sync go in together, which nearly halves the time of a small query.
 */
export function sessionQueue({ postgres, line, queryLimitMs, password, onBroken }: SessionQueueOptions): SessionQueue {
  let gathered: Uint8Array[] = []
  /** the session that may talk to PostgreSQL, once it has shown the password */
  let admitted: number | undefined
  let waiting: { session: number; startup: Uint8Array } | undefined

  const inLine = <T>(work: () => Promise<T>): Promise<T> =>
    line.run(queryLimitMs, work).catch((error: unknown) => {
      onBroken(error instanceof Error ? error.message : String(error))
      throw error
    })

  const run = (batch: Uint8Array, needsReady: boolean, onData: OnData): Promise<number> =>
    inLine(async () => {
      const answer = collectAnswer(onData)
      await postgres.execProtocolRawStream(batch, { syncToFs: false, onRawData: answer.add })
      const { size, ready } = answer.end()
      // the client would wait for ever
      if (needsReady && !ready) onBroken('a query broke off without an answer')
      return size
    })

  /** Back to a fresh session: a lost one may have left a failed pipeline, a transaction, prepared statements, settings. */
  const reset = () =>
    inLine(async () => {
      await postgres.execProtocolRawStream(syncMessage, { syncToFs: false, onRawData: () => undefined })
      if (postgres.isInTransaction()) await postgres.exec('rollback')
      await postgres.exec('discard all')
    })

  const admit = async (session: number, startup: Uint8Array, onData: OnData): Promise<number> => {
    admitted = session
    gathered = []
    await reset()
    return run(startup, false, onData)
  }

  const refuse = (onData: OnData): never => {
    onData(fatalError('28P01', 'password authentication failed'))
    throw new Error('A session did not show the password of the embedded database')
  }

  const greet = (session: number, message: Uint8Array, onData: OnData): number | Promise<number> => {
    if (isStartup(message)) {
      if (password === undefined) return admit(session, message, onData)
      waiting = { session, startup: message }
      onData(askPassword)
      return askPassword.length
    }
    if (waiting?.session !== session || !bringsPassword(message, password ?? '')) return refuse(onData)
    return admit(session, waiting.startup, onData)
  }

  return {
    enqueue: async (session, message, onData) => {
      if (isTerminate(message)) return 0
      if (admitted !== session) return greet(session, message, onData)
      gathered.push(message)
      if (waitsForSync(message)) return 0
      const batch = gathered.length === 1 ? message : Buffer.concat(gathered)
      gathered = []
      return run(batch, endsReady(message), onData)
    },
    clearQueueForHandler: (session) => {
      if (admitted === session) gathered = []
    },
    clearTransactionIfNeeded: async (session) => {
      if (admitted !== session) return
      admitted = undefined
      await reset()
    },
  }
}
