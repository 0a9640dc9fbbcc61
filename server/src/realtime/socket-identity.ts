import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorCode, messageOf } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DefaultEventsMap, Socket } from 'socket.io'
import type { CurrentUser, SessionReader } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { sourceLanguage, speak } from '#core/languages/language.ts'
import type { Limit } from '#core/limits/rate-limits.ts'

/** `language` is the account's, or else the browser's at the time of the connection. */
export type SocketData = { viewer: CurrentUser; language: string }
/** The socket of a signed-in browser. */
export type UserSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The browser's `connect_error`: `message` is the error code, `data.message` the sentence. */
export class SocketError extends Error {
  readonly data: { code: ErrorCode; message: string }
  constructor(code: ErrorCode, language: string | undefined) {
    super(code)
    this.name = 'SocketError'
    this.data = { code, message: speak(language ?? sourceLanguage)(messageOf(code)) }
  }
}

/**
 * Cookies of a handshake: the session token and the language. `plain`: the token is from a cookie of an earlier version, used when there is
 * no other.
 */
export type SocketToken = {
  token?: string | undefined
  plain?: string | undefined
  /** the language chosen in the browser */
  language?: string | undefined
}

type Options = {
  tokenOf: (headers: IncomingHttpHeaders) => SocketToken
  sessions: SessionReader
  /** true when the user has the maximum number of sockets */
  isFull: (userId: string) => boolean
  /** limit of connections per user */
  limit: Limit
  log: FastifyBaseLogger
}

/** Returns middleware that identifies the user of a connection by the session cookie. Its promise never rejects. */
export const identifySocket =
  ({ tokenOf, sessions, isFull, limit, log }: Options) =>
  async (headers: IncomingHttpHeaders): Promise<SocketData | { error: SocketError }> => {
    const { token, plain, language: chosen } = tokenOf(headers)
    let language = chosen
    try {
      // a handshake cannot set the new cookie; the next request of the page does
      const session = token ? await sessions.read(token) : plain ? await sessions.readPlain(plain) : null
      if (!session) return { error: new SocketError('unauthenticated', language) }
      language = session.viewer.language ?? chosen
      await limit.consume(session.viewer.id)
      if (isFull(session.viewer.id)) return { error: new SocketError('rate_limited', language) }
      return { viewer: session.viewer, language: language ?? sourceLanguage }
    } catch (error) {
      if (error instanceof DomainError) return { error: new SocketError(error.code, language) }
      log.error({ err: error }, 'a socket could not be identified')
      return { error: new SocketError('internal', language) }
    }
  }
