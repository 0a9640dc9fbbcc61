import type { PGlite } from '@electric-sql/pglite'
import {
  collectResponse,
  endsReady,
  fatalError,
  hasPassword,
  isStartup,
  isTerminate,
  passwordRequest,
  syncMessage,
  waitsForSync,
} from './protocol.ts'
import type { WorkQueue } from './work-queue.ts'

type OnData = (data: Uint8Array) => void

/** The queue that pglite-socket's connection handler expects; the package does not export the type. */
export type SessionQueue = {
  /** Handles one protocol message; resolves to the number of response bytes. A rejection closes the connection. */
  enqueue(session: number, message: Uint8Array, onData: OnData): Promise<number>
  /** Drops the messages of a session that has ended. */
  clearQueueForHandler(session: number): void
  /** Rolls back the open transaction of a session that has ended. */
  clearTransactionIfNeeded(session: number): Promise<void>
}

export type SessionQueueOptions = {
  postgres: PGlite
  queue: WorkQueue
  queryLimitMs: number
  /** required from every session if set (for loopback; a socket is protected by its folder) */
  password?: string | undefined
  /** called when PostgreSQL has crashed: its state is unknown and it must not continue */
  onBroken: (reason: string) => void
}

/**
 * The queue between pglite-socket's connection handler and PostgreSQL, for one session at a time. It replaces the package's own, which
 * hangs after an error, leaks the state of a lost session into the next one, and enters PostgreSQL once per message. This one passes all
 * messages up to a Sync together, which nearly halves a small query.
 */
export function sessionQueue({ postgres, queue, queryLimitMs, password, onBroken }: SessionQueueOptions): SessionQueue {
  let gathered: Uint8Array[] = []
  /** the session that may use PostgreSQL, after it has sent the password */
  let accepted: number | undefined
  let waiting: { session: number; startup: Uint8Array } | undefined

  const inQueue = <T>(work: () => Promise<T>): Promise<T> =>
    queue.run(queryLimitMs, work).catch((error: unknown) => {
      onBroken(error instanceof Error ? error.message : String(error))
      throw error
    })

  const run = (batch: Uint8Array, needsReady: boolean, onData: OnData): Promise<number> =>
    inQueue(async () => {
      const answer = collectResponse(onData)
      await postgres.execProtocolRawStream(batch, { syncToFs: false, onRawData: answer.add })
      const { size, ready } = answer.end()
      // otherwise the client would wait forever
      if (needsReady && !ready) onBroken('a query broke off without an answer')
      return size
    })

  /** Resets the session state: a lost session may have left a failed pipeline, a transaction, prepared statements, settings. */
  const reset = () =>
    inQueue(async () => {
      await postgres.execProtocolRawStream(syncMessage, { syncToFs: false, onRawData: () => undefined })
      if (postgres.isInTransaction()) await postgres.exec('rollback')
      await postgres.exec('discard all')
    })

  const accept = async (session: number, startup: Uint8Array, onData: OnData): Promise<number> => {
    accepted = session
    gathered = []
    await reset()
    return run(startup, false, onData)
  }

  const refuse = (onData: OnData): never => {
    onData(fatalError('28P01', 'password authentication failed'))
    throw new Error('A session did not show the password of the embedded database')
  }

  const authenticate = (session: number, message: Uint8Array, onData: OnData): number | Promise<number> => {
    if (isStartup(message)) {
      if (password === undefined) return accept(session, message, onData)
      waiting = { session, startup: message }
      onData(passwordRequest)
      return passwordRequest.length
    }
    if (waiting?.session !== session || !hasPassword(message, password ?? '')) return refuse(onData)
    return accept(session, waiting.startup, onData)
  }

  return {
    enqueue: async (session, message, onData) => {
      if (isTerminate(message)) return 0
      if (accepted !== session) return authenticate(session, message, onData)
      gathered.push(message)
      if (waitsForSync(message)) return 0
      const batch = gathered.length === 1 ? message : Buffer.concat(gathered)
      gathered = []
      return run(batch, endsReady(message), onData)
    },
    clearQueueForHandler: (session) => {
      if (accepted === session) gathered = []
    },
    clearTransactionIfNeeded: async (session) => {
      if (accepted !== session) return
      accepted = undefined
      await reset()
    },
  }
}
