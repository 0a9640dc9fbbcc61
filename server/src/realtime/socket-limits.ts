import type { IncomingMessage, ServerResponse } from 'node:http'
import { msg } from '@lingui/core/runtime-macro'
import { liveEvents } from '@virtual-courses/contract'
import type { Server } from 'socket.io'
import { DomainError } from '#core/domain-error.ts'
import { type Sentence, speak } from '#core/languages/language.ts'
import { type Buckets, createBuckets } from '#core/limits/buckets.ts'
import { clientKey } from '#core/limits/client-key.ts'
import type { Limit } from '#core/limits/rate-limits.ts'
import type { UserSocket } from './socket-identity.ts'

/**
 * Limits of packets of all kinds: events, acknowledgements, connections to namespaces, heartbeats. A browser that enters a full live
 * room sends about a hundred signals at once.
 */
const rates = {
  connection: { burst: 1500, perSecond: 150 },
  /** shared by all connections of a user */
  user: { burst: 3000, perSecond: 300 },
  /** a connection that is not identified needs only a few packets */
  stranger: { burst: 20, perSecond: 2 },
} as const
type Kind = keyof typeof rates

/**
 * Maximum number of characters that are buffered for a client that does not read; beyond it the connection is closed. The browser
 * reconnects as soon as it can.
 */
const mostUnsent = 4 * 1024 * 1024

/** Maximum length of an event name; those of the contract are much shorter. */
const maxNameLength = 64

type Connection = { buckets: Buckets<Kind>; socket: UserSocket | undefined }

const rateLimited = (message: string) => ({ code: 'rate_limited' as const, message })

/** Closes connections whose unsent data, which is kept in memory, exceeds the limit. */
export function limitUnsent(io: Server): void {
  io.engine.on('connection', (connection) => {
    let unsent = 0
    connection.on('packetCreate', ({ data }: { data?: string }) => {
      // a packet that is sent at once may have any size
      const waits = unsent > 0
      unsent += data?.length ?? 0
      if (waits && unsent > mostUnsent) connection.close(true)
    })
    connection.on('flush', () => {
      unsent = 0
    })
  })
}

/** Disconnects sockets that exceed the limits, after the event `room-refused` with the reason. Does not log single packets. */
export function limitPackets(io: Server): void {
  const connections = new WeakMap<object, Connection>()
  const users = new Map<string, { buckets: Buckets<Kind>; sockets: number }>()
  const cutOff = (socket: UserSocket, sentence: Sentence): void => {
    socket.emit(liveEvents.refused.name, rateLimited(speak(socket.data.language)(sentence)))
    socket.disconnect(true)
  }
  io.engine.on('connection', (raw) => {
    const connection: Connection = { buckets: createBuckets(rates), socket: undefined }
    connections.set(raw, connection)
    raw.on('packet', () => {
      const now = performance.now()
      const { socket, buckets } = connection
      if (!socket) return buckets.take('stranger', now) ? undefined : raw.close()
      const user = users.get(socket.data.viewer.id)?.buckets
      if (buckets.take('connection', now) && (user?.take('user', now) ?? true)) return
      cutOff(socket, msg`This connection was ended because too much came over it. Please reload the page.`)
    })
  })
  io.on('connection', (socket: UserSocket) => {
    const connection = connections.get(socket.conn)
    if (connection) connection.socket = socket
    const { id } = socket.data.viewer
    const user = users.get(id) ?? { buckets: createBuckets(rates), sockets: 0 }
    user.sockets++
    users.set(id, user)
    socket.onAny((name: unknown) => {
      if (String(name).length > maxNameLength)
        cutOff(socket, msg`This connection was ended because of an event that no one knows. Please reload the page.`)
    })
    socket.on('disconnect', () => {
      if (connection?.socket === socket) connection.socket = undefined
      user.sockets--
      if (user.sockets === 0) users.delete(id)
    })
  })
}

/** Returns the client key of a handshake, taking trusted proxies into account. */
export function clientOf({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()
  const chain = [socket.remoteAddress ?? '', ...forwarded.map((one) => one.trim()).filter(Boolean)]
  return clientKey(chain[Math.min(trustedHops, chain.length - 1)] ?? '')
}

/**
 * Limits handshakes by client, for both transports. A polling handshake is refused with 429 and `Retry-After`; a WebSocket handshake, and
 * one whose URL looks like that of a later request, by `allowHandshake`, which returns the message or null.
 */
export function limitHandshakes(io: Server, { limit, trustedHops }: { limit: Limit; trustedHops: number }) {
  const counted = new WeakSet<IncomingMessage>()
  const consume = (request: IncomingMessage): Promise<DomainError | null> => {
    counted.add(request)
    return limit.consume(clientOf(request, trustedHops)).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return error
        throw error
      },
    )
  }
  const isUpgrade = (request: IncomingMessage): boolean => request.headers.upgrade !== undefined
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
    if (isUpgrade(request) || /[?&]sid=/.test(request.url ?? '')) return next()
    consume(request).then((error) => {
      if (!error) return next()
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': String(error.retryAfterSeconds ?? 60),
      })
      response.end(JSON.stringify(rateLimited(error.message)))
    }, next)
  })
  return {
    async allowHandshake(request: IncomingMessage): Promise<string | null> {
      if (counted.has(request)) return null
      return (await consume(request))?.message ?? null
    },
  }
}
