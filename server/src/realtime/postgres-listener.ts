import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { broadcastChannel, expectEchoes, expectNoEchoes, receiveBroadcast } from '#core/events/broadcast.ts'
import { type CacheName, emitInvalidation, invalidationChannel, setReceiving } from '#core/events/cache-invalidation.ts'
import type { Db } from '#core/executor.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

type Channel = { onMessage: (payload: string) => void; onReconnect: () => void }

export type PostgresListener = {
  /**
   * Adds a channel, which is kept after reconnects; `onReconnect` is called when messages may have been missed. Resolves when the process
   * listens to it, or at once while the connection is lost.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

type Options = {
  /** interval in milliseconds at which cache versions are polled, 15 s by default; polling also detects a broken connection */
  pollMs?: number
}

const firstRetryMs = 500
const lastRetryMs = 15_000

/**
 * Listens to the notifications of other processes over a dedicated connection, and reconnects when it is lost; until then
 * `receivesFromOthers` is false. Missed cache invalidations are emitted after a reconnect, missed broadcasts are not. The connection must
 * be direct: through a pooler in transaction mode no notifications arrive, and changes are found only at the next poll.
 */
export function listenToPostgres(
  db: Db,
  settings: pg.ClientConfig,
  log: Log,
  { pollMs = 15_000 }: Options = {},
): PostgresListener {
  const closing = new AbortController()
  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})
  let listening: pg.Client | undefined

  const channels = new Map<string, Channel>([
    [
      invalidationChannel,
      {
        onMessage(payload) {
          const [name, version] = payload.split(' ')
          emitInvalidation(db, name as CacheName, Number(version)) // written by countInvalidations; unknown names have no listener
        },
        onReconnect: () => {},
      },
    ],
    [
      broadcastChannel,
      {
        onMessage: (payload) => receiveBroadcast(db, payload),
        // until an echo arrives, this process's own messages are delivered directly
        onReconnect: () => void expectEchoes(db).catch(() => {}),
      },
    ],
  ])
  const listenOn = (client: pg.Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`)

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
    client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.onMessage(payload))
    const poll = async (): Promise<void> => {
      const { rows } = await client.query<{ name: CacheName; version: number }>(
        'select name, version from cache_versions',
      )
      for (const { name, version } of rows) emitInvalidation(db, name, version)
    }
    try {
      await client.connect()
      // `listen` below does the same for a channel that is added meanwhile.
      listening = client
      for (const channel of [...channels.keys()]) await listenOn(client, channel)
      await poll()
      setReceiving(db, true)
      connected()
      for (const { onReconnect } of channels.values()) onReconnect()
      let open = true
      broken.then(() => {
        open = false
      })
      while (open && !closing.signal.aborted) {
        await Promise.race([pause(pollMs), broken])
        if (open && !closing.signal.aborted) await poll()
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
      }).catch((error: Error) =>
        log('warn', 'notifications of other processes cannot be received', { error: error.message }),
      )
      if (!closing.signal.aborted) await pause(retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }
  const done = run()
  return {
    async listen(channel, onMessage, onReconnect) {
      channels.set(channel, { onMessage, onReconnect })
      if (listening) await listenOn(listening, channel).catch(() => {})
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
