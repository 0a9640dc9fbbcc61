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
