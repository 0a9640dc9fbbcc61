import { createClient } from '@redis/client'

type Log = (level: 'info' | 'warn', message: string, details?: object) => void

/** Timeout of a connection, and of one on which nothing arrives although it is asked every second; in milliseconds. */
const connectMs = 2000
const silenceMs = 3000
const firstRetryMs = 100
const lastRetryMs = 2000

const createConnection = (url: string) =>
  createClient({
    url,
    name: 'virtual-courses',
    // Without this commands would wait, and requests with them, until Redis is back.
    disableOfflineQueue: true,
    pingInterval: 1000,
    socket: {
      connectTimeout: connectMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (retries) => Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(retries, 10)),
    },
  })

/** A client of node-redis that rejects commands while it is not connected. */
export type RedisConnection = ReturnType<typeof createConnection>

/**
 * Opens a connection to Redis that is opened again whenever it is lost. Resolves when it is ready, or after two seconds without it: the
 * server works without Redis (decision 047). Logs the beginning and the end of each outage, and never the address, which may contain a password.
 */
export async function openRedis(url: string, log: Log): Promise<RedisConnection> {
  const client = createConnection(url)
  let away = false
  client.on('error', (error: Error) => {
    if (away) return
    away = true
    log('warn', 'Redis is away: rate limits count in each process, signals of live rooms go through the database', {
      error: error.message,
    })
  })
  client.on('ready', () => {
    if (away) log('info', 'Redis is back')
    away = false
  })
  const connected = client.connect().catch(() => {})
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, connectMs).unref())])
  return client
}
