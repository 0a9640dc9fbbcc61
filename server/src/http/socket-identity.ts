import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorCode, messageOf } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Limit } from './limits.ts'
import { Refusal } from './refusal.ts'
import type { SessionReader } from './session.ts'
import type { Viewer } from './viewer.ts'

/** What a browser gets as its connect_error: `message` is the code, `data.message` the sentence. */
export class SocketRefusal extends Error {
  readonly data: { code: ErrorCode; message: string }
  constructor(code: ErrorCode) {
    super(code)
    this.name = 'SocketRefusal'
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
  async (headers: IncomingHttpHeaders): Promise<{ viewer: Viewer } | { refusal: SocketRefusal }> => {
    try {
      const token = tokenOf(headers)
      const session = token ? await sessions.read(token) : null
      if (!session) return { refusal: new SocketRefusal('unauthenticated') }
      await limit.consume(session.viewer.id)
      if (isFull(session.viewer.id)) return { refusal: new SocketRefusal('rate_limited') }
      return { viewer: session.viewer }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: new SocketRefusal(error.code) }
      log.error({ err: error }, 'a socket could not be identified')
      return { refusal: new SocketRefusal('internal') }
    }
  }
