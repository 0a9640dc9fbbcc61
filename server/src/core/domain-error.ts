import { type ErrorCode, messageOf, type Problem } from '@virtual-courses/contract'

type Details = {
  /** replaces the default sentence of the code */
  message?: string | undefined
  fields?: Problem['fields']
  /** When another attempt makes sense, in seconds; sent as `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** A use case says no. Becomes the problem answer of its code; a given message replaces the default sentence. */
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

/** A request that failed by an error of the server's own. */
export type ErrorReport = {
  error: unknown
  requestId: string
  method: string
  /** as the server knows it, without ids where it has a name for them, and never with a query: those may be private */
  path: string
}
