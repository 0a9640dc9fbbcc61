import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#core/domain-error.ts'
import { clientKey } from '#core/limits/client-key.ts'
import { isFromNetwork } from './create-server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** key of the client whose open requests include this one; null when it is not counted */
    countedFor: string | null
  }
}

export type ConnectionSettings = {
  /**
   * open connections of a client address, 0 for no limit; not applied behind trusted proxies, since all connections have the proxy's
   * address
   */
  connections: number
  /** connections that a client address may open in `windowMs`; not applied behind trusted proxies or without `connections` */
  newConnections: number
  /** number of 429 replies to a client in `windowMs` after which the client is blocked for `pauseMs` */
  problems: number
  /** open requests of a client */
  requests: number
  /** incomplete bodies of a client */
  bodies: number
  /** total of the announced or maximum bytes of all incomplete bodies */
  bodyBytes: number
  /** timeout of a body in milliseconds */
  bodyTimeoutMs: number
}

export const defaultConnectionLimits = {
  newConnections: 3000,
  problems: 200,
  requests: 256,
  bodies: 30,
  bodyBytes: 64 * 1024 ** 2,
  bodyTimeoutMs: 10_000,
} as const satisfies Partial<ConnectionSettings>

/** Milliseconds. */
const windowMs = 10_000
const pauseMs = 10_000
/** Number of connections over the limit that get an error reply before they are closed; further ones are reset. */
const refusedAtOnce = 32
const refusedMs = 5000
/** Milliseconds for the rest of a body after the reply was sent. */
const lateBodyMs = 2000

/** Counts by key; keys with a count of 0 are removed. */
const counter = () => {
  const held = new Map<string, number>()
  return {
    of: (key: string): number => held.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (held.get(key) ?? 0) + change
      if (count > 0) held.set(key, count)
      else held.delete(key)
    },
  }
}

/** Counts by key in windows of `windowMs`. */
const windowed = () => {
  let counts = new Map<string, number>()
  let since = performance.now()
  return (key: string): number => {
    const now = performance.now()
    if (now - since >= windowMs) {
      counts = new Map()
      since = now
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}

/** Blocks clients that continue after many replies of 429, because even refusing thousands of requests is expensive. */
const pauses = (problems: number) => {
  const refused = windowed()
  const until = new Map<string, number>()
  return {
    has(key: string): boolean {
      const end = until.get(key)
      if (end === undefined) return false
      if (end > performance.now()) return true
      until.delete(key)
      return false
    },
    /** Counts a reply of 429; returns true when the client is blocked by it. */
    refuse(key: string): boolean {
      if (refused(key) <= problems) return false
      until.set(key, performance.now() + pauseMs)
      setTimeout(() => this.has(key), pauseMs + 1).unref()
      return true
    },
  }
}

const tooManyOpen = {
  connections: msg`Too many connections are open from your address. Please try again in a moment.`,
  requests: msg`Too many requests are open from your address. Please try again in a moment.`,
  unfinished: msg`Too many unfinished requests are open from your address. Please try again in a moment.`,
}

const tooMany = (what: keyof typeof tooManyOpen): DomainError =>
  new DomainError('rate_limited', { message: tooManyOpen[what], retryAfterSeconds: 5 })

/** Limits for connections that Fastify does not handle. */
export type ConnectionLimits = {
  isOverLimit(socket: Socket): boolean
  limitBody(request: IncomingMessage): void
}

/**
 * Limits the open connections, open requests and incomplete bodies of a client. A body that is not an upload has a timeout (408), even
 * while bytes trickle in. Register it before the routes.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionSettings, proxied: boolean): ConnectionLimits {
  const refused = new WeakSet<Socket>()
  const paused = pauses(limits.problems)
  const direct = limits.connections > 0 && !proxied
  if (direct) refuseConnections(app, limits, refused, paused.has)

  const requests = counter()
  app.decorateRequest('countedFor', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isFromNetwork(request)) return done()
    if (refused.has(request.raw.socket)) {
      reply.header('connection', 'close')
      return done(tooMany('connections'))
    }
    const key = clientKey(request.ip)
    if (paused.has(key) || requests.of(key) >= limits.requests) return done(tooMany('requests'))
    requests.add(key, 1)
    request.countedFor = key
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.countedFor !== null) requests.add(request.countedFor, -1)
    request.countedFor = null
    if (reply.statusCode === 429 && isFromNetwork(request) && paused.refuse(clientKey(request.ip)) && direct)
      request.raw.socket.destroy()
    // The rest of the body is not read, so the connection is closed if it does not arrive soon.
    if (isFromNetwork(request) && !request.raw.complete) cutLater(request.raw, lateBodyMs)
    done()
  })
  limitBodies(app, limits)
  return {
    isOverLimit: (socket) => refused.has(socket),
    limitBody: (request) => cutLater(request, limits.bodyTimeoutMs),
  }
}

/** Closes the connection of a request whose body has not arrived within `ms`. */
function cutLater(request: IncomingMessage, ms: number): void {
  const cut = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, ms).unref()
  request.once('close', () => clearTimeout(cut))
}

function refuseConnections(
  app: FastifyInstance,
  { connections: limit, newConnections }: ConnectionSettings,
  refused: WeakSet<Socket>,
  isPaused: (key: string) => boolean,
): void {
  const connections = counter()
  const opened = windowed()
  app.server.on('connection', (socket: Socket) => {
    const key = clientKey(socket.remoteAddress ?? '')
    const open = connections.of(key)
    if (isPaused(key) || opened(key) > newConnections || open >= limit + refusedAtOnce) {
      socket.destroy()
      return
    }
    connections.add(key, 1)
    socket.once('close', () => connections.add(key, -1))
    if (open < limit) return
    refused.add(socket)
    const cut = setTimeout(() => socket.destroy(), refusedMs).unref()
    socket.once('close', () => clearTimeout(cut))
  })
}

const hasBody = ({ method, headers }: FastifyRequest): boolean => {
  if (method === 'GET' || method === 'HEAD') return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0'
}

const isUpload = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.streamsBody === true &&
  /^(multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '')

function limitBodies(app: FastifyInstance, limits: ConnectionSettings): void {
  const bodies = counter()
  let bytes = 0
  // A callback, because it runs for every request; after the hooks that refuse callers.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw } = request
    if (!hasBody(request) || !isFromNetwork(request) || raw.complete || isUpload(request)) return done(null, payload)
    const key = clientKey(request.ip)
    if (bodies.of(key) >= limits.bodies) return done(tooMany('unfinished'))
    // Fastify rejects longer bodies than the route allows.
    const share = Math.min(Number(request.headers['content-length'] ?? Infinity), request.routeOptions.bodyLimit ?? 0)
    if (bytes + share > limits.bodyBytes)
      return done(new DomainError('unavailable', msg`The server is busy. Please try again in a moment.`))
    bodies.add(key, 1)
    bytes += share
    const deadline = setTimeout(() => {
      // Fastify's body parser listens to the event, sends the error and closes the connection.
      if (raw.listenerCount('error') > 0) raw.emit('error', new DomainError('request_timeout'))
      else raw.destroy()
      release()
    }, limits.bodyTimeoutMs)
    deadline.unref()
    let held = true
    const release = (): void => {
      if (!held) return
      held = false
      clearTimeout(deadline)
      bodies.add(key, -1)
      bytes -= share
    }
    raw.once('end', release)
    raw.once('close', release)
    done(null, payload)
  })
}
