import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorCode, messageOf } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DefaultEventsMap, Socket } from 'socket.io'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Limit } from '#core/limits/rate-limits.ts'

export type SocketData = { viewer: CurrentUser }
/** The socket of a signed-in browser. */
export type UserSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The browser's `connect_error`: `message` is the error code, `data.message` the sentence. */
export class SocketError extends Error {
  readonly data: { code: ErrorCode; message: string }
  constructor(code: ErrorCode) {
    super(code)
    this.name = 'SocketError'
    this.data = { code, message: messageOf(code) }
  }
}

/** Session token of a handshake; `plain` is that of a cookie that an earlier version has set, where there is no other. */
export type SocketToken = { token?: string | undefined; plain?: string | undefined }

type Options = {
  tokenOf: (headers: IncomingHttpHeaders) => SocketToken
  sessions: SessionReader
  /** true when the user has the maximum number of sockets */
  isFull: (userId: string) => boolean
  /** limit of connections by user */
  limit: Limit
  log: FastifyBaseLogger
}

/** Returns a function that identifies the user of a connection by the session cookie. It does not reject. */
export const identifySocket =
  ({ tokenOf, sessions, isFull, limit, log }: Options) =>
  async (headers: IncomingHttpHeaders): Promise<{ viewer: CurrentUser } | { error: SocketError }> => {
    try {
      const { token, plain } = tokenOf(headers)
      // a handshake cannot set the new cookie: the page's next request does
      const session = token ? await sessions.read(token) : plain ? await sessions.readPlain(plain) : null
      if (!session) return { error: new SocketError('unauthenticated') }
      await limit.consume(session.viewer.id)
      if (isFull(session.viewer.id)) return { error: new SocketError('rate_limited') }
      return { viewer: session.viewer }
    } catch (error) {
      if (error instanceof DomainError) return { error: new SocketError(error.code) }
      log.error({ err: error }, 'a socket could not be identified')
      return { error: new SocketError('internal') }
    }
  }
