import { type ErrorCode, messageOf, type Problem } from '@virtual-courses/contract'

/** A use case says no. Becomes the problem answer of its code; `message` replaces the default sentence. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Problem['fields']
  constructor(code: ErrorCode, message?: string, fields?: Problem['fields']) {
    super(message ?? messageOf(code))
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
  }
}
