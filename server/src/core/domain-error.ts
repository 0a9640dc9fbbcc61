import { type ErrorCode, messageOf, type Problem } from '@virtual-courses/contract'

type Details = {
  /** replaces the default sentence of the code */
  message?: string | undefined
  fields?: Problem['fields']
  /** seconds until another attempt makes sense; sent as `Retry-After` */
  retryAfterSeconds?: number | undefined
}

/** An expected error of a use case. Sent as the problem document of its code; `message` replaces the default sentence. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Problem['fields']
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, details: string | Details = {}) {
    const { message, fields, retryAfterSeconds } = typeof details === 'string' ? { message: details } : details
    super(message ?? messageOf(code))
    this.name = 'DomainError'
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A request that failed with an internal error. */
export type ErrorReport = {
  error: unknown
  requestId: string
  method: string
  /** path of the route, with parameter names instead of ids, without the query: both may be private */
  path: string
}

/**
 * SQLSTATEs of a database that cannot serve now: no connection (class 08), no room for one more (53), starting or stopping
 * (57P0x), a statement or a lock that took longer than allowed (57014, 55P03).
 */
const outageStates = /^(08...|53...|57P0.|57014|55P03)$/
/** What Node reports for a service that cannot be reached. */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Errors of the PostgreSQL client that have no code: the connection was lost, or none was free in time. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

/** Whether a service that the request needed (database, store, search) is away or overloaded, which passes by itself. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown } // errors of Node and of the drivers carry one
  if (typeof code === 'string' && (outageCodes.has(code) || outageStates.test(code))) return true
  return outageMessages.test(error.message) || isOutage(error.cause)
}
