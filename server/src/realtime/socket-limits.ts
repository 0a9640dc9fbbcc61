import type { IncomingMessage, ServerResponse } from 'node:http'
import { liveEvents } from '@virtual-courses/contract'
import type { Server } from 'socket.io'
import { clientKey } from '#core/client-key.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Limit } from '#core/rate-limits.ts'
import { type Buckets, createBuckets } from '#core/token-buckets.ts'
import type { UserSocket } from './socket-identity.ts'

/**
 * Packets of any kind: events of known and unknown names, acknowledgements, connections to namespaces, heartbeats. Who comes into
 * a full live room sends some hundred signals at once.
 */
const rates = {
  connection: { burst: 1500, perSecond: 150 },
  /** all connections of a user together */
  user: { burst: 3000, perSecond: 300 },
  /** a connection that has not said who it is needs a handful */
  stranger: { burst: 20, perSecond: 2 },
} as const
type Kind = keyof typeof rates

/** Longest name of an event; those of the contract stay far below. */
const maxNameLength = 64

type Connection = { buckets: Buckets<Kind>; socket: UserSocket | undefined }

const rateLimited = (message: string) => ({ code: 'rate_limited' as const, message })

/** Ends connections that send more than any page does, with the event `room-refused` as the reason. Logs nothing for each event. */
export function limitPackets(io: Server): void {
  const connections = new WeakMap<object, Connection>()
  const users = new Map<string, { buckets: Buckets<Kind>; sockets: number }>()
  const cutOff = (socket: UserSocket, message: string): void => {
    socket.emit(liveEvents.refused.name, rateLimited(message))
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
      cutOff(socket, 'This connection was ended because too much came over it. Please reload the page.')
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
        cutOff(socket, 'This connection was ended because of an event that no one knows. Please reload the page.')
    })
    socket.on('disconnect', () => {
      if (connection?.socket === socket) connection.socket = undefined
      user.sockets--
      if (user.sockets === 0) users.delete(id)
    })
  })
}

/** Address of the client of a handshake, behind as many proxies as are trusted, as limits count it. */
export function clientOf({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()
  const chain = [socket.remoteAddress ?? '', ...forwarded.map((one) => one.trim()).filter(Boolean)]
  return clientKey(chain[Math.min(trustedHops, chain.length - 1)] ?? '')
}

/**
 * Limits handshakes by client, over both transports. A browser that polls gets 429 with `Retry-After`; a handshake that is an
 * upgrade is refused by `allowUpgrade`, which answers the sentence or null.
 */
export function limitHandshakes(io: Server, { limit, trustedHops }: { limit: Limit; trustedHops: number }) {
  const consume = (request: IncomingMessage): Promise<DomainError | null> =>
    limit.consume(clientOf(request, trustedHops)).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return error
        throw error
      },
    )
  const isUpgrade = (request: IncomingMessage): boolean => request.headers.upgrade !== undefined
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
    if (isUpgrade(request) || /[?&]sid=/.test(request.url ?? '')) return next()
    consume(request).then((refused) => {
      if (!refused) return next()
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': String(refused.retryAfterSeconds ?? 60),
      })
      response.end(JSON.stringify(rateLimited(refused.message)))
    }, next)
  })
  return {
    async allowUpgrade(request: IncomingMessage): Promise<string | null> {
      if (!isUpgrade(request)) return null
      return (await consume(request))?.message ?? null
    },
  }
}
