import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket as Connection } from 'node:net'
import type { EventRule } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import { type DefaultEventsMap, Server } from 'socket.io'
import type { SessionReader } from '#core/current-user.ts'
import type { Limits } from '#core/rate-limits.ts'
import type { Rooms } from '#ports/rooms.ts'
import { openRooms } from './rooms.ts'
import { identifySocket, type SocketData, SocketError } from './socket-identity.ts'
import { limitHandshakes, limitPackets } from './socket-limits.ts'

type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

export type SocketOptions = {
  /** where pages may come from that connect with cookies; the address that is asked always may */
  origins: readonly string[]
  /** Whether a page of this origin may connect to the host that it asks. */
  isOurOrigin: (origin: string, host: string | undefined) => boolean
  sessions: SessionReader
  /** Returns the session's token of a request's cookies. */
  tokenOf: (headers: IncomingHttpHeaders) => string | undefined
  /** of every answer of the socket's transports */
  headers: Readonly<Record<string, string>>
  isKnownHost: (header: string | undefined) => boolean
  hold: { isOverLimit(connection: Connection): boolean; limitBody(request: IncomingMessage): void }
  /** which of these sessions are still open */
  stillOpen: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>
  limits: Pick<Limits, 'connectsByClient' | 'connectsByUser'>
  /** reverse proxies whose word about the client's address counts */
  trustedHops: number
}

export type Sockets = {
  /** what features do with sockets that come together in rooms */
  rooms: Rooms
  /** Sends an event to all sockets of a user in this process. Its payload is filtered by the schema; one that does not fit is logged, not sent. */
  emitTo(userId: string, event: EventRule, payload: unknown): void
  /** Disconnects the sockets of these sessions; browsers do not come back by themselves. */
  endSessions(sessionIds: readonly string[]): void
  /** Disconnects the sockets of sessions that are no longer open, for whatever reason. Runs by itself every half minute. */
  cleanUp(): Promise<void>
  /** how many are connected */
  count(): number
}

const path = '/socket.io/'
/** Largest inbound message in bytes: an offer of a browser with all its candidates stays far below. */
const maxMessageBytes = 64 * 1024
/** A connection that has not said who it is by then is closed, in milliseconds. */
const handshakeTimeoutMs = 10_000
/** As many sockets may one user hold in one process: each tab needs one. */
export const maxSocketsOfUser = 20
const cleanupMs = 30_000
/** At a shutdown, anyone who does not answer the goodbye for so long is cut off. */
const closeGraceMs = 2000

const userRoom = (userId: string): string => `user ${userId}`
const sessionRoom = (sessionId: string): string => `session ${sessionId}`

/**
 * Carries events over Socket.IO, on the server's own port and the library's standard path. Only signed-in browsers get in, from
 * our own pages; others get the connect_error "unauthenticated". What browsers send is for features that listen (`rooms`); what
 * no one knows is ignored. At a shutdown all connections are closed so that browsers connect again, elsewhere or later.
 */
export function openSockets(app: FastifyInstance, options: SocketOptions): Sockets {
  let closing = false
  const io: Io = new Server(app.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: handshakeTimeoutMs,
    cors: { origin: [...options.origins], credentials: true },
    allowRequest(request, answer) {
      const { origin, host } = request.headers
      if (options.hold.isOverLimit(request.socket))
        return answer('Too many connections are open from your address', false)
      if (!options.isKnownHost(host)) return answer('This host name is not known', false)
      if (closing) return answer('The server is being restarted', false)
      const foreign = origin !== undefined && !options.isOurOrigin(origin, host)
      if (foreign) return answer('This origin is not allowed', false)
      handshakes.allowUpgrade(request).then(
        (refused) => answer(refused, refused === null),
        () => answer('This connection cannot be made now', false),
      )
    },
  })
  const handshakes = limitHandshakes(io, { limit: options.limits.connectsByClient, trustedHops: options.trustedHops })
  limitPackets(io)
  const rooms = io.of('/').adapter.rooms
  const sizeOf = (room: string): number => rooms.get(room)?.size ?? 0

  const identify = identifySocket({
    tokenOf: options.tokenOf,
    sessions: options.sessions,
    isFull: (userId) => sizeOf(userRoom(userId)) >= maxSocketsOfUser,
    limit: options.limits.connectsByUser,
    log: app.log,
  })
  // A session may end between the answer that it lives and the moment when its socket can be found by it.
  const identifying = new Set<Set<string>>()
  io.use((socket, next) => {
    const endedMeanwhile = new Set<string>()
    identifying.add(endedMeanwhile)
    identify(socket.handshake.headers).then((found) => {
      identifying.delete(endedMeanwhile)
      if ('error' in found) return next(found.error)
      if (endedMeanwhile.has(found.viewer.sessionId)) return next(new SocketError('unauthenticated'))
      socket.data.viewer = found.viewer
      // Joined at once, so that the next one who asks is counted right.
      socket.join([userRoom(found.viewer.id), sessionRoom(found.viewer.sessionId)])
      next()
    })
  })

  const sockets: Sockets = {
    rooms: openRooms(io, app.log),
    emitTo(userId, event, payload) {
      const room = userRoom(userId)
      if (sizeOf(room) === 0) return
      const filtered = event.payload.safeParse(payload)
      if (filtered.success) io.to(room).emit(event.name, filtered.data)
      else
        app.log.error(
          { event: event.name, issues: filtered.error.issues.slice(0, 5) },
          'an event does not fit its contract',
        )
    },
    endSessions(sessionIds) {
      for (const ended of identifying) for (const id of sessionIds) ended.add(id)
      for (const id of sessionIds) if (sizeOf(sessionRoom(id)) > 0) io.in(sessionRoom(id)).disconnectSockets(true)
    },
    async cleanUp() {
      const ids = [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.viewer.sessionId))]
      if (ids.length === 0) return
      const open = await options.stillOpen(ids)
      sockets.endSessions(ids.filter((id) => !open.has(id)))
    },
    count: () => io.of('/').sockets.size,
  }

  const cleaning = setInterval(() => {
    sockets.cleanUp().catch((error: unknown) => app.log.warn({ err: error }, 'sessions of sockets cannot be looked up'))
  }, cleanupMs).unref()
  const upgraded = trackUpgrades(app)
  app.addHook('preClose', async () => {
    closing = true
    clearInterval(cleaning)
    // The connections are closed, not the sockets: a socket that the server disconnects does not come back.
    io.engine.close()
    setTimeout(() => {
      for (const connection of upgraded) connection.destroy()
    }, closeGraceMs).unref()
  })
  serveSecondAddresses(app, io)
  prepareRequests(app, options)
  return sockets
}

/** The connections that became sockets: the HTTP server waits for their end, but cannot end them. */
function trackUpgrades(app: FastifyInstance): ReadonlySet<Connection> {
  const connections = new Set<Connection>()
  app.server.on('upgrade', (_request, connection: Connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return connections
}

/** With HOST=localhost Fastify listens on several addresses, of which the library knows the first: requests of the others come here. */
function serveSecondAddresses(app: FastifyInstance, io: Io): void {
  app.route({
    method: ['GET', 'POST'],
    url: path,
    logLevel: 'warn',
    onRequest(request, reply, _done) {
      reply.hijack()
      io.engine.handleRequest(request.raw, reply.raw)
    },
    handler: () => {},
  })
}

/** The library answers its own requests, before Fastify sees them: they get the headers and the deadline of all others here. */
function prepareRequests(app: FastifyInstance, { headers, hold }: SocketOptions): void {
  app.server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(path)) return
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method === 'POST') hold.limitBody(request)
  })
}
