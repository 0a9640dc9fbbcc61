import { type ErrorCode, messageOf } from '@virtual-courses/contract'
import { english, type Sentence } from './languages/language.ts'

/** A validation error of one field. */
export type FieldError = { path: string; message: Sentence }

type Details = {
  /** replaces the default sentence of the code */
  message?: Sentence | undefined
  fields?: FieldError[] | undefined
  /** seconds until another attempt makes sense; sent as `Retry-After` */
  retryAfterSeconds?: number | undefined
}

const isSentence = (details: Sentence | Details): details is Sentence => typeof details === 'string' || 'id' in details

/** An expected error of a use case. Sent as the problem document of its code; `message` replaces the default sentence. */
export class DomainError extends Error {
  readonly code: ErrorCode
  /** the sentence for people, to be said in their language */
  readonly sentence: Sentence
  readonly fields: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, details: Sentence | Details = {}) {
    const { message, fields, retryAfterSeconds } = isSentence(details) ? { message: details } : details
    const sentence = message ?? messageOf(code)
    super(english(sentence))
    this.sentence = sentence
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
