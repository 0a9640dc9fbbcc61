import type { z } from 'zod'
import { DomainError } from './domain-error.ts'
import { isWellFormed } from './is-well-formed.ts'

/** Parses input by its schema; the first fault becomes the sentence of the error, all of them its fields. */
export function validate<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined
  if (!isWellFormed(value)) throw new DomainError('invalid_input', 'The text holds characters that are not well-formed')
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const first = fields[0]
  throw new DomainError('invalid_input', { message: first && sentence(first), fields })
}

const sentence = ({ path, message }: { path: string; message: string }): string =>
  /^(Invalid|Too|Expected)/.test(message) ? `Please check "${path || 'the request'}": ${message}` : message
