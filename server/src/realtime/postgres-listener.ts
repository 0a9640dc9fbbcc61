import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { broadcastChannel, expectEchoes, expectNoEchoes, receiveBroadcast } from '#core/broadcast.ts'
import { type CacheName, emitInvalidation, invalidationChannel, setReceiving } from '#core/cache-invalidation.ts'
import type { Db } from '#core/executor.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

type Channel = { heard: (payload: string) => void; returned: () => void }

export type PostgresListener = {
  /**
   * Hears one more channel, now and after every return of the connection; `returned` says that messages may have been missed.
   * Resolves when it is heard, or at once while the connection is lost.
   */
  listen(channel: string, heard: (payload: string) => void, returned: () => void): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

type Options = {
  /** milliseconds between two looks at the versions, which also prove that the connection lives; 15 s unless told */
  lookMs?: number
}

const firstRetryMs = 500
const lastRetryMs = 15_000

/**
 * Hears what other processes commit, over a connection of its own, for as long as this process lives: a lost connection is
 * opened again. While there is none, `receivesFromOthers` is false. Changes of caches that were missed meanwhile are announced on
 * return; broadcasts that were missed are not repeated.
 * The connection must be a direct one: a pooler that shares connections between transactions swallows the messages, and then
 * changes are noticed only at the next look.
 */
export function listenToPostgres(
  db: Db,
  settings: pg.ClientConfig,
  log: Log,
  { lookMs = 15_000 }: Options = {},
): PostgresListener {
  const closing = new AbortController()
  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})
  let listening: pg.Client | undefined

  const channels = new Map<string, Channel>([
    [
      invalidationChannel,
      {
        heard(payload) {
          const [name, version] = payload.split(' ')
          emitInvalidation(db, name as CacheName, Number(version)) // written by countInvalidations; unknown names have no listener
        },
        returned: () => {},
      },
    ],
    [
      broadcastChannel,
      {
        heard: (payload) => receiveBroadcast(db, payload),
        // without an answer this process's own messages are delivered directly, as before
        returned: () => void expectEchoes(db).catch(() => {}),
      },
    ],
  ])
  const hearOn = (client: pg.Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`)

  /** Listens until the connection breaks or the process closes. */
  const listen = async (connected: () => void): Promise<void> => {
    const client = new pg.Client({
      ...settings,
      keepAlive: true,
      query_timeout: 10_000,
      connectionTimeoutMillis: 10_000,
    })
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.heard(payload))
    const look = async (): Promise<void> => {
      const { rows } = await client.query<{ name: CacheName; version: number }>(
        'select name, version from cache_versions',
      )
      for (const { name, version } of rows) emitInvalidation(db, name, version)
    }
    try {
      await client.connect()
      // A channel that is added meanwhile is heard by anyone who adds it.
      listening = client
      for (const channel of [...channels.keys()]) await hearOn(client, channel)
      await look()
      setReceiving(db, true)
      connected()
      for (const { returned } of channels.values()) returned()
      let open = true
      broken.then(() => {
        open = false
      })
      while (open && !closing.signal.aborted) {
        await Promise.race([pause(lookMs), broken])
        if (open && !closing.signal.aborted) await look()
      }
    } finally {
      listening = undefined
      setReceiving(db, false)
      expectNoEchoes(db)
      await client.end().catch(() => {})
    }
  }

  const run = async (): Promise<void> => {
    let retryMs = firstRetryMs
    while (!closing.signal.aborted) {
      await listen(() => {
        retryMs = firstRetryMs
      }).catch((error: Error) => log('warn', 'changes of other processes cannot be heard', { error: error.message }))
      if (!closing.signal.aborted) await pause(retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }
  const done = run()
  return {
    async listen(channel, heard, returned) {
      channels.set(channel, { heard, returned })
      if (listening) await hearOn(listening, channel).catch(() => {})
      return {
        async close() {
          channels.delete(channel)
        },
      }
    },
    async close() {
      closing.abort()
      await done
    },
  }
}
