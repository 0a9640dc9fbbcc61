import type { FastifyRequest } from 'fastify'
import { clientKey } from '#http/client-key.ts'

/** Where a request comes from: what limits count by, and how the browser names itself. */
export type Caller = { key: string; userAgent: string }

export const callerOf = (request: FastifyRequest): Caller => ({
  key: clientKey(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
})
