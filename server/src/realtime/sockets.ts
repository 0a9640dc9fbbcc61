import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket as Connection } from 'node:net'
import { type EventRule, events } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import { type DefaultEventsMap, Server } from 'socket.io'
import type { SessionReader } from '#core/current-user.ts'
import type { Limits } from '#core/limits/rate-limits.ts'
import type { Rooms } from '#ports/rooms.ts'
import { openRooms } from './rooms.ts'
import { identifySocket, type SocketData, SocketError, type SocketToken } from './socket-identity.ts'
import { limitHandshakes, limitPackets, limitUnsent } from './socket-limits.ts'

type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

export type SocketOptions = {
  /** origins of pages that may connect with cookies, besides the server's own */
  origins: readonly string[]
  /** True when a page of this origin may connect to this host. */
  isOurOrigin: (origin: string, host: string | undefined) => boolean
  sessions: SessionReader
  /** Returns the session token from the cookies of a request. */
  tokenOf: (headers: IncomingHttpHeaders) => SocketToken
  /** headers that are set on every reply of Socket.IO */
  headers: Readonly<Record<string, string>>
  isKnownHost: (header: string | undefined) => boolean
  connectionLimits: { isOverLimit(connection: Connection): boolean; limitBody(request: IncomingMessage): void }
  /** returns which of these sessions are still open */
  stillOpen: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>
  limits: Pick<Limits, 'connectsByClient' | 'connectsByUser'>
  /** false: only WebSocket is accepted, because requests of one polling connection may reach different processes */
  polling: boolean
  /** number of trusted reverse proxies */
  trustedHops: number
}

export type Sockets = {
  /** rooms of sockets, for features */
  rooms: Rooms
  /**
   * Sends an event to all sockets of a user in this process. The payload is filtered by the schema; an invalid one is logged and not sent.
   */
  emitTo(userId: string, event: EventRule, payload: unknown): void
  /** Disconnects the sockets of these sessions; the browsers do not reconnect. */
  endSessions(sessionIds: readonly string[]): void
  /** Disconnects the sockets of sessions that are no longer open. A timer calls it every half minute. */
  cleanUp(): Promise<void>
  /** number of connected sockets */
  count(): number
}

const path = '/socket.io/'
/** Maximum size of an inbound message in bytes; an offer with all its ICE candidates is much smaller. */
const maxMessageBytes = 64 * 1024
/** Milliseconds after which a connection that is not identified is closed. */
const handshakeTimeoutMs = 10_000
/** Maximum number of sockets of one user in one process; each tab needs one. */
export const maxSocketsOfUser = 20
const cleanupMs = 30_000
/** Grace period of connections at a shutdown, in milliseconds. */
const closeGraceMs = 2000

const userRoom = (userId: string): string => `user ${userId}`
const sessionRoom = (sessionId: string): string => `session ${sessionId}`

/**
 * Opens Socket.IO on the server's own port and the library's default path. Only signed-in browsers may connect, from allowed origins;
 * others get the connect_error "unauthenticated". Features listen to events of browsers through `rooms`; unknown events are ignored. At
 * a shutdown all connections are closed, so that browsers reconnect to another process, or to this one after its restart.
 */
export function openSockets(app: FastifyInstance, options: SocketOptions): Sockets {
  let closing = false
  const io: Io = new Server(app.server, {
    serveClient: false,
    transports: options.polling ? ['polling', 'websocket'] : ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: handshakeTimeoutMs,
    cors: { origin: [...options.origins], credentials: true },
    allowRequest(request, answer) {
      const { origin, host } = request.headers
      if (options.connectionLimits.isOverLimit(request.socket))
        return answer('Too many connections are open from your address', false)
      if (!options.isKnownHost(host)) return answer('This host name is not known', false)
      if (closing) return answer('The server is being restarted', false)
      const foreign = origin !== undefined && !options.isOurOrigin(origin, host)
      if (foreign) return answer('This origin is not allowed', false)
      handshakes.allowHandshake(request).then(
        (refused) => answer(refused, refused === null),
        () => answer('This connection cannot be made now', false),
      )
    },
  })
  if (!options.polling) refusePolling(io)
  const handshakes = limitHandshakes(io, { limit: options.limits.connectsByClient, trustedHops: options.trustedHops })
  limitPackets(io)
  limitUnsent(io)
  const rooms = io.of('/').adapter.rooms
  const sizeOf = (room: string): number => rooms.get(room)?.size ?? 0

  const identify = identifySocket({
    tokenOf: options.tokenOf,
    sessions: options.sessions,
    isFull: (userId) => sizeOf(userRoom(userId)) >= maxSocketsOfUser,
    limit: options.limits.connectsByUser,
    log: app.log,
  })
  // A session may end after it was read and before its socket has joined the session's room.
  const identifying = new Set<Set<string>>()
  io.use((socket, next) => {
    const endedMeanwhile = new Set<string>()
    identifying.add(endedMeanwhile)
    identify(socket.handshake.headers).then((found) => {
      identifying.delete(endedMeanwhile)
      if ('error' in found) return next(found.error)
      if (endedMeanwhile.has(found.viewer.sessionId)) return next(new SocketError('unauthenticated', found.language))
      socket.data.viewer = found.viewer
      socket.data.language = found.language
      // Joined at once, so that it counts towards the limit of the user's sockets.
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
    // Connections are closed instead of sockets: browsers do not reconnect after a disconnect by the server.
    io.engine.close()
    setTimeout(() => {
      for (const connection of upgraded) connection.destroy()
    }, closeGraceMs).unref()
  })
  serveSecondAddresses(app, io)
  prepareRequests(app, options)
  return sockets
}

/** Refuses handshakes by polling with a message that says what to set, instead of the library's "Transport unknown". */
function refusePolling(io: Io): void {
  const message =
    'This server takes WebSocket connections only: set transports: ["websocket"] in the options of your Socket.IO client.'
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.headers.upgrade !== undefined) return next()
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'invalid_input', message }))
  })
}

/** Tracks upgraded connections, for whose end the HTTP server waits although it cannot close them. */
function trackUpgrades(app: FastifyInstance): ReadonlySet<Connection> {
  const connections = new Set<Connection>()
  app.server.on('upgrade', (_request, connection: Connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return connections
}

/** With HOST=localhost Fastify listens on several addresses. Socket.IO handles the first one; requests to the others come here. */
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

/** Sets the standard headers and the timeout of request bodies, because Socket.IO handles its requests before Fastify. */
function prepareRequests(app: FastifyInstance, { headers, connectionLimits }: SocketOptions): void {
  app.server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(path)) return
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method === 'POST') connectionLimits.limitBody(request)
  })
}

const byName = new Map<string, EventRule>(
  Object.values(events)
    .flatMap((rules) => Object.values<EventRule>(rules))
    .map((rule) => [rule.name, rule]),
)

/** Returns the event of the contract with this name. */
export const findEvent = (name: string): EventRule | undefined => byName.get(name)
