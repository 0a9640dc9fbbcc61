import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorCode, messageOf } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DefaultEventsMap, Socket } from 'socket.io'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Limit } from '#core/rate-limits.ts'

export type SocketData = { viewer: CurrentUser }
/** The connection of a signed-in browser. */
export type UserSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** What a browser gets as its connect_error: `message` is the code, `data.message` the sentence. */
export class SocketError extends Error {
  readonly data: { code: ErrorCode; message: string }
  constructor(code: ErrorCode) {
    super(code)
    this.name = 'SocketError'
    this.data = { code, message: messageOf(code) }
  }
}

type Options = {
  tokenOf: (headers: IncomingHttpHeaders) => string | undefined
  sessions: SessionReader
  /** has this user as many sockets as he may have? */
  isFull: (userId: string) => boolean
  /** connections of one user */
  limit: Limit
  log: FastifyBaseLogger
}

/** Answers who connects, by the cookie of his session. Never rejects. */
export const identifySocket =
  ({ tokenOf, sessions, isFull, limit, log }: Options) =>
  async (headers: IncomingHttpHeaders): Promise<{ viewer: CurrentUser } | { error: SocketError }> => {
    try {
      const token = tokenOf(headers)
      const session = token ? await sessions.read(token) : null
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
